import Model

/// Swarm testing: a run switches each label of people, faults and kills off with one chance in two,
/// as it meets it, and draws uniformly among the others; only where nothing else is enabled it
/// takes one that is off.
///
/// What moves inside is never switched off: it is no feature of an input, and without it nothing
/// goes on.
final class SwarmChooser: StepChooser {
  private var rows: (any RowExpander)?
  private var labels: [UInt32: Int32] = [:]
  private var transitions: ContiguousArray<Int32> = []
  private var switches = AgentNumbers()
  private var open: ContiguousArray<Int32> = []

  func begin(stepCountMax: Int, rows: any RowExpander, source: inout RandomSource) {
    self.rows = rows
    switches.beginRun()
  }

  func choose(among steps: ContiguousArray<RowStep>, source: inout RandomSource) -> Int {
    open.removeAll(keepingCapacity: true)
    for (place, step) in steps.enumerated() {
      guard
        !step.traits.isDisjoint(with: [.gesture, .fault, .relaunch, .outside])
          || step.traits.isEmpty
      else {
        open.append(Int32(place))
        continue
      }
      let label = label(of: Int(step.transition))
      let isOn = switches[label] ?? UInt64(source.choose(below: 2))
      switches[label] = isOn
      if isOn == 1 { open.append(Int32(place)) }
    }
    if open.isEmpty { return source.choose(below: steps.count) }
    return Int(open[source.choose(below: open.count)])
  }

  /// A small number for the label of a transition.
  private func label(of transition: Int) -> Int {
    if transition < transitions.count, transitions[transition] >= 0 {
      return Int(transitions[transition])
    }
    while transitions.count <= transition { transitions.append(-1) }
    let handle = rows?.labelHandle(of: UInt32(transition)) ?? 0
    let label = labels[handle] ?? Int32(labels.count)
    labels[handle] = label
    transitions[transition] = label
    return Int(label)
  }
}
