extension Counter {
  package static let repairs: [Repair<Counter>] = [
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

  package static let mutants: [Mutant<Counter>] = [
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
  ]

  /// Where defects can be planted one at a time.
  package static let mutationTable: MutationTable<Counter> = {
    var table = MutationTable<Counter>()
    table.parts = [.init("value", \.value)]
    table.actions = Action.allCases.map { .init(kind: $0.rawValue, changes: ["value"]) }
    return table
  }()
}
