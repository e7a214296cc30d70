/// The product's window functions, asked for what the tables do not know yet.
extension RuntimeExpansion {
  private typealias Effect = WindowCache.Effect

  func shape(ofWindows set: UInt32) -> (WindowCache.Shape, [WindowCache.Member]) {
    let handles = windowSets[set]
    let members = handles.indices.map {
      WindowCache.Member(
        window: handles[$0], isActing: !isReduced || !handles[..<$0].contains(handles[$0]))
    }
    let shape = WindowCache.Shape(
      isBehind: handles.contains { windows[$0].isBehind },
      needsRender: handles.contains { windows[$0].needsRender })
    return (shape, members)
  }

  func isRunning(store: UInt32) -> Bool {
    if case .running = stores[store] { true } else { false }
  }

  private func opened(in state: P.State) -> UInt32? {
    product.initialWindow(in: state).map { windows.handle(of: system.opened($0, in: state)) }
  }

  func windowsAtLaunch(store: UInt32) -> UInt32 {
    guard case .running(let state) = stores[store], let window = opened(in: state) else {
      return WindowCache.emptyHandle
    }
    return windowSets.handle(of: Array(repeating: window, count: system.scope.windows?.countAtLaunch ?? 0))
  }

  // MARK: Gestures

  func gestures(inWindow window: UInt32, place: Int, store: UInt32) -> [(Transition, WindowCache.Effect)] {
    guard case .running(let state) = stores[store] else { return [] }
    let old = windows[window]
    let display = system.display(of: old, in: state)
    return offered(in: window, showing: display).map { complexity, gesture in
      let label = RuntimeLabel<P>.windowGesture(gesture, window: place)
      var transition = Transition(
        kind: .window, traits: .gesture, payload: windowLabels.handle(of: label))
      transition.complexity = UInt16(clamping: complexity)
      let (new, dispatched) = system.handle(gesture, in: old, showing: display)
      var effect = Effect(place: UInt32(place), window: windows.handle(of: window, changedTo: new))
      if let dispatched { effect.gesture = dispatch(dispatched, state, store, into: &transition) }
      return (transition, effect)
    }
  }

  /// The gestures in label order, each with its place among the simplest; where subscriptions lag, a window
  /// alone decides them.
  private func offered(
    in window: UInt32, showing display: Display
  ) -> [(complexity: Int, gesture: P.WindowGesture)] {
    if !isLagging { return inOrder(system.gestures(in: windows[window], showing: display)) }
    return offeredWhere.answer(for: HandleTable.Key(window)) {
      inOrder(system.gestures(in: windows[window], showing: display))
    }
  }

  private func inOrder(_ offered: [P.WindowGesture]) -> [(complexity: Int, gesture: P.WindowGesture)] {
    if Set(offered).count < offered.count { complaint = "a gesture is offered twice: \(offered)" }
    return offered.enumerated().sorted { contentPrecedes($0.element, $1.element) }
      .map { ($0.offset, $0.element) }
  }

  private func dispatch(
    _ dispatched: P.Gesture, _ state: P.State, _ store: UInt32, into transition: inout Transition
  ) -> UInt32 {
    if product.isAppearing(dispatched) { transition.traits.insert(.appearing) }
    if product.isDestructive(dispatched) { transition.traits.insert(.destructive) }
    dispatch(actions.handle(of: product.action(of: dispatched)), in: state, store, into: &transition)
    if transition.notice != absentHandle, product.isAcceptedRequest(notices[transition.notice]) {
      transition.additionCount = Int16(clamping: product.additionCount(of: dispatched))
    }
    // A step that leaves the store alone may still change the window.
    transition.traits.remove(.loop)
    return gestures.handle(of: dispatched)
  }

  /// A window at rest after a step in which it, or the store, changed.
  ///
  /// - Parameters:
  ///   - window: the window after a gesture in it, or as it was.
  ///   - known: the window before, which tells its last render where nothing lags.
  ///   - action: what subscriptions that lag are told.
  func settled(
    _ window: UInt32, from known: UInt32, after action: UInt32, _ step: WindowSettling.Step
  ) -> UInt32 {
    guard case .running(let before) = stores[step.oldStore], case .running(let after) = stores[step.newStore]
    else { return window }
    let (old, new) = ((step.oldStore, before), (step.newStore, after))
    if !isLagging && window == known && isSame(inWindow: window, old, new) { return window }
    let value = windows[window]
    let settled = system.settled(
      value, from: windows[known].window, after: action == absentHandle ? nil : actions[action], before,
      after)
    if settled == nil { complainOfRefresh(of: value) }
    return settled.map(windows.handle) ?? window
  }

