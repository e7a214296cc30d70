@testable import Model

/// Windows on whole values: what people do in them, what subscriptions cache, and how late they
/// are.
extension NaiveRuntime {
  private var bounds: WindowBounds? { scope.windows }
  private var caches: Bool { bounds?.lagging != nil }

  // MARK: People

  /// What people do in windows: a full mail holds back what dispatches, and nothing else.
  func windowGestures(from state: State) -> [(Label, State)] {
    guard let running = state.running, !state.needsRender else { return [] }
    return state.windows.indices.flatMap { place -> [(Label, State)] in
      let component = state.windows[place].component
      let shown = display(of: state.windows[place], in: running)
      let gestures = product.gestures(in: component, showing: shown, values: scope.values)
      return gestures.compactMap { gesture -> (Label, State)? in
        if bounds?.leavesOut.contains(word(for: gesture)) == true { return nil }
        var next = state
        let dispatched = product.handle(gesture, in: &next.windows[place].component, showing: shown)
        let others = next.windows.indices.filter { $0 != place }.map { next.windows[$0].component }
        product.assignIds(in: &next.windows[place].component, besides: others, state: running)
        if let dispatched {
          guard state.mail.count < scope.mailMax, request(dispatched, in: &next, after: state)
          else {
            return nil
          }
        } else {
          show(&next, after: state, streaming: nil)
        }
        return (.windowGesture(gesture, window: place), next)
      }
    }
  }

  /// The case of a gesture without its payload.
  private func word(for gesture: P.WindowGesture) -> String {
    String("\(gesture)".prefix { $0 != "(" })
  }

  /// Windows open at the end, and any of them closes.
  func comingsAndGoings(from state: State) -> [(Label, State)] {
    guard let bounds, bounds.opensAndCloses, let running = state.running else { return [] }
    var steps: [(Label, State)] = []
    if state.windows.count < bounds.countMax {
      var next = state
      next.windows += opened(1, in: running)
      steps.append((.openWindow, next))
    }
    for place in state.windows.indices {
      var next = state
      next.windows.remove(at: place)
      steps.append((.closeWindow(place), next))
    }
    return steps
  }

  /// The windows of a launch.
  func windowsAtLaunch(in running: P.State) -> [NaiveWindow<P>] {
    bounds.map { opened($0.countAtLaunch, in: running) } ?? []
  }

  /// Windows as they open: rendered at once, and a first render is no change.
  private func opened(_ count: Int, in running: P.State) -> [NaiveWindow<P>] {
    guard let component = product.initialWindow(in: running) else { return [] }
    var window = NaiveWindow<P>(component: component)
    if caches {
      window.rendered = component
      window.subscriptions = product.mounts(in: component).map { started($0, in: running) }
    }
    return Array(repeating: window, count: count)
  }

  // MARK: What windows show

  private func display(of window: NaiveWindow<P>, in running: P.State) -> Display {
    guard window.rendered != nil else {
      let mounts = product.mounts(in: window.component)
      return Display { name in
        mounts.first { $0.name == name }.map { $0.subscription.output(running, .ascending) }
      }
    }
    return Display { name in window.subscriptions.first { $0.name == name }?.shown }
  }

