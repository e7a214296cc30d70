import Model
import TodoApp

/// The to-do list as its owner hands it to a check.
public struct CheckedTodo: App {
  private struct Server: TodoServer {
    let gate: Gates<[String: Todo]>

    func fetchTodos() async throws -> [Todo] {
      try await gate { $0.values.sorted { $0.id < $1.id } }
    }
    func update(id: String, isDone: Bool) async throws -> Todo {
      try await gate(id, isDone) { try $0.change(id) { $0?.isDone = isDone } }
    }
    func delete(id: String) async throws -> Todo {
      try await gate(id) { try $0.change(id) { $0 = nil } }
    }
  }

  private let defect: TodoDefect?
  public let initialState = TodoState()
  public let initialRows = ["1": Todo(id: "1", title: "Milk")]

  public init(defect: TodoDefect? = nil) { self.defect = defect }

  public func interactions(in state: TodoState) -> [Interaction<TodoAction>] {
    let shown = state.todos.values.sorted { $0.id < $1.id }
    return [Interaction("opens the list", .ui(.onAppear), .appears)]
      + shown.map { Interaction("ticks \($0.title) off", .ui(.didTapToggle(id: $0.id)), .destroys) }
      + shown.map { Interaction("deletes \($0.title)", .ui(.didTapDelete(id: $0.id)), .destroys) }
  }
  public func reduce(_ state: TodoState, _ action: TodoAction) throws -> TodoState {
    try TodoReducer(defect: defect).reduce(state: state, action: action)
  }
  public func launch(
    _ launch: Launch<TodoState, TodoAction, [String: Todo]>
  ) -> RunningApp<TodoStore> {
    let store = TodoStore(initialState: launch.state, defect: defect, reducer: launch.reducer)
    let listener = TodoListener(server: Server(gate: launch.gates), defect: defect)
    listener.listen(to: store)
    return RunningApp(store, keeping: listener)
  }
  public func dispatch(_ action: TodoAction, to store: TodoStore) throws {
    try store.dispatch(action: action)
  }
  public func state(of store: TodoStore) -> TodoState { store.state }
  public func showing(_ rows: [String: Todo]) -> StoredRows<TodoState>? {
    .rows(TodoState(todos: rows))
  }
}

extension [String: Todo] {
  /// Changes an item as the server does; the reply is the item as it was changed or deleted.
  mutating func change(_ id: String, _ body: (inout Todo?) -> Void) throws -> Todo {
    guard let old = self[id] else { throw NoSuchTodo() }
    body(&self[id])
    return self[id] ?? old
  }
}
