@testable import Model

/// The whole of a running app at one moment, as plain values, without what only properties look at.
struct NaiveState<P: Product>: Hashable {
  var store: StoreState<P>
  var mail: [P.Notice] = []
  var underWay: [Thunk<P>] = []
  var database: P.Database
  var budgets: Budgets
  var outliving: [P.Operation] = []
  var windows: [NaiveWindow<P>] = []

  /// The store's state, nil after a crash.
  var running: P.State? {
    if case .running(let state) = store { state } else { nil }
  }

  /// Whether some window has to render before people, listener and thunks go on.
  var needsRender: Bool { windows.contains(where: \.needsRender) }
}

/// A window: component state, and, where subscriptions cache, what its last render was made of.
struct NaiveWindow<P: Product>: Hashable {
  var component: P.Window
  /// The component state at the last render; nil where nothing is cached and selectors say what is
  /// shown.
  var rendered: P.Window?
  /// In the order in which the last render mounted them.
  var subscriptions: [LaggingSubscription<P>] = []

  /// Whether something published, or the component state, is not what the last render showed.
  var needsRender: Bool {
    guard let rendered else { return false }
    return component != rendered || subscriptions.contains { $0.output != $0.shown }
  }
}

// MARK: What the expansion tells of

extension NaiveState {
  /// A state of the expansion.
  init(_ state: RuntimeState<P>) {
    self.init(
      store: state.store, mail: state.mail, underWay: state.underWay, database: state.database,
      budgets: state.budgets, outliving: state.outliving,
      windows: state.windows.map(NaiveWindow.init))
  }

  /// The state with its windows in the order of their content.
  var sorted: NaiveState {
    var sorted = self
    sorted.windows.sort { contentPrecedes($0.component, $1.component) }
    return sorted
  }
}

extension NaiveWindow {
  fileprivate init(_ window: WindowState<P>) {
    self.init(
      component: window.window, rendered: window.lagging?.rendered,
      subscriptions: window.lagging?.subscriptions ?? [])
  }
}
