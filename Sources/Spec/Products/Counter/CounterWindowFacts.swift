import Model

extension WindowFacts<Counter> {
  /// What is known of the windows of Counter: two buttons and a number.
  package static let counter = WindowFacts(
    controls: [
      Control(
        component: "Content", name: "Increment", shown: "always", enabled: "always",
        effect: "adds one to the value", offered: { $0.offers(.didTapIncrementButton) },
        dispatched: { _, _ in .didTapIncrementButton }),
      Control(
        component: "Content", name: "Decrement", shown: "always", enabled: "always",
        effect: "takes one from the value", offered: { $0.offers(.didTapDecrementButton) },
        dispatched: { _, _ in .didTapDecrementButton }),
    ],
    views: ["Content.value": { _, state in Output(state.value) }])
}

extension Screen<Counter> {
  /// A tap within the reach of the scope, or one that overflows.
  fileprivate func offers(_ action: Counter.Action) -> [Counter.Action] {
    guard let value: Int = display("Content.value") else { return [] }
    let (next, overflows) = value.addingReportingOverflow(action.amount)
    let (distance, isFar) = next.subtractingReportingOverflow(values.initial)
    return overflows || !isFar && distance.magnitude <= UInt(values.reach) ? [action] : []
  }
}
