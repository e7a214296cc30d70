/// What becomes of windows after a step, window by window.
///
/// What a window does follows from the window itself, from what became of the store, and, where
/// subscriptions lag, from the action that they are told of. So it is remembered for these, and not
/// for all windows together; of the others a window that a gesture changed knows only which ids
/// they hold.
struct WindowSettling: ~Copyable {
  /// All windows after a step: in their order, and each at its place.
  struct Outcome: BitwiseCopyable {
    var windows: UInt32
    var places: UInt32
    /// Whether a window changed that the step did not act in, or one was given an id that the
    /// others do not have.
    var changesOthers: Bool
  }

  /// A step, as far as windows have to do with it.
  struct Step: BitwiseCopyable {
    var transition: UInt32
    var effect: WindowCache.Effect
    var oldStore: UInt32
    var newStore: UInt32
  }

  /// Whether subscriptions lag.
  private let isLagging: Bool
  private let storeChanges = HandleTable()
  private let others = HandleTable()
  private let named = HandleTable()
  private let streamed = HandleTable()
  private let settled = HandleTable()
  private let replaced = HandleTable()
  private let ordered = LargeArray<UInt32>()

  init(isLagging: Bool) { self.isLagging = isLagging }

  var memory: MemoryUse {
    [storeChanges, others, named, streamed, settled, replaced].map(\.memory).sum + ordered.memory
  }

  /// What becomes of a set of windows.
  func outcome<P: Product>(
    of set: UInt32, _ members: WindowCache.Members, after step: Step, asking calls: WindowCalls<P>
  ) -> Outcome {
    guard let change = storeChange(step, asking: calls) else {
      return Outcome(
        windows: WindowCache.emptyHandle, places: WindowCache.emptyHandle, changesOthers: true)
    }
    let action = isLagging ? action(step, members, asking: calls) : absentHandle
    var outcome = Outcome(windows: set, places: set, changesOthers: false)
    for place in 0..<members.count {
      let old = members[place].window
      var window = old
      if place == Int(step.effect.place) {
        window = name(step.effect.window, set, place, step.oldStore, asking: calls)
        if window != step.effect.window { outcome.changesOthers = true }
      } else if step.oldStore == step.newStore && !isLagging {
        continue
      }
      let key = HandleTable.Key(window, isLagging ? action : old, change)
      let settled = settled.value(of: key) { calls.settled(window, from: old, after: action, step) }
      if settled == old { continue }
      let replacement = HandleTable.Key(outcome.places, UInt32(place), settled)
      outcome.places = replaced.value(of: replacement) { [places = outcome.places] in
        calls.windows(places, replacing: place, with: settled)
      }
      if place != Int(step.effect.place) { outcome.changesOthers = true }
    }
    outcome.windows = order(outcome.places, asking: calls)
    return outcome
  }

  /// Looks at the likely places of what becomes of a window after a gesture that changes nothing
  /// else: gestures out of one state can so wait for memory together.
  ///
  /// - Returns: something that depends on what was read, or nothing would be read.
  @inline(__always)
  func peek(
    _ set: UInt32, _ members: WindowCache.Members, _ effect: WindowCache.Effect, store: UInt32
  ) -> UInt32 {
    let place = Int(effect.place)
    guard !isLagging, place < members.count,
      let others = others.find(HandleTable.Key(set, effect.place)),
      let change = storeChanges.find(HandleTable.Key(store, store))
    else { return 0 }
    return named.peek(HandleTable.Key(effect.window, others, store))
      &+ settled.peek(HandleTable.Key(effect.window, members[place].window, change))
      &+ replaced.peek(HandleTable.Key(set, effect.place, effect.window))
  }

  /// The handle of what became of the store; nil when the app does not run on both sides.
  private func storeChange<P: Product>(_ step: Step, asking calls: WindowCalls<P>) -> UInt32? {
    let crashed = absentHandle - 1
    let change = storeChanges.value(of: HandleTable.Key(step.oldStore, step.newStore)) {
      let isRunning = calls.isRunning(store: step.oldStore) && calls.isRunning(store: step.newStore)
      return isRunning ? UInt32(storeChanges.count) : crashed
    }
    return change == crashed ? nil : change
  }

  /// A window that a gesture changed, with ids for what it opened.
  private func name<P: Product>(
    _ window: UInt32, _ set: UInt32, _ place: Int, _ store: UInt32, asking calls: WindowCalls<P>
  ) -> UInt32 {
    let others = others.value(of: HandleTable.Key(set, UInt32(place))) {
      calls.windows(set, without: place)
    }
    return named.value(of: HandleTable.Key(window, others, store)) {
      calls.named(window, besides: others, store: store)
    }
  }

  /// The action that subscriptions which lag are told of.
  private func action<P: Product>(
    _ step: Step, _ members: WindowCache.Members, asking calls: WindowCalls<P>
  ) -> UInt32 {
    let place = Int(step.effect.place)
    let window = place < members.count ? members[place].window : absentHandle
    let none = absentHandle - 1
    let known = streamed.value(of: HandleTable.Key(step.transition, window, step.oldStore)) {
      calls.streamedAction(step.transition, in: window, store: step.oldStore) ?? none
    }
    return known == none ? absentHandle : known
  }

  private func order<P: Product>(_ set: UInt32, asking calls: WindowCalls<P>) -> UInt32 {
    ordered.extend(to: Int(set) + 1, with: absentHandle)
    if ordered[Int(set)] == absentHandle { ordered[Int(set)] = calls.core.interned.canonical(set) }
    return ordered[Int(set)]
  }
}
