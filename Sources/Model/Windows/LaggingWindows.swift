/// A window over handles: component state now and at the last render, and subscriptions in mount order.
struct WindowHandles: Hashable {
  var window: UInt32
  /// Absent where nothing lags.
  var rendered = absentHandle
  var subscriptions: [UInt32] = []
}

/// What subscriptions that lag the store do, over handles: each is computed once for each store that it
/// meets.
final class LaggingWindows<P: Product> {
  /// What a window mounts: the place of the subscription among all, its name and id.
  private struct MountPlan {
    var number: UInt32
    var name: String
    var id: String?
  }

  /// What tells subscriptions apart: a new id brings a new filter and new selectors, and without an id the
  /// parameter alone says which they are.
  private struct MountKey: Hashable {
    var name: String
    var parameter: String
    var id: String?
  }

  let system: RuntimeSystem<P>
  private var product: P { system.product }
  let windows = Interner<P.Window>()
  let subscriptions = Interner<LaggingSubscription>()
  let outputs = Interner<Output>()
  private let laggingNames: Set<String>
  private let mountKeys = Interner<MountKey>()
  private var mounted: [Subscription<P>] = []
  private var plans: [UInt32: [MountPlan]] = [:]
  private var mountNumbers: ContiguousArray<UInt32> = []
  private var shown: ContiguousArray<UInt32> = []
  private var shownOutputs: ContiguousArray<UInt32> = []
  private let taken = HandleTable()
  private let settled = HandleTable()
  private let started = HandleTable()
  private let passing = HandleTable()
  /// The component state before a step and after it, and the windows that renders make of them.
  private let windowPairs = Interner<[UInt32]>()
  private let refreshes = HandleTable()

  init(_ system: RuntimeSystem<P>) {
    self.system = system
    laggingNames = Set(system.scope.windows?.lagging ?? [])
  }

  /// The memory of tables; windows and subscriptions are counted with all that is interned.
  var memory: MemoryUse {
    [
      outputs.memory, taken.memory, settled.memory, started.memory, passing.memory,
      windowPairs.memory, refreshes.memory,
    ].sum
  }

  /// Why steps out of states with these windows cannot be trusted, or nil.
  private(set) var complaint: String?

  // MARK: Values and handles

  func value(of handles: WindowHandles) -> WindowState<P> {
    WindowState(
      window: windows[handles.window],
      lagging: handles.rendered == absentHandle
        ? nil
        : LaggingView(
          rendered: windows[handles.rendered], subscriptions: handles.subscriptions.map { subscriptions[$0] })
    )
  }

  func handles(of value: WindowState<P>) -> WindowHandles {
    var handles = WindowHandles(window: windows.handle(of: value.window))
    if let view = value.lagging {
      for lagging in view.subscriptions { register(lagging, rendered: view.rendered) }
      handles.rendered = windows.handle(of: view.rendered)
      handles.subscriptions = view.subscriptions.map(subscriptions.handle)
    }
    return handles
  }

  /// A window as it opens: rendered at once.
  func opened(_ window: P.Window, _ store: UInt32, _ state: P.State) -> WindowHandles {
    let handle = windows.handle(of: window)
    guard system.scope.windows?.lagging != nil else { return WindowHandles(window: handle) }
    return WindowHandles(
      window: handle, rendered: handle,
      subscriptions: plan(of: handle).map { start($0, store, state) })
  }

  /// What a window shows, as handles: equal for windows that show and hold the same.
  func key(of handles: WindowHandles) -> [UInt32] {
    [handles.window] + handles.subscriptions.map(shownOutput)
  }

  func display(of handles: WindowHandles) -> Display {
    let shown = handles.subscriptions.map { subscriptions[$0] }
    return Display { name in shown.first { $0.name == name }?.shown }
  }

  func isBehind(_ handles: WindowHandles) -> Bool {
    needsRender(handles) || handles.subscriptions.contains { subscriptions[$0].isBehind }
  }

  /// Whether the component state or something published differs from what the last render showed.
  func needsRender(_ handles: WindowHandles) -> Bool {
    handles.rendered != absentHandle
      && (handles.window != handles.rendered || handles.subscriptions.contains { published($0) != $0 })
  }

  // MARK: Mounts

  private func plan(of window: UInt32) -> [MountPlan] {
    if let known = plans[window] { return known }
    let plan = product.mounts(in: windows[window]).map { mount in
      let subscription = mount.subscription
      let key = MountKey(name: mount.name, parameter: subscription.parameter, id: subscription.id)
      let number = mountKeys.handle(of: key)
      if Int(number) == mounted.count { mounted.append(subscription) }
      return MountPlan(number: number, name: mount.name, id: subscription.id)
    }
    plans[window] = plan
    return plan
  }

