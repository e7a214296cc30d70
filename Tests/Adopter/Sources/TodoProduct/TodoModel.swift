import Model
import TodoApp

/// The to-do list as pure values and functions: its reducer, and listener and server once more.
public struct TodoModel: Product {
  public enum Operation: Hashable, Sendable {
    case fetch
    case update(id: String, isDone: Bool)
    case delete(id: String)
  }
  public enum Subject: Hashable, Sendable { case list, item(String) }

  public let initialState = TodoState()
  public let initialDatabase = ["1": Todo(id: "1", title: "Milk")]
  public let collections: [Subject] = [.list]

  public init() {}

  public func reduce(_ state: TodoState, _ action: TodoAction) throws -> TodoState {
    try TodoReducer().reduce(state: state, action: action)
  }
  public func gestures(in state: TodoState, values: NoValues) -> [TodoAction] {
    let shown = state.todos.keys.sorted()
    return [.ui(.onAppear)]
      + shown.flatMap { [.ui(.didTapToggle(id: $0)), .ui(.didTapDelete(id: $0))] }
  }
  public func isAppearing(_ gesture: TodoAction) -> Bool { gesture == .ui(.onAppear) }
  public func isDestructive(_ gesture: TodoAction) -> Bool { gesture != .ui(.onAppear) }

  public func operation(for action: TodoAction, in old: TodoState) -> Operation? {
    switch action {
    case .ui(.onAppear): old.status == .waiting ? nil : .fetch
    case .ui(.didTapToggle(let id)):
      old.queue[id] == .waiting ? nil : old.todos[id].map { .update(id: id, isDone: !$0.isDone) }
    case .ui(.didTapDelete(let id)):
      old.queue[id] == .waiting || old.todos[id] == nil ? nil : .delete(id: id)
    case .data: nil
    }
  }
  public func perform(_ operation: Operation, on todos: inout [String: Todo]) throws -> [Todo] {
    switch operation {
    case .fetch: todos.values.sorted { $0.id < $1.id }
    case .update(let id, let isDone): [try todos.change(id) { $0?.isDone = isDone }]
    case .delete(let id): [try todos.change(id) { $0 = nil }]
    }
  }
  public func completion(of operation: Operation, result: Result<[Todo], OperationFailure>)
    -> TodoAction?
  {
    switch operation {
    case .fetch: .data(.didFetch(TodoResult(result) { $0 }))
    case .update(let id, _): .data(.didUpdate(id: id, TodoResult(result) { $0[0] }))
    case .delete(let id): .data(.didDelete(id: id, TodoResult(result) { $0[0] }))
    }
  }

  public func contents(of state: TodoState) -> [String: Todo] { state.todos }
  public func rows(of todos: [String: Todo]) -> StoredRows<[String: Todo]> { .rows(todos) }
  public func statuses(of state: TodoState) -> [Subject: Status] {
    let items = state.queue.map { (Subject.item($0), Status($1)) }
    return Dictionary(
      uniqueKeysWithValues: items + (state.status.map { [(.list, Status($0))] } ?? []))
  }
  public func subjects(of operation: Operation) -> [Subject] {
    switch operation {
    case .fetch: [.list]
    case .update(let id, _), .delete(let id): [.item(id)]
    }
  }
}

extension TodoResult {
  fileprivate init<Reply>(_ result: Result<Reply, OperationFailure>, _ value: (Reply) -> Success) {
    switch result {
    case .success(let reply): self = .success(value(reply))
    case .failure(let failure): self = .failure(error: failure.text)
    }
  }
}

extension Status {
  fileprivate init(_ status: RequestStatus) {
    switch status {
    case .waiting: self = .waiting
    case .success: self = .success
    case .failure(let error): self = .failure(text: error)
    }
  }
}
