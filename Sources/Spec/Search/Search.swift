import Model

/// What a search asks about rows; everything about properties is behind it.
protocol RowOracle: AnyObject {
  /// Gathers the notes of states: which violations they show, and which goals they reach.
  func note(_ states: JudgedStates)
  /// The set of violations that a step shows, and whether every step of its transition shows the same.
  func verdict(ofStep step: RowStep, from: Row) -> (violations: UInt32, isFinal: Bool)
  /// For each goal the steps that continuations towards it avoid.
  var avoidedTraits: [StepTraits] { get }
  /// Why judgements cannot be trusted any more, or nil.
  var complaint: String? { get }
  /// Whether somebody looked at the place of a window, so that equal windows have to be told apart.
  var looksAtPlaces: Bool { get }
  /// The memory of remembered judgements.
  var memory: MemoryUse { get }
  /// Takes note of a step that shows violations or leads to a state that shows others than where it
  /// started.
  func report(_ sighting: Sighting)
}

/// What is noted of a state in one word: a set of violations in the low 28 bits, a bit for each of four
/// goals.
struct Notes {
  static let goalCountMax = 4
  static let violationMask: UInt32 = 0xfff_ffff
  var word: UInt32
  var violations: UInt32 { word & Self.violationMask }
  /// The state is the goal, or can reach it.
  static func goal(_ number: Int) -> UInt32 { 1 << UInt32(28 + number) }
}

/// A step at which something may have gone wrong.
struct Sighting {
  /// The violations of the step itself.
  var step: UInt32
  /// The violations of the state before, and of the state after.
  var source: UInt32
  var target: UInt32
  var transition: UInt32
  /// How many steps a path that ends with this one has.
  var length: Int
  /// The state before; nil for an initial state.
  var from: Row?
}

/// The search: breadth first over rows, layer by layer.
///
/// It knows no product and no property; `RowExpander` says what can happen and `RowOracle` what it is
/// worth.
struct Search: ~Copyable {
  /// A state that was expanded: its row and number, and where its steps end.
  struct Expanded {
    var row: Row
    var index: Int
    var end: Int
    /// Whether there is no step out of it, not even one that was counted only.
    var isTerminal: Bool
  }

  let expander: any RowExpander
  let oracle: any RowOracle
  private(set) var visited: VisitedSet
  private(set) var edges: EdgeList
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
  /// Where the steps lead that were worked out last, and the states among them that are new.
  private let targets = LargeArray<UInt32>()
  private let discovered = JudgedStates()
  private let foreseen = LargeArray<Row>()
  private let transitionVerdicts = LargeArray<UInt32>()
  /// The transitions whose loops need no second look.
  private let skippable = TransitionFlags()
  /// How many states are expanded at once.
  static let batchCount = 64
  /// How many edges a batch has room for.
  private static let edgeReserve = 1 << 24
  /// The states that were expanded last.
  private(set) var batch: ContiguousArray<Expanded> = []

  init(expander: any RowExpander, oracle: any RowOracle) {
    self.expander = expander
    self.oracle = oracle
    visited = VisitedSet(width: expander.width)
    edges = EdgeList(avoiding: oracle.avoidedTraits)
  }

  /// The greatest depth of a visited state.
  var depth: Int { layerStarts.count - 1 }

