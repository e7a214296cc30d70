import Model

/// The search: breadth first over rows, layer by layer.
///
/// It knows no product and no property; `RowExpander` says what can happen and `Judge` what it is
/// worth.
struct Search: ~Copyable {
  var graph: StateGraph
  let judge: Judge
  private(set) var edges: EdgeList
  /// Where each layer starts among the visited states; a last entry closes the last layer that was
  /// begun.
  private(set) var layerStarts: [Int] = [0]
  private(set) var stepCount = 0
  /// States without any step out.
  private(set) var terminalCount = 0
  /// How many of the visited states are initial.
  private(set) var initialCount = 0
  private(set) var frontierCount = 0
  /// How many findings somebody was told of.
  private var foundCount = 0
  /// What a first path to a state is found by.
  var discoveries = Discoveries()
  /// Where the steps lead that were worked out last, and the states among them that are new.
  private let targets = LargeArray<UInt32>()
  private var discovered = JudgedStates()
  /// For each goal the states that are it, or, once it is decided, can reach it.
  let goalStates: [BitSet]
  /// Where states stand beside the memory; nil for all in memory.
  private let spill: SpillFile?

  init(_ judge: Judge, spillingTo spill: SpillFile? = nil) {
    graph = StateGraph(judge.rows, spillingTo: spill)
    self.judge = judge
    self.spill = spill
    edges = EdgeList(avoiding: judge.avoidedTraits, spillingTo: spill)
    goalStates = judge.avoidedTraits.map { _ in BitSet() }
  }

  /// The greatest depth of a visited state.
  var depth: Int { layerStarts.count - 1 }

  /// Explores until everything is visited, a limit is hit, or the monitor stops it.
  mutating func run(from initial: [Row], limits: Limits, monitor: Monitor) -> ExitReason {
    if initial.isEmpty { return .invalidSystem("it has no initial state; list at least one") }
    for (number, row) in initial.enumerated() {
      let (index, isNew) = graph.insert(row)
      if case .worthless(let complaint) = graph.rows.review(shouldStop: { true }) {
        return .invalidSystem(complaint)
      }
      guard isNew else { return .invalidSystem("initial state number \(number) is repeated") }
      discovered.append(row)
      judgeDiscovered()
      let violations = graph.visited.note(index)
      if violations != 0 { judge.report(.launch(violations), length: 0, from: nil) }
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
        if let complaint = graph.steps.complaint ?? judge.complaint {
          return .invalidSystem(complaint)
        }
        if graph.rows.isReduced, let words = graph.rows.objection ?? judge.asked.objection {
          return .representedToldApart(graph.rows.renaming == nil ? nil : words)
        }
        index += graph.batch.count
        if judge.findings.lengths.count != foundCount { tell(monitor) }
        discoveries.note(expandedCount: index, stateCount: graph.count)
        if let limit = graph.steps.trapLimit, index < graph.count { return .trapLimit(limit) }
        if let reason = reasonToStop(after: index, limits: limits, poll) { return reason }
      }
    }
    return .exhausted
  }

  private mutating func tell(_ monitor: Monitor) {
    foundCount = judge.findings.lengths.count
    monitor.find(Array(judge.findings.lengths.keys))
  }

  private func reasonToStop(after index: Int, limits: Limits, _ poll: SearchPoll) -> ExitReason? {
    if let limit = limits.stateCountMax, graph.count >= limit, index < graph.count {
      return .stateLimit(limit)
    }
    if graph.count >= VisitedSet.countMax { return .stateLimit(graph.count) }
    if let spill, spill.isFull { return .noRoom(spill.directory) }
    guard index < graph.count, poll.mayAsk(after: index) else { return nil }
    return poll.reasonToStop(progress(expanded: index)) { memory }
  }

  /// The memory of states, edges, values and judgements.
  var memory: MemoryUse {
    graph.visited.memory + edges.memory + goalStates.map(\.memory).sum + graph.rows.memory
      + judge.memory
  }

  /// How many states were expanded.
  var expandedCount: Int { graph.count - frontierCount }

  /// How far the search came.
  var progress: SearchProgress { progress(expanded: graph.count - frontierCount) }

  private func progress(expanded: Int) -> SearchProgress {
    SearchProgress(
      stateCount: graph.count, stepCount: stepCount, frontierCount: graph.count - expanded,
      depth: depth, witnessed: judge.witnessed)
  }

  /// The states of a depth, by number.
  func layer(_ depth: Int) -> Range<Int> {
    guard depth < layerStarts.count else { return graph.count..<graph.count }
    return layerStarts[
      depth]..<(depth + 1 < layerStarts.count ? layerStarts[depth + 1] : graph.count)
  }

  /// All steps but those that lead back to their state and were judged once for all.
  var knownLoopsSkipped: StepSelection { StepSelection(skippable: judge.skippable) }

  // MARK: Batches

  /// Takes every step out of several states, in order.
  private mutating func expand(_ indices: Range<Int>, until isDue: () -> Bool) {
    graph.expand(indices, selecting: knownLoopsSkipped, until: isDue)
    stepCount += graph.steps.count + graph.steps.skippedLoopCount
    arrive()
    judgeDiscovered()
    var number = 0
    for place in 0..<graph.batch.count {
      let state = graph.batch[place]
      if state.isTerminal { terminalCount += 1 }
      let source = graph.visited.note(state.index)
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
      while number < state.end {
        let step = graph.steps.steps[number]
        var target = state.index
        if step.row != state.row {
          let (index, isNew) = graph.visited.insert(step: number)
          if isNew { discovered.append(graph.representative(ofStep: number)) }
          if edges.isKept { edges.append(index, traits: step.traits) }
          target = index
        }
        targets.append(UInt32(truncatingIfNeeded: target))
        number += 1
      }
      if edges.isKept { edges.endState() }
    }
  }

  /// Judges the states that were discovered last.
  private mutating func judgeDiscovered() {
    judge.judge(&discovered)
    let first = graph.count - discovered.count
    for number in 0..<discovered.count {
      graph.visited.setNote(first + number, discovered.violations[number])
    }
    for goal in goalStates.indices {
      for number in 0..<discovered.count where discovered.isGoal(goal, at: number) {
        goalStates[goal].insert(first + number)
      }
    }
    discovered.removeAll()
  }

  @inline(__always)
  private func judge(_ step: RowStep, from row: Row, source: UInt32, to index: Int) {
    let target = graph.visited.note(index)
    let violations = judge.violations(ofStep: step, from: row)
    if violations != 0 || target != source && target != 0 {
      let shown = StepViolations(
        step: violations, source: source, target: target, transition: step.transition)
      judge.report(shown, length: depth, from: row)
    }
  }
}
