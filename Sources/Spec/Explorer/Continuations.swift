import Model

/// From which states some allowed continuation reaches a goal.
///
/// States are swept in reverse order of discovery and expanded again, so that no edges are stored. A state that has a
/// marked successor is marked. One whose unmarked successors are all known to be lost is lost; only the others, whose
/// successors come later in the sweep or are undecided themselves, are looked at in the next sweep. What is undecided
/// when a sweep changes nothing lies on cycles without a way out, and is lost too.
///
/// - Complexity: O(steps) for the first sweep, O(steps of undecided states) for each other; two bits a state.
extension Search {
  /// Marks every state from which a goal can be reached by steps without the traits given.
  mutating func sweep(goal number: Int, avoiding traits: StepTraits) {
    let (reached, lost) = (Notes.goal(number), Notes.lost(number))
    let selection = StepSelection(skipsKnownLoops: true, avoids: traits)
    var undecided: [Int] = []
    for index in stride(from: visited.count - 1, through: 0, by: -1) {
      let decided = decide(index, reached, lost, selection)
      if !decided { undecided.append(index) }
    }
    var pendingCount = -1
    while pendingCount != undecided.count {
      pendingCount = undecided.count
      var rest: [Int] = []
      for index in undecided {
        let decided = decide(index, reached, lost, selection)
        if !decided { rest.append(index) }
      }
      undecided = rest
    }
  }

  /// Marks a state as reaching the goal or as lost, if its successors tell.
  private mutating func decide(
    _ index: Int, _ reached: UInt32, _ lost: UInt32, _ selection: StepSelection
  ) -> Bool {
    let notes = visited.notes(index)
    if notes & reached != 0 { return true }
    var isLost = true
    findTargets(of: index, selecting: selection)
    for target in targets {
      let there = visited.notes(target.index)
      if there & reached != 0 {
        visited.setNotes(index, notes | reached)
        return true
      }
      if there & lost == 0 { isLost = false }
    }
    if isLost { visited.setNotes(index, notes | lost) }
    return isLost
  }

  /// Reports the steps that lead from a state that can reach a goal to one that cannot, by kind of step.
  mutating func reportLosses(ofGoal number: Int, property: Int, oracle: Oracle) {
    let bit = Notes.goal(number)
    guard (0..<visited.count).contains(where: { visited.notes($0) & bit == 0 }) else { return }
    for index in 0..<initialCount where visited.notes(index) & bit == 0 {
      oracle.report([FindingKey(property: property, culprit: oracle.kind(ofCause: absentHandle))], length: 0)
    }
    var reportedLabels: Set<UInt32> = []
    for layer in 0...depth {
      for index in self.layer(layer) where visited.notes(index) & bit != 0 {
        findTargets(of: index, selecting: StepSelection(skipsKnownLoops: true))
        for (target, cause) in targets where visited.notes(target) & bit == 0 {
          let label = expander.labelHandle(ofCause: cause)
          if reportedLabels.contains(label) { continue }
          reportedLabels.insert(label)
          let key = FindingKey(property: property, culprit: oracle.kind(ofCause: cause))
          oracle.report([key], length: layer + 1)
        }
      }
    }
  }
}
