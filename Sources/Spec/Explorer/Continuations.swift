import Model

/// From which states some allowed continuation reaches a goal.
///
/// The search kept where every step leads. States are swept in reverse order of discovery: most steps lead
/// to states found later, so one sweep decides most. What is left open is swept to and fro until nothing
/// changes; it cannot reach the goal.
///
/// - Complexity: O(edges) for the first sweep; each sweep over what it leaves open costs O(its edges).
struct Continuations {
  private let reached = BitSet()
  private let allowed: BitSet
  private var open: ContiguousArray<UInt32> = []

  private init(allowed: BitSet) { self.allowed = allowed }

  /// Marks every state from which a goal can be reached by allowed steps.
  ///
  /// - Returns: false when `shouldStop` answered true before all states were decided.
  static func decide(_ search: borrowing Search, goal number: Int, shouldStop: () -> Bool) -> Bool {
    var continuations = Continuations(allowed: search.edges.allowedEdges(towardsGoal: number))
    guard continuations.sweepAll(search, goal: Notes.goal(number), shouldStop: shouldStop) else {
      return false
    }
    var count = 0
    repeat {
      if shouldStop() { return false }
      count = continuations.open.count
      continuations.sweepOpen(search)
    } while continuations.open.count < count
    for index in 0..<search.visited.count where continuations.reached.contains(index) {
      search.visited.setNotes(index, search.visited.notes(index) | Notes.goal(number))
    }
    return true
  }

  /// Decides in reverse order what the states found later decide.
  private mutating func sweepAll(
    _ search: borrowing Search, goal: UInt32, shouldStop: () -> Bool
  ) -> Bool {
    let count = search.visited.count
    reached.reserve(count)
    for index in 0..<count where search.visited.notes(index) & goal != 0 { reached.insert(index) }
    for index in (0..<count).reversed() {
      if index & 0xffff == 0 && shouldStop() { return false }
      if reached.contains(index) { continue }
      if leadsOn(index, search) { reached.insert(index) } else { open.append(UInt32(index)) }
    }
    return true
  }

  /// Decides what can be decided of what is open, and turns the order around.
  private mutating func sweepOpen(_ search: borrowing Search) {
    var stillOpen: ContiguousArray<UInt32> = []
    for index in open.reversed() {
      if leadsOn(Int(index), search) { reached.insert(Int(index)) } else { stillOpen.append(index) }
    }
    open = stillOpen
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
  mutating func reportLosses(ofGoal number: Int, property: Int, oracle: Oracle) {
    let bit = Notes.goal(number)
    for index in 0..<initialCount where visited.notes(index) & bit == 0 {
      oracle.report([FindingKey(property: property, culprit: oracle.kind(ofCause: absentHandle))], length: 0)
    }
    var reportedLabels: Set<UInt32> = []
    for layer in 0...depth {
      for index in self.layer(layer) where losesGoal(bit, from: index) {
        let row = visited.row(index)
        expandAgain(row, selecting: StepSelection(skipsKnownLoops: true))
        var edge = visited.edgeStart(index)
        for step in 0..<steps.count where steps.steps[step].row != row {
          defer { edge += 1 }
          guard visited.notes(edges.target(edge)) & bit == 0 else { continue }
          let cause = steps.steps[step].cause
          guard reportedLabels.insert(expander.labelHandle(ofCause: cause)).inserted else { continue }
          let key = FindingKey(property: property, culprit: oracle.kind(ofCause: cause))
          oracle.report([key], length: layer + 1)
        }
      }
    }
  }

  /// Whether a state can reach a goal, and some successor cannot.
  private func losesGoal(_ bit: UInt32, from index: Int) -> Bool {
    visited.notes(index) & bit != 0
      && edges(from: index).contains { visited.notes(edges.target($0)) & bit == 0 }
  }
}
