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
    Expected(defect: .thunkNotAwaited, name: "memory.durable: state and rows differ", stepCount: 9),
    Expected(
      defect: .streamDrops,
      name: "queue.consistent: queue waits, nothing pending after complete fetchTodos",
      stepCount: 7, findingCount: 9),
    Expected(
      defect: .actionForgotten,
      name: "queue.consistent: queue waits, nothing pending after didTapToggle",
      stepCount: 4, findingCount: 5),
    Expected(
      defect: .newStateAsOld,
      name: "queue.consistent: status waits, nothing pending after onAppear",
      stepCount: 1, findingCount: 3),
    Expected(
      defect: .statusForgotten,
      name: "queue.consistent: queue waits, nothing pending after complete update",
      stepCount: 6, findingCount: 2),
    Expected(defect: .mergeForReplace, name: "recovery.possible: fault after delete", stepCount: 5),
    Expected(
      defect: .failureSwallowed,
      name: "queue.consistent: queue waits, nothing pending after complete update", stepCount: 6,
      findingCount: 6),
    Expected(
      defect: .guardMissing,
      name: "queue.consistent: queue does not wait, one request pending after complete update",
      stepCount: 8, findingCount: 3),
    Expected(defect: .trap, name: "runtime.crash: crash after complete delete", stepCount: 6),
    Expected(
      defect: .wrongId,
      name: "queue.consistent: queue waits, nothing pending after complete delete",
      stepCount: 6, findingCount: 4),
    Expected(defect: .completionTwice, name: "reply.once: complete update", stepCount: 6),
    Expected(
      defect: .retainCycle, name: "1 object outlived its execution", stepCount: nil, findingCount: 0
    ),
    Expected(
      defect: .queueHop, name: "a task is resumed by another thread", stepCount: nil,
      findingCount: 0),
    Expected(
      defect: .wrongOrder, name: "reply.stale: late complete update", stepCount: 7,
      findingCount: 4),
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
        app: CheckedTodo(defect: expected.defect), named: "todo",
        CheckPlan(known: .ledger("traces"), savingTo: ".spec-traces/\(expected.defect)"),
        case: expected.defect.rawValue)
    }
    let told = Told(failure.description)
    let name = told.names.first ?? failure.description
    #expect(told.names.isEmpty ? name.contains(expected.name) : name == expected.name, "\(failure)")
    #expect(told.stepCount == expected.stepCount, "\(failure)")
    #expect(told.names.count == expected.findingCount, "\(failure)")
    guard let path = told.path else { return }
    let replay = CheckPlan(replaying: path)
    let again = await #expect(throws: CheckFailure.self) {
      try await check(
        app: CheckedTodo(defect: expected.defect), named: "todo", replay,
        case: expected.defect.rawValue)
    }
    #expect(again?.description.hasPrefix("\(path): ") == true, "\(String(describing: again))")
    do {
      try await check(
        app: CheckedTodo(), named: "todo", replay, case: expected.defect.rawValue)
    } catch {
      // What is done side by side, or too early, is nothing that the mended app does.
      let isOther = [.thunkNotAwaited, .wrongOrder].contains(expected.defect)
      #expect(isOther && "\(error)".contains("diverges at step"), "\(error)")
    }
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
      // Those that one cause breaks stand below the first of them.
      let also = text.matches(of: /\nalso (.*) \(\d+ steps?\)\. Replay/).map { String($0.1) }
      names = text.matches(of: /app: (\S+) is broken: (.*)/).map { "\($0.1): \($0.2)" } + also
      path = text.firstMatch(of: /SPEC_REPLAY=(\S+) swift test/).map { String($0.1) }
      let story = text.prefix(upTo: text.range(of: "\nReplay:")?.lowerBound ?? text.endIndex)
      stepCount = names.isEmpty ? nil : story.matches(of: /\n +\d+\.\s/).count
    }
  }
}
