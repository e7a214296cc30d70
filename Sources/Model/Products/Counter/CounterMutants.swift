extension Counter {
  package static let mutants: [Mutant<Counter>] = [
    Mutant("increment-by-two") {
      $0.reducer = { state, action in
        let next = try published(state, action)
        return action == .didTapIncrementButton ? try published(next, action) : next
      }
    },
    Mutant("wrap-around") {
      $0.reducer = { state, action in
        State(value: action == .didTapIncrementButton ? state.value &+ 1 : state.value &- 1)
      }
    },
    Mutant("stuck-at-zero") {
      $0.reducer = { state, action in
        let next = try published(state, action)
        return state.value == 0 && action == .didTapDecrementButton ? state : next
      }
    },
  ]
}
