import Model
import TodoApp
import TodoProduct

/// The to-do list's model with functions that can be exchanged: mutants and repairs differ in them.
struct DesignedTodo: RepairedProduct {
  typealias Operation = TodoModel.Operation
  typealias Reply = [Todo]
  typealias Subject = TodoModel.Subject

  enum RepairName: String { case keepFailures = "keep-failures" }

  private let model = TodoModel()
  var design: Design<DesignedTodo>
  var repaired: Set<RepairName> = []

  init() {
    let model = model
    design = Design(
      reducer: { try model.reduce($0, $1) }, noticing: { model.notice(old: $0, action: $1) },
      listener: { try model.react(to: $0, current: $1) }, store: { try model.perform($0, on: &$1) },
      completing: { model.completion(of: $0, result: $1) })
  }

  var initialState: TodoState { model.initialState }
  var initialDatabase: [String: Todo] { model.initialDatabase }
  var collections: [TodoModel.Subject] { model.collections }

  func gestures(in state: TodoState, values: NoValues) -> [TodoAction] {
    model.gestures(in: state, values: values)
  }
  func isAppearing(_ gesture: TodoAction) -> Bool { model.isAppearing(gesture) }
  func isDestructive(_ gesture: TodoAction) -> Bool { model.isDestructive(gesture) }
  func contents(of state: TodoState) -> [String: Todo] { model.contents(of: state) }
  func rows(of todos: [String: Todo]) -> StoredRows<[String: Todo]> { model.rows(of: todos) }
  func statuses(of state: TodoState) -> [TodoModel.Subject: Status] { model.statuses(of: state) }
  func subjects(of operation: TodoModel.Operation) -> [TodoModel.Subject] {
    model.subjects(of: operation)
  }
}

extension DesignedTodo {
  /// Where defects can be planted one at a time.
  static var mutants: [Mutant<DesignedTodo>] {
    var table = MutationTable<DesignedTodo>()
    table.parts = [.init("todos", \.todos), .init("queue", \.queue), .init("status", \.status)]
    table.actions = [
      .init(kind: "didDelete-success", changes: ["todos", "queue"]),
      .init(kind: "didFetch-success", changes: ["todos", "queue", "status"]),
    ]
    table.operations = [.init(kind: "delete", addsUp: true)]
    return table.mutants
  }

  static var repairs: [Repair<DesignedTodo>] {
    [
      repair(.keepFailures, "A fetch leaves alone what has failed.") { product in
        let reducer = product.design.reducer
        product.design.reducer = { old, action in
          var new = try reducer(old, action)
          if case .data(.didFetch(.success)) = action {
            for (id, status) in old.queue {
              if case .failure = status { new.queue[id] = status }
            }
          }
          return new
        }
      }
    ]
  }
}
