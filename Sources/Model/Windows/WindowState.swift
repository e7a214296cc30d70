/// A window as it stands: component state, and what its subscriptions hold where they lag.
public struct WindowState<P: Product>: Hashable, Sendable {
  /// The component state, read at each tap.
  public var window: P.Window
  /// What the subscriptions hold and the window shows; nil where nothing lags, so that a window always
  /// shows what the selectors say.
  package var lagging: LaggingView<P>?

  /// Makes a window; nothing lags by default.
  package init(window: P.Window, lagging: LaggingView<P>? = nil) {
    self.window = window
    self.lagging = lagging
  }
}

extension WindowState {
  /// Makes a window as somebody who looks at it knows it: component state, and what is shown under each name.
  init(window: P.Window, showing shown: [(name: String, output: Output)]) {
    let subscriptions = shown.map { name, output in
      LaggingSubscription(
        name: name, id: nil, parameter: "", dependencies: [], output: output, isBehind: false, shown: output)
    }
    self.init(window: window, lagging: LaggingView(rendered: window, subscriptions: subscriptions))
  }
}

/// What a window whose subscriptions lag shows.
package struct LaggingView<P: Product>: Hashable, Sendable {
  /// The component state at the last render.
  package var rendered: P.Window
  /// The subscriptions, in the order in which the window mounts them.
  package var subscriptions: [LaggingSubscription]
}

/// A subscription that lags the store.
package struct LaggingSubscription: Hashable, Sendable {
  package var name: String
  /// What told it apart when it started over.
  package var id: String?
  /// The parameter with which it started over: filter and selectors are those of that moment.
  package var parameter: String
  /// What its dependencies said at the last computation.
  package var dependencies: [Output]
  package var output: Output
  /// Whether elements that pass its filter wait, and taking them would change what it holds; those that wait
  /// are taken together.
  package var isBehind: Bool
  /// What the last render showed.
  package var shown: Output
}