  /// Takes over which subscription is which, and no answer.
  func adopt(_ other: LaggingWindows) {
    for (number, subscription) in other.mounted.enumerated() {
      guard Int(mountKeys.handle(of: other.mountKeys[UInt32(number)])) == mounted.count else { continue }
      mounted.append(subscription)
    }
  }

  /// Finds the subscription of a value that did not start here.
  ///
  /// It may have started over with a parameter that its window has left since. Then nobody here knows its
  /// selector any more, and what would be said of it is not to be trusted.
  private func register(_ lagging: LaggingSubscription, rendered: P.Window) {
    let key = MountKey(name: lagging.name, parameter: lagging.parameter, id: lagging.id)
    for window in [rendered, product.initialWindow].compactMap(\.self) {
      _ = plan(of: windows.handle(of: window))
    }
    let number = mountKeys.handle(of: key)
    guard Int(number) == mounted.count else { return }
    let others = product.subscriptions(values: system.scope.values)
    let known = others.first {
      lagging.name.hasSuffix(".\($0.name)") && $0.parameter == lagging.parameter && $0.id == lagging.id
    }
    if known == nil {
      complaint =
        "a state holds the subscription \(lagging.name) of a parameter that no window has, "
        + "\(lagging.parameter); take the steps that lead to it"
    }
    let alike = product.mounts(in: rendered).first { $0.name == lagging.name }?.subscription
    guard let subscription = known ?? alike ?? others.first else { return }
    mounted.append(subscription)
  }

  /// The subscription with the filter and selectors of the moment when it started over.
  private func mountNumber(of handle: UInt32) -> Int {
    while mountNumbers.count <= Int(handle) { mountNumbers.append(absentHandle) }
    if mountNumbers[Int(handle)] == absentHandle {
      let value = subscriptions[handle]
      let key = MountKey(name: value.name, parameter: value.parameter, id: value.id)
      mountNumbers[Int(handle)] = mountKeys.handle(of: key)
    }
    return Int(mountNumbers[Int(handle)])
  }

  private func start(_ plan: MountPlan, _ store: UInt32, _ state: P.State) -> UInt32 {
    let key = HandleTable.Key(plan.number, store)
    if let known = started.find(key) { return known }
    let subscription = mounted[Int(plan.number)]
    let output = subscription.output(state, .ascending)
    let value = LaggingSubscription(
      name: plan.name, id: subscription.id, parameter: subscription.parameter,
      dependencies: subscription.dependencyOutputs(state), output: output,
      isBehind: false, shown: output)
    let handle = subscriptions.handle(of: value)
    started.insert(key, handle)
    return handle
  }

  // MARK: Streams

  /// Puts an action into the stream of every subscription whose filter lets it through; what does not lag
  /// takes it and is rendered, as is what a gesture changed in the window.
  ///
  /// A subscription whose taking would change nothing is not behind: without a filter, a later change brings
  /// an element of its own; with a filter that misses the change, an old element could only hide that.
  ///
  /// - Returns: whether the window comes to rest.
  func fallBehind(
    _ handles: inout WindowHandles, by action: (handle: UInt32, value: P.Action)?, from old: UInt32,
    _ before: P.State, to new: UInt32, _ after: P.State
  ) -> Bool {
    for place in handles.subscriptions.indices {
      let handle = handles.subscriptions[place]
      let passes = action.map { self.passes($0, handle, old, before) } ?? false
      let settled = settle(handle, passes: passes, new, after)
      let value = subscriptions[settled]
      let takes = value.isBehind && !laggingNames.contains(value.name)
      handles.subscriptions[place] = takes ? take(settled, new, after) : settled
    }
    return comesToRest(&handles, new, after)
  }

  private func passes(
    _ action: (handle: UInt32, value: P.Action), _ handle: UInt32, _ store: UInt32, _ state: P.State
  ) -> Bool {
    let number = mountNumber(of: handle)
    guard let filter = mounted[number].filter else { return true }
    let key = HandleTable.Key(UInt32(number), action.handle, store)
    if let known = passing.find(key) { return known == 1 }
    let passes = filter(state, action.value)
    passing.insert(key, passes ? 1 : 0)
    return passes
  }

