import Model

/// The Counter product: one integer, two buttons.
struct Counter: DesignedProduct {
  struct State: Hashable, Codable, Sendable {
    @WideInteger var value: Int
    init(value: Int) { self.value = value }
  }

  enum Action: String, CaseIterable, Codable, Sendable {
    case didTapIncrementButton, didTapDecrementButton
    var amount: Int { self == .didTapIncrementButton ? 1 : -1 }
  }

  struct Values: Hashable, Codable, Sendable {
    /// The value at launch.
    @WideInteger var initial: Int
    /// The farthest distance from `initial` at which buttons are still tapped.
    var reach: Int
    init(initial: Int, reach: Int = 5) { (self.initial, self.reach) = (initial, reach) }

    /// Whether a tap leads no farther than that; nil where it overflows.
    func reaches(from value: Int, _ action: Action) -> Bool? {
      let (next, overflows) = value.addingReportingOverflow(action.amount)
      let (distance, isFar) = next.subtractingReportingOverflow(initial)
      return overflows ? nil : !isFar && distance.magnitude <= UInt(reach)
    }
  }

  let initialState: State
  /// Whether buttons are disabled where a tap would overflow; published: no.
  var stopsAtEnds = false
  var design = Design<Counter>(reducer: Counter.published)

  init(initial: Int) { initialState = State(value: initial) }

  /// Adds or takes one away, with trapping arithmetic.
  @Sendable static func published(_ state: State, _ action: Action) throws -> State {
    let (value, overflows) = state.value.addingReportingOverflow(action.amount)
    if overflows { throw Crash("arithmetic overflow at \(state.value)") }
    return State(value: value)
  }

  /// Both buttons, as far as the scope reaches.
  func gestures(in state: State, values: Values) -> [Action] {
    Action.allCases.filter { values.reaches(from: state.value, $0) ?? true }
  }

  func mounts(in window: NoValues) -> [Mount<Counter>] {
    [Mount("Content", design.subscribing(Subscription(name: "value") { state, _ in state.value }))]
  }
  func gestures(in window: NoValues, showing display: Display, values: Values) -> [Action] {
    guard let value: Int = display("Content.value") else { return [] }
    let enabled = Action.allCases.filter { values.reaches(from: value, $0) ?? !stopsAtEnds }
    return design.windows.enabling(enabled, window, display)
  }
  var narrator: Narrator<Counter> {
    Narrator(screen: { _, display, offered, _ in
      Screen([
        Screen.Part(
          "Counter", .detail, rows: [Screen.Row("\(display("Content.value") ?? 0)")],
          buttons: [
            Screen.Button("+", isEnabled: offered.contains(.didTapIncrementButton)),
            Screen.Button("−", isEnabled: offered.contains(.didTapDecrementButton)),
          ])
      ])
    })
  }
  func handle(_ gesture: Action, in window: inout NoValues, showing display: Display) -> Action? {
    var dispatched: Action? = gesture
    design.windows.handling(gesture, window, &window, &dispatched, display)
    return dispatched
  }
}
