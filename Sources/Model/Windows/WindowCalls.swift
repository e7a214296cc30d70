/// The product's window functions behind the tables, asked once for each distinct input.
protocol WindowCalls: AnyObject {
  func shape(ofWindows windows: UInt32) -> WindowCache.Shape
  func windowsAtLaunch(store: UInt32) -> UInt32
  func gestures(inWindow window: UInt32, place: Int, store: UInt32) -> [(Transition, WindowCache.Effect)]
  func moves(ofWindows windows: UInt32, store: UInt32) -> [(Transition, WindowCache.Effect)]
  func openings(ofWindows windows: UInt32, store: UInt32) -> [(Transition, WindowCache.Effect)]
  /// All windows after a transition, and whether one changed that it did not act in.
  func windows(
    _ windows: UInt32, after transition: Transition, _ effect: WindowCache.Effect, from old: UInt32,
    to new: UInt32
  ) -> (windows: UInt32, changesOthers: Bool)
}

/// The product's window functions, asked for what the tables do not know yet.
extension RuntimeExpansion: WindowCalls {
  private typealias Effect = WindowCache.Effect

  private func isLagging(_ handles: WindowHandles) -> Bool { handles.rendered != absentHandle }

  func shape(ofWindows windows: UInt32) -> WindowCache.Shape {
    let handles = windowSets[windows]
    let acting = handles.indices.filter { !isReduced || !handles[..<$0].contains(handles[$0]) }
    return WindowCache.Shape(
      windows: handles, acting: acting, isBehind: handles.contains { lagging.isBehind(windowHandles[$0]) },
      needsRender: handles.contains { lagging.needsRender(windowHandles[$0]) })
  }

  private func opened(_ store: UInt32, _ state: P.State) -> UInt32? {
    product.initialWindow.map {
      windowHandles.handle(of: lagging.opened($0, store, state))
    }
  }

  func windowsAtLaunch(store: UInt32) -> UInt32 {
    guard case .running(let state) = stores[store], let window = opened(store, state) else {
      return WindowCache.emptyHandle
    }
    return windowSets.handle(of: Array(repeating: window, count: system.scope.windows?.countAtLaunch ?? 0))
  }

  // MARK: Gestures

  func gestures(inWindow window: UInt32, place: Int, store: UInt32) -> [(Transition, WindowCache.Effect)] {
    guard case .running(let state) = stores[store] else { return [] }
    let handles = windowHandles[window]
    let old = lagging.value(of: handles)
    return offered(in: old, handles, state).map { complexity, gesture in
      let label = RuntimeLabel<P>.windowGesture(gesture, window: place)
      var transition = Transition(
        kind: .window, traits: .gesture, payload: windowLabels.handle(of: label))
      transition.complexity = UInt16(clamping: complexity)
      let (new, dispatched) = system.handle(gesture, in: old, state)
      var changed = handles
      changed.window = lagging.windows.handle(of: new.window)
      var effect = Effect(place: UInt32(place), window: windowHandles.handle(of: changed))
      if let dispatched { effect.gesture = dispatch(dispatched, state, store, into: &transition) }
      return (transition, effect)
    }
  }

