import Model

/// What is known of a product's windows, written apart from the product's own window functions: properties
/// compare these with what the windows do.
package struct WindowFacts<P: Product>: Sendable {
  /// A line for each control.
  package let controls: [Control<P>]
  /// What each mount shows, by its name; nil where nothing is said.
  let views: [String: @Sendable (P.Window, P.State) -> Output?]
  /// A window as it opens; nil where nobody said.
  var opening: (@Sendable (P.State, P.Values) -> P.Window)?
  var selections: [Selection<P>] = []
  var appearances: [Appearance<P>] = []
  /// What a window is once its change handlers have seen two renders; nil where nobody said.
  var handled: (@Sendable (_ old: Screen<P>, _ new: Screen<P>) -> P.Window)?
  /// Windows over a drawn state, with what the values offer; nil where none are drawn.
  var drawn: (@Sendable (P.State, P.Values) -> [P.Window])?
}

/// A window as a person sees it: component state, what was rendered last, and what people choose from.
package struct Screen<P: Product> {
  let window: P.Window
  let display: Display
  let values: P.Values
}

/// A line of the table of controls, in words for the docs and as functions for properties.
package struct Control<P: Product>: Sendable {
  package let component: String
  package let name: String
  package let shown: String
  package let enabled: String
  package let effect: String
  /// The gestures that it offers; none where it is not shown or not enabled.
  var offered: @Sendable (Screen<P>) -> [P.WindowGesture]
  /// What one of them dispatches.
  var dispatched: @Sendable (P.WindowGesture, Screen<P>) -> P.Gesture? = { _, _ in nil }
  /// Whether it did to its window what it is for.
  var isDone: @Sendable (P.WindowGesture, Screen<P>, _ after: P.Window) -> Bool = { _, _, _ in true }
  /// Whether it dispatches what a form shows, which 'save.faithful' judges.
  var isSave = false
}

/// What a window has selected.
package struct Selection<P: Product>: Sendable {
  let name: String
  /// What is selected, in words that tell it apart.
  let id: @Sendable (P.Window) -> String?
  /// The id that a gesture selects, or nil where it deselects; nil for a gesture of anything else.
  let chosen: @Sendable (P.WindowGesture) -> String??
  /// The name of the selection that this one follows when it changes.
  var follows: String?
  /// Whether it may end, as what is selected is not in the state any more; never by default.
  var isGone: @Sendable (_ id: String, P.State) -> Bool = { _, _ in false }
}

extension Selection {
  /// What people select by one kind of gesture and deselect by another.
  init(
    name: String, id: @escaping @Sendable (P.Window) -> String?,
    selecting: @escaping @Sendable (P.WindowGesture) -> String?, deselecting: P.WindowGesture,
    follows: String? = nil, isGone: @escaping @Sendable (_ id: String, P.State) -> Bool = { _, _ in false }
  ) {
    self.init(
      name: name, id: id, chosen: { $0 == deselecting ? .some(nil) : selecting($0).map { .some($0) } },
      follows: follows, isGone: isGone)
  }
}

/// A component that asks when it appears.
package struct Appearance<P: Product>: Sendable {
  let gesture: P.WindowGesture
  let isShown: @Sendable (Screen<P>) -> Bool
  /// Whether it has asked; then it asks no more while it is shown.
  let hasAppeared: @Sendable (P.Window) -> Bool
}
