import Model

/// From which states some allowed continuation reaches a goal.
///
/// The states that can are marked with the goal's bit, starting from the goals themselves, by sweeps over the states in
/// reverse order of discovery that expand each unmarked state again, until a sweep marks nothing: no edges are stored.
///
/// - Complexity: O(steps) a sweep; as many sweeps as the longest continuation turns against the order, and one.
extension Search {
  /// Marks every state from which a goal can be reached by steps without the traits given.
  mutating func sweep(goal number: Int, avoiding traits: StepTraits) {
    let bit = Notes.goal(number)
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for index in stride(from: visited.count - 1, through: 0, by: -1) where visited.notes(index) & bit == 0 {
        if reaches(bit, from: index, avoiding: traits) {
          visited.setNotes(index, visited.notes(index) | bit)
          hasChanged = true
        }
      }
    }
  }

  private mutating func reaches(_ bit: UInt32, from index: Int, avoiding traits: StepTraits) -> Bool {
    let row = visited.row(index)
    expandAgain(row)
    for step in steps.steps where step.traits.isDisjoint(with: traits) && step.row != row {
      if let target = visited.index(of: step.row), visited.notes(target) & bit != 0 { return true }
    }
    return false
  }

  /// Reports the steps that lead from a state with the goal's bit to one without, by kind of step.
  mutating func reportLosses(ofGoal number: Int, property: Int, oracle: Oracle) {
    let bit = Notes.goal(number)
    guard (0..<visited.count).contains(where: { visited.notes($0) & bit == 0 }) else { return }
    for index in 0..<initialCount where visited.notes(index) & bit == 0 {
      oracle.report([FindingKey(property: property, culprit: oracle.kind(ofCause: absentHandle))], length: 0)
    }
    var kinds: [UInt32: FindingKey] = [:]
    for layer in 0...depth {
      for index in self.layer(layer) where visited.notes(index) & bit != 0 {
        let row = visited.row(index)
        expandAgain(row)
        for step in steps.steps where step.row != row {
          guard let target = visited.index(of: step.row), visited.notes(target) & bit == 0 else { continue }
          let key =
            kinds[step.cause]
            ?? FindingKey(property: property, culprit: oracle.kind(ofCause: step.cause))
          kinds[step.cause] = key
          oracle.report([key], length: layer + 1)
        }
      }
    }
  }
}
