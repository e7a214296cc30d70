/// One task that handles the elements of the store's stream one after the other.
@MainActor public final class TodoListener {
  private let session: TodoSession
  private let defect: TodoDefect?
  private weak var store: TodoStore?
  private var task: Task<Void, any Error>?
  private var itself: TodoListener?

  public init(server: any TodoServer, defect: TodoDefect? = nil) {
    session = TodoSession(server: server, defect: defect)
    self.defect = defect
  }

  deinit { task?.cancel() }

  public func listen(to store: TodoStore) {
    self.store = store
    if defect == .retainCycle { itself = self }
    let stream = store.makeStream()
    task = Task { [weak self] in
      for await (oldState, action) in stream {
        try await self?.onReceive(oldState, action)
      }
    }
  }

  private func onReceive(_ oldState: TodoState, _ action: TodoAction) async throws {
    guard let store else { return }
    do {
      switch action {
      case .ui(.onAppear):
        if oldState.status != .waiting, store.state.status == .waiting {
          try await run(session.fetchTodos(), on: store)
        }
      case .ui(.didTapToggle(let id)):
        if defect == .actionForgotten { return }
        if oldState.queue[id] != .waiting, store.state.queue[id] == .waiting,
          let todo = oldState.todos[id]
        {
          try await run(session.update(id: id, isDone: !todo.isDone), on: store)
        }
      case .ui(.didTapDelete(let id)):
        let isNew = oldState.queue[id] != .waiting || defect == .guardMissing
        if isNew, store.state.queue[id] == .waiting {
          try await run(session.delete(id: id), on: store)
        }
      case .data: break
      }
    } catch {
      // The session has reported it.
    }
  }

  private func run(_ thunk: @escaping TodoSession.Thunk, on store: TodoStore) async throws {
    if defect == .thunkNotAwaited {
      Task { try await store.dispatch(thunk: thunk) }
    } else {
      try await store.dispatch(thunk: thunk)
    }
  }
}
