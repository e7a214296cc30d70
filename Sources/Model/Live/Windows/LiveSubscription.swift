/// A selector subscription of a component: a task that takes the elements of a stream of its own.
@MainActor
final class LiveSubscription<P: Product> {
  typealias Store = LiveStore<P.State, P.Action>

  let name: String
  let id: String?
  /// What the last render showed; nil before the first.
  private(set) var shown: Output
  /// What was published last.
  private(set) var output: Output
  private var dependencies: [Output]
  private let subscription: Subscription<P>
  private let tasks: LiveWindowTasks
  private var task: Task<Void, Never>?

  /// Computes from the current state and opens its stream, in one turn, so that it misses no element.
  ///
  /// - Parameter publish: called when what it gives has changed.
  init(
    _ mount: Mount<P>, of window: ObjectIdentifier, to store: Store, tasks: LiveWindowTasks,
    publish: @escaping @MainActor () -> Void
  ) {
    name = mount.name
    id = mount.subscription.id
    subscription = mount.subscription
    self.tasks = tasks
    (dependencies, output) = store.select { [subscription] state in
      (subscription.dependencyOutputs(state), subscription.output(state, .ascending))
    }
    shown = output
    let stream = store.makeStream()
    let task = Task { [weak self, weak store] in
      for await element in stream {
        guard let self, let store else { return }
        if self.take(element, from: store) { publish() }
      }
    }
    self.task = task
    tasks.insert(task, .take(subscription: name), of: window)
  }

  deinit {
    guard let task else { return }
    tasks.remove(task)
    task.cancel()
  }

  /// Takes an element: computes from the current state, whatever the element's own was.
  ///
  /// - Returns: whether what it gives has changed.
  private func take(_ element: Store.StreamElement, from store: Store) -> Bool {
    if let filter = subscription.filter, !filter(element.old, element.action) { return false }
    return store.select { state in
      let now = subscription.dependencyOutputs(state)
      let hasChanged = now.isEmpty || now != dependencies
      dependencies = now
      guard hasChanged else { return false }
      let next = subscription.output(state, .ascending)
      if next == output { return false }
      output = next
      return true
    }
  }

  /// Shows what was published.
  func show() { shown = output }
}
