/// What windows do, on whole values; the expansion asks and remembers, and properties and stories
/// ask again.
extension RuntimeSystem {
  /// A window as it opens: rendered at once.
  func opened(_ window: P.Window, in state: P.State) -> WindowState<P> {
    guard scope.windows?.lagging != nil else { return WindowState(window: window) }
    let subscriptions = product.mounts(in: window).map { LaggingSubscription($0, in: state) }
    return WindowState(
      window: window, lagging: LaggingView(rendered: window, subscriptions: subscriptions))
  }

  // MARK: What a window shows

  /// What a window shows: what its subscriptions published at the last render, or, where nothing
  /// lags, what the selectors say of the state.
  @usableFromInline package func display(of window: WindowState<P>, in state: P.State) -> Display {
    window.lagging?.display ?? display(of: window.window, in: state)
  }

  private func display(of window: P.Window, in state: P.State) -> Display {
    let outputs = ShownOutputs<P>(in: state) { product.mounts(in: window) }
    return Display { outputs[$0] }
  }

  /// What a mount of a window shows; nil where its last render mounted no such subscription.
  @usableFromInline package func shown(
    by mount: Mount<P>, in window: WindowState<P>, _ state: P.State
  )
    -> Output?
  {
    guard let view = window.lagging else { return mount.subscription.output(state, .ascending) }
    return view.subscriptions.first { $0.name == mount.name }?.shown
  }

  /// A window as somebody who looks at it knows it: the component state, and what each subscription
  /// shows.
  @usableFromInline package func appearance(of window: WindowState<P>, in state: P.State)
    -> WindowState<P>
  {
    let shown =
      window.lagging?.subscriptions.map { ($0.mount, $0.shown) }
      ?? product.mounts(in: window.window).map { ($0, $0.subscription.output(state, .ascending)) }
    return WindowState(window: window.window, showing: shown)
  }

  // MARK: People

  /// What people do in a window, simplest first: what it enables, less what the scope leaves out.
  @usableFromInline package func gestures(
    in window: WindowState<P>, showing display: Display
  ) -> [P.WindowGesture] {
    let offered = product.gestures(in: window.window, showing: display, values: scope.values)
    guard let leavesOut = scope.windows?.leavesOut, !leavesOut.isEmpty else { return offered }
    return offered.filter { !leavesOut.contains(RuntimeLabel<P>.windowGesture($0, window: 0).kind) }
  }

  /// What a gesture does to its window before the next render, and the gesture that it dispatches.
  func handle(
    _ gesture: P.WindowGesture, in window: WindowState<P>, showing display: Display
  ) -> (window: P.Window, dispatched: P.Gesture?) {
    var changed = window.window
    let dispatched = product.handle(gesture, in: &changed, showing: display)
    return (changed, dispatched)
  }

  // MARK: What follows by itself

  /// How many renders a window may take one after the other; one that takes more never comes to
  /// rest.
  var renderCountMax: Int { 100 }

  /// A window once all that does not lag has taken what a step streamed, and is rendered; nil when
  /// it never comes to rest.
  ///
  /// - Parameters:
  ///   - last: the component state before the step.
  ///   - action: what the step dispatched; nil when it dispatched nothing, or the reducer threw.
  func settled(
    _ window: WindowState<P>, from last: P.Window, after action: P.Action?, _ before: P.State,
    _ after: P.State
  ) -> WindowState<P>? {
    var window = window
    guard let view = window.lagging else {
      return refresh(&window.window, from: last, before, after) ? window : nil
    }
    window.lagging?.subscriptions = view.subscriptions.map { subscription in
      let passes = action.map { subscription.passes($0, from: before) } ?? false
      return fallenBehind(subscription, passes: passes, after)
    }
    return atRest(window, after)
  }

  /// A subscription with something in its stream; what does not lag takes it at once.
  ///
  /// A subscription whose taking would change nothing is not behind: without a filter, a later
  /// change brings an element of its own; with a filter that misses the change, an old element
  /// could only hide that.
  private func fallenBehind(
    _ subscription: LaggingSubscription<P>, passes: Bool, _ state: P.State
  ) -> LaggingSubscription<P> {
    guard subscription.isBehind || passes else { return subscription }
    var (quiet, taken) = (subscription, subscription)
    quiet.isBehind = false
    taken.take(state)
    guard scope.windows?.lagging?.contains(subscription.name) == true, taken != quiet else {
      return taken
    }
    quiet.isBehind = true
    return quiet
  }

  /// Every way in which a subscription of a window takes what waits.
  func drains(
    of window: WindowState<P>, _ state: P.State
  ) -> [(subscription: String, window: WindowState<P>)] {
    (window.lagging?.subscriptions ?? []).enumerated().compactMap { place, subscription in
      guard subscription.isBehind else { return nil }
      var next = window
      next.lagging?.subscriptions[place].take(state)
      return (subscription.name, next)
    }
  }

  // MARK: Renders

  /// A window after a render; nil when it has nothing to render.
  func rendered(_ window: WindowState<P>, _ state: P.State) -> WindowState<P>? {
    guard window.needsRender, let view = window.lagging else { return nil }
    var (next, shown) = (window, view)
    shown.render(window.window, mounting: product.mounts, in: state)
    next.lagging = shown
    product.refresh(
      &next.window, from: Rendering(window: view.rendered, display: view.display),
      to: Rendering(window: window.window, display: shown.display))
    return next
  }

  /// A window rendered until it has nothing to render; nil when it never comes to rest.
  func atRest(_ window: WindowState<P>, _ state: P.State) -> WindowState<P>? {
    var window = window
    for _ in 0..<renderCountMax {
      guard let next = rendered(window, state) else { return window }
      window = next
    }
    return nil
  }

  /// Renders a window in which nothing lags, but something changed, as long as a render differs
  /// from the one before.
  ///
  /// - Returns: whether it comes to rest.
  private func refresh(
    _ window: inout P.Window, from old: P.Window, _ before: P.State, _ after: P.State
  )
    -> Bool
  {
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
