/// A selector subscription of a component: a task that takes the elements of a stream of its own.
@MainActor
final class LiveSubscription<P: Product> {
  typealias Store = LiveStore<P.State, P.Action>

  /// What was published last, and what the last render showed.
  private(set) var held: LaggingSubscription<P>
  private let tasks: LiveWindowTasks
  private var task: Task<Void, Never>?

  /// Computes from the current state and opens its stream, in one turn, so that it misses no
  /// element.
  ///
  /// - Parameter publish: called when what it gives has changed.
  init(
    _ mount: Mount<P>, of window: ObjectIdentifier, to store: Store, tasks: LiveWindowTasks,
    publish: @escaping @MainActor () -> Void
  ) {
    self.tasks = tasks
    held = store.select { LaggingSubscription(mount, in: $0) }
    let stream = store.makeStream()
    let task = Task { [weak self, weak store] in
      for await element in stream {
        guard let self, let store else { return }
        if self.take(element, from: store) { publish() }
      }
    }
    self.task = task
    tasks.insert(task, .take(subscription: mount.name), of: window)
  }

  var name: String { held.name }
  var id: String? { held.mount.subscription.id }

  deinit {
    guard let task else { return }
    tasks.remove(task)
    task.cancel()
  }

  /// Takes an element: computes from the current state, whatever the element's own was.
  ///
  /// - Returns: whether what it gives has changed.
  private func take(_ element: Store.StreamElement, from store: Store) -> Bool {
    if !held.passes(element.action, from: element.old) { return false }
    let last = held.output
    store.select { held.take($0) }
    return held.output != last
  }

  /// Shows what was published.
  func show() { held.shown = held.output }
}
