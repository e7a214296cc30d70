@testable import Model

/// A list with a detail and an alert, a product whose subscriptions can be declared rightly and
/// wrongly.
struct Shelf: Product {
  /// What lets elements through to the list.
  enum Filter: CaseIterable { case none, exact, missesGrowth }
  /// What has to change before the list is computed again: which items there are, or their sizes as
  /// well.
  enum Dependency: CaseIterable { case none, items, missesGrowth }
  /// What the detail is told apart by.
  enum Identity: CaseIterable { case idAndParameter, idAlone, none }
  /// What windows do by themselves.
  enum Handler { case none, onDifference, onSight, endless }

  var filter = Filter.none
  var dependency = Dependency.none
  var identity = Identity.idAndParameter
  var handler = Handler.none
  var items = [1: 1, 2: 1]

  enum Change: Hashable, Comparable, Codable, Sendable {
    case grow(Int)
    case remove(Int)

    var item: Int {
      switch self {
      case .grow(let item), .remove(let item): item
      }
    }

    func change(_ items: inout [Int: Int]) throws {
      guard let size = items[item] else { throw OperationFailure("no item \(item)") }
      items[item] = self == .grow(item) ? min(size + 1, 2) : nil
    }
  }

  struct State: Hashable, Sendable {
    var items: [Int: Int]
    var pending: Change?
  }

  enum Action: Hashable, Sendable {
    case ask(Change)
    case did(Change, isDone: Bool)
  }

  typealias Gesture = Change
  typealias Operation = Change
  typealias Reply = Int
  typealias Database = [Int: Int]
  typealias Notice = Change
  typealias Subject = String
  typealias Contents = [Int: Int]
  typealias Values = Int

  var initialState: State { State(items: items) }
  var initialDatabase: [Int: Int] { items }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var next = state
    switch action {
    case .ask(let change):
      guard state.items[change.item] != nil else { throw OperationFailure("no item") }
      next.pending = state.pending ?? change
    case .did(let change, let isDone):
      next.pending = nil
      if isDone { try change.change(&next.items) }
    }
    return next
  }

  func notice(old: State, action: Action) -> Change? {
    if case .ask(let change) = action, old.pending == nil { change } else { nil }
  }

  func react(to notice: Change, current: State) throws -> Change? {
    current.pending == notice ? notice : nil
  }

  func perform(_ operation: Change, on database: inout [Int: Int]) throws -> Int {
    try operation.change(&database)
    return database.count
  }

  func completion(of operation: Change, result: Result<Int, OperationFailure>) -> Action? {
    .did(operation, isDone: (try? result.get()) != nil)
  }

  func gestures(in state: State, values: Int) -> [Change] {
    state.items.keys.sorted().flatMap { [.grow($0), .remove($0)] }
  }

  func action(of gesture: Change) -> Action { .ask(gesture) }
  func additionCount(of change: Change) -> Int { 0 }
  func kind(of subject: String) -> String { subject }
  func name(of subject: String) -> String { "" }
  func subjects(of operation: Change) -> [String] { [] }
  func subjects(askedForBy notice: Change) -> [String] { [] }
  func isAcceptedRequest(_ notice: Change) -> Bool { true }
  func contents(of state: State) -> [Int: Int] { state.items }
  func rows(of database: [Int: Int]) -> StoredRows<[Int: Int]> { .rows(database) }
  func subscriptions(values: Int) -> [Subscription<Self>] {
    [list, pending] + items.keys.map { size($0) }
  }
  func vocabulary(values: Int) -> [Action] { [] }

  var narrator: Narrator<Shelf> {
    Narrator(
      gesture: { "\($0)" }, operation: { "\($0)" }, state: { _ in [:] }, database: { _ in [:] })
  }
}

extension Shelf {
  struct Window: Hashable, Comparable, Sendable {
    var selected: Int?
    var alert: Int?
    var badge = false

