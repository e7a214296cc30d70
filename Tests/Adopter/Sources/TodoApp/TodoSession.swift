import Dispatch

/// What the app asks of its server.
public protocol TodoServer: Sendable {
  func fetchTodos() async throws -> [Todo]
  func update(id: Todo.ID, isDone: Bool) async throws -> Todo
  func delete(id: Todo.ID) async throws -> Todo
}

public struct NoSuchTodo: Error {
  public init() {}
}

/// Makes thunks that talk to the server, off the main actor.
actor TodoSession {
  typealias Thunk = @Sendable (TodoStore) async throws -> Void

  private let server: any TodoServer
  private let defect: TodoDefect?

  init(server: any TodoServer, defect: TodoDefect?) {
    self.server = server
    self.defect = defect
  }

  func fetchTodos() -> Thunk {
    { store in
      let todos: [Todo]
      do {
        todos = try await self.server.fetchTodos()
      } catch {
        try await store.dispatch(action: .data(.didFetch(.failure(error: "\(error)"))))
        throw error
      }
      if self.defect == .queueHop { await self.hop() }
      try await store.dispatch(action: .data(.didFetch(.success(todos))))
    }
  }

  func update(id: Todo.ID, isDone: Bool) -> Thunk {
    { store in
      let todo: Todo
      do {
        if self.defect == .wrongOrder {
          let done = Todo(id: id, title: "", isDone: isDone)
          try await store.dispatch(action: .data(.didUpdate(id: id, .success(done))))
        }
        todo = try await self.server.update(id: id, isDone: isDone)
      } catch {
        if self.defect == .failureSwallowed { return }
        try await store.dispatch(action: .data(.didUpdate(id: id, .failure(error: "\(error)"))))
        throw error
      }
      if self.defect == .wrongOrder { return }
      try await store.dispatch(action: .data(.didUpdate(id: id, .success(todo))))
      if self.defect == .completionTwice {
        try await store.dispatch(action: .data(.didUpdate(id: id, .success(todo))))
      }
    }
  }

  func delete(id: Todo.ID) -> Thunk {
    { store in
      let todo: Todo
      do {
        todo = try await self.server.delete(id: id)
      } catch {
        // The planted trap: the check has to tell it.
        if self.defect == .trap { fatalError("deleting cannot fail") }
        try await store.dispatch(action: .data(.didDelete(id: id, .failure(error: "\(error)"))))
        throw error
      }
      let reported = self.defect == .wrongId ? "0" : id
      try await store.dispatch(action: .data(.didDelete(id: reported, .success(todo))))
    }
  }

  private func hop() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume() }
    }
  }
}
