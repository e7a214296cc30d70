import Model

/// Partial order sampling: the agent of the highest priority moves; then it draws a new one, and so
/// does every agent whose next step races with the step taken.
final class PartialOrderChooser: StepChooser {
  private var groups = AgentGroups()
  private var priorities = AgentNumbers()

  func begin(stepCountMax: Int, rows: any RowExpander, source: inout RandomSource) {
    groups.begin(rows)
    priorities.beginRun()
  }

  func choose(among steps: ContiguousArray<RowStep>, source: inout RandomSource) -> Int {
    groups.read(steps)
    for group in groups.groups where priorities[group.agent] == nil {
      priorities[group.agent] = source.nextWord()
    }
    let best = groups.highest(by: priorities)
    let choice = groups.draw(from: best, source: &source)
    let taken = steps[choice].traits
    for (place, group) in groups.groups.enumerated()
    where place == best || Self.race(taken, group.traits) {
      priorities[group.agent] = nil
    }
    return choice
  }

  /// Whether two steps of different agents may not commute: operations share the database,
  /// everything else shares the store, and a kill or what happens around the app shares both.
  static func race(_ first: StepTraits, _ second: StepTraits) -> Bool {
    if !first.union(second).isDisjoint(with: [.relaunch, .outside]) { return true }
    return first.contains(.performance) == second.contains(.performance)
  }
}