    private var words: [Int] { [selected ?? 0, alert ?? 0, badge ? 1 : 0] }
    static func < (first: Window, second: Window) -> Bool {
      first.words.lexicographicallyPrecedes(second.words)
    }
  }

  enum WindowGesture: Hashable, Comparable, Codable, Sendable {
    case select(Int), deselect, grow(Int), ask(Int), confirm, cancel, tapBadge
  }

  func initialWindow(in state: State) -> Window? { Window(selected: 1) }

  private var list: Subscription<Shelf> {
    let (filter, dependency) = (filter, dependency)
    let passes: @Sendable (State, Action) -> Bool = { _, action in
      guard case .did(let change, true) = action else { return false }
      return filter == .exact || change == .remove(change.item)
    }
    let (count, whole): (Subscription<Shelf>.Selector, Subscription<Shelf>.Selector) = (
      { state, _ in state.items.mapValues { _ in 0 } }, { state, _ in state.items }
    )
    let dependencies =
      switch dependency {
      case .none: [Subscription<Shelf>.Selector]()
      case .items: [count, whole]
      case .missesGrowth: [count]
      }
    return Subscription(
      name: "items", filter: filter == .none ? nil : passes,
      dependencies: dependencies, output: { state, _ in state.items })
  }

  private var pending: Subscription<Shelf> {
    Subscription(name: "pending") { state, _ in state.pending != nil }
  }

  private func size(_ item: Int?) -> Subscription<Shelf> {
    let word = item.map { "\($0)" } ?? ""
    return Subscription(
      name: "size", parameter: identity == .idAlone ? "" : word, id: identity == .none ? nil : word
    ) { state, _ in item.flatMap { state.items[$0] } }
  }

  /// The alert subscribes for as long as it is open.
  func mounts(in window: Window) -> [Mount<Shelf>] {
    let shelf = [Mount("List", list), Mount("Detail.selected", size(window.selected))]
    return window.alert == nil ? shelf : shelf + [Mount("Alert", pending)]
  }

  func gestures(in window: Window, showing display: Display, values: Int) -> [WindowGesture] {
    if window.alert != nil {
      return display("Alert.pending") == true ? [.cancel] : [.confirm, .cancel]
    }
    let listed: [Int: Int] = display("List.items") ?? [:]
    let selections = listed.keys.sorted().filter { $0 != window.selected }.map(WindowGesture.select)
    var gestures = selections + (window.selected == nil ? [] : [.deselect])
    if let item = window.selected, let size: Int = display("Detail.selected.size") {
      gestures += (size < 2 ? [.grow(item)] : []) + [.ask(item)]
    }
    return gestures + (window.badge ? [.tapBadge] : [])
  }

  func handle(_ gesture: WindowGesture, in window: inout Window, showing display: Display)
    -> Change?
  {
    switch gesture {
    case .select(let item): window.selected = item
    case .deselect: window.selected = nil
    case .grow(let item): return .grow(item)
    case .ask(let item): window.alert = item
    case .confirm:
      let item = window.alert
      window.alert = nil
      return item.map(Change.remove)
    case .cancel: window.alert = nil
    case .tapBadge: window.badge = false
    }
    return nil
  }

  func refresh(_ window: inout Window, from old: Rendering<Window>, to new: Rendering<Window>) {
    func size(_ rendering: Rendering<Window>) -> Int? { rendering.display("Detail.selected.size") }
    func count(_ rendering: Rendering<Window>) -> Int {
      rendering.display("List.items", as: [Int: Int].self)?.count ?? 0
    }
    switch handler {
    case .none: break
    case .onDifference:
      if count(old) != count(new) { window.badge = true }
      if size(old) != nil && size(new) == nil {
        window.selected = nil
        window.alert = nil
      }
    case .onSight:
      if count(new) < items.count { window.badge = true }
    case .endless:
      if size(new) == 2 { window.badge.toggle() }
    }
  }
}
