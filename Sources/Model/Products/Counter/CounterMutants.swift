import Model

extension Counter {
  static let repairs: [Repair<Counter>] = [
    Repair(
      "stop-at-the-ends",
      "At the largest and the smallest number the button that would go on is disabled, and the "
        + "reducer throws."
    ) {
      $0.stopsAtEnds = true
      $0.design.reducer = { state, action in
        do { return try published(state, action) } catch { throw OperationFailure("no room") }
      }
    }
  ]

  static let mutants: [Mutant<Counter>] = [
    .reducing("increment-by-two") { _, action, new in
      if action == .didTapIncrementButton { new = try published(new, action) }
    },
    Mutant("wrap-around") { design, _ in
      design.reducer = { State(value: $0.value &+ $1.amount) }
    },
    .reducing("stuck-at-zero") { old, action, new in
      if old.value == 0, action == .didTapDecrementButton { new = old }
    },
    .reducing("wraps-at-32-bits") { old, action, new in
      if old.value == Int(Int32.max), action == .didTapIncrementButton {
        new.value = Int(Int32.min)
      }
    },
    .enabling("decrement-is-gone-from-zero-down") { controls, _, display in
      let isUp = display("Content.value", as: Int.self).map { $0 > 0 } ?? false
      controls.removeAll { !isUp && $0 == .didTapDecrementButton }
    },
    .subscribing("three-below-zero-is-shown-as-three", to: "value") { shown in
      shown.with(output: { state, _ in state.value == -3 ? 3 : state.value })
    },
    .closingClosesWhatIsAlike,
  ]

  /// Where defects can be planted one at a time.
  static let mutationTable: MutationTable<Counter> = {
    var table = MutationTable<Counter>()
    table.parts = [.init("value", \.value)]
    table.actions = Action.allCases.map { .init(kind: $0.rawValue, changes: ["value"]) }
    table.families = [.init(name: "value")]
    table.gestures = Action.allCases.map { ($0.rawValue, true, false) }
    return table
  }()
}
