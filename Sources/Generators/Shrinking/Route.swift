import Model

/// A path as a shrinker looks at it: where it starts, and its judged steps.
struct Route: Sendable {
  /// The place of the first state among the initial ones.
  var initial: Int
  var start: Row
  var steps: [JudgedStep] = []

  var count: Int { steps.count }
  var cost: UInt64 { steps.reduce(0) { $0 + $1.cost } }
  /// Its states, the first one first.
  var rows: [Row] { [start] + steps.map(\.row) }

  /// The state before a step.
  func row(before place: Int) -> Row { place == 0 ? start : steps[place - 1].row }

  /// Whether a person should rather read this path: it is shorter; or as long, and has fewer
  /// departures, then fewer faults, then simpler values; or else comes first in label order.
  func isBetter(than other: Route) -> Bool {
    if count != other.count { return count < other.count }
    let (cost, otherCost) = (cost, other.cost)
    if cost != otherCost { return cost < otherCost }
    if initial != other.initial { return initial < other.initial }
    // Up to their first difference two paths go through the same states.
    for (step, otherStep) in zip(steps, other.steps) where step.place != otherStep.place {
      return step.place < otherStep.place
    }
    return false
  }
}
