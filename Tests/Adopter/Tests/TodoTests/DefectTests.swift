import Generators
import Model
import Testing
import TodoApp
import TodoProduct

/// What a check makes of each planted defect.
struct DefectTests {
  struct Expected: Sendable, CustomTestStringConvertible {
    let defect: TodoDefect
    /// The first finding as "property: culprit", or the words of a failure that has no story.
    let name: String
    /// How many steps its story has; nil where there is none.
    let stepCount: Int?
    /// How many findings are told.
    var findingCount = 1

    var testDescription: String { defect.rawValue }
  }

  static let expected = [
    Expected(defect: .thunkNotAwaited, name: "live.conforms: operations at rest", stepCount: 7),
    Expected(defect: .streamDrops, name: "live.conforms: operations at rest", stepCount: 11),
    Expected(
      defect: .actionForgotten, name: "operation.once: unheard didTapToggle", stepCount: 5, findingCount: 5),
    Expected(
      defect: .newStateAsOld, name: "operation.once: unheard onAppear", stepCount: 1, findingCount: 5),
    Expected(
      defect: .statusForgotten, name: "queue.consistent: queue waits, nothing pending after complete update",
      stepCount: 8, findingCount: 2),
    Expected(defect: .mergeForReplace, name: "recovery.possible: fault after delete", stepCount: 7),
    Expected(
      defect: .failureSwallowed,
      name: "queue.consistent: queue waits, nothing pending after fault after update", stepCount: 7,
      findingCount: 9),
    Expected(defect: .guardMissing, name: "operation.once: asked too often", stepCount: 11, findingCount: 10),
    Expected(defect: .trap, name: "runtime.crash: crash after complete delete", stepCount: 8),
    Expected(
      defect: .wrongId, name: "queue.consistent: queue waits, nothing pending after complete delete",
      stepCount: 8, findingCount: 4),
    Expected(defect: .completionTwice, name: "live.conforms: dispatch didUpdate", stepCount: 8),
    Expected(
      defect: .retainCycle, name: "objects outlived their executions", stepCount: nil, findingCount: 0),
    Expected(
      defect: .queueHop, name: "a task is resumed by another thread", stepCount: nil, findingCount: 0),
    Expected(defect: .wrongOrder, name: "live.conforms: dispatch didUpdate", stepCount: 5),
  ]

  @Test func `every defect has its line`() {
    #expect(Self.expected.map(\.defect) == TodoDefect.allCases)
  }

  @Test(arguments: expected)
  func `a planted defect is found, and its trace replays until it is mended`(
    _ expected: Expected
  ) async throws {
    let failure = try await #require(throws: CheckFailure.self) {
      try await check(
        app: CheckedTodo(defect: expected.defect), named: "todo", known: .ledger("traces"),
        savingTo: ".spec-traces/\(expected.defect)", case: expected.defect.rawValue)
    }
    let told = Told(failure.description)
    let name = told.names.first ?? failure.description
    #expect(told.names.isEmpty ? name.contains(expected.name) : name == expected.name, "\(failure)")
    #expect(told.stepCount == expected.stepCount, "\(failure)")
    #expect(told.names.count == expected.findingCount, "\(failure)")
    guard let path = told.path else { return }
    let replay = ["SPEC_REPLAY": path]
    let again = await #expect(throws: CheckFailure.self) {
      try await check(
        app: CheckedTodo(defect: expected.defect), named: "todo", case: expected.defect.rawValue,
        environment: replay)
    }
    #expect(again?.description.hasPrefix("\(path): ") == true, "\(String(describing: again))")
    try await check(
      app: CheckedTodo(), named: "todo", case: expected.defect.rawValue, environment: replay)
  }

  /// The listener takes a tap that came too early for the one that comes after the item was loaded.
  @Test func `an element that seemed to be ignored is looked at again`() async throws {
    struct EagerTodo: App {
      let app = CheckedTodo()
      var initialState: TodoState { app.initialState }
      var initialRows: [String: Todo] { app.initialRows }
      func deeds(in state: TodoState) -> [Deed<TodoAction>] {
        [
          Deed("opens the list", .ui(.onAppear), .appears),
          Deed("ticks Milk off", .ui(.didTapToggle(id: "1")), .destroys),
          Deed("deletes Milk", .ui(.didTapDelete(id: "1")), .destroys),
        ]
      }
      func reduce(_ state: TodoState, _ action: TodoAction) throws -> TodoState {
        try app.reduce(state, action)
      }
      func launch(_ launch: Launch<TodoState, TodoAction, [String: Todo]>) -> Launched<TodoStore> {
        app.launch(launch)
      }
      func dispatch(_ action: TodoAction, to store: TodoStore) throws {
        try app.dispatch(action, to: store)
      }
      func state(of store: TodoStore) -> TodoState { app.state(of: store) }
    }
    let failure = try await #require(throws: CheckFailure.self) {
      try await check(app: EagerTodo(), named: "todo", savingTo: ".spec-traces/eager")
    }
    let told = Told(failure.description)
    #expect(told.names.first == "operation.once: asked too often", "\(failure)")
    #expect(told.stepCount == 7, "\(failure)")
  }

  /// What the text of a failure tells.
  struct Told {
    /// The findings, each as "property: culprit".
    let names: [String]
    /// How many steps the first story has.
    let stepCount: Int?
    /// The trace of the first finding.
    let path: String?

    init(_ text: String) {
      names = text.matches(of: /app: (\S+) is broken: (.*)/).map { "\($0.1): \($0.2)" }
      path = text.firstMatch(of: /SPEC_REPLAY=(\S+) swift test/).map { String($0.1) }
      let story = text.prefix(upTo: text.range(of: "\nReplay:")?.lowerBound ?? text.endIndex)
      stepCount = names.isEmpty ? nil : story.matches(of: /\n +\d+\.\s/).count
    }
  }
}