  /// What the selectors say of a state.
  private func outputs(of component: P.Window, in running: P.State) -> [String: Output] {
    Dictionary(
      product.mounts(in: component).map { ($0.name, $0.subscription.output(running, .ascending)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// What a step does to windows beside the component state that a gesture changed: subscriptions
  /// hear of the action that was streamed, and what is late nowhere is rendered at once.
  func show(_ next: inout State, after old: State, streaming action: P.Action?) {
    guard let before = old.running, let after = next.running else { return }
    for place in next.windows.indices {
      if caches {
        stream(action, to: &next.windows[place], before, after)
        while next.windows[place].needsRender { render(&next.windows[place], in: after) }
      } else {
        renderUncached(
          &next.windows[place].component, from: old.windows[place].component, before, after)
      }
    }
  }

  /// Renders as long as two renders after each other differ: in the component state or in what is
  /// shown.
  private func renderUncached(
    _ component: inout P.Window, from old: P.Window, _ before: P.State, _ after: P.State
  ) {
    if component == old && before == after { return }
    var (last, lastOutputs) = (old, outputs(of: old, in: before))
    while true {
      let (now, nowOutputs) = (component, outputs(of: component, in: after))
      if now == last && nowOutputs == lastOutputs { return }
      let (from, to) = (lastOutputs, nowOutputs)
      product.refresh(
        &component, from: Rendering(window: last, display: Display { from[$0] }),
        to: Rendering(window: now, display: Display { to[$0] }))
      (last, lastOutputs) = (now, nowOutputs)
    }
  }

  // MARK: Subscriptions

  private func started(_ mount: Mount<P>, in running: P.State) -> LaggingSubscription<P> {
    let source = mount.subscription
    return LaggingSubscription(
      mount, dependencies: source.dependencyOutputs(running),
      output: source.output(running, .ascending))
  }

  /// Puts an element into every stream: with what waits there, it is taken at once or later.
  ///
  /// It is forgotten when taking it would change nothing any more.
  private func stream(
    _ action: P.Action?, to window: inout NaiveWindow<P>, _ before: P.State, _ after: P.State
  ) {
    for place in window.subscriptions.indices {
      let now = window.subscriptions[place]
      let passes = action.map { now.mount.subscription.filter?(before, $0) ?? true } ?? false
      guard now.isBehind || passes else { continue }
      let taken = taking(now, in: after)
      if bounds?.lagging?.contains(now.name) == true {
        var quiet = now
        quiet.isBehind = false
        window.subscriptions[place].isBehind = taken != quiet
      } else {
        window.subscriptions[place] = taken
      }
    }
  }

  /// A subscription that has taken what waits: all of it computes from the current state.
  private func taking(_ subscription: LaggingSubscription<P>, in running: P.State)
    -> LaggingSubscription<P>
  {
    let source = subscription.mount.subscription
    var next = subscription
    next.isBehind = false
    next.dependencies = source.dependencyOutputs(running)
    if next.dependencies.isEmpty || next.dependencies != subscription.dependencies {
      next.output = source.output(running, .ascending)
    }
    return next
  }

  /// A render mounts what the component state asks for: the same name and id goes on, all else
  /// starts over.
  ///
  /// Then change handlers compare it with the render before.
  private func render(_ window: inout NaiveWindow<P>, in running: P.State) {
    guard let rendered = window.rendered else { return }
    let last = Rendering(window: rendered, display: display(of: window, in: running))
    let known = window.subscriptions
    window.rendered = window.component
    window.subscriptions = product.mounts(in: window.component).map { mount in
      let kept = known.first {
        $0.name == mount.name && $0.mount.subscription.id == mount.subscription.id
      }
      guard var kept else { return started(mount, in: running) }
      kept.shown = kept.output
      return kept
    }
    let now = Rendering(window: window.component, display: display(of: window, in: running))
    product.refresh(&window.component, from: last, to: now)
  }

  /// What is late moves: subscriptions take what waits, and windows render what was published.
  func catchingUp(from state: State) -> [(Label, State)] {
    guard let running = state.running else { return [] }
    return state.windows.indices.flatMap { place -> [(Label, State)] in
      var steps: [(Label, State)] = []
      for (number, subscription) in state.windows[place].subscriptions.enumerated()
      where subscription.isBehind {
        var next = state
        next.windows[place].subscriptions[number] = taking(subscription, in: running)
        steps.append((.drain(window: place, subscription: subscription.name), next))
      }
      if state.windows[place].needsRender {
        var next = state
        render(&next.windows[place], in: running)
        steps.append((.render(window: place), next))
      }
      return steps
    }
  }
}