  private func settle(_ handle: UInt32, passes: Bool, _ store: UInt32, _ state: P.State) -> UInt32 {
    let value = subscriptions[handle]
    guard value.isBehind || passes else { return handle }
    let key = HandleTable.Key(handle, passes ? 1 : 0, store)
    if let known = settled.find(key) { return known }
    var upToDate = value
    upToDate.isBehind = false
    var behind = value
    behind.isBehind = true
    let quiet = subscriptions.handle(of: upToDate)
    let answer = take(quiet, store, state) == quiet ? quiet : subscriptions.handle(of: behind)
    settled.insert(key, answer)
    return answer
  }

  /// A subscription after it took what waits: with dependencies, it computes only when one changed.
  private func take(_ handle: UInt32, _ store: UInt32, _ state: P.State) -> UInt32 {
    let key = HandleTable.Key(handle, store)
    if let known = taken.find(key) { return known }
    let subscription = mounted[mountNumber(of: handle)]
    var value = subscriptions[handle]
    let dependencies = subscription.dependencyOutputs(state)
    if dependencies.isEmpty || dependencies != value.dependencies {
      value.output = subscription.output(state, .ascending)
    }
    value.dependencies = dependencies
    value.isBehind = false
    let answer = subscriptions.handle(of: value)
    taken.insert(key, answer)
    return answer
  }

  /// Every way in which a subscription of a window takes what waits.
  func drains(
    of handles: WindowHandles, _ store: UInt32, _ state: P.State
  ) -> [(name: String, window: WindowHandles)] {
    handles.subscriptions.enumerated().compactMap { place, handle in
      let value = subscriptions[handle]
      guard value.isBehind else { return nil }
      var next = handles
      next.subscriptions[place] = take(handle, store, state)
      return (value.name, next)
    }
  }

  // MARK: Renders

  /// What a subscription holds once it shows what it published.
  private func published(_ handle: UInt32) -> UInt32 {
    while shown.count <= Int(handle) { shown.append(absentHandle) }
    if shown[Int(handle)] != absentHandle { return shown[Int(handle)] }
    var value = subscriptions[handle]
    value.shown = value.output
    let answer = subscriptions.handle(of: value)
    shown[Int(handle)] = answer
    return answer
  }

  /// A window in which nothing lags after it rendered what a step changed in it or in the store; nil when it
  /// never comes to rest.
  ///
  /// - Parameters:
  ///   - last: the component state before the step.
  ///   - old: the store before the step.
  ///   - new: the store afterwards.
  func refreshed(
    _ window: UInt32, from last: UInt32, _ old: (handle: UInt32, state: P.State),
    _ new: (handle: UInt32, state: P.State)
  ) -> UInt32? {
    let key = HandleTable.Key(windowPairs.handle(of: [last, window]), old.handle, new.handle)
    if let known = refreshes.find(key) { return known }
    var changed = windows[window]
    let isSame =
      window == last
      && plan(of: window).allSatisfy {
        shownOutput(start($0, old.handle, old.state)) == shownOutput(start($0, new.handle, new.state))
      }
    if !isSame && !system.refresh(&changed, from: windows[last], old.state, new.state) { return nil }
    let answer = windows.handle(of: changed)
    refreshes.insert(key, answer)
    return answer
  }

  private func shownOutput(_ handle: UInt32) -> UInt32 {
    while shownOutputs.count <= Int(handle) { shownOutputs.append(absentHandle) }
    if shownOutputs[Int(handle)] == absentHandle {
      shownOutputs[Int(handle)] = outputs.handle(of: subscriptions[handle].shown)
    }
    return shownOutputs[Int(handle)]
  }

  /// Renders a window until it has nothing to render.
  ///
  /// - Returns: whether it comes to rest.
  func comesToRest(_ handles: inout WindowHandles, _ store: UInt32, _ state: P.State) -> Bool {
    for _ in 0..<system.renderCountMax {
      guard let next = rendered(handles, store, state) else { return true }
      handles = next
    }
    return false
  }

  /// A window after a render; nil when it has nothing to render.
  func rendered(_ handles: WindowHandles, _ store: UInt32, _ state: P.State) -> WindowHandles? {
    guard needsRender(handles) else { return nil }
    var kept: [String: UInt32] = [:]
    for handle in handles.subscriptions { kept[subscriptions[handle].name] = handle }
    var next = handles
    next.rendered = handles.window
    next.subscriptions = plan(of: handles.window).map { plan in
      if let handle = kept[plan.name], subscriptions[handle].id == plan.id { return published(handle) }
      return start(plan, store, state)
    }
    var window = windows[handles.window]
    product.refresh(
      &window,
      from: Rendering(window: windows[handles.rendered], display: display(of: handles)),
      to: Rendering(window: window, display: display(of: next)))
    next.window = windows.handle(of: window)
    return next
  }
}
