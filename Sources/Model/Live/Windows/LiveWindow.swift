/// A window of an app: component state, the subscriptions of its components, and what it showed
/// last.
///
/// It does what views on ImmutableData's runtime do. A gesture changes the component state, read at
/// the tap, and dispatches; what a control captured is from the last render. What a subscription
/// publishes, and what a gesture changes, is rendered in a later turn. A render mounts what the
/// component state asks for: a subscription goes on as long as its component and its id stay, and
/// starts over otherwise.
@MainActor
public final class LiveWindow<P: Product> {
  private let product: P
  private let store: LiveStore<P.State, P.Action>
  private let tasks: LiveWindowTasks
  private(set) var window: P.Window
  /// The component state at the last render.
  private var rendered: P.Window
  private var subscriptions: [LiveSubscription<P>] = []
  /// The render that is due.
  private var rendering: Task<Void, Never>?

  /// Opens a window, which renders at once.
  public init(
    _ window: P.Window, product: P, store: LiveStore<P.State, P.Action>, tasks: LiveWindowTasks
  ) {
    self.product = product
    self.store = store
    self.tasks = tasks
    self.window = window
    rendered = window
    mount()
  }

  deinit {
    guard let rendering else { return }
    tasks.remove(rendering)
    rendering.cancel()
  }

  // MARK: People

  /// Whether the controls that were rendered last offer a gesture.
  func offers(_ gesture: P.WindowGesture, values: P.Values) -> Bool {
    product.gestures(in: window, showing: display, values: values).contains(gesture)
  }

  /// Does what a gesture does.
  ///
  /// - Parameter others: the other windows that are open.
  /// - Throws: the error of its dispatch, which a component prints.
  func perform(_ gesture: P.WindowGesture, besides others: [P.Window]) throws {
    let dispatched = product.handle(gesture, in: &window, showing: display)
    store.select { product.assignIds(in: &window, besides: others, state: $0) }
    if window != rendered { needRender() }
    if let dispatched { try store.dispatch(action: product.action(of: dispatched)) }
  }

  /// The component state, and what each subscription shows.
  var appearance: WindowState<P> {
    WindowState(window: window, showing: subscriptions.map { ($0.held.mount, $0.held.shown) })
  }

  // MARK: Renders

  private func needRender() {
    guard rendering == nil else { return }
    let task = Task { [weak self] in
      guard let self else { return }
      self.render()
    }
    rendering = task
    tasks.insert(task, .render, of: ObjectIdentifier(self))
  }

  private func render() {
    if let rendering { tasks.remove(rendering) }
    rendering = nil
    let last = Rendering(window: rendered, display: display)
    rendered = window
    mount()
    product.refresh(&window, from: last, to: Rendering(window: rendered, display: display))
    if window != rendered { needRender() }
  }

  /// Mounts what the component state asks for, and shows what was published.
  private func mount() {
    let kept = subscriptions
    subscriptions = product.mounts(in: window).map { mount in
      if let known = kept.first(where: { $0.name == mount.name && $0.id == mount.subscription.id })
      {
        known.show()
        return known
      }
      return LiveSubscription(mount, of: ObjectIdentifier(self), to: store, tasks: tasks) {
        [weak self] in
        self?.needRender()
      }
    }
  }

  private var display: Display {
    let shown = subscriptions.map { ($0.name, $0.held.shown) }
    return Display { name in shown.first { $0.0 == name }?.1 }
  }
}
