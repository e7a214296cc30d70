import Generators
import Model
import Spec
import Testing

/// Jars on a shelf that people add and take away; a server keeps them, and every jar has a status.
private struct Jars: Product {
  struct State: Hashable, Codable, Sendable {
    var jars: Set<Int> = []
    var statuses: [Int: Status] = [:]
  }
  enum Action: Hashable, Codable, Sendable {
    case tap(Operation)
    case answer(Operation, Outcome<Bool>)
  }
  enum Operation: Hashable, Comparable, Codable, Sendable {
    case add(Int), remove(Int)
    var jar: Int {
      switch self {
      case .add(let jar), .remove(let jar): jar
      }
    }
  }
  struct Values: Hashable, Codable, Sendable { var jars = [1, 2] }
  struct Tap: Hashable, Comparable, Codable, Sendable {
    var operation: Operation
    static func < (first: Tap, second: Tap) -> Bool { first.operation < second.operation }
  }
  typealias Gesture = Tap
  typealias Notice = Operation

  let initialState = State()
  let initialDatabase: Set<Int> = []
  var tellsItems = true
  /// Whether a jar's entry stays when the jar is gone.
  var keepsEntries = false

  private static func accepts(_ operation: Operation, in state: State) -> Bool {
    if state.statuses[operation.jar] == .waiting { return false }
    if case .remove(let jar) = operation { return state.jars.contains(jar) }
    return !state.jars.contains(operation.jar)
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var next = state
    switch action {
    case .tap(let operation):
      if Self.accepts(operation, in: state) { next.statuses[operation.jar] = .waiting }
    case .answer(let operation, .failure(let text)):
      next.statuses[operation.jar] = .failure(text: text)
    case .answer(.add(let jar), .success):
      next.jars.insert(jar)
      next.statuses[jar] = .success
    case .answer(.remove(let jar), .success):
      next.jars.remove(jar)
      next.statuses[jar] = keepsEntries ? .success : nil
    }
    return next
  }
  func notice(old: State, action: Action) -> Operation? {
    if case .tap(let operation) = action, Self.accepts(operation, in: old) {
      operation
    } else {
      nil
    }
  }
  func react(to notice: Operation, current: State) throws -> Operation? { notice }
  func perform(_ operation: Operation, on jars: inout Set<Int>) throws -> Bool {
    switch operation {
    case .add(let jar): jars.insert(jar)
    case .remove(let jar): jars.remove(jar)
    }
    return true
  }
  func completion(of operation: Operation, result: Result<Bool, OperationFailure>) -> Action? {
    Outcome(result) { $0 }.map { .answer(operation, $0) }
  }

  func gestures(in state: State, values: Values) -> [Tap] {
    values.jars.flatMap { [Tap(operation: .add($0)), Tap(operation: .remove($0))] }
  }
  func action(of gesture: Tap) -> Action { .tap(gesture.operation) }
  func additionCount(of gesture: Tap) -> Int { additionCount(of: gesture.operation) }
  func additionCount(of operation: Operation) -> Int { if case .add = operation { 1 } else { 0 } }
  func isDestructive(_ gesture: Tap) -> Bool {
    if case .remove = gesture.operation { true } else { false }
  }
  func kind(of subject: Int) -> String { "jar" }
  func name(of subject: Int) -> String { "\(subject)" }
  func statuses(of state: State) -> [Int: Status] { state.statuses }
  func subjects(of operation: Operation) -> [Int] { [operation.jar] }
  func subjects(askedForBy notice: Operation) -> [Int] { [notice.jar] }
  func isAcceptedRequest(_ notice: Operation) -> Bool { true }
  var holdsItem: (@Sendable (Int, State) -> Bool)? {
    guard tellsItems else { return nil }
    return { jar, state in state.jars.contains(jar) }
  }
  func contents(of state: State) -> Set<Int> { state.jars }
  func rows(of jars: Set<Int>) -> StoredRows<Set<Int>> { .rows(jars) }
  func subscriptions(values: Values) -> [Subscription<Jars>] { [] }
  func vocabulary(values: Values) -> [Action] { gestures(in: State(), values: values).map(action) }
  var narrator: Narrator<Jars> {
    Narrator(
      gesture: { "taps \($0.operation)" }, operation: { "the \($0)" },
      state: { ["state": "\($0)"] }, database: { ["jars": "\($0.sorted())"] })
  }
}

/// A plain list with add, remove and a status for every item.
@Suite struct ItemListTests {
  private static let promises = ["status.transitions", "queue.bounded", "failure.shown"]

  private func verdicts(_ jars: Jars) throws -> [String: Verdict] {
    let scope = try Scope(
      name: "shelf", mailMax: 2, faultsMax: 1, additionsMax: 3, values: Jars.Values())
    let system = RuntimeSystem(product: jars, scope: scope)
    let specification = Specification(
      identity: Identity(product: "jars", scope: scope.name), scope: try JSONValue(encoding: scope),
      system: system, properties: RuntimeProperties(system: system).all, teller: .runtime(system))
    let report = specification.check { Self.promises.contains($0) }
    #expect(report.reason == .exhausted)
    return Dictionary(uniqueKeysWithValues: report.results.map { ($0.property.name, $0.verdict) })
  }

  @Test func `it keeps the promises about statuses, entries and failures together`() throws {
    #expect(
      try verdicts(Jars()) == Dictionary(uniqueKeysWithValues: Self.promises.map { ($0, .holds) }))
  }

  @Test func `an entry that stays when its item is gone breaks one of them`() throws {
    let verdicts = try verdicts(Jars(keepsEntries: true))
    #expect(verdicts["queue.bounded"] == .violated(findingCount: 1))
    #expect(verdicts["status.transitions"] == .holds && verdicts["failure.shown"] == .holds)
  }

  @Test func `a promise about items is not applicable where the product does not tell its items`()
    throws
  {
    let verdicts = try verdicts(Jars(tellsItems: false))
    guard case .notApplicable(let why) = verdicts["queue.bounded"] else {
      Issue.record("\(verdicts)")
      return
    }
    #expect(why.contains("write holdsItem"))
  }
}
