/// A product's window functions, asked for what the tables do not know yet.
final class WindowCalls<P: Product> {
  private typealias Effect = WindowCache.Effect

  /// What asks the functions that have nothing to do with windows.
  let core: ProductCalls<P>
  private let interned: InternedRuntime<P>
  private let system: RuntimeSystem<P>
  private let product: P
  private let transitions: LargeArray<Transition>
  private let shownWhere = HandleTable()
  private let offeredWhere = AnswerTable<[(complexity: Int, gesture: P.WindowGesture)]>()
  /// What a window showed that was asked about last.
  private var latestDisplay: (store: UInt32, window: WindowState<P>, display: Display)?

  init(_ core: ProductCalls<P>, transitions: LargeArray<Transition>) {
    self.core = core
    interned = core.interned
    system = interned.system
    product = interned.product
    self.transitions = transitions
  }

  var memory: MemoryUse { shownWhere.memory + offeredWhere.memory }

  func shape(ofWindows set: UInt32) -> (WindowCache.Shape, [WindowCache.Member]) {
    let handles = interned.windowSets[set]
    let members = handles.indices.map {
      WindowCache.Member(
        window: handles[$0], isActing: !interned.isReduced || !handles[..<$0].contains(handles[$0]))
    }
    let shape = WindowCache.Shape(
      isBehind: handles.contains { interned.windows[$0].isBehind },
      needsRender: handles.contains { interned.windows[$0].needsRender })
    return (shape, members)
  }

  func isRunning(store: UInt32) -> Bool {
    if case .running = interned.stores[store] { true } else { false }
  }

  private func opened(in state: P.State) -> UInt32? {
    product.initialWindow(in: state).map {
      interned.windows.handle(of: system.opened($0, in: state))
    }
  }

  func windowsAtLaunch(store: UInt32) -> UInt32 {
    guard case .running(let state) = interned.stores[store], let window = opened(in: state) else {
      return WindowCache.emptyHandle
    }
    return interned.windowSets.handle(
      of: Array(repeating: window, count: system.scope.windows?.countAtLaunch ?? 0))
  }

  // MARK: Gestures

  func gestures(
    inWindow window: UInt32, place: Int, store: UInt32
  ) -> [(Transition, WindowCache.Effect)] {
    guard case .running(let state) = interned.stores[store] else { return [] }
    let old = interned.windows[window]
    let display = system.display(of: old, in: state)
    return offered(in: window, showing: display).map { complexity, gesture in
      let label = RuntimeLabel<P>.windowGesture(gesture, window: place)
      var transition = Transition(
        kind: .window, traits: .gesture, payload: interned.windowLabels.handle(of: label))
      transition.complexity = UInt16(clamping: complexity)
      let (new, dispatched) = system.handle(gesture, in: old, showing: display)
      var effect = Effect(
        place: UInt32(place), window: interned.windows.handle(of: window, changedTo: new))
      if let dispatched { effect.gesture = dispatch(dispatched, state, store, into: &transition) }
      return (transition, effect)
    }
  }

  /// The gestures in label order, each with its place among the simplest; where subscriptions lag,
  /// a window alone decides them.
  private func offered(
    in window: UInt32, showing display: Display
  ) -> [(complexity: Int, gesture: P.WindowGesture)] {
    if !core.isLagging {
      return inOrder(system.gestures(in: interned.windows[window], showing: display))
    }
    return offeredWhere.answer(for: HandleTable.Key(window)) {
      inOrder(system.gestures(in: interned.windows[window], showing: display))
    }
  }

  private func inOrder(
    _ offered: [P.WindowGesture]
  ) -> [(complexity: Int, gesture: P.WindowGesture)] {
    if Set(offered).count < offered.count {
      interned.complaint = "a gesture is offered twice: \(offered)"
    }
    return offered.enumerated().sorted { contentPrecedes($0.element, $1.element) }
      .map { ($0.offset, $0.element) }
  }

  private func dispatch(
    _ dispatched: P.Gesture, _ state: P.State, _ store: UInt32, into transition: inout Transition
  ) -> UInt32 {
    if product.isAppearing(dispatched) { transition.traits.insert(.appearing) }
    if product.isDestructive(dispatched) { transition.traits.insert(.destructive) }
    core.dispatch(
      interned.actions.handle(of: product.action(of: dispatched)), in: state, store,
      into: &transition)
    if transition.notice != absentHandle,
      product.isAcceptedRequest(interned.notices[transition.notice])
    {
      transition.additionCount = Int16(clamping: product.additionCount(of: dispatched))
    }
    // A step that leaves the store alone may still change the window.
    transition.traits.remove(.loop)
    return interned.gestures.handle(of: dispatched)
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
    guard case .running(let before) = interned.stores[step.oldStore],
      case .running(let after) = interned.stores[step.newStore]
    else { return window }
    let (old, new) = ((step.oldStore, before), (step.newStore, after))
    if !core.isLagging && window == known && isSame(inWindow: window, old, new) { return window }
    let value = interned.windows[window]
    let settled = system.settled(
      value, from: interned.windows[known].window,
      after: action == absentHandle ? nil : interned.actions[action], before,
      after)
    if settled == nil { complainOfRefresh(of: value) }
    return settled.map(interned.windows.handle) ?? window
  }

