import Model

/// Delay bounding: a fixed schedule takes what is inside first, the oldest thunk, then the listener, then
/// people, then kills; at so many steps drawn beforehand the agent whose turn it is has to wait for one
/// step.
///
/// The alternatives of one agent are drawn uniformly.
final class DelayChooser: StepChooser {
  private let bound: Int
  private var groups = AgentGroups()
  private var delays: [Int] = []
  private var order: [Int] = []
  private var stepNumber = 0

  init(bound: Int) { self.bound = bound }

  func begin(stepCountMax: Int, rows: any RowExpander, source: inout RandomSource) {
    groups.begin(rows)
    stepNumber = 0
    delays = (0..<bound).map { _ in source.choose(below: max(stepCountMax, 1)) }
  }

  func choose(among steps: ContiguousArray<RowStep>, source: inout RandomSource) -> Int {
    groups.read(steps)
    let delayCount = delays.count { $0 == stepNumber }
    stepNumber += 1
    return groups.draw(from: group(atTurn: delayCount), source: &source)
  }

  /// The group whose turn it is after so many others waited.
  private func group(atTurn turn: Int) -> Int {
    order.removeAll(keepingCapacity: true)
    for turnRank in 0...4 {
      for (place, group) in groups.groups.enumerated() where Self.rank(group.traits) == turnRank {
        order.append(place)
        if order.count > turn { return place }
      }
    }
    return order.last ?? 0
  }

  private static func rank(_ traits: StepTraits) -> Int {
    if traits.contains(.relaunch) { return 4 }
    if traits.contains(.gesture) { return 3 }
    if traits.contains(.overtaking) { return 1 }
    return traits.isDisjoint(with: [.performance, .completion]) ? 2 : 0
  }
}
