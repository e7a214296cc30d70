import Model

/// From which states some allowed continuation reaches a goal.
///
/// The search kept where every step leads. States that cannot reach the goal as far as is known are looked at
/// again and again until nothing changes: in reverse order of discovery first, as many steps lead to states
/// found later, then in order, and so on.
///
/// - Complexity: O(edges of what is open) a sweep; the sweeps are about as many as a path turns between
///   states found earlier and later.
struct GoalSweep {
  private let reached: BitSet
  private let allowed: BitSet

  /// Marks every state from which a goal can be reached by allowed steps.
  ///
  /// - Returns: false when `shouldStop` answered true before all states were decided.
  static func decide(_ search: borrowing Search, goal number: Int, shouldStop: () -> Bool) -> Bool {
    let (reached, count) = (search.goalStates[number], search.graph.count)
    let sweep = GoalSweep(reached: reached, allowed: search.edges.allowedEdges(towardsGoal: number))
    reached.reserve(count)
    var isAscending = false
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for place in 0..<count {
        if place & 0xfff == 0 && shouldStop() { return false }
        let index = isAscending ? place : count - 1 - place
        if !reached.contains(index) && sweep.leadsOn(index, search) {
          reached.insert(index)
          hasChanged = true
        }
      }
      isAscending.toggle()
    }
    return true
  }

  /// Whether an allowed step leads to a state that reaches the goal.
  @inline(__always)
  private func leadsOn(_ index: Int, _ search: borrowing Search) -> Bool {
    for edge in search.edges(from: index) where allowed.contains(edge) {
      if reached.contains(search.edges.target(edge)) { return true }
    }
    return false
  }
}

extension Search {
  /// Reports the steps that lead from a state that can reach a goal to one that cannot, by kind of step.
  ///
  /// - Returns: false when `shouldStop` answered true before all steps were looked at.
  mutating func reportLosses(
    ofGoal number: Int, shouldStop: () -> Bool
  ) -> Bool {
    let reached = goalStates[number]
    let isToldAtLaunch = !judge.needingReachableGoal.contains(judge.property(ofGoal: number))
    for index in 0..<initialCount where isToldAtLaunch && !reached.contains(index) {
      judge.report(
        [judge.loss(ofGoal: number, by: absentHandle)], length: 0, from: nil, transition: absentHandle)
    }
    var reported: Set<UInt64> = []
    for layer in 0...depth {
      for index in self.layer(layer) where losesGoal(reached, from: index) {
        if shouldStop() { return false }
        let row = graph.row(index)
        graph.expand(row, selecting: knownLoopsSkipped)
        var edge = graph.visited.edgeStart(index)
        for step in 0..<graph.steps.count where graph.steps.steps[step].row != row {
          defer { edge += 1 }
          guard !reached.contains(edges.target(edge)) else { continue }
          let transition = graph.steps.steps[step].transition
          let label = UInt64(graph.rows.labelHandle(of: transition))
          let circumstance = UInt64(graph.rows.circumstance(of: row))
          guard reported.insert(label << 32 | circumstance).inserted else { continue }
          let loss = judge.loss(ofGoal: number, by: transition)
          judge.report([loss], length: layer + 1, from: row, transition: transition)
        }
      }
    }
    return true
  }

  /// Whether a state can reach a goal, and some successor cannot.
  private func losesGoal(_ reached: BitSet, from index: Int) -> Bool {
    reached.contains(index) && edges(from: index).contains { !reached.contains(edges.target($0)) }
  }
}
