import Model

extension WindowFacts<Counter> {
  /// What is known of the windows of Counter: two buttons and a number.
  ///
  /// - Parameter stopsAtEnds: whether a button is disabled where one more does not fit; published: no.
  package static func counter(stopsAtEnds: Bool = false) -> WindowFacts {
    WindowFacts(
      controls: [
        ("Increment", "adds one to the value", Counter.Action.didTapIncrementButton),
        ("Decrement", "takes one from the value", .didTapDecrementButton),
      ].map { name, effect, action in
        Control(
          component: "Content", name: name, shown: "always", enabled: "always", effect: effect,
          offered: { $0.offers(action, stopsAtEnds) }, dispatched: { _, _ in action })
      }, views: ["Content.value": { _, state in Output(state.value) }])
  }
}

extension Screen<Counter> {
  /// A tap within the reach of the scope, or one that overflows.
  fileprivate func offers(_ action: Counter.Action, _ stopsAtEnds: Bool) -> [Counter.Action] {
    guard let value: Int = display("Content.value") else { return [] }
    let (next, overflows) = value.addingReportingOverflow(action.amount)
    let (distance, isFar) = next.subtractingReportingOverflow(values.initial)
    if overflows { return stopsAtEnds ? [] : [action] }
    return !isFar && distance.magnitude <= UInt(values.reach) ? [action] : []
  }
}
