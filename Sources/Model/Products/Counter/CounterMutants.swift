import Model

extension Counter {
  static let repairs: [Repair<Counter>] = [
    Repair(
      "stop-at-the-ends",
      "At the largest and the smallest number the button that would go on is disabled, and the reducer "
        + "throws."
    ) {
      $0.stopsAtEnds = true
      $0.design.reducer = { state, action in
        do { return try published(state, action) } catch { throw OperationFailure("no room") }
      }
    }
  ]

  static let mutants: [Mutant<Counter>] = [
    Mutant(
      "increment-by-two",
      reducing: { _, action, new in
        if action == .didTapIncrementButton { new = try published(new, action) }
      }),
    Mutant("wrap-around") { design, _ in
      design.reducer = { State(value: $0.value &+ $1.amount) }
    },
    Mutant(
      "stuck-at-zero",
      reducing: { old, action, new in
        if old.value == 0, action == .didTapDecrementButton { new = old }
      }),
    Mutant(
      "wraps-at-32-bits",
      reducing: { old, action, new in
        if old.value == Int(Int32.max), action == .didTapIncrementButton { new.value = Int(Int32.min) }
      }),
    Mutant("decrement-is-gone-from-zero-down") { design, _ in
      design.windows.enabling = { controls, _, display in
        let isUp = display("Content.value", as: Int.self).map { $0 > 0 } ?? false
        return controls.filter { isUp || $0 != .didTapDecrementButton }
      }
    },
    Mutant("three-below-zero-is-shown-as-three") { design, _ in
      design.aroundSubscriptions(named: "value") { shown in
        shown.with(output: { state, _ in state.value == -3 ? 3 : state.value })
      }
    },
    Mutant("closing-closes-what-is-alike") { design, _ in
      design.windows.closing = { other, closed in other != closed }
    },
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
