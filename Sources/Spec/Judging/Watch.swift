import Model

/// A watch together with the types of its system.
package final class Watch<System: TransitionSystem> {
  /// Something that a step showed.
  package typealias Sighting = RowWatch.Sighting

  /// The means to take steps.
  package let expander: any Expander<System>
  /// The judge of steps.
  package let rows: RowWatch

  package convenience init(system: System, properties: [Property<System>]) {
    self.init(expander: system.makeExpansion(judging: properties), system: system, properties: properties)
  }

  /// A watch over rows that others have too.
  package init(
    expander: any Expander<System>, system: System, properties: [Property<System>],
    isInterrupted: @escaping () -> Bool = { false }
  ) {
    self.expander = expander
    rows = RowWatch(
      expander: expander, system: system, properties: properties, isInterrupted: isInterrupted)
  }

  /// What an initial state shows.
  package func sightings(atLaunch row: Row) -> [Sighting] {
    rows.sightings(step: 0, source: 0, target: rows.violations(in: row), transition: absentHandle)
  }

  /// What a step shows, and the state that it enters.
  package func sightings(of step: RowStep, from row: Row) -> [Sighting] {
    sightings(of: step, from: row, source: rows.violations(in: row))
  }

  /// What a step shows, and the state that it enters.
  ///
  /// - Parameter source: the violations that the state before shows.
  package func sightings(of step: RowStep, from row: Row, source: UInt32) -> [Sighting] {
    let violations = rows.violations(ofStep: step, from: row)
    let target = step.row == row ? source : rows.violations(in: step.row)
    if violations == 0 && (target == 0 || target == source) { return [] }
    return rows.sightings(step: violations, source: source, target: target, transition: step.transition)
  }
}
