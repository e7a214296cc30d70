/// What windows do, on whole values; the expansion asks and remembers, and properties and stories ask
/// again.
extension RuntimeSystem {
  /// What a window shows: what its subscriptions published at the last render, or, where nothing lags, what
  /// the selectors say of the state.
  package func display(of window: WindowState<P>, in state: P.State) -> Display {
    guard let view = window.lagging else { return display(of: window.window, in: state) }
    return Self.display(of: view.subscriptions)
  }

  private func display(of window: P.Window, in state: P.State) -> Display {
    let mounts = product.mounts(in: window)
    return Display { name in
      mounts.first { $0.name == name }.map { $0.subscription.output(state, .ascending) }
    }
  }

  private static func display(of subscriptions: [LaggingSubscription]) -> Display {
    Display { name in subscriptions.first { $0.name == name }?.shown }
  }

  /// A window as somebody who looks at it knows it: the component state, and what each subscription shows.
  package func appearance(of window: WindowState<P>, in state: P.State) -> WindowState<P> {
    if let view = window.lagging {
      return WindowState(window: window.window, showing: view.subscriptions.map { ($0.name, $0.shown) })
    }
    let mounts = product.mounts(in: window.window)
    return WindowState(
      window: window.window, showing: mounts.map { ($0.name, $0.subscription.output(state, .ascending)) })
  }

  /// What people do in a window, simplest first: what it enables, less what the scope leaves out.
  package func gestures(in window: WindowState<P>, _ state: P.State) -> [P.WindowGesture] {
    let offered = product.gestures(
      in: window.window, showing: display(of: window, in: state), values: scope.values)
    guard let leavesOut = scope.windows?.leavesOut, !leavesOut.isEmpty else { return offered }
    return offered.filter { !leavesOut.contains(RuntimeLabel<P>.windowGesture($0, window: 0).kind) }
  }

  /// What a gesture does to its window before the next render, and the gesture that it dispatches.
  func handle(
    _ gesture: P.WindowGesture, in window: WindowState<P>, _ state: P.State
  ) -> (window: WindowState<P>, dispatched: P.Gesture?) {
    var changed = window
    let dispatched = product.handle(
      gesture, in: &changed.window, showing: display(of: window, in: state), state: state)
    return (changed, dispatched)
  }

  /// How many renders a window may take one after the other; one that takes more never comes to rest.
  var renderCountMax: Int { 100 }

  /// Renders a window in which nothing lags and something differs, as long as a render differs from the one
  /// before.
  ///
  /// - Returns: whether it comes to rest.
  func refresh(_ window: inout P.Window, from old: P.Window, _ before: P.State, _ after: P.State) -> Bool {
    var last = Rendering(window: old, display: display(of: old, in: before))
    for _ in 0..<renderCountMax {
      let rendering = Rendering(window: window, display: display(of: window, in: after))
      product.refresh(&window, from: last, to: rendering)
      if window == rendering.window { return true }
      last = rendering
    }
    return false
  }
}

extension WindowState {
  /// Whether a subscription has not taken all, or something published is not shown yet.
  var isBehind: Bool {
    guard let lagging else { return false }
    return window != lagging.rendered
      || lagging.subscriptions.contains { $0.isBehind || $0.output != $0.shown }
  }
}