  /// A window that a gesture changed, with ids for what it opened.
  func named(_ window: UInt32, besides others: UInt32, store: UInt32) -> UInt32 {
    guard case .running(let state) = stores[store] else { return window }
    let known = windows.component(of: window)
    var component = known
    product.assignIds(in: &component, besides: windowSets[others].map(windows.component), state: state)
    return component == known ? window : windows.handle(of: window, changedTo: component)
  }

  func windows(_ set: UInt32, replacing place: Int, with window: UInt32) -> UInt32 {
    var places = windowSets[set]
    places[place] = window
    return windowSets.handle(of: places)
  }

  func windows(_ set: UInt32, without place: Int) -> UInt32 {
    var others = windowSets[set]
    others.remove(at: place)
    return windowSets.handle(of: others)
  }

  /// The windows in their order, where equal windows count as one.
  func canonical(_ set: UInt32) -> UInt32 {
    isReduced ? windowSets.handle(of: inOrderOfContent(windowSets[set])) : set
  }

  /// Whether a window in which nothing lags shows the same in two stores, so that it has nothing to render.
  private func isSame(
    inWindow window: UInt32, _ old: (store: UInt32, state: P.State), _ new: (store: UInt32, state: P.State)
  ) -> Bool {
    old.store == new.store || shown(inWindow: window, old) == shown(inWindow: window, new)
  }

  private func shown(inWindow window: UInt32, _ now: (store: UInt32, state: P.State)) -> UInt32 {
    let key = HandleTable.Key(window, now.store)
    if let known = shownWhere.find(key) { return known }
    let mounts = product.mounts(in: windows.component(of: window))
    let handle = displays.handle(of: mounts.map { $0.subscription.output(now.state, .ascending) })
    shownWhere.insert(key, handle)
    return handle
  }

  /// What a window shows that lags nothing; several clauses ask about one window, one after the other.
  func display(of window: WindowState<P>, _ store: UInt32, _ state: P.State) -> Display {
    if let latest = latestDisplay, latest.store == store, latest.window == window { return latest.display }
    let display = system.display(of: window, in: state)
    latestDisplay = (store, window, display)
    return display
  }

  // MARK: What a step did

  /// What a transition did to windows between two states, in the order of their content: those that it acted
  /// in, opened or closed, or changed otherwise; none that it left alone.
  func windowChanges(
    of transition: UInt32, from old: Row, to new: Row, recording recorder: ReadRecorder?
  ) -> [WindowChange<P>] {
    recorder?.reads.transition = true
    let remembered = remembered(transition)
    guard let effect = windowTables?.effect(of: transition) else { return [] }
    if remembered.traits.contains(.crash) || remembered.kind == .relaunch {
      recorder?.record(.windows, at: .before)
      recorder?.record(.windows, at: .after)
      let closed = windowSets[old[Slot.windows]].map { WindowChange(old: windows[$0], new: nil) }
      let opened = windowSets[new[Slot.windows]].map { WindowChange(old: nil, new: windows[$0]) }
      return (closed + opened).sorted(by: WindowChange.precedes)
    }
    // Several clauses ask about one step.
    let key = HandleTable.Key(transition, old[Slot.windows], new[Slot.windows])
    if let latest = latestChanges, latest.key == key { return latest.changes }
    let changes = changes(by: transition, remembered.traits, effect, from: old, to: new)
    latestChanges = (key, changes.count < 2 ? changes : changes.sorted(by: WindowChange.precedes))
    return latestChanges?.changes ?? []
  }

  private func changes(
    by transition: UInt32, _ traits: StepTraits, _ effect: Effect, from old: Row, to new: Row
  ) -> [WindowChange<P>] {
    let before = windowSets[old[Slot.windows]]
    if effect.windows != absentHandle { return changes(by: label(of: transition), before, to: new) }
    // Steps after which windows were not looked at leave them alone.
    let step = WindowSettling.Step(
      transition: windowTables?.original(of: transition) ?? transition, effect: effect,
      oldStore: old[Slot.store], newStore: new[Slot.store])
    guard let outcome = windowTables?.outcome(of: old[Slot.windows], after: step, traits, asking: self)
    else { return [] }
    let after = windowSets[outcome.places]
    return before.indices.compactMap { place in
      let isActing = place == Int(effect.place)
      guard isActing || before[place] != after[place] else { return nil }
      return WindowChange(old: windows[before[place]], new: windows[after[place]], isActing: isActing)
    }
  }