  /// The gestures in label order, each with its place among the simplest.
  private func offered(
    in window: WindowState<P>, _ handles: WindowHandles, _ state: P.State
  ) -> [(complexity: Int, gesture: P.WindowGesture)] {
    let key = isLagging(handles) ? lagging.key(of: handles) : nil
    if let key, let known = offeredWhere[key] { return known }
    let offered = system.gestures(in: window, state)
    if Set(offered).count < offered.count { complaint = "a gesture is offered twice: \(offered)" }
    let ordered = offered.enumerated().sorted { $0.element < $1.element }.map { ($0.offset, $0.element) }
    if let key { offeredWhere[key] = ordered }
    return ordered
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

  func windows(
    _ windows: UInt32, after transition: Transition, _ effect: WindowCache.Effect, from old: UInt32,
    to new: UInt32
  ) -> (windows: UInt32, changesOthers: Bool) {
    guard let places = places(ofWindows: windows, after: transition, effect, from: old, to: new) else {
      return (WindowCache.emptyHandle, true)
    }
    let before = windowSets[windows]
    let changesOthers = places.indices.contains { $0 != Int(effect.place) && places[$0] != before[$0] }
    return (windowSets.handle(of: canonical(places)), changesOthers)
  }

  /// The windows after a transition, each at its place; nil when the app does not run on both sides.
  private func places(
    ofWindows windows: UInt32, after transition: Transition, _ effect: WindowCache.Effect, from old: UInt32,
    to new: UInt32
  ) -> [UInt32]? {
    guard case .running(let before) = stores[old], case .running(let after) = stores[new] else { return nil }
    var places = windowSets[windows]
    for (place, handle) in places.enumerated() {
      let isActing = place == Int(effect.place)
      var now = windowHandles[isActing ? effect.window : handle]
      if isLagging(now) {
        let action = streamedAction(transition, in: windows, before).map { ($0, actions[$0]) }
        if !lagging.fallBehind(&now, by: action, from: old, before, to: new, after) {
          complainOfRefresh(of: now)
        }
      } else if isActing || old != new {
        if let window = lagging.refreshed(
          now.window, from: windowHandles[handle].window, (old, before), (new, after))
        {
          now.window = window
        } else {
          complainOfRefresh(of: now)
        }
      }
      places[place] = windowHandles.handle(of: now)
    }
    return places
  }

  // MARK: What a step did

  /// What a transition did to windows between two states: those that it acted in, opened or closed, or
  /// changed otherwise; none that it left alone.
  func windowChanges(
    of transition: UInt32, from old: Row, to new: Row, recording recorder: ReadRecorder?
  ) -> [WindowChange<P>] {
    recorder?.reads.transition = true
    func value(_ handle: UInt32) -> WindowState<P> { lagging.value(of: windowHandles[handle]) }
    let remembered = remembered(transition)
    guard let effect = windowTables?.effect(of: transition) else { return [] }
    if remembered.traits.contains(.crash) || remembered.kind == .relaunch {
      recorder?.record(.windows, at: .before)
      recorder?.record(.windows, at: .after)
      return windowSets[old[Slot.windows]].map { WindowChange(old: value($0), new: nil) }
        + windowSets[new[Slot.windows]].map { WindowChange(old: nil, new: value($0)) }
    }
    let before = windowSets[old[Slot.windows]]
    if effect.windows != absentHandle { return changes(by: label(of: transition), before, to: new) }
    guard effect.place != absentHandle || remembered.kind == .complete,
      let after = places(
        ofWindows: old[Slot.windows], after: remembered, effect, from: old[Slot.store], to: new[Slot.store])
    else { return [] }
    return before.indices.compactMap { place in
      let isActing = place == Int(effect.place)
      guard isActing || before[place] != after[place] else { return nil }
      return WindowChange(old: value(before[place]), new: value(after[place]), isActing: isActing)
    }
  }

  /// What a label did that says itself which window it is about.
  private func changes(
    by label: RuntimeLabel<P>, _ before: [UInt32], to new: Row
  ) -> [WindowChange<P>] {
    func value(_ handle: UInt32) -> WindowState<P> { lagging.value(of: windowHandles[handle]) }
    let after = windowSets[new[Slot.windows]]
    switch label {
    case .closeWindow(let place):
      return [WindowChange(old: value(before[place]), new: nil, isActing: true)]
    case .openWindow:
      guard case .running(let state) = stores[new[Slot.store]], let opened = opened(new[Slot.store], state)
      else { return [] }
      return [WindowChange(old: nil, new: value(opened), isActing: true)]
    case .drain(let place, _), .render(let place):
      return [WindowChange(old: value(before[place]), new: value(after[place]))]
    default: return []
    }
  }

  private func complainOfRefresh(of handles: WindowHandles) {
    complaint =
      "refresh changes a window after each of \(system.renderCountMax) renders in a row: "
      + "let it act on differences only; the window is \(lagging.windows[handles.window])"
  }

  /// The action that a transition streamed; nil when it dispatched none, or the reducer threw.
  private func streamedAction(_ transition: Transition, in windows: UInt32, _ state: P.State) -> UInt32? {
    if transition.traits.contains(.throwing) { return nil }
    if transition.kind == .complete { return completionAction(ofMove: transition.payload) }
    guard transition.kind == .window,
      case .windowGesture(let gesture, let place) = windowLabels[transition.payload]
    else { return nil }
    let window = lagging.value(of: windowHandles[windowSets[windows][place]])
    return system.handle(gesture, in: window, state).dispatched
      .map { actions.handle(of: product.action(of: $0)) }
  }

  // MARK: What lags, and windows that come and go

  func moves(ofWindows windows: UInt32, store: UInt32) -> [(Transition, WindowCache.Effect)] {
    guard case .running(let state) = stores[store] else { return [] }
    let places = windowSets[windows]
    let drains = places.enumerated().flatMap { place, handle in
      lagging.drains(of: windowHandles[handle], store, state).map {
        (RuntimeLabel<P>.drain(window: place, subscription: $0.name), place, $0.window)
      }
    }
    let renders = places.enumerated().compactMap { place, handle in
      lagging.rendered(windowHandles[handle], store, state).map { window in
        var last = window
        if !lagging.comesToRest(&last, store, state) { complainOfRefresh(of: last) }
        return (RuntimeLabel<P>.render(window: place), place, window)
      }
    }
    return (drains.sorted { $0.0 < $1.0 } + renders).map { label, place, window in
      var changed = places
      changed[place] = windowHandles.handle(of: window)
      return step(label, to: changed)
    }
  }

  func openings(ofWindows windows: UInt32, store: UInt32) -> [(Transition, WindowCache.Effect)] {
    guard let bounds = system.scope.windows, bounds.opensAndCloses, case .running(let state) = stores[store]
    else { return [] }
    let places = windowSets[windows]
    var steps: [(Transition, WindowCache.Effect)] = []
    if places.count < bounds.countMax, let window = opened(store, state) {
      steps.append(step(.openWindow, to: places + [window]))
    }
    for place in places.indices where !isReduced || !places[..<place].contains(places[place]) {
      var changed = places
      changed.remove(at: place)
      steps.append(step(.closeWindow(place), to: changed))
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
    return (transition, Effect(windows: windowSets.handle(of: canonical(windows))))
  }

  // MARK: Equal windows

  /// Windows in the order of their content, where equal windows count as one.
  func canonical(_ windows: [UInt32]) -> [UInt32] {
    guard isReduced else { return windows }
    return windows.sorted {
      lagging.windows[windowHandles[$0].window] < lagging.windows[windowHandles[$1].window]
    }
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
