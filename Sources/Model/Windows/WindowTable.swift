/// Distinct windows, each named by a handle; component states and subscriptions are stored once, as
/// most windows differ in one of them alone.
final class WindowTable<P: Product> {
  let components = Interner<P.Window>()
  let subscriptions = Interner<LaggingSubscription<P>>()
  /// Of each window its component state, and where subscriptions lag the one at the last render and
  /// them.
  let parts = Interner<[UInt32]>()
  /// Of two component states whether the first comes first, by their content, which takes long to
  /// compare.
  let orders = HandleTable()

  func handle(of window: WindowState<P>) -> UInt32 {
    var handles = [components.handle(of: window.window)]
    if let view = window.lagging {
      handles.append(components.handle(of: view.rendered))
      handles += view.subscriptions.map(subscriptions.handle)
    }
    return parts.handle(of: handles)
  }

  /// The component state of a window.
  func component(of window: UInt32) -> P.Window { components[parts[window][0]] }

  /// A window in which the component state alone changed.
  func handle(of window: UInt32, changedTo component: P.Window) -> UInt32 {
    var handles = parts[window]
    handles[0] = components.handle(of: component)
    return parts.handle(of: handles)
  }

  /// Whether a window comes before another one, by the content of their component states.
  func precedes(_ first: UInt32, _ second: UInt32) -> Bool {
    let (one, other) = (parts[first][0], parts[second][0])
    if one == other { return false }
    let key = HandleTable.Key(one, other)
    if let known = orders.find(key) { return known == 1 }
    let precedes = contentPrecedes(components[one], components[other])
    orders.insert(key, precedes ? 1 : 0)
    return precedes
  }

  subscript(handle: UInt32) -> WindowState<P> {
    let handles = parts[handle]
    guard handles.count > 1 else { return WindowState(window: components[handles[0]]) }
    return WindowState(
      window: components[handles[0]],
      lagging: LaggingView(
        rendered: components[handles[1]], subscriptions: handles[2...].map { subscriptions[$0] }))
  }
}
