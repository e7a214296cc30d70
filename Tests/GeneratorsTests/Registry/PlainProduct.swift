import Foundation

@testable import Model

/// A to-do list whose types say nothing of their order, their words or how they are written.
struct PlainProduct: Product {
  struct Item: Hashable, Sendable {
    var id: Int
    var name: String
    var isDone = false
  }
  struct State: Hashable, Sendable {
    var items: [Int: Item] = [:]
    var status: Status?
  }
  enum Action: Hashable, Sendable {
    case appear
    case toggle(id: Int)
    case loaded([Item])
    case failed(String)
  }
  enum Operation: Hashable, Sendable {
    case load
    case save(Item)
  }
  enum Subject: Hashable, Sendable, CaseIterable { case list }

  /// Whether a save that fails is reported.
  var reportsFailures = true
  /// Whether a save is refused when half of it is done.
  var savesHalf = false

  /// Whether the reducer does not come back from a failure.
  var hangsOnFailure = false

  let initialState = State()
  var initialDatabase: [Item] { [Item(id: 1, name: "Milk"), Item(id: 2, name: "Bread")] }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var next = state
    switch action {
    case .appear: if state.status != .waiting { next.status = .waiting }
    case .toggle(let id):
      if state.status != .waiting, state.items[id] != nil { next.status = .waiting }
    case .loaded(let items):
      next.items = Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0) })
      next.status = .success
    case .failed where hangsOnFailure: while true { usleep(1000) }
    case .failed(let text): next.status = .failure(text: text)
    }
    return next
  }

  func gestures(in state: State, values: NoValues) -> [Action] {
    [.appear] + state.items.keys.sorted().map { .toggle(id: $0) }
  }
  func isAppearing(_ gesture: Action) -> Bool { gesture == .appear }

  func operation(for action: Action, in old: State) -> Operation? {
    if old.status == .waiting { return nil }
    switch action {
    case .appear: return .load
    case .toggle(let id):
      guard var item = old.items[id] else { return nil }
      item.isDone.toggle()
      return .save(item)
    case .loaded, .failed: return nil
    }
  }

  func perform(_ operation: Operation, on items: inout [Item]) throws -> [Item] {
    if case .save(let item) = operation {
      items = items.map { $0.id == item.id ? item : $0 }
      if savesHalf { throw OperationFailure("the disk is full") }
    }
    return items
  }
  func completion(of operation: Operation, result: Result<[Item], OperationFailure>) -> Action? {
    switch result {
    case .success(let items): return .loaded(items)
    case .failure(let failure):
      if case .save = operation, !reportsFailures { return nil }
      return .failed(failure.text)
    }
  }

  func contents(of state: State) -> [Int: Item] { state.items }
  func rows(of items: [Item]) -> StoredRows<[Int: Item]> {
    .rows(Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0) }))
  }
  func statuses(of state: State) -> [Subject: Status] { state.status.map { [.list: $0] } ?? [:] }
  func subjects(of operation: Operation) -> [Subject] { [.list] }
}
