import Foundation
import Generators
import Spec
import Testing

@testable import Model

/// A row of a list that can be renamed.
private protocol ListRow: Hashable, Sendable {
  var id: Int { get }
  var name: String { get set }
  init(id: Int, name: String)
}

/// Compares everything.
private struct WholeRow: ListRow {
  var id: Int
  var name: String
}

/// Compares ids, as many apps write it.
private struct RowById: ListRow {
  var id: Int
  var name: String
  static func == (first: RowById, second: RowById) -> Bool { first.id == second.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A list that forgets to rename its row after the server has.
private struct RenamedList<Row: ListRow>: Product {
  struct State: Hashable, Sendable {
    var rows: [Int: Row] = [:]
    var status: Status?
  }
  enum Action: Hashable, Sendable {
    case appear, rename
    case loaded([Row])
    case renamed
    case failed(String)
  }
  enum Operation: Hashable, Sendable { case load, rename }
  enum Subject: Hashable, Sendable, CaseIterable { case list }

  let initialState = State()
  var initialDatabase: [Row] { [Row(id: 1, name: "Milk")] }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var next = state
    switch action {
    case .appear, .rename: next.status = .waiting
    case .loaded(let rows):
      next.rows = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
      next.status = .success
    case .renamed: next.status = .success
    case .failed(let text): next.status = .failure(text: text)
    }
    return next
  }
  func gestures(in state: State, values: NoValues) -> [Action] {
    switch state.status {
    case nil, .failure?, .empty?: [.appear]
    case .success?: state.rows.isEmpty ? [.appear] : [.rename]
    case .waiting?: []
    }
  }
  func isAppearing(_ gesture: Action) -> Bool { gesture == .appear }
  func operation(for action: Action, in old: State) -> Operation? {
    switch action {
    case .appear: .load
    case .rename: .rename
    case .loaded, .renamed, .failed: nil
    }
  }
  func perform(_ operation: Operation, on rows: inout [Row]) throws -> [Row] {
    if operation == .rename { rows = rows.map { Row(id: $0.id, name: "Oat milk") } }
    return rows
  }
  func completion(of operation: Operation, result: Result<[Row], OperationFailure>) -> Action? {
    switch result {
    case .success(let rows): operation == .load ? .loaded(rows) : .renamed
    case .failure(let failure): .failed(failure.text)
    }
  }
  func contents(of state: State) -> [Int: Row] { state.rows }
  func rows(of rows: [Row]) -> StoredRows<[Int: Row]> {
    .rows(Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) }))
  }
  func statuses(of state: State) -> [Subject: Status] { state.status.map { [.list: $0] } ?? [:] }
  func subjects(of operation: Operation) -> [Subject] { [.list] }
}

/// An app whose `==` compares ids is not called right for what its search could not tell apart.
@Suite struct EqualByIdTests {
  private static func check<P: Product>(
    _ product: P, _ scope: Scope<P.Values>
  ) throws -> CheckReport {
    let system = RuntimeSystem(product: product, scope: scope)
    return Specification(
      identity: Identity(product: "list", scope: scope.name), system: system,
      properties: RuntimeProperties(system: system).all, teller: .runtime(system)
    ).check()
  }

  private static func reports<Row: ListRow>(_: Row.Type) throws -> [CheckReport] {
    let scope = try Scope(name: "calm", mailMax: 1, values: NoValues())
    let product = RenamedList<Row>()
    let app = ProductApp(
      product: product, values: NoValues(), holding: { .init(rows: $0, status: .success) })
    return try [check(product, scope), check(DerivedProduct(app), scope)]
  }

  @Test func `a forgotten renaming is found where rows compare whole`() throws {
    for report in try Self.reports(WholeRow.self) {
      let broken = Set(report.findings.map(\.property))
      #expect(report.reason == .exhausted)
      #expect(broken.isSuperset(of: ["memory.durable", "recovery.possible"]), "\(broken)")
    }
  }

  @Test func `where rows compare by id nothing holds, and the field is named`() throws {
    for report in try Self.reports(RowById.self) {
      #expect(
        report.reason.words.contains("differ that == calls equal: RowById.name"), "\(report.reason)"
      )
      #expect(report.results.allSatisfy { $0.verdict != .holds && $0.verdict != .vacuous })
    }
  }
}

/// Content is compared by what equals, never by where it lies in memory.
@Suite struct EqualSetTests {
  @Test func `equal sets of data are alike, in whatever order they were made`() {
    let texts = (0..<40).map { "a text that is long enough to lie on the heap \($0)" }
    let first = Set(texts.map { Data($0.utf8) })
    let second = Set(texts.reversed().map { Data($0.utf8) })
    var comparison = ContentComparison()
    #expect(first == second)
    #expect(comparison.difference(between: first, second) == nil)
    let keyed = Dictionary(uniqueKeysWithValues: first.map { ($0, $0.count) })
    let keyedAgain = Dictionary(uniqueKeysWithValues: second.map { ($0, $0.count) })
    #expect(comparison.difference(between: keyed, keyedAgain) == nil)
  }

  @Test func `sets that differ in an element differ`() {
    var comparison = ContentComparison()
    #expect(comparison.difference(between: Set(["a", "b"]), Set(["a", "c"])) != nil)
    #expect(comparison.difference(between: ["a": 1, "b": 2], ["a": 1, "b": 3]) != nil)
  }
}
