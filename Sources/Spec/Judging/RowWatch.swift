import Model

/// The properties of a system, asked about the steps of a walk one by one, as rows and handles.
///
/// It judges as a search does, with the same memory. It is no generic, so that a walk runs at full speed for
/// every system.
package final class RowWatch {
  /// Something that a step showed.
  package struct Sighting: Hashable, Comparable, Sendable {
    /// The property's name.
    package let property: String
    /// What went wrong.
    package let culprit: String

    package init(property: String, culprit: String) {
      self.property = property
      self.culprit = culprit
    }

    package static func < (first: Sighting, second: Sighting) -> Bool {
      (first.property, first.culprit) < (second.property, second.culprit)
    }
  }

  /// The means to take steps.
  package let rows: any RowExpander
  /// The rows of the initial states.
  package let initial: [Row]
  /// The names of the properties that are judged.
  package let names: [String]
  private let oracle: Oracle
  private let judge: any RowJudge
  private let reaches: [GoalLookahead]
  /// Whether somebody wants no more of it: looks ahead end then, and nothing is said to be lost.
  package let isInterrupted: () -> Bool
  private let transitionVerdicts = LargeArray<UInt32>()
  private var noted = ReadingTable()

  init(
    rows: any RowExpander, initial: [Row], oracle: Oracle, judge: any RowJudge, names: [String],
    isInterrupted: @escaping () -> Bool
  ) {
    self.rows = rows
    self.initial = initial
    self.oracle = oracle
    self.judge = judge
    self.names = names
    self.isInterrupted = isInterrupted
    reaches = oracle.avoidedTraits.enumerated().map { number, avoided in
      GoalLookahead(rows: rows, avoiding: avoided, shouldStop: isInterrupted) {
        oracle.notes(of: $0).word & Notes.goal(number) != 0
      }
    }
  }

  /// A watch of its own for each worker.
  package convenience init<System: TransitionSystem>(
    system: System, properties: [Property<System>], isInterrupted: @escaping () -> Bool = { false }
  ) {
    self.init(
      expander: system.makeExpansion(judging: properties), system: system, properties: properties,
      isInterrupted: isInterrupted)
  }

  convenience init<System: TransitionSystem>(
    expander: any Expander<System>, system: System, properties: [Property<System>],
    isInterrupted: @escaping () -> Bool = { false }
  ) {
    let judge = PropertyJudge(expander: expander, properties: properties)
    // Which readings would come first depends on how runs are shared among workers, so all are judged.
    let oracle = Oracle(
      rows: expander.rows, judge: judge, plans: judge.plans, valueReadingsMax: .max)
    oracle.isCounting = false
    self.init(
      rows: expander.rows, initial: system.initialStates.map(expander.row), oracle: oracle, judge: judge,
      names: properties.map(\.name), isInterrupted: isInterrupted)
  }

  /// The word for a transition's kind, without its values.
  package func kind(of transition: UInt32) -> String { judge.kind(of: transition) }

  /// The names of the properties that are not judged, or not any more, as that took more than there is room
  /// for.
  package var givenUp: [String] {
    let tired = reaches.indices.filter { reaches[$0].isGivenUp }.map(oracle.property(ofGoal:))
    return oracle.undecidableGoals.union(tired).sorted().map { names[$0] }
  }

  /// Why judgements cannot be trusted any more, or nil.
  package var complaint: String? { oracle.complaint }

  /// The memory of remembered answers and judgements, in bytes.
  package var byteCount: Int { (rows.memory + oracle.memory + reaches.map(\.memory).sum).byteCount }

  // MARK: Judging

  /// The violations that a state shows, as a set.
  package func violations(in row: Row) -> UInt32 {
    guard let memory = reaches.first else { return oracle.notes(of: row).violations }
    return memory.violations(in: row) { oracle.violations(in: row, reaches) }
  }

  /// The violations that a step itself shows, as a set; a transition is judged once, unless each of its steps
  /// has to be seen.
  @inline(__always)
  package func violations(ofStep step: RowStep, from row: Row) -> UInt32 {
    let transition = Int(step.transition)
    if transition < transitionVerdicts.count && transitionVerdicts[transition] != absentHandle {
      return transitionVerdicts[transition]
    }
    transitionVerdicts.extend(to: transition + 1, with: absentHandle)
    let verdict = oracle.verdict(ofStep: step, from: row)
    if verdict.isFinal { transitionVerdicts[transition] = verdict.violations }
    return verdict.violations
  }

  /// Whether a step with these violations may show something that no step before showed.
  ///
  /// - Parameters:
  ///   - violations: those of the step itself.
  ///   - source: those of the state before.
  ///   - target: those of the state afterwards.
  @inline(__always)
  package func isNews(step violations: UInt32, source: UInt32, target: UInt32, transition: UInt32) -> Bool {
    if violations == 0 && (target == 0 || target == source) { return false }
    let label = transition == absentHandle ? absentHandle : rows.labelHandle(of: transition)
    var likeness = ReadingTable.Chain(name: 0)
    for handle in [violations, source, target, label] { likeness.push(handle, &noted) }
    if noted.find(likeness.key) != nil { return false }
    noted.insert(likeness.key, 0)
    return true
  }

  /// What a step with these violations shows.
  package func sightings(
    step violations: UInt32, source: UInt32, target: UInt32, transition: UInt32
  ) -> [Sighting] {
    let sighting = Spec.Sighting(
      step: violations, source: source, target: target, transition: transition, length: 0)
    return oracle.keys(of: sighting).map { Sighting(property: names[$0.property], culprit: $0.culprit) }
  }
}
