/// The data layer's listener: one task that takes the elements of the store's stream one after the other.
@MainActor
public final class LiveListener<P: Product> {
  private let product: P
  private let session: LiveSession<P>
  private let discipline: Discipline
  private let surroundings: LiveSurroundings<P>
  private weak var store: LiveStore<P.State, P.Action>?
  private var task: Task<Void, Never>?

  /// Makes a listener that asks a session for its thunks.
  public init(
    product: P, session: LiveSession<P>, discipline: Discipline, surroundings: LiveSurroundings<P>
  ) {
    self.product = product
    self.session = session
    self.discipline = discipline
    self.surroundings = surroundings
  }

  deinit { task?.cancel() }

  /// Listens to a store; a second store ends the first task, the same one changes nothing.
  public func listen(to store: LiveStore<P.State, P.Action>) {
    if self.store === store { return }
    self.store = store
    task?.cancel()
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
    let decision: P.Operation?
    do {
      decision = try product.react(to: notice, current: store.select { $0 })
    } catch {
      surroundings.noteCrash(of: error)
      return
    }
    guard let operation = decision else { return }
    switch discipline {
    case .serial: await handle(operation, in: store)
    case .concurrent: Task { await handle(operation, in: store) }
    }
  }

  private func handle(_ operation: P.Operation, in store: LiveStore<P.State, P.Action>) async {
    do {
      try await store.dispatch(thunk: await session.thunk(for: operation))
    } catch {
      surroundings.notePrinted(error)
    }
  }
}
