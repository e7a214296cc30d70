/// The words in which stories tell the values of a product; what is left out describes itself.
public struct Narrator<P: WindowedProduct>: Sendable {
  /// A gesture, after "the user": "taps Delete on Dog".
  package let gesture: @Sendable (P.Gesture) -> String
  /// An operation, as a noun: "the delete of Dog".
  package let operation: @Sendable (P.Operation) -> String
  /// A state as facts, each under a name that says where it stands.
  package let state: @Sendable (P.State) -> [String: String]
  package let database: @Sendable (P.Database) -> [String: String]
  /// Something that happens around the app, as a sentence: "midnight passes".
  package let occurrence: @Sendable (P.Occurrence) -> String
  /// A gesture in a window, after "window 1": "taps Save".
  package let windowGesture: @Sendable (P.WindowGesture) -> String
  package let window: @Sendable (P.Window) -> [String: String]
  /// A value that a subscription shows; nil for values that describe themselves.
  package let shown: @Sendable (Any) -> String?
  /// A window as a drawing; nil for one that is drawn from its subscriptions and what it enables.
  package let screen: (@Sendable (P.Window, Display, [P.WindowGesture], P.Values) -> Screen)?

  /// Makes a narrator.
  ///
  /// - Parameters:
  ///   - gesture: words after "the user", such as "taps Delete on Dog"; by default
  ///     `didTapDelete("Dog")` is "taps Delete Dog".
  ///   - operation: a noun: "the delete of Dog".
  ///   - state: facts, each under a name that says where it stands.
  ///   - database: the same of the database.
  ///   - occurrence: a sentence: "midnight passes".
  ///   - windowGesture: words after "window 1": "taps Save".
  ///   - window: the facts of a window's component state.
  ///   - shown: the words for a value that a subscription shows; nil for values that describe
  ///     themselves.
  ///   - screen: a window as a drawing, by its component state, what it shows, what it enables, and
  ///     what people choose from; by default it is drawn from these.
  public init(
    gesture: (@Sendable (P.Gesture) -> String)? = nil,
    operation: (@Sendable (P.Operation) -> String)? = nil,
    state: (@Sendable (P.State) -> [String: String])? = nil,
    database: (@Sendable (P.Database) -> [String: String])? = nil,
    occurrence: (@Sendable (P.Occurrence) -> String)? = nil,
    windowGesture: (@Sendable (P.WindowGesture) -> String)? = nil,
    window: (@Sendable (P.Window) -> [String: String])? = nil,
    shown: @escaping @Sendable (Any) -> String? = { _ in nil },
    screen: (@Sendable (P.Window, Display, [P.WindowGesture], P.Values) -> Screen)? = nil
  ) {
    self.gesture = gesture ?? { ContentTree($0).gestureWords }
    self.operation = operation ?? { ContentTree($0).words }
    self.state = state ?? { ContentTree($0).facts(named: "") }
    self.database = database ?? { ContentTree($0).facts(named: "") }
    self.occurrence = occurrence ?? { ContentTree($0).words }
    self.windowGesture = windowGesture ?? { ContentTree($0).gestureWords }
    self.window = window ?? { ContentTree($0).facts(named: "") }
    self.shown = shown
    self.screen = screen
  }

  /// Rows as facts, "row" before each name; rows of one name, which a store may hold, are told
  /// together.
  public static func facts(ofRows rows: [(name: String, words: String)]) -> [String: String] {
    rows.reduce(into: [:]) { facts, row in
      let name = "row \(row.name)"
      facts[name] = (facts[name].map { $0 + "; " } ?? "") + row.words
    }
  }
}
