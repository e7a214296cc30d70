import Generators
import Model
import Testing
import TodoApp
import TodoProduct

/// What the page about checking a product shows beside whole files.
struct ExcerptTests {
  @Test func `a finding that stays for a while is named`() async throws {
    try await check(
      app: CheckedTodo(defect: .mergeForReplace), named: "todo",
      CheckPlan(known: [
        FindingName(property: "recovery.possible", culprit: "fault after delete"): 5
      ]))
  }

  @Test func `other bounds are given as a scope`() async throws {
    let outcome = try await check(
      app: CheckedTodo(), named: "todo", scope: try .app(faultsMax: 2))
    #expect(outcome.stateCount ?? 0 > 417)
  }

  /// An app that promises something of itself.
  @MainActor struct ModestTodo {
    func promises(of store: TodoStore) -> [LivePromise] {
      let count = store.state.todos.count
      let complaint = count > 100 ? "there are \(count)" : nil
      return [LivePromise("few", "Nobody has more than a hundred todos.", broken: complaint)]
    }
  }

  /// What a screen shows that has no enumeration for it.
  struct FlagState: Hashable, Sendable {
    var isLoading = false
    var error: String?
  }

  /// An app whose state says by a flag and an optional error how its request fares.
  struct FlagFeed {
    func statuses(of state: FlagState) -> [AppSubject: Status]? {
      if state.isLoading { return [AppSubject("feed"): .waiting] }
      return state.error.map { [AppSubject("feed"): .failure(text: $0)] } ?? [:]
    }
  }

  /// A screen that lists all todos by their titles.
  struct TodoList {
    var subscriptions: [AppSubscription<CheckedTodo>] {
      [
        Subscription(
          name: "todos",
          filter: { _, action in if case .does(.data) = action { true } else { false } },
          countsEntries: { $0.todos.count },
          output: { state, order in
            order.entries(of: state.todos).map(\.value).sorted { $0.title < $1.title }
          })
      ]
    }
  }

  /// A server that other people use as well.
  struct SharedServer {
    let gate: Gates<[String: Todo]>

    /// Somebody else may have deleted Milk meanwhile.
    func fetchTodos() async throws -> [Todo] {
      try await gate(answers: [true, false]) { todos, isThere in
        if !isThere { todos["1"] = nil }
        return todos.values.sorted { $0.id < $1.id }
      }
    }
  }
}
