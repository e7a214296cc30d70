import Foundation
import Model
import Spec
import Testing

// What stands between the lines is the example of docs/write-properties.md.
// BEGIN
typealias Basket = RuntimeSystem<Shop>

/// Of every state.
let keyed = Property<Basket>(
  "shop.key", "Every item is kept under its own id.", witness: "an item is in the basket",
  .invariant { state in
    guard let items = state.contents, !items.isEmpty else { return .idle }
    return .judge(
      items.filter { $0.key != $0.value.id }.map {
        Violation(
          culprit: "other key", subject: $0.key, detail: "\($0.value.id) is kept under \($0.key)")
      })
  })

/// Of every step.
let quiet = Property<Basket>(
  "shop.quiet", "No tap is without effect while a reply is on its way.",
  witness: "a tap during a request",
  .step { step in
    guard step.traits.contains(.gesture), !step.old.underWay.isEmpty else { return .idle }
    return .require(step.changes(.store), culprit: step.kind, "the tap changes nothing")
  })

/// Of states in which nothing is pending.
let saved = Property<Basket>(
  "shop.saved", "At rest the database holds what the basket shows.",
  witness: "the basket is loaded", consequence: "What is in the basket is gone at the next launch.",
  .settled { state in
    guard state.isLoaded else { return .idle }
    return .require(
      state.rows == state.contents.map(StoredRows.rows), culprit: "differ", "basket and rows differ"
    )
  })

/// What has to be remembered along a path: the items that were removed since the launch.
let removed = Observer<Basket, Set<String>>(initial: []) { step, memory in
  if step.traits.contains(.relaunch) { memory.value = [] }
  if case .didRemove(let id)? = step.action { memory.value.insert(id) }
}

let gone = Property<Basket>(
  "shop.gone", "What was removed stays away until the next launch.", witness: "an item is removed",
  .invariant(remembering: removed) { state, removed in
    let ids = removed.value
    guard !ids.isEmpty, let items = state.contents else { return .idle }
    return .judge(
      ids.filter { items[$0] != nil }.sorted().map {
        Violation(
          culprit: "back again", subject: $0, detail: "\($0) was removed and is in the basket")
      })
  })
// END

/// A basket that two kinds of taps fill and empty, with a server that keeps it.
struct Shop: Product {
  struct Item: Hashable, Sendable { var id: String }
  struct State: Hashable, Sendable {
    var items: [String: Item] = [:]
    var status: Status?
  }
  enum Action: Hashable, Sendable {
    case load, didLoad([String]), remove(String), didRemove(String), failed
  }
  enum Gesture: String, Hashable, Comparable, Codable, Sendable {
    case load, remove
    static func < (first: Gesture, second: Gesture) -> Bool { first.rawValue < second.rawValue }
  }
  enum Operation: String, Hashable, Comparable, Codable, Sendable {
    case fetch, delete
    static func < (first: Operation, second: Operation) -> Bool { first.rawValue < second.rawValue }
  }
  enum Subject: Hashable, Comparable, Sendable { case items }
  struct Values: Hashable, Codable, Sendable {}
  typealias Reply = [String]
  typealias Database = Set<String>
  typealias Notice = Operation
  typealias Contents = [String: Item]

  /// Whether a delete that was answered is undone by a load that was on its way.
  var forgets = false
  /// Whether the list of items has an order of its own.
  var sorts = true

  var initialState: State { State() }
  var initialDatabase: Set<String> { ["pen"] }
  var collections: [Subject] { [.items] }
  var hasQueue: Bool { false }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var next = state
    switch action {
    case .load: next.status = .waiting
    case .didLoad(let ids):
      for id in ids where !forgets { next.items[id] = Item(id: id) }
      if forgets { next.items = ["pen": Item(id: "pen")] }
      next.status = .success
    case .remove: next.status = .waiting
    case .didRemove(let id):
      next.items[id] = nil
      next.status = .success
    case .failed: next.status = .failure(text: "failed")
    }
    return next
  }

  func notice(old: State, action: Action) -> Operation? {
    if old.status == .waiting { return nil }
    switch action {
    case .load: return .fetch
    case .remove: return .delete
    default: return nil
    }
  }

  func react(to notice: Operation, current: State) throws -> Operation? { notice }

  func perform(_ operation: Operation, on database: inout Set<String>) throws -> [String] {
    if operation == .delete { database.remove("pen") }
    return database.sorted()
  }

  func completion(of operation: Operation, result: Result<[String], OperationFailure>) -> Action? {
    guard case .success(let ids) = result else { return .failed }
    return operation == .fetch ? .didLoad(ids) : .didRemove("pen")
  }

  func gestures(in state: State, values: Values) -> [Gesture] { [.load, .remove] }
  func action(of gesture: Gesture) -> Action { gesture == .load ? .load : .remove("pen") }
  func kind(of subject: Subject) -> String { "items" }
  func name(of subject: Subject) -> String { "" }
  func statuses(of state: State) -> [Subject: Status] { state.status.map { [.items: $0] } ?? [:] }
  func subjects(of operation: Operation) -> [Subject] { [.items] }
  func subjects(askedForBy notice: Operation) -> [Subject] { [.items] }
  func isAcceptedRequest(_ notice: Operation) -> Bool { true }
  func contents(of state: State) -> [String: Item] { state.items }
  func rows(of database: Set<String>) -> StoredRows<[String: Item]> {
    .rows(database.reduce(into: [:]) { $0[$1] = Item(id: $1) })
  }
  func vocabulary(values: Values) -> [Action] { [.load, .remove("pen")] }
  var narrator: Narrator<Shop> {
    Narrator(
      gesture: { $0.rawValue }, operation: { $0.rawValue },
      state: { ["items": "\($0.items.keys.sorted())"] }, database: { ["rows": "\($0.sorted())"] })
  }
}

/// The properties of the page about writing them, asked of a basket.
@Suite struct WrittenPropertiesTests {
  private func verdicts(_ product: Shop) throws -> [Verdict] {
    let scope = try Scope(name: "small", mailMax: 1, relaunchesMax: 1, values: Shop.Values())
    let explorer = Explorer(
      system: RuntimeSystem(product: product, scope: scope),
      properties: [keyed, quiet, saved, gone])
    return explorer.run().verdicts
  }

  @Test func `the page's properties are decided for a basket`() throws {
    #expect(try verdicts(Shop()).map(\.word) == ["holds", "violated", "holds", "holds"])
  }

  @Test func `a basket that forgets what was removed breaks two of them`() throws {
    #expect(
      try verdicts(Shop(forgets: true)).map(\.word) == [
        "holds", "violated", "violated", "violated",
      ])
  }

  @Test func `the example is the page's`() throws {
    let page = try String(contentsOfFile: Package.path("docs/write-properties.md"), encoding: .utf8)
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let example = try #require(page.components(separatedBy: "```swift\n").dropFirst().first)
      .components(separatedBy: "```")[0]
    let compiled = try #require(source.components(separatedBy: "// BEGIN\n").dropFirst().first)
      .components(separatedBy: "// END")[0]
    #expect(compiled == example)
  }
}
