import Foundation
import Generators
import Model
import Spec
import Testing

// What stands between the lines is the example of docs/write-properties.md.
// BEGIN
/// People join a queue as long as it is open, and are served in their order.
struct Queue: ComponentSystem {
  struct State: Hashable, Sendable {
    var isOpen = true
    var waiting: [String] = []
    var served: Set<String> = []
  }
  enum Label: Hashable, Sendable { case join(String), serve, close }

  static var components: [Component<State>] {
    [Component(\.isOpen), Component(\.waiting), Component(\.served)]
  }
  let initialStates = [State()]
  let labels: [Label] = [.join("Ann"), .join("Bob"), .serve, .close]

  func take(_ label: Label, in draft: inout Draft<State>) -> Bool {
    switch label {
    case .join(let name):
      guard draft.isOpen, !draft.waiting.contains(name) else { return false }
      draft.append(name, to: \.waiting)
    case .serve:
      guard let name = draft[\.waiting, \.first] else { return false }
      draft.removeFirst(from: \.waiting)
      draft.served.insert(name)
    case .close:
      guard draft.isOpen else { return false }
      draft.isOpen = false
    }
    return true
  }

  func isSettled(_ state: Components<State>) -> Bool { state.waiting.isEmpty }
}

let once = Property<Queue>(
  "queue.once", "Nobody is served twice.", witness: "somebody is served",
  .invariant { state in
    if state.served.isEmpty { return .idle }
    let again = state.waiting.filter(state.served.contains)
    return .judge(
      again.map { Violation(culprit: "again", subject: $0, detail: "\($0) waits again") })
  })

let queue = Specification(
  identity: Identity(product: "queue", scope: "two"), system: Queue(), properties: [once],
  teller: Teller())
// END

// What stands between these lines is the second example there.
// BEGIN
/// Clients wait for a lock in line; the first of them takes it.
struct Lock: ComponentSystem {
  struct State: Hashable, Sendable {
    var waiting: [Int] = []
    var holder: Int?
  }
  enum Label: Hashable, Sendable { case ask(Int), take, release }

  static var components: [Component<State>] { [Component(\.waiting), Component(\.holder)] }
  let initialStates = [State()]
  let clients: [Int]
  var labels: [Label] { clients.map { .ask($0) } + [.take, .release] }

  var symmetries: [Symmetry<State, Label>] {
    [
      Symmetry(of: clients) { state, rename in
        State(waiting: state.waiting.map(rename), holder: state.holder.map(rename))
      } inLabels: { label, rename in
        if case .ask(let client) = label { .ask(rename(client)) } else { label }
      }
    ]
  }

  func take(_ label: Label, in draft: inout Draft<State>) -> Bool {
    switch label {
    case .ask(let client):
      guard draft.holder != client, !draft.waiting.contains(client) else { return false }
      draft.append(client, to: \.waiting)
    case .take:
      guard draft.holder == nil, let first = draft[\.waiting, \.first] else { return false }
      draft.removeFirst(from: \.waiting)
      draft.holder = first
    case .release:
      guard draft.holder != nil else { return false }
      draft.holder = nil
    }
    return true
  }
}
// END

/// The system that the page about properties writes by hand.
@Suite struct WrittenSystemTests {
  @Test func `who was served may join again, in three steps`() {
    let report = queue.check()
    #expect(report.reason == .exhausted)
    #expect(report.results.map(\.verdict.word) == ["violated"])
    #expect(report.findings.map(\.trace.length) == [3])
  }

  @Test func `the finding is told as a story`() throws {
    let lines = try #require(queue.check().findings.first).story.text.split(separator: "\n").map(
      String.init)
    #expect(
      lines == [
        "Promised: Nobody is served twice.", #"  1. join("Ann")"#, #"       waiting: [] → ["Ann"]"#,
        "  2. serve",
        #"       served: [] → ["Ann"]"#, #"       waiting: ["Ann"] → []"#, #"  3. join("Ann")"#,
        #"       waiting: [] → ["Ann"]"#, "Broken: Ann waits again",
      ])
  }

  @Test(arguments: [#"{"name":"two","foo":"x"}"#, #"{"name":"two","mailMax":9}"#, "{}"])
  func `a scope of a system is its name and nothing else`(scope: String) throws {
    let product = RegisteredProduct("queue", systems: ["two": Queue()], properties: [once])
    #expect(try product.specification(scopeAsJSON: #"{"name":"two"}"#) != nil)
    #expect(throws: TraceError.self) { try product.specification(scopeAsJSON: scope) }
  }

  /// Six states without a holder, by how many wait, and five with one; in all, the lines of some of
  /// five, and five times those of some of four.
  @Test func `few states of five clients stand for all`() {
    func report(_ properties: [Property<Lock>] = []) -> CheckReport {
      Specification(
        identity: Identity(product: "lock", scope: "five"), system: Lock(clients: [1, 2, 3, 4, 5]),
        properties: properties, teller: Teller()
      ).check()
    }
    let fair = report()
    #expect(fair.statistics.stateCount == 11)
    #expect(fair.statistics.symmetricStateCount == 651)
    #expect(fair.toldApart == nil)
    let unfair = report([
      Property(
        "lock.first", "The first never waits.", witness: "somebody waits",
        .invariant { .require(!$0.waiting.contains(1), culprit: "first", "the first waits") })
    ])
    #expect(unfair.statistics.stateCount == 651)
    #expect(unfair.toldApart == "lock.first tells them apart")
  }

  @Test func `the example is the page's`() throws {
    let page = try String(contentsOfFile: Package.path("docs/write-properties.md"), encoding: .utf8)
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let parts = source.components(separatedBy: "// BEGIN\n").dropFirst()
    for part in parts.prefix(2) {
      let compiled = part.components(separatedBy: "// END")[0]
      #expect(page.contains("```swift\n\(compiled)```"))
    }
  }
}
