import Model
import Spec

/// What Counter promises beside what every product promises.
enum CounterProperties {
  typealias CounterProperty = Property<RuntimeSystem<Counter>>

  static func all(_ system: RuntimeSystem<Counter>) -> [CounterProperty] {
    let facts = facts(system.product)
    let contract = ContractProperties(system: system, contract: contract(system.product))
    return RuntimeProperties(system: system, facts: facts).allWithValues
      + (contract.all + [exact, inverse(system.product)]).judging(
        contract.valuesClauses, of: system.product)
      + ControlProperties(system: system, facts: facts).all
  }

  static func valuesClauses(_ system: RuntimeSystem<Counter>) -> [ValuesClause<Counter>] {
    RuntimeProperties(system: system).valuesClauses
      + ContractProperties(system: system, contract: contract(system.product)).valuesClauses
  }

  /// One more or one less.
  @Sendable private static func sum(
    _ value: Int, _ action: Counter.Action
  ) -> (partialValue: Int, overflow: Bool) {
    value.addingReportingOverflow(action == .didTapIncrementButton ? 1 : -1)
  }

  /// What does not fit ends the app, or is refused with its repair.
  private static func contract(_ product: Counter) -> Contract<Counter> {
    var contract = Contract<Counter>()
    contract.traps = { !product.stopsAtEnds && sum($0.value, $1).overflow }
    contract.refuses = { sum($0.value, $1).overflow }
    contract.parts = [StatePart("value", { $0.value }) { sum($0.value, $1).partialValue }]
    return contract
  }

  /// Two buttons and a number; a button that is repaired is disabled where one more does not fit.
  static func facts(_ product: Counter) -> WindowFacts<Counter> {
    func button(
      _ name: String, _ effect: String, _ action: Counter.Action
    ) -> WindowControl<Counter> {
      let offered = { @Sendable (screen: ShownWindow<Counter>) -> [Counter.Action] in
        guard let value: Int = screen.display("Content.value") else { return [] }
        let (next, overflows) = sum(value, action)
        if overflows { return product.stopsAtEnds ? [] : [action] }
        let (distance, isFar) = next.subtractingReportingOverflow(screen.values.initial)
        return !isFar && distance.magnitude <= UInt(screen.values.reach) ? [action] : []
      }
      return WindowControl(
        component: "Content", name: name, shown: "always", enabled: "always", effect: effect,
        offered: offered, dispatched: { _, _ in action })
    }
    return WindowFacts(
      controls: [
        button("Increment", "adds one to the value", .didTapIncrementButton),
        button("Decrement", "takes one from the value", .didTapDecrementButton),
      ], views: ["Content.value": { _, state in Output(state.value) }])
  }

  private static var exact: CounterProperty {
    tapped(
      "counter.exact",
      "Each tap that is not refused changes the value by exactly one, up or down as its button "
        + "says.",
      "The number is not what was counted."
    ) { action, old, new in
      sum(old, action) == (new, false) ? nil : "from \(old) to \(new)"
    }
  }

  private static func inverse(_ product: Counter) -> CounterProperty {
    tapped(
      "counter.inverse",
      "A tap that is not refused, and then one on the other button, restore the value.",
      "One tap too many cannot be taken back."
    ) { action, old, new in
      let back: Counter.Action =
        action == .didTapIncrementButton ? .didTapDecrementButton : .didTapIncrementButton
      guard let restored = try? product.reduce(Counter.State(value: new), back) else {
        return "\(new) has no way back to \(old)"
      }
      return restored.value == old ? nil : "\(old) became \(restored.value) after both taps"
    }
  }

  /// A property of taps; `fault` says what is wrong with the value that one leads to, nil for
  /// nothing.
  private static func tapped(
    _ name: String, _ sentence: String, _ consequence: String,
    fault: @escaping @Sendable (_ action: Counter.Action, _ old: Int, _ new: Int) -> String?
  ) -> CounterProperty {
    CounterProperty(
      name, sentence, witness: "a button is tapped", consequence: consequence,
      .step { step in
        guard step.traits.contains(.gesture), !step.traits.contains(.throwing),
          let action = step.action, let old = step.old.state, let new = step.new.state
        else { return .idle }
        let fault = fault(action, old.value, new.value)
        return .require(fault == nil, culprit: step.kind, fault ?? "")
      })
  }
}
