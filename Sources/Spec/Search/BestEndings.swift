import Model

/// Chooses, among all shortest counterexamples of each finding, the one that a person should read.
///
/// The search knows how long each shortest counterexample is. This pass goes over the layers up to
/// the longest of them once more, works out the best path to each state, and keeps the best end of
/// each finding.
struct BestEndings {
  private let judge: Judge
  private let decidesGoals: Bool
  private let mustEnd: () -> Bool
  private let lengths: [FindingName: Int]
  private var best: [FindingName: BestPaths.Arrival] = [:]
  private var paths: BestPaths

  /// Goes over the layers of a search.
  ///
  /// - Parameter mustEnd: asked after every state; when it is true, the findings that were not come
  ///   to have no ending here.
  init(of search: inout Search, judge: Judge, decidesGoals: Bool, mustEnd: @escaping () -> Bool) {
    self.judge = judge
    self.mustEnd = mustEnd
    self.decidesGoals = decidesGoals
    lengths = judge.findings.lengths
    paths = BestPaths(startCount: search.layer(0).count)
    run(&search)
  }

  /// The last step of a finding's best counterexample; the path to its source leads on from there.
  func ending(of key: FindingName) -> (source: Int, transition: UInt32)? {
    best[key].map { ($0.source, $0.transition) }
  }

  /// The state before a state on its best path; nil where no step leads there any more.
  func parent(of index: Int) -> Int? { paths.parent(of: index) }

  private mutating func run(_ search: inout Search) {
    guard let lengthMax = lengths.values.max() else { return }
    for index in search.layer(0) {
      offer(paths.start(at: index), for: initialKeys(index, search), length: 0)
    }
    for depth in 0..<lengthMax {
      goOver(depth, &search)
      if depth + 1 == lengthMax || mustEnd() { return }
      paths.endLayer(count: search.layer(depth + 1).count)
    }
  }

  /// Goes over the steps out of a layer.
  private mutating func goOver(_ depth: Int, _ search: inout Search) {
    let layer = search.layer(depth)
    let endsHere = lengths.values.contains(depth + 1)
    // A loop arrives nowhere, but may show something itself.
    let selection = endsHere ? .all : search.knownLoopsSkipped
    for start in stride(from: layer.lowerBound, to: layer.upperBound, by: StateGraph.batchCount) {
      if mustEnd() { return }
      search.graph.expand(
        start..<min(start + StateGraph.batchCount, layer.upperBound), selecting: selection,
        until: mustEnd)
      var number = 0
      for state in search.graph.batch {
        while number < state.end {
          let step = search.graph.steps.steps[number]
          let arrival = paths.arrival(
            from: state.index, step: number,
            cost: search.graph.rows.cost(of: step.transition, from: state.row).packed,
            transition: step.transition)
          let target = search.graph.visited.index(step: number)
          if let target { paths.offer(arrival, at: target) }
          if endsHere {
            let shown = judge.violations(ofStep: step, from: state.row)
            let keys = keys(of: step, shown, from: state.index, to: target, search)
            offer(arrival, for: keys, length: depth + 1)
          }
          number += 1
        }
      }
    }
  }

  /// Offers an arrival for those findings whose shortest counterexamples are as long.
  private mutating func offer(_ arrival: BestPaths.Arrival, for keys: [FindingName], length: Int) {
    for key in keys where lengths[key] == length {
      if best[key].map({ arrival < $0 }) ?? true { best[key] = arrival }
    }
  }

  private func initialKeys(_ index: Int, _ search: borrowing Search) -> [FindingName] {
    judge.findings(of: .launch(search.graph.visited.note(index)))
      + lostGoals(before: nil, after: index, transition: absentHandle, search)
  }

  private func keys(
    of step: RowStep, _ violations: UInt32, from source: Int, to target: Int?,
    _ search: borrowing Search
  ) -> [FindingName] {
    let target = target ?? source
    let (before, after) = (search.graph.visited.note(source), search.graph.visited.note(target))
    let lost = lostGoals(before: source, after: target, transition: step.transition, search)
    if violations == 0 && (after == 0 || after == before) { return lost }
    let shown = StepViolations(
      step: violations, source: before, target: after, transition: step.transition)
    return lost + judge.findings(of: shown)
  }

  /// The goals that the state after cannot reach, and the one before could, if there is one.
  private func lostGoals(
    before: Int?, after: Int, transition: UInt32, _ search: borrowing Search
  ) -> [FindingName] {
    guard decidesGoals else { return [] }
    var lost: [FindingName] = []
    for number in judge.goalNumbers {
      let reached = search.goalStates[number]
      guard before.map(reached.contains) ?? true, !reached.contains(after) else { continue }
      lost.append(judge.loss(ofGoal: number, by: transition))
    }
    return lost
  }
}
