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
  var graph: StateGraph
  let oracle: any RowOracle
  private(set) var edges: EdgeList
  /// Where each layer starts among the visited states; a last entry closes the last layer that was begun.
  private(set) var layerStarts: [Int] = [0]
  private(set) var stepCount = 0
  /// States without any step out.
  private(set) var terminalCount = 0
  /// How many of the visited states are initial.
  private(set) var initialCount = 0
  private(set) var frontierCount = 0
  /// Where the steps lead that were worked out last, and the states among them that are new.
  private let targets = LargeArray<UInt32>()
  private let discovered = JudgedStates()
  private let transitionVerdicts = LargeArray<UInt32>()
  /// The transitions whose loops need no second look.
  private let skippable = TransitionFlags()
  /// How many edges a batch has room for.
  private static let edgeReserve = 1 << 24

  init(expander: any RowExpander, oracle: any RowOracle) {
    graph = StateGraph(expander)
    self.oracle = oracle
    edges = EdgeList(avoiding: oracle.avoidedTraits)
  }

  /// The greatest depth of a visited state.
  var depth: Int { layerStarts.count - 1 }

  /// Explores until everything is visited, a limit is hit, or the monitor stops it.
  mutating func run(from initial: [Row], limits: Limits, monitor: Monitor) -> ExitReason {
    for (number, row) in initial.enumerated() {
      let (index, isNew) = graph.insert(row)
      guard isNew else { return .invalidSystem("initial state number \(number) is repeated") }
      discovered.append(row)
      noteDiscovered()
      let notes = Notes(word: graph.visited.notes(index))
      if notes.violations != 0 {
        oracle.report(
          Sighting(step: 0, source: 0, target: notes.violations, transition: absentHandle, length: 0))
      }
    }
    initialCount = graph.count
    let poll = SearchPoll(limits: limits, monitor: monitor, contents: graph.rows.contents)
    var index = 0
    defer {
      frontierCount = graph.count - index
      if layerStarts.count > 1 && layerStarts.last == graph.count { layerStarts.removeLast() }
    }
    while index < graph.count {
      let layerEnd = graph.count
      if let limit = limits.depthMax, depth >= limit { return .depthLimit(limit) }
      layerStarts.append(layerEnd)
      while index < layerEnd {
        expand(index..<min(index + poll.batchCount, layerEnd), until: { poll.isDue })
        if let complaint = graph.steps.complaint ?? oracle.complaint { return .invalidSystem(complaint) }
        if graph.rows.isReduced && oracle.looksAtPlaces { return .windowsToldApart }
        index += graph.batch.count
        if let reason = reasonToStop(after: index, limits: limits, poll) { return reason }
      }
    }
    return .exhausted
  }

  private func reasonToStop(after index: Int, limits: Limits, _ poll: SearchPoll) -> ExitReason? {
    if let limit = limits.stateCountMax, graph.count >= limit, index < graph.count {
      return .stateLimit(limit)
    }
    if graph.count >= VisitedSet.countMax || edges.count >= EdgeList.countMax - Self.edgeReserve {
      return .stateLimit(graph.count)
    }
    guard index < graph.count, poll.mayAsk(after: index) else { return nil }
    return poll.reasonToStop(progress(expanded: index)) { memory }
  }

  /// The memory of states, edges, values and judgements.
  var memory: MemoryUse { graph.visited.memory + edges.memory + graph.rows.memory + oracle.memory }

  /// How many states were expanded.
  var expandedCount: Int { graph.count - frontierCount }

  /// How far the search came.
  var progress: SearchProgress { progress(expanded: graph.count - frontierCount) }

  private func progress(expanded: Int) -> SearchProgress {
    SearchProgress(
      stateCount: graph.count, stepCount: stepCount, frontierCount: graph.count - expanded, depth: depth)
  }

  /// The states of a depth, by number.
  func layer(_ depth: Int) -> Range<Int> {
    guard depth < layerStarts.count else { return graph.count..<graph.count }
    return layerStarts[depth]..<(depth + 1 < layerStarts.count ? layerStarts[depth + 1] : graph.count)
  }

  /// All steps but those that lead back to their state and were judged once for all.
  var knownLoopsSkipped: StepSelection { StepSelection(skippable: skippable) }

  // MARK: Batches

  /// Takes every step out of several states, in order.
  private mutating func expand(_ indices: Range<Int>, until isDue: () -> Bool) {
    graph.expand(indices, selecting: knownLoopsSkipped, until: isDue)
    stepCount += graph.steps.count + graph.steps.skippedLoopCount
    arrive()
    noteDiscovered()
    var number = 0
    for place in 0..<graph.batch.count {
      let state = graph.batch[place]
      if state.isTerminal { terminalCount += 1 }
      let source = Notes(word: graph.visited.notes(state.index)).violations
      while number < state.end {
        judge(graph.steps.steps[number], from: state.row, source: source, to: Int(targets[number]))
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
    for place in 0..<graph.batch.count {
      let state = graph.batch[place]
      graph.visited.setEdgeStart(state.index, edges.count)
      while number < state.end {
        let step = graph.steps.steps[number]
        var target = state.index
        if step.row != state.row {
          let (index, isNew) = graph.visited.insert(step: number)
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
    let first = graph.count - discovered.count
    for number in 0..<discovered.count { graph.visited.setNotes(first + number, discovered.notes[number]) }
    discovered.removeAll()
  }

  @inline(__always)
  private func judge(_ step: RowStep, from row: Row, source: UInt32, to index: Int) {
    let target = Notes(word: graph.visited.notes(index)).violations
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
    graph.visited.edgeStart(
      index)..<(index + 1 < graph.count ? graph.visited.edgeStart(index + 1) : edges.count)
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
      if step.row == row && verdict.violations == 0 && graph.rows.mayBeSkipped(loop: step.transition) {
        skippable.insert(step.transition)
      }
    }
    return verdict.violations
  }
}
