import Model

/// What a search asks about rows; everything about properties is behind it.
protocol RowOracle: AnyObject {
  /// The notes of a state: which violations it shows, and which goals it reaches.
  func notes(of row: Row) -> Notes
  /// The set of violations that a step shows, and whether every step of its cause shows the same.
  func verdict(ofStep step: RowStep, from: Row) -> (violations: UInt32, isFinal: Bool)
  /// Why judgements cannot be trusted any more, or nil.
  var complaint: String? { get }
  /// Takes note of a step that shows violations or leads to a state that shows others than where it
  /// started.
  func report(_ sighting: Sighting)
}

/// What is noted of a state in one word: a set of violations in the low 20 bits, three bits for each of
/// four goals.
struct Notes {
  static let goalCountMax = 4
  static let violationMask: UInt32 = 0xf_ffff
  var word: UInt32
  var violations: UInt32 { word & Self.violationMask }
  /// The state is the goal, or can reach it.
  static func goal(_ number: Int) -> UInt32 { 1 << UInt32(20 + number) }
  /// The state cannot reach the goal.
  static func lost(_ number: Int) -> UInt32 { 1 << UInt32(24 + number) }
  /// The state lies before a cycle that is not decided yet.
  static func open(_ number: Int) -> UInt32 { 1 << UInt32(28 + number) }
}

/// A step at which something may have gone wrong.
struct Sighting {
  /// The violations of the step itself.
  var step: UInt32
  /// The violations of the state before, and of the state after.
  var source: UInt32
  var target: UInt32
  var cause: UInt32
  /// How many steps a path that ends with this one has.
  var length: Int
}

/// The search: breadth first over rows, layer by layer.
///
/// It knows no product and no property; `RowExpander` says what can happen and `RowOracle` what it is
/// worth.
struct Search: ~Copyable {
  let expander: any RowExpander
  let oracle: any RowOracle
  var visited: VisitedSet
  /// Where each layer starts among the visited states; a last entry closes the last layer that was begun.
  private(set) var layerStarts: [Int] = [0]
  private(set) var stepCount = 0
  /// States without any step out.
  private(set) var terminalCount = 0
  /// How many of the visited states are initial.
  private(set) var initialCount = 0
  /// The steps out of the state that was expanded last.
  private(set) var steps = StepBuffer()
  private(set) var frontierCount = 0
  /// Where the steps lead that were worked out last, and their causes.
  private(set) var targets: ContiguousArray<(index: Int, cause: UInt32)> = []
  private let causeVerdicts = LargeArray<UInt32>()
  /// After how many expanded states the monitor and the limit on memory are asked again.
  private static let pollInterval = 4096
  private var nextPoll = pollInterval
  /// How many states are expanded at once.
  private static let batchCount = 16
  /// The states that were expanded last: row, number, and where their steps end.
  private var batch: ContiguousArray<(row: Row, index: Int, end: Int)> = []
  private var digests: ContiguousArray<UInt64> = []
  private var guesses: ContiguousArray<UInt32> = []

  init(expander: any RowExpander, oracle: any RowOracle) {
    self.expander = expander
    self.oracle = oracle
    visited = VisitedSet(width: expander.width)
  }

  /// The greatest depth of a visited state.
  var depth: Int { layerStarts.count - 1 }

  /// Explores until everything is visited, a limit is hit, or the monitor stops it.
  mutating func run(from initial: [Row], limits: Limits, monitor: Monitor) -> ExitReason {
    for (number, row) in initial.enumerated() {
      let (index, isNew) = visited.insert(row, digest: row.digest, parent: visited.count)
      guard isNew else { return .invalidSystem("initial state number \(number) is repeated") }
      let notes = oracle.notes(of: row)
      visited.setNotes(index, notes.word)
      if notes.violations != 0 {
        oracle.report(Sighting(step: 0, source: 0, target: notes.violations, cause: absentHandle, length: 0))
      }
    }
    initialCount = visited.count
    // A limit on states is kept to the state.
    let batchCount = limits.stateCountMax == nil ? Self.batchCount : 1
    var index = 0
    defer {
      frontierCount = visited.count - index
      if layerStarts.count > 1 && layerStarts.last == visited.count { layerStarts.removeLast() }
    }
    while index < visited.count {
      let layerEnd = visited.count
      if let limit = limits.depthMax, depth >= limit { return .depthLimit(limit) }
      layerStarts.append(layerEnd)
      while index < layerEnd {
        let end = min(index + batchCount, layerEnd)
        expand(index..<end)
        if let complaint = steps.complaint ?? oracle.complaint { return .invalidSystem(complaint) }
        index = end
        if let reason = reasonToStop(after: index, limits: limits, monitor: monitor) { return reason }
      }
    }
    return .exhausted
  }