  /// What a label did that says itself which window it is about.
  private func changes(
    by label: RuntimeLabel<P>, _ before: [UInt32], to new: Row
  ) -> [WindowChange<P>] {
    let after = windowSets[new[Slot.windows]]
    switch label {
    case .closeWindow(let place):
      return [WindowChange(old: windows[before[place]], new: nil, isActing: true)]
    case .openWindow:
      var others = before
      let opened = after.first { window in
        guard let place = others.firstIndex(of: window) else { return true }
        others.remove(at: place)
        return false
      }
      return opened.map { [WindowChange(old: nil, new: windows[$0], isActing: true)] } ?? []
    case .drain(let place, _), .render(let place):
      return [WindowChange(old: windows[before[place]], new: windows[after[place]])]
    default: return []
    }
  }

  private func complainOfRefresh(of window: WindowState<P>) {
    complaint =
      "refresh changes a window after each of \(system.renderCountMax) renders in a row: "
      + "let it act on differences only; the window is \(window.window)"
  }

  /// The action that a transition streams; nil when it dispatches none, or the reducer throws.
  func streamedAction(_ transition: UInt32, in window: UInt32, store: UInt32) -> UInt32? {
    let remembered = remembered(transition)
    if remembered.traits.contains(.throwing) { return nil }
    if remembered.kind == .complete { return completionAction(ofMove: remembered.payload) }
    guard remembered.kind == .window, window != absentHandle, case .running(let state) = stores[store],
      case .windowGesture(let gesture, _) = windowLabels[remembered.payload]
    else { return nil }
    let window = windows[window]
    return system.handle(gesture, in: window, showing: system.display(of: window, in: state)).dispatched
      .map { actions.handle(of: product.action(of: $0)) }
  }

  // MARK: What lags, and windows that come and go

  func moves(ofWindows set: UInt32, store: UInt32) -> [(Transition, WindowCache.Effect)] {
    guard case .running(let state) = stores[store] else { return [] }
    let places = windowSets[set]
    let drains = places.enumerated().flatMap { place, window in
      system.drains(of: windows[window], state).map {
        (
          RuntimeLabel<P>.drain(window: place, subscription: $0.subscription), place,
          windows.handle(of: $0.window)
        )
      }
    }
    let renders = places.enumerated().compactMap { place, window in
      rendered(window, state).map { (RuntimeLabel<P>.render(window: place), place, $0) }
    }
    return (drains.sorted { $0.0 < $1.0 } + renders).map { label, place, window in
      var changed = places
      changed[place] = window
      return step(label, to: changed)
    }
  }

  private func rendered(_ window: UInt32, _ state: P.State) -> UInt32? {
    guard let rendered = system.rendered(windows[window], state) else { return nil }
    if system.atRest(rendered, state) == nil { complainOfRefresh(of: rendered) }
    return windows.handle(of: rendered)
  }

  func openings(ofWindows set: UInt32, store: UInt32) -> [(Transition, WindowCache.Effect)] {
    guard let bounds = system.scope.windows, case .running(let state) = stores[store] else { return [] }
    let places = windowSets[set]
    var steps: [(Transition, WindowCache.Effect)] = []
    if places.count < bounds.countMax, let window = opened(in: state) {
      steps.append(step(.openWindow, to: places + [window]))
    }
    for place in places.indices where !isReduced || !places[..<place].contains(places[place]) {
      var others = places
      let closed = windows[others.remove(at: place)].window
      others.removeAll { !product.staysOpen(windows[$0].window, whenClosing: closed) }
      steps.append(step(.closeWindow(place), to: others))
    }
    return steps
  }

  private func step(_ label: RuntimeLabel<P>, to windows: [UInt32]) -> (Transition, WindowCache.Effect) {
    let isInside =
      switch label {
      case .drain, .render: true
      default: false
      }
    let transition = Transition(
      kind: .window, traits: isInside ? .rendering : .gesture, payload: windowLabels.handle(of: label))
    return (transition, Effect(windows: canonical(windowSets.handle(of: windows))))
  }

  // MARK: Equal windows

  func inOrderOfContent(_ windows: [UInt32]) -> [UInt32] {
    if windows.count < 2 { return windows }
    return windows.sorted(by: self.windows.precedes)
  }

  /// How many states there are that only the order of their windows tells from this one.
  package func symmetricCount(of row: Row) -> Int {
    guard isReduced else { return 1 }
    let handles = windowSets[row[Slot.windows]]
    var count = 1
    for place in handles.indices {
      count = count * (place + 1) / handles[...place].count { $0 == handles[place] }
    }
    return count
  }
}
