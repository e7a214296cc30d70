import Model

/// Probabilistic concurrency testing: the agent of the highest priority moves, and at `depth - 1`
/// steps drawn beforehand the one that would move falls below all others.
///
/// The alternatives of one agent, such as what a person taps or whether a fault strikes, are no
/// schedule: they are drawn uniformly.
final class PriorityChooser: StepChooser {
  private let depth: Int
  private var groups = AgentGroups()
  private var priorities = AgentNumbers()
  private var changes: [Int] = []
  private var stepNumber = 0
  /// The most agents that a run had so far.
  private(set) var agentCountMax = 0

  init(depth: Int) { self.depth = depth }

  func begin(stepCountMax: Int, rows: any RowExpander, source: inout RandomSource) {
    groups.begin(rows)
    priorities.beginRun()
    stepNumber = 0
    changes = (1..<max(depth, 1)).map { _ in source.choose(below: max(stepCountMax, 1)) }
  }

  func choose(among steps: ContiguousArray<RowStep>, source: inout RandomSource) -> Int {
    groups.read(steps)
    for group in groups.groups where priorities[group.agent] == nil {
      // The highest bit keeps first priorities above those that changes give.
      priorities[group.agent] = source.nextWord() | 1 << 63
    }
    agentCountMax = max(agentCountMax, priorities.count)
    for (number, change) in changes.enumerated() where change == stepNumber {
      priorities[groups.groups[groups.highest(by: priorities)].agent] = UInt64(number)
    }
    stepNumber += 1
    return groups.draw(from: groups.highest(by: priorities), source: &source)
  }
}
