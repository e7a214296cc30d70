import Model

/// What Counter promises beside what every product promises.
package enum CounterProperties {
  package typealias CounterProperty = Property<RuntimeSystem<Counter>>

  package static func all(_ system: RuntimeSystem<Counter>) -> [CounterProperty] {
    let facts = WindowFacts.counter(stopsAtEnds: system.product.stopsAtEnds)
    let contract = ContractProperties(system: system, contract: contract(system.product))
    return RuntimeProperties(system: system, facts: facts).allWithValues
      + (contract.all + [exact, inverse(system.product)]).judging(contract.valuesClauses, of: system.product)
      + ControlProperties(system: system, facts: facts).all
  }

  package static func valuesClauses(_ system: RuntimeSystem<Counter>) -> [ValuesClause<Counter>] {
    RuntimeProperties(system: system).valuesClauses
      + ContractProperties(system: system, contract: contract(system.product)).valuesClauses
  }

  /// One more or one less; refused, with its repair, where that does not fit.
  private static func contract(_ product: Counter) -> Contract<Counter> {
    let sum = { @Sendable (old: Counter.State, action: Counter.Action) in
      old.value.addingReportingOverflow(action == .didTapIncrementButton ? 1 : -1)
    }
    var contract = Contract<Counter>()
    contract.traps = { !product.stopsAtEnds && sum($0, $1).overflow }
    contract.refuses = { sum($0, $1).overflow }
    contract.parts = [StatePart("value", { $0.value }) { sum($0, $1).partialValue }]
    return contract
  }

  private static var exact: CounterProperty {
    tapped(
      "counter.exact",
      "Each tap that is not refused changes the value by exactly one, up or down as its button says.",
      "The number is not what was counted."
    ) { action, old, new in
      let (expected, overflows) = old.addingReportingOverflow(action == .didTapIncrementButton ? 1 : -1)
      return !overflows && new == expected ? nil : "from \(old) to \(new)"
    }
  }

  private static func inverse(_ product: Counter) -> CounterProperty {
    tapped(
      "counter.inverse", "A tap that is not refused, and then one on the other button, restore the value.",
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

  /// A property of taps; `detail` says what is wrong with the value that one leads to, nil for nothing.
  private static func tapped(
    _ name: String, _ sentence: String, _ consequence: String,
    detail: @escaping @Sendable (_ action: Counter.Action, _ old: Int, _ new: Int) -> String?
  ) -> CounterProperty {
    CounterProperty(
      name, sentence, witness: "a button is tapped", consequence: consequence,
      .step { step in
        guard step.traits.contains(.gesture), !step.traits.contains(.throwing), let action = step.action,
          let old = step.old.state,
          let new = step.new.state
        else { return .idle }
        let details = [detail(action, old.value, new.value)].compactMap(\.self)
        return .judge(details.map { Violation(culprit: step.kind, detail: $0) })
      })
  }
}
