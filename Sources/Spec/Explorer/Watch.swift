import Model

/// A watch together with the types of its system.
package final class Watch<System: TransitionSystem> {
  /// Something that a step showed.
  package typealias Sighting = RowWatch.Sighting

  /// The means to take steps.
  package let expander: any Expander<System>
  /// The judge of steps.
  package let rows: RowWatch

  package init(system: System, properties: [Property<System>]) {
    expander = system.makeExpansion()
    rows = RowWatch(expander: expander, system: system, properties: properties)
  }

  /// What an initial state shows.
  package func sightings(atLaunch row: Row) -> [Sighting] {
    rows.sightings(step: 0, source: 0, target: rows.violations(in: row), cause: absentHandle)
  }

  /// What a step shows, and the state that it enters.
  package func sightings(of step: RowStep, from row: Row) -> [Sighting] {
    let violations = rows.violations(ofStep: step, from: row)
    let (source, target) = (rows.violations(in: row), rows.violations(in: step.row))
    if violations == 0 && (target == 0 || target == source) { return [] }
    return rows.sightings(step: violations, source: source, target: target, cause: step.cause)
  }
}
