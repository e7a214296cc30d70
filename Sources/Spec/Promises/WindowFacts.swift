import Model

/// What is known of a product's windows, written apart from the product's own window functions:
/// properties compare these with what the windows do.
public struct WindowFacts<P: Product>: Sendable {
  /// A line for each control.
  public let controls: [WindowControl<P>]
  /// What each mount shows, by its name; nil where nothing is said.
  public let views: [String: @Sendable (P.Window, P.State) -> Output?]
  let opening: (@Sendable (P.State, P.Values) -> P.Window)?
  let selections: [WindowSelection<P>]
  let appearances: [WindowAppearance<P>]
  let handled: (@Sendable (_ old: ShownWindow<P>, _ new: ShownWindow<P>) -> P.Window)?
  let drawn: (@Sendable (P.State, P.Values) -> [P.Window])?

  /// States what is known.
  ///
  /// - Parameters:
  ///   - controls: a line for each control.
  ///   - views: what each mount shows, by its name; nil where nothing is said.
  ///   - opening: a window as it opens; nil where nothing is said.
  ///   - selections: what a window has selected.
  ///   - appearances: the components that ask when they appear.
  ///   - handled: what a window is once its change handlers have seen two renders; nil where
  ///     nothing is said.
  ///   - drawn: windows over a drawn state, with what the values offer; nil where none are drawn.
  public init(
    controls: [WindowControl<P>], views: [String: @Sendable (P.Window, P.State) -> Output?],
    opening: (@Sendable (P.State, P.Values) -> P.Window)? = nil,
    selections: [WindowSelection<P>] = [], appearances: [WindowAppearance<P>] = [],
    handled: (@Sendable (_ old: ShownWindow<P>, _ new: ShownWindow<P>) -> P.Window)? = nil,
    drawn: (@Sendable (P.State, P.Values) -> [P.Window])? = nil
  ) {
    self.controls = controls
    self.views = views
    self.opening = opening
    self.selections = selections
    self.appearances = appearances
    self.handled = handled
    self.drawn = drawn
  }
}

/// A window as a person sees it.
public struct ShownWindow<P: Product> {
  /// The component state.
  public let window: P.Window
  /// What was rendered last.
  public let display: Display
  /// What people choose from.
  public let values: P.Values
}

/// A line of the table of controls, in words for the docs and as functions for properties.
public struct WindowControl<P: Product>: Sendable {
  package let component: String
  package let name: String
  package let shown: String
  package let enabled: String
  package let effect: String
  /// The gestures that it offers; none where it is not shown or not enabled.
  public var offered: @Sendable (ShownWindow<P>) -> [P.WindowGesture]
  /// What one of them dispatches.
  public var dispatched: @Sendable (P.WindowGesture, ShownWindow<P>) -> P.Gesture?
  let isDone: @Sendable (P.WindowGesture, ShownWindow<P>, _ after: P.Window) -> Bool
  /// Whether it dispatches what a form shows.
  public let isSave: Bool

  /// States what a control is for.
  ///
  /// - Parameters:
  ///   - component: where it stands.
  ///   - name: its name.
  ///   - shown: when it is shown, in words.
  ///   - enabled: when it is enabled, in words.
  ///   - effect: what it does, in words.
  ///   - offered: the gestures that it offers; none where it is not shown or not enabled.
  ///   - dispatched: what one of them dispatches; nothing by default.
  ///   - isDone: whether a gesture did to its window what it is for.
  ///   - isSave: whether it dispatches what a form shows, which 'save.faithful' judges.
  public init(
    component: String, name: String, shown: String, enabled: String, effect: String,
    offered: @escaping @Sendable (ShownWindow<P>) -> [P.WindowGesture],
    dispatched: @escaping @Sendable (P.WindowGesture, ShownWindow<P>) -> P.Gesture? = { _, _ in nil
    },
    isDone: @escaping @Sendable (P.WindowGesture, ShownWindow<P>, _ after: P.Window) -> Bool = {
      _, _, _ in
      true
    },
    isSave: Bool = false
  ) {
    self.component = component
    self.name = name
    self.shown = shown
    self.enabled = enabled
    self.effect = effect
    self.offered = offered
    self.dispatched = dispatched
    self.isDone = isDone
    self.isSave = isSave
  }
}

/// What a window has selected.
public struct WindowSelection<P: Product>: Sendable {
  let name: String
  /// What is selected, in words that tell it apart.
  let id: @Sendable (P.Window) -> String?
  /// The id that a gesture selects, or nil where it deselects; nil for a gesture of anything else.
  let chosen: @Sendable (P.WindowGesture) -> String??
  /// The name of the selection that this one follows when it changes.
  let follows: String?
  /// Whether it may end, as what is selected is not in the state any more; never by default.
  let isGone: @Sendable (_ id: String, P.State) -> Bool

  /// States what people select by some gestures.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - id: what is selected, in words that tell it apart.
  ///   - chosen: the id that a gesture selects, or nil where it deselects; nil where it does
  ///     neither.
  ///   - follows: the name of the selection that this one follows when it changes.
  ///   - isGone: whether it may end, as what is selected is not in the state any more; never by
  ///     default.
  public init(
    name: String, id: @escaping @Sendable (P.Window) -> String?,
    chosen: @escaping @Sendable (P.WindowGesture) -> String??, follows: String? = nil,
    isGone: @escaping @Sendable (_ id: String, P.State) -> Bool = { _, _ in false }
  ) {
    self.name = name
    self.id = id
    self.chosen = chosen
    self.follows = follows
    self.isGone = isGone
  }

  /// States what people select by one kind of gesture and deselect by another.
  public init(
    name: String, id: @escaping @Sendable (P.Window) -> String?,
    selecting: @escaping @Sendable (P.WindowGesture) -> String?, deselecting: P.WindowGesture,
    follows: String? = nil,
    isGone: @escaping @Sendable (_ id: String, P.State) -> Bool = { _, _ in false }
  ) {
    self.init(
      name: name, id: id,
      chosen: { $0 == deselecting ? .some(nil) : selecting($0).map { .some($0) } },
      follows: follows, isGone: isGone)
  }
}

/// A component that asks when it appears.
public struct WindowAppearance<P: Product>: Sendable {
  let gesture: P.WindowGesture
  let isShown: @Sendable (ShownWindow<P>) -> Bool
  let hasAppeared: @Sendable (P.Window) -> Bool

  /// States when a component appears.
  ///
  /// - Parameters:
  ///   - gesture: what asks.
  ///   - isShown: whether it is shown.
  ///   - hasAppeared: whether it has asked; then it asks no more while it is shown.
  public init(
    gesture: P.WindowGesture, isShown: @escaping @Sendable (ShownWindow<P>) -> Bool,
    hasAppeared: @escaping @Sendable (P.Window) -> Bool
  ) {
    self.gesture = gesture
    self.isShown = isShown
    self.hasAppeared = hasAppeared
  }
}
