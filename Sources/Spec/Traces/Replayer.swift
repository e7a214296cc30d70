import Model

/// Takes the steps of a path again; it knows the transition relation and shares no code with the search.
public struct Replayer<System: TransitionSystem> {
  /// The system.
  public let system: System

  /// Makes a replayer.
  public init(system: System) { self.system = system }

  /// Where a path cannot go on.
  public struct Divergence: Error, Hashable, Sendable {
    /// The number of the step, from 1; 0 when there is no such initial state.
    public let stepNumber: Int
    /// The labels that were enabled there, in label order.
    public let enabled: [System.Label]
  }

  /// A path that was taken: its states and steps.
  public struct Run {
    /// Every state, the initial one first.
    public let states: [System.State]
    let expander: any Expander<System>
    let rows: [Row]
    let steps: [RowStep]
  }

  /// Every state along a path, the initial one first; nil when some label is not enabled.
  public func states(along path: Path<System>) -> [System.State]? { try? replay(path).states }

  /// Takes a path.
  ///
  /// - Throws: a `Divergence` at the first label that is not enabled.
  /// - Complexity: O(length · steps of a state).
  public func replay(_ path: Path<System>) throws(Divergence) -> Run {
    let initial = system.initialStates
    guard initial.indices.contains(path.initial) else { throw Divergence(stepNumber: 0, enabled: []) }
    let expander = system.makeExpansion()
    var rows = [expander.row(of: initial[path.initial])]
    var taken: [RowStep] = []
    var steps = StepBuffer()
    for (number, label) in path.labels.enumerated() {
      steps.removeAll()
      expander.rows.expand(rows[number], into: &steps, selecting: .all)
      guard let step = steps.steps.first(where: { expander.label(ofCause: $0.cause) == label }) else {
        throw Divergence(
          stepNumber: number + 1, enabled: steps.steps.map { expander.label(ofCause: $0.cause) })
      }
      rows.append(step.row)
      taken.append(step)
    }
    return Run(states: rows.map(expander.state(of:)), expander: expander, rows: rows, steps: taken)
  }

  /// The labels that are enabled at the end of a path, in label order.
  func enabledLabels(after run: Run) -> [System.Label] {
    guard let row = run.rows.last else { return [] }
    var steps = StepBuffer()
    run.expander.rows.expand(row, into: &steps, selecting: .all)
    return steps.steps.map { run.expander.label(ofCause: $0.cause) }
  }

  /// Whether a settled goal can be reached from a state by steps without the traits given, among so many
  /// states.
  ///
  /// - Returns: nil when there are more states.
  public func canReach(
    _ goal: (System.State) -> Bool, from state: System.State, avoiding traits: StepTraits,
    stateCountMax: Int = 5_000_000
  ) -> Bool? {
    let expander = system.makeExpansion()
    let start = expander.row(of: state)
    var known: Set<Row> = [start]
    var pending = [start]
    var steps = StepBuffer()
    while let row = pending.popLast() {
      if expander.rows.isSettled(row) && goal(expander.state(of: row)) { return true }
      steps.removeAll()
      expander.rows.expand(row, into: &steps, selecting: .all)
      for step in steps.steps where step.traits.isDisjoint(with: traits) {
        if known.insert(step.row).inserted { pending.append(step.row) }
      }
      if known.count > stateCountMax { return nil }
    }
    return false
  }
}
