/// The data layer's listener: one task that takes the elements of the store's stream one after the
/// other.
@MainActor
final class LiveListener<P: Product> {
  private let product: P
  private let session: LiveSession<P>
  private let discipline: Discipline
  private let surroundings: LiveSurroundings<P>
  private var task: Task<Void, Never>?

  init(
    product: P, session: LiveSession<P>, discipline: Discipline, surroundings: LiveSurroundings<P>
  ) {
    self.product = product
    self.session = session
    self.discipline = discipline
    self.surroundings = surroundings
  }

  deinit { task?.cancel() }

  func listen(to store: LiveStore<P.State, P.Action>) {
    let stream = store.makeStream()
    task = Task { [weak self, weak store] in
      for await element in stream {
        guard let self, let store else { return }
        await self.take(element, from: store)
      }
    }
  }

  /// Handles an element: to its end, unless thunks run side by side.
  private func take(
    _ element: Element<P.State, P.Action>, from store: LiveStore<P.State, P.Action>
  ) async {
    guard let notice = product.notice(old: element.old, action: element.action) else { return }
    surroundings.noteDelivery()
    do {
      guard let operation = try product.react(to: notice, current: store.select { $0 }) else {
        return
      }
      switch discipline {
      case .serial: await handle(operation, in: store)
      case .concurrent: Task { await handle(operation, in: store) }
      }
    } catch {
      surroundings.noteCrash(of: error)
    }
  }

  /// The error of a thunk is only printed.
  private func handle(_ operation: P.Operation, in store: LiveStore<P.State, P.Action>) async {
    try? await store.dispatch(thunk: await session.thunk(for: operation))
  }
}
