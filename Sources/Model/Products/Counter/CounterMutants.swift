extension Counter {
  /// The names of the designs with one planted defect.
  public static let mutantNames = ["increment-by-two", "wrap-around", "stuck-at-zero"]

  /// A design by its name: "published" or "mutant(<name>)"; nil when there is none.
  public init?(design: String, initial: Int) {
    self.init(initial: initial)
    switch design {
    case "published": break
    case "mutant(increment-by-two)":
      reducer = { state, action in
        let next = try Counter.published(state, action)
        return action == .didTapIncrementButton ? try Counter.published(next, action) : next
      }
    case "mutant(wrap-around)":
      reducer = { state, action in
        State(value: action == .didTapIncrementButton ? state.value &+ 1 : state.value &- 1)
      }
    case "mutant(stuck-at-zero)":
      reducer = { state, action in
        let next = try Counter.published(state, action)
        return state.value == 0 && action == .didTapDecrementButton ? state : next
      }
    default: return nil
    }
  }
}
