import Model

/// The properties of a system, asked about the steps of a walk one by one.
///
/// It judges as a search does, with the same memory, but for properties of continuations, which need the
/// whole graph.
package final class Watch<System: TransitionSystem> {
  /// Something that a step showed.
  package struct Sighting: Hashable, Sendable {
    /// The property's name.
    package let property: String
    /// What went wrong.
    package let culprit: String
  }

  /// The means to take steps.
  package let expander: any Expander<System>
  private let oracle: Oracle
  private let names: [String]

  package init(system: System, properties: [Property<System>]) {
    let properties = properties.filter { $0.kind != "possible" }
    expander = system.makeExpansion()
    let judge = PropertyJudge(expander: expander, properties: properties)
    oracle = Oracle(rows: expander.rows, judge: judge, plans: judge.plans)
    names = properties.map(\.name)
  }

  /// What an initial state shows.
  package func sightings(atLaunch row: Row) -> [Sighting] {
    let notes = oracle.notes(of: row)
    return sightings(step: 0, source: 0, target: notes.violations, cause: absentHandle)
  }

  /// What a step shows, and the state that it enters.
  package func sightings(of step: RowStep, from row: Row) -> [Sighting] {
    let violations = oracle.verdict(ofStep: step, from: row).violations
    let source = oracle.notes(of: row).violations
    let target = oracle.notes(of: step.row).violations
    if violations == 0 && (target == 0 || target == source) { return [] }
    return sightings(step: violations, source: source, target: target, cause: step.cause)
  }

  private func sightings(step: UInt32, source: UInt32, target: UInt32, cause: UInt32) -> [Sighting] {
    let sighting = Spec.Sighting(step: step, source: source, target: target, cause: cause, length: 0)
    return oracle.keys(of: sighting).map { Sighting(property: names[$0.property], culprit: $0.culprit) }
  }
}