  private mutating func reasonToStop(after index: Int, limits: Limits, monitor: Monitor) -> ExitReason? {
    if let limit = limits.stateCountMax, visited.count >= limit, index < visited.count {
      return .stateLimit(limit)
    }
    if visited.count >= VisitedSet.countMax { return .stateLimit(VisitedSet.countMax) }
    guard index >= nextPoll, index < visited.count else { return nil }
    nextPoll = index + Self.pollInterval
    if let limit = limits.byteCountMax, visited.byteCount + expander.byteCount > limit {
      return .memoryLimit(limit)
    }
    return monitor.shouldStop(progress(expanded: index))
  }

  /// How far the search came.
  var progress: SearchProgress { progress(expanded: visited.count - frontierCount) }

  private func progress(expanded: Int) -> SearchProgress {
    SearchProgress(
      stateCount: visited.count, stepCount: stepCount, frontierCount: visited.count - expanded, depth: depth)
  }

  /// The states of a depth, by number.
  func layer(_ depth: Int) -> Range<Int> {
    guard depth < layerStarts.count else { return visited.count..<visited.count }
    return layerStarts[depth]..<(depth + 1 < layerStarts.count ? layerStarts[depth + 1] : visited.count)
  }

  /// Works out the steps of a state once more, into `steps`.
  mutating func expandAgain(_ row: Row, selecting selection: StepSelection = .all) {
    steps.removeAll()
    expander.expand(row, into: &steps, selecting: selection)
  }

  // MARK: Batches

  /// Works out the steps of several states at once, and looks at the likely places of all successors, so
  /// that the processor can overlap the waiting for memory.
  private mutating func workOut(_ indices: some Collection<Int>, selecting selection: StepSelection) {
    steps.removeAll()
    batch.removeAll(keepingCapacity: true)
    for index in indices {
      let row = visited.row(index)
      let start = steps.count + steps.skippedLoopCount
      expander.expand(row, into: &steps, selecting: selection)
      if steps.count + steps.skippedLoopCount == start { terminalCount += 1 }
      batch.append((row, index, steps.count))
    }
    while digests.count < steps.count {
      digests.append(0)
      guesses.append(absentHandle)
    }
    for step in 0..<steps.count {
      let digest = steps.steps[step].row.digest
      digests[step] = digest
      guesses[step] = visited.place(of: digest)
    }
    for step in 0..<steps.count {
      guesses[step] = visited.likelyIndex(
        of: steps.steps[step].row, digest: digests[step], place: guesses[step])
    }
  }

  /// Takes every step out of several states, in order.
  private mutating func expand(_ indices: Range<Int>) {
    workOut(indices, selecting: StepSelection(skipsKnownLoops: true))
    stepCount += steps.count + steps.skippedLoopCount
    var step = 0
    for place in 0..<batch.count {
      let (row, index, end) = batch[place]
      let source = Notes(word: visited.notes(index)).violations
      while step < end {
        take(step, from: row, index: index, source: source)
        step += 1
      }
    }
  }

  @inline(__always)
  private mutating func take(_ number: Int, from row: Row, index: Int, source: UInt32) {
    let step = steps.steps[number]
    var target = source
    if step.row != row {
      target = Notes(word: notes(ofSuccessor: step.row, step: number, parent: index)).violations
    }
    let violations = violations(ofStep: step, from: row)
    if violations != 0 || target != source && target != 0 {
      oracle.report(
        Sighting(step: violations, source: source, target: target, cause: step.cause, length: depth))
    }
  }

  @inline(__always)
  private mutating func notes(ofSuccessor row: Row, step: Int, parent: Int) -> UInt32 {
    if guesses[step] != absentHandle { return visited.notes(Int(guesses[step])) }
    let (index, isNew) = visited.insert(row, digest: digests[step], parent: parent)
    if isNew { visited.setNotes(index, oracle.notes(of: row).word) }
    return visited.notes(index)
  }

  /// Works out where the steps of states lead that lead elsewhere: to known states, by number.
  mutating func findTargets(of indices: some Collection<Int>, selecting selection: StepSelection) {
    let terminalCount = terminalCount
    workOut(indices, selecting: selection)
    self.terminalCount = terminalCount
    targets.removeAll(keepingCapacity: true)
    var number = 0
    for place in 0..<batch.count {
      let (row, _, end) = batch[place]
      while number < end {
        let step = steps.steps[number]
        if step.row != row && step.traits.isDisjoint(with: selection.avoids) {
          let known = guesses[number] == absentHandle ? visited.index(of: step.row) : Int(guesses[number])
          if let known { targets.append((known, step.cause)) }
        }
        number += 1
      }
    }
  }

  /// What a step shows; a cause is judged once, unless the oracle wants to see each of its steps.
  @inline(__always)
  mutating func violations(ofStep step: RowStep, from row: Row) -> UInt32 {
    let cause = Int(step.cause)
    if cause < causeVerdicts.count && causeVerdicts[cause] != absentHandle { return causeVerdicts[cause] }
    causeVerdicts.extend(to: cause + 1, with: absentHandle)
    let verdict = oracle.verdict(ofStep: step, from: row)
    if verdict.isFinal { causeVerdicts[cause] = verdict.violations }
    return verdict.violations
  }
}
