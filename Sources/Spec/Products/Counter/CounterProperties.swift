import Model

/// What Counter promises beside what every product promises.
package enum CounterProperties {
  package typealias CounterProperty = Property<RuntimeSystem<Counter>>

  package static func all(_ system: RuntimeSystem<Counter>) -> [CounterProperty] {
    RuntimeProperties(system: system).allWithValues + [exact, inverse(system)]
  }

  private static var exact: CounterProperty {
    CounterProperty(
      "counter.exact", "Each tap changes the value by exactly one, up or down as its button says.",
      witness: "a button is tapped",
      consequence: "The number is not what was counted.",
      .step { step in
        guard step.traits.contains(.gesture), let action = step.action, let old = step.old.state,
          let new = step.new.state
        else { return .idle }
        let (expected, overflows) =
          action == .didTapIncrementButton
          ? old.value.addingReportingOverflow(1) : old.value.subtractingReportingOverflow(1)
        return .require(
          !overflows && new.value == expected, culprit: step.kind, "from \(old.value) to \(new.value)")
      })
  }

  private static func inverse(_ system: RuntimeSystem<Counter>) -> CounterProperty {
    CounterProperty(
      "counter.inverse", "A tap on one button and then on the other restores the value.",
      witness: "a button is tapped",
      consequence: "One tap too many cannot be taken back.",
      .step { step in
        guard step.traits.contains(.gesture), let action = step.action, let old = step.old.state,
          let new = step.new.state
        else { return .idle }
        let back: Counter.Action =
          action == .didTapIncrementButton ? .didTapDecrementButton : .didTapIncrementButton
        guard let restored = try? system.product.reduce(new, back) else {
          return .violated([
            Violation(culprit: step.kind, detail: "\(new.value) has no way back to \(old.value)")
          ])
        }
        return .require(
          restored == old, culprit: step.kind, "\(old.value) became \(restored.value) after both taps")
      })
  }
}

extension Counter: CompiledRun {}