  /// Explores until everything is visited, a limit is hit, or the monitor stops it.
  mutating func run(from initial: [Row], limits: Limits, monitor: Monitor) -> ExitReason {
    for (number, row) in initial.enumerated() {
      steps.removeAll()
      steps.append(row, transition: absentHandle, traits: [])
      steps.steps.withUnsafeBufferPointer { visited.prepare($0) }
      let (index, isNew) = visited.insert(step: 0)
      guard isNew else { return .invalidSystem("initial state number \(number) is repeated") }
      discovered.append(row)
      noteDiscovered()
      let notes = Notes(word: visited.notes(index))
      if notes.violations != 0 {
        oracle.report(
          Sighting(step: 0, source: 0, target: notes.violations, transition: absentHandle, length: 0))
      }
    }
    initialCount = visited.count
    let poll = SearchPoll(limits: limits, monitor: monitor, contents: expander.contents)
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
        expand(index..<min(index + poll.batchCount, layerEnd), until: { poll.isDue })
        if let complaint = steps.complaint ?? oracle.complaint { return .invalidSystem(complaint) }
        if expander.isReduced && oracle.looksAtPlaces { return .windowsToldApart }
        index += batch.count
        if let reason = reasonToStop(after: index, limits: limits, poll) { return reason }
      }
    }
    return .exhausted
  }

  private func reasonToStop(after index: Int, limits: Limits, _ poll: SearchPoll) -> ExitReason? {
    if let limit = limits.stateCountMax, visited.count >= limit, index < visited.count {
      return .stateLimit(limit)
    }
    if visited.count >= VisitedSet.countMax || edges.count >= EdgeList.countMax - Self.edgeReserve {
      return .stateLimit(visited.count)
    }
    guard index < visited.count, poll.mayAsk(after: index) else { return nil }
    return poll.reasonToStop(progress(expanded: index)) { memory }
  }

  /// The memory of states, edges, values and judgements.
  var memory: MemoryUse { visited.memory + edges.memory + expander.memory + oracle.memory }

  /// How many states were expanded.
  var expandedCount: Int { visited.count - frontierCount }

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

  /// All steps but those that lead back to their state and were judged once for all.
  var knownLoopsSkipped: StepSelection { StepSelection(skippable: skippable) }

  /// Works out the steps of a state once more, into `steps`.
  mutating func expandAgain(_ row: Row, selecting selection: StepSelection = .all) {
    steps.removeAll()
    expander.expand(row, into: &steps, selecting: selection)
  }

  // MARK: Batches

  /// Works out the steps of several states at once, and looks at the likely places of all successors.
  ///
  /// - Parameter isDue: asked after each state; when it is true, the states after it are left for another
  ///   batch.
  mutating func workOut(
    _ indices: Range<Int>, selecting selection: StepSelection, until isDue: () -> Bool
  ) {
    steps.removeAll()
    batch.removeAll(keepingCapacity: true)
    foreseen.removeAll()
    for index in indices { foreseen.append(visited.row(index)) }
    expander.foresee(UnsafeBufferPointer(start: foreseen.start, count: foreseen.count))
    for (number, index) in indices.enumerated() {
      let row = foreseen[number]
      let count = steps.count + steps.skippedLoopCount
      expander.expand(row, into: &steps, selecting: selection)
      batch.append(
        Expanded(
          row: row, index: index, end: steps.count,
          isTerminal: steps.count + steps.skippedLoopCount == count))
      if isDue() { break }
    }
    steps.steps.withUnsafeBufferPointer { visited.prepare($0) }
  }

  /// Takes every step out of several states, in order.
  private mutating func expand(_ indices: Range<Int>, until isDue: () -> Bool) {
    workOut(indices, selecting: knownLoopsSkipped, until: isDue)
    stepCount += steps.count + steps.skippedLoopCount
    arrive()
    noteDiscovered()
    var number = 0
    for place in 0..<batch.count {
      let state = batch[place]
      if state.isTerminal { terminalCount += 1 }
      let source = Notes(word: visited.notes(state.index)).violations
      while number < state.end {
        judge(steps.steps[number], from: state.row, source: source, to: Int(targets[number]))
        number += 1
      }
    }
  }

  /// Finds the states that the steps lead to, and keeps the edges.
  private mutating func arrive() {
    // Held here, so that they are not held and let go for every step.
    let (targets, discovered) = (targets, discovered)
    targets.removeAll()
    var number = 0
    for place in 0..<batch.count {
      let state = batch[place]
      visited.setEdgeStart(state.index, edges.count)
      while number < state.end {
        let step = steps.steps[number]
        var target = state.index
        if step.row != state.row {
          let (index, isNew) = visited.insert(step: number)
          if isNew { discovered.append(step.row) }
          if edges.isKept { edges.append(index, traits: step.traits) }
          target = index
        }
        targets.append(UInt32(truncatingIfNeeded: target))
        number += 1
      }
    }
  }

  /// Notes what the states show that were discovered last.
  private func noteDiscovered() {
    oracle.note(discovered)
    let first = visited.count - discovered.count
    for number in 0..<discovered.count { visited.setNotes(first + number, discovered.notes[number]) }
    discovered.removeAll()
  }

  @inline(__always)
  private func judge(_ step: RowStep, from row: Row, source: UInt32, to index: Int) {
    let target = Notes(word: visited.notes(index)).violations
    let violations = violations(ofStep: step, from: row)
    if violations != 0 || target != source && target != 0 {
      oracle.report(
        Sighting(
          step: violations, source: source, target: target, transition: step.transition, length: depth,
          from: row))
    }
  }

  /// The edges out of a state, in a search that exhausted its system and keeps edges.
  @inline(__always)
  func edges(from index: Int) -> Range<Int> {
    visited.edgeStart(index)..<(index + 1 < visited.count ? visited.edgeStart(index + 1) : edges.count)
  }

  /// What a step shows; a transition is judged once, unless the oracle wants to see each of its steps.
  @inline(__always)
  func violations(ofStep step: RowStep, from row: Row) -> UInt32 {
    let transition = Int(step.transition)
    if transition < transitionVerdicts.count && transitionVerdicts[transition] != absentHandle {
      return transitionVerdicts[transition]
    }
    transitionVerdicts.extend(to: transition + 1, with: absentHandle)
    let verdict = oracle.verdict(ofStep: step, from: row)
    if verdict.isFinal {
      transitionVerdicts[transition] = verdict.violations
      if step.row == row && verdict.violations == 0 && expander.mayBeSkipped(loop: step.transition) {
        skippable.insert(step.transition)
      }
    }
    return verdict.violations
  }
}
