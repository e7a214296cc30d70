/// The Counter product: one integer, two buttons.
public struct Counter: Product {
  /// One integer.
  public struct State: Hashable, Codable, Sendable {
    private var wide: WideInteger<Int>

    /// The number shown.
    public var value: Int { wide.value }

    /// Makes a state.
    public init(value: Int) { wide = WideInteger(value) }

    private enum CodingKeys: String, CodingKey { case wide = "value" }
  }

  /// The two actions; people dispatch them as they are.
  public enum Action: String, Hashable, Comparable, Codable, Sendable, CaseIterable {
    /// Adds one.
    case didTapIncrementButton
    /// Takes one away.
    case didTapDecrementButton

    /// Increment first.
    public static func < (first: Action, second: Action) -> Bool {
      first == .didTapIncrementButton && second == .didTapDecrementButton
    }
  }

  /// How far from a middle the value may go.
  public struct Values: Hashable, Codable, Sendable {
    /// The value at launch.
    public var initial: WideInteger<Int>
    /// The farthest distance from `initial` at which buttons are still tapped.
    public var reach: Int

    /// Makes values.
    public init(initial: Int, reach: Int) {
      self.initial = WideInteger(initial)
      self.reach = reach
    }
  }

  /// One window: it holds nothing of its own.
  public struct Window: Hashable, Comparable, Sendable {
    /// Equal to every other.
    public static func < (first: Window, second: Window) -> Bool { false }
  }

  /// A gesture is an action.
  public typealias Gesture = Action
  /// A tap on a button of a window.
  public typealias WindowGesture = Action
  /// There is no thunk.
  public typealias Operation = NoOperation
  /// There is no database that could answer.
  public typealias Reply = Never
  /// There is no database.
  public typealias Database = Nothing
  /// There is no listener.
  public typealias Notice = NoOperation
  /// Nothing has a status.
  public typealias Subject = Never
  /// Nothing is stored.
  public typealias Contents = Nothing

  /// The state at launch.
  public let initialState: State
  /// No database.
  public let initialDatabase = Nothing()
  /// The reducer; designs differ in it.
  public var reducer: @Sendable (State, Action) throws -> State = Counter.published

  /// Makes a Counter that starts at a value.
  public init(initial: Int) { initialState = State(value: initial) }

  /// Adds or takes one away, with trapping arithmetic.
  ///
  /// - Throws: a `Crash` where `+` or `-` traps.
  @Sendable public static func published(_ state: State, _ action: Action) throws -> State {
    let (value, overflows) =
      switch action {
      case .didTapIncrementButton: state.value.addingReportingOverflow(1)
      case .didTapDecrementButton: state.value.subtractingReportingOverflow(1)
      }
    if overflows { throw Crash("arithmetic overflow at \(state.value)") }
    return State(value: value)
  }

  /// The design's reducer.
  public func reduce(_ state: State, _ action: Action) throws -> State { try reducer(state, action) }

  /// Both buttons are always enabled; the scope's reach bounds how far they lead.
  public func gestures(in state: State, values: Values) -> [Action] {
    Action.allCases.filter { action in
      guard let next = try? Counter.published(state, action) else { return true }
      let (distance, isFar) = next.value.subtractingReportingOverflow(values.initial.value)
      return !isFar && distance.magnitude <= UInt(values.reach)
    }
  }

  /// The gesture itself.
  public func action(of gesture: Action) -> Action { gesture }
  /// No subject has a kind.
  public func kind(of subject: Never) -> String {}
  /// No subject has a name.
  public func name(of subject: Never) -> String {}
  /// Nothing is stored.
  public func contents(of state: State) -> Nothing { Nothing() }
  /// No database was ever opened.
  public func rows(of database: Nothing) -> StoredRows<Nothing> { .unopened }
  /// Both actions.
  public func vocabulary(values: Values) -> [Action] { Action.allCases }

  /// The value, without id, filter or dependency.
  public func subscriptions(values: Values) -> [Subscription<Counter>] { [value] }

  private var value: Subscription<Counter> { Subscription(name: "value") { state, _ in state.value } }

  /// The only window there is.
  public var initialWindow: Window? { Window() }
  /// The text subscribes to the value.
  public func mounts(in window: Window) -> [Mount<Counter>] { [Mount("Content", value)] }

  /// Both buttons, as far as the scope's reach bounds what is shown.
  public func gestures(in window: Window, showing display: Display, values: Values) -> [Action] {
    guard let value: Int = display("Content.value") else { return [] }
    return gestures(in: State(value: value), values: values)
  }

  /// The action of the button.
  public func handle(
    _ gesture: Action, in window: inout Window, showing display: Display, state: State
  ) -> Action? { gesture }

  @Sendable private static func description<Value>(of value: Value) -> String { "\(value)" }

  /// "taps Increment".
  public var narrator: Narrator<Counter> {
    Narrator(
      gesture: { $0 == .didTapIncrementButton ? "taps Increment" : "taps Decrement" },
      operation: Self.description(of:),
      state: { ["value": String($0.value)] },
      database: { _ in [:] },
      windowGesture: { $0 == .didTapIncrementButton ? "taps Increment" : "taps Decrement" },
      window: { _ in [:] })
  }
}
