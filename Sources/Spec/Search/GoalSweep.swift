import Model

/// From which states some allowed continuation reaches a goal.
///
/// The search kept where every step leads. States that cannot reach the goal as far as is known are
/// looked at again and again until nothing changes: in reverse order of discovery first, as many
/// steps lead to states found later, then in order, and so on.
///
/// - Complexity: O(edges of what is open) a sweep; the sweeps are about as many as a path turns
///   between states found earlier and later.
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
    var edges = EdgeBlock()
    var isAscending = false
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for place in 0..<search.edges.blockCount {
        if place & 0x3f == 0 && shouldStop() { return false }
        let block = isAscending ? place : search.edges.blockCount - 1 - place
        if reached.contains(allOf: search.edges.states(of: block)) { continue }
        search.edges.read(block, into: &edges)
        if sweep.go(over: edges, isAscending: isAscending) { hasChanged = true }
      }
      isAscending.toggle()
    }
    return true
  }

  /// Marks the states of a block from which an allowed step leads to one that reaches the goal.
  ///
  /// - Returns: whether there were such states.
  private func go(over edges: EdgeBlock, isAscending: Bool) -> Bool {
    var hasChanged = false
    for place in 0..<edges.states.count {
      let index =
        isAscending ? edges.states.lowerBound + place : edges.states.upperBound - 1 - place
      if !reached.contains(index) && leadsOn(index, edges) {
        reached.insert(index)
        hasChanged = true
      }
    }
    return hasChanged
  }

  /// Whether an allowed step leads to a state that reaches the goal.
  @inline(__always)
  private func leadsOn(_ index: Int, _ edges: EdgeBlock) -> Bool {
    for edge in edges.edges(from: index) where allowed.contains(edge) {
      if reached.contains(edges.target(edge)) { return true }
    }
    return false
  }
}

extension Search {
  /// Reports the steps that lead from a state that can reach a goal to one that cannot, by kind of
  /// step.
  ///
  /// - Returns: false when `shouldStop` answered true before all steps were looked at.
  mutating func reportLosses(
    ofGoal number: Int, shouldStop: () -> Bool
  ) -> Bool {
    let reached = goalStates[number]
    let isToldAtLaunch = !judge.needingReachableGoal.contains(judge.property(ofGoal: number))
    for index in 0..<initialCount where isToldAtLaunch && !reached.contains(index) {
      judge.report(
        [judge.loss(ofGoal: number, by: absentHandle)], length: 0, from: nil,
        transition: absentHandle)
    }
    if (0..<edges.blockCount).allSatisfy({ reached.contains(allOf: edges.states(of: $0)) }) {
      return true
    }
    var reported: Set<UInt64> = []
    var block = EdgeBlock()
    for layer in 0...depth {
      for index in self.layer(layer) where reached.contains(index) {
        if !block.states.contains(index) {
          edges.read(index / EdgeList.statesOfBlock, into: &block)
        }
        guard !block.edges(from: index).allSatisfy({ reached.contains(block.target($0)) }) else {
          continue
        }
        if shouldStop() { return false }
        let row = graph.row(index)
        graph.expand(row, selecting: knownLoopsSkipped)
        // A system that answers otherwise now may have more steps than were kept.
        var edges = block.edges(from: index)
        for step in 0..<graph.steps.count where graph.steps.steps[step].row != row {
          guard let edge = edges.popFirst() else { break }
          guard !reached.contains(block.target(edge)) else { continue }
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
}
