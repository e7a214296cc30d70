/// One thing to do.
public struct Todo: Hashable, Sendable {
  public let id: String
  public var title: String
  public var isDone: Bool

  public init(id: String, title: String, isDone: Bool = false) {
    self.id = id
    self.title = title
    self.isDone = isDone
  }
}

public enum RequestStatus: Hashable, Sendable {
  case waiting
  case success
  case failure(error: String)
}

public struct TodoState: Hashable, Sendable {
  public var todos: [Todo.ID: Todo] = [:]
  public var status: RequestStatus?
  /// The requests about single items, by id.
  public var queue: [Todo.ID: RequestStatus] = [:]

  public init(todos: [Todo.ID: Todo] = [:]) { self.todos = todos }
}

extension Todo: Identifiable {}

public enum TodoAction: Hashable, Sendable {
  case ui(Ui)
  case data(Data)

  public enum Ui: Hashable, Sendable {
    case onAppear
    case didTapToggle(id: Todo.ID)
    case didTapDelete(id: Todo.ID)
  }

  public enum Data: Hashable, Sendable {
    case didFetch(TodoResult<[Todo]>)
    case didUpdate(id: Todo.ID, TodoResult<Todo>)
    case didDelete(id: Todo.ID, TodoResult<Todo>)
  }
}

public enum TodoResult<Success: Hashable & Sendable>: Hashable, Sendable {
  case success(Success)
  case failure(error: String)
}

public struct TodoReducer: Sendable {
  private let defect: TodoDefect?

  public init(defect: TodoDefect? = nil) { self.defect = defect }

  @Sendable public func reduce(state: TodoState, action: TodoAction) throws -> TodoState {
    switch action {
    case .ui(let action): reduce(state, action)
    case .data(let action): reduce(state, action)
    }
  }

  private func reduce(_ state: TodoState, _ action: TodoAction.Ui) -> TodoState {
    var state = state
    switch action {
    case .onAppear:
      if state.status != .waiting { state.status = .waiting }
    case .didTapToggle(let id), .didTapDelete(let id):
      guard state.todos[id] != nil, state.queue[id] != .waiting || defect == .guardMissing else {
        break
      }
      state.queue[id] = .waiting
    }
    return state
  }

  private func reduce(_ state: TodoState, _ action: TodoAction.Data) -> TodoState {
    var state = state
    switch action {
    case .didFetch(.success(let todos)):
      state.status = .success
      // An item that a request is about stays until that is answered.
      if defect != .mergeForReplace {
        state.todos = state.todos.filter { state.queue[$0.key] == .waiting }
      }
      for todo in todos { state.todos[todo.id] = todo }
      state.queue = state.queue.filter { state.todos[$0.key] != nil }
    case .didFetch(.failure(let error)): state.status = .failure(error: error)
    case .didUpdate(let id, .success(let todo)):
      if defect != .statusForgotten { state.queue[id] = .success }
      state.todos[id] = todo
    case .didDelete(let id, .success):
      state.queue[id] = nil
      state.todos[id] = nil
    case .didUpdate(let id, .failure(let error)), .didDelete(let id, .failure(let error)):
      state.queue[id] = .failure(error: error)
    }
    return state
  }
}