  /// A window that a gesture changed, with ids for what it opened.
  func named(_ window: UInt32, besides others: UInt32, store: UInt32) -> UInt32 {
    guard case .running(let state) = interned.stores[store] else { return window }
    let known = interned.windows.component(of: window)
    func component(besides others: [UInt32]) -> P.Window {
      var component = known
      product.assignIds(
        in: &component, besides: others.map(interned.windows.component), state: state)
      return component
    }
    let others = interned.windowSets[others]
    let named = component(besides: others)
    // There are three windows at most.
    if interned.isReduced && others.count == 2 && others[0] != others[1]
      && component(besides: others.reversed()) != named
    {
      interned.objection = "ids go by the order of the other windows"
    }
    return named == known ? window : interned.windows.handle(of: window, changedTo: named)
  }

  func windows(_ set: UInt32, replacing place: Int, with window: UInt32) -> UInt32 {
    var places = interned.windowSets[set]
    places[place] = window
    return interned.windowSets.handle(of: places)
  }

  func windows(_ set: UInt32, without place: Int) -> UInt32 {
    var others = interned.windowSets[set]
    others.remove(at: place)
    return interned.windowSets.handle(of: others)
  }

  /// Whether a window in which nothing lags shows the same in two stores, so that it has nothing to
  /// render.
  private func isSame(
    inWindow window: UInt32, _ old: (store: UInt32, state: P.State),
    _ new: (store: UInt32, state: P.State)
  ) -> Bool {
    old.store == new.store || shown(inWindow: window, old) == shown(inWindow: window, new)
  }

  private func shown(inWindow window: UInt32, _ now: (store: UInt32, state: P.State)) -> UInt32 {
    let key = HandleTable.Key(window, now.store)
    if let known = shownWhere.find(key) { return known }
    let mounts = product.mounts(in: interned.windows.component(of: window))
    let handle = interned.displays.handle(
      of: mounts.map { $0.subscription.output(now.state, .ascending) })
    shownWhere.insert(key, handle)
    return handle
  }

  /// What a window shows that lags nothing; several clauses ask about one window, one after the
  /// other.
  func display(of window: WindowState<P>, _ store: UInt32, _ state: P.State) -> Display {
    if let latest = latestDisplay, latest.store == store, latest.window == window {
      return latest.display
    }
    let display = system.display(of: window, in: state)
    latestDisplay = (store, window, display)
    return display
  }

  private func complainOfRefresh(of window: WindowState<P>) {
    interned.complaint =
      "refresh changes a window after each of \(system.renderCountMax) renders in a row: "
      + "let it act on differences only; the window is \(window.window)"
  }

  /// The action that a transition streams; nil when it dispatches none, or the reducer throws.
  func streamedAction(_ transition: UInt32, in window: UInt32, store: UInt32) -> UInt32? {
    let remembered = transitions[Int(transition)]
    if remembered.traits.contains(.throwing) { return nil }
    if remembered.kind == .complete { return core.completionAction(ofMove: remembered.payload) }
    guard remembered.kind == .window, window != absentHandle,
      case .running(let state) = interned.stores[store],
      case .windowGesture(let gesture, _) = interned.windowLabels[remembered.payload]
    else { return nil }
    let window = interned.windows[window]
    return system.handle(gesture, in: window, showing: system.display(of: window, in: state))
      .dispatched
      .map { interned.actions.handle(of: product.action(of: $0)) }
  }

  // MARK: What lags, and windows that come and go

  func moves(ofWindows set: UInt32, store: UInt32) -> [(Transition, WindowCache.Effect)] {
    guard case .running(let state) = interned.stores[store] else { return [] }
    let places = interned.windowSets[set]
    let drains = places.enumerated().flatMap { place, window in
      system.drains(of: interned.windows[window], state).map {
        (
          RuntimeLabel<P>.drain(window: place, subscription: $0.subscription), place,
          interned.windows.handle(of: $0.window)
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
    guard let rendered = system.rendered(interned.windows[window], state) else { return nil }
    if system.atRest(rendered, state) == nil { complainOfRefresh(of: rendered) }
    return interned.windows.handle(of: rendered)
  }

  func openings(ofWindows set: UInt32, store: UInt32) -> [(Transition, WindowCache.Effect)] {
    guard let bounds = system.scope.windows, case .running(let state) = interned.stores[store]
    else {
      return []
    }
    let places = interned.windowSets[set]
    var steps: [(Transition, WindowCache.Effect)] = []
    if places.count < bounds.countMax, let window = opened(in: state) {
      steps.append(step(.openWindow, to: places + [window]))
    }
    for place in places.indices
    where !interned.isReduced || !places[..<place].contains(places[place]) {
      var others = places
      let closed = interned.windows[others.remove(at: place)].window
      others.removeAll { !product.staysOpen(interned.windows[$0].window, whenClosing: closed) }
      steps.append(step(.closeWindow(place), to: others))
    }
    return steps
  }

  private func step(_ label: RuntimeLabel<P>, to windows: [UInt32]) -> (
    Transition, WindowCache.Effect
  ) {
    let isInside =
      switch label {
      case .drain, .render: true
      default: false
      }
    let transition = Transition(
      kind: .window, traits: isInside ? .rendering : .gesture,
      payload: interned.windowLabels.handle(of: label))
    return (
      transition, Effect(windows: interned.canonical(interned.windowSets.handle(of: windows)))
    )
  }
}
