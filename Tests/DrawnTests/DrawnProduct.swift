import Model

/// A small product whose behaviour is drawn: what it throws, drops and crashes at follows from its
/// seed.
///
/// It loads a collection and changes and removes items. Of `load` and `appear` both dispatch one
/// action.
struct DrawnProduct: Product {
  let seed: UInt64
  let itemCount: Int

  enum Gesture: Hashable, Comparable, Codable, Sendable {
    case load, appear, note, change(Int), remove(Int)
  }

  enum Action: Hashable, Sendable {
    case tap(Gesture)
    case done(Operation, Result<[Int: Int], OperationFailure>)
  }

  enum Operation: Hashable, Comparable, Codable, Sendable {
    case fetch, ask, told(Int), write(Int), remove(Int)
  }

  struct State: Hashable, Sendable {
    var items: [Int: Int] = [:]
    var statuses: [Int: Status] = [:]
    var isNoted = false
  }

  struct Database: Hashable, Sendable {
    var isOpen = false
    var rows: [Int: Int]
  }

  typealias Reply = [Int: Int]
  typealias Notice = Gesture
  typealias Subject = Int
  typealias Contents = [Int: Int]
  typealias Values = Int

  /// A number below a bound that the seed and what is asked about decide.
  private func draw(_ question: UInt64, below bound: UInt64, _ words: UInt64...) -> UInt64 {
    words.reduce(ContentDigest.join(seed, question), ContentDigest.join) % bound
  }

  var initialState: State { State() }
  var initialDatabase: Database {
    Database(rows: Dictionary(uniqueKeysWithValues: (1...itemCount).map { ($0, 0) }))
  }

  // MARK: Reducer and listener

  private func subject(of gesture: Gesture) -> Int? {
    switch gesture {
    case .load, .appear: 0
    case .change(let item), .remove(let item): item
    case .note: nil
    }
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var next = state
    switch action {
    case .tap(.note): next.isNoted.toggle()
    case .tap(let gesture):
      guard let subject = subject(of: gesture) else { return state }
      if state.statuses[subject] == .waiting {
        if draw(1, below: 2, gesture.word) == 0 { throw OperationFailure("busy") }
      } else {
        next.statuses[subject] = .waiting
      }
    case .done(let operation, let result):
      let subject = subjects(of: operation).first ?? 0
      switch result {
      case .success(let rows):
        next.items = rows
        let keeps = draw(2, below: 3, operation.word) == 0
        next.statuses[subject] = subject == 0 || keeps ? .success : nil
        if subject != 0 && rows[subject] == nil { next.statuses[subject] = nil }
      case .failure(let failure): next.statuses[subject] = .failure(text: failure.text)
      }
    }
    return next
  }

  func notice(old: State, action: Action) -> Gesture? {
    guard case .tap(let gesture) = action, let subject = subject(of: gesture) else { return nil }
    return old.statuses[subject] != .waiting || draw(3, below: 4, gesture.word) == 0 ? gesture : nil
  }

  func react(to notice: Gesture, current: State) throws -> Operation? {
    if draw(4, below: 24, notice.word, current.word) == 0 { throw Crash("drawn") }
    if draw(5, below: 12, notice.word, current.word) == 0 { return nil }
    switch notice {
    case .load, .appear: return draw(6, below: 2) == 0 ? .fetch : .ask
    case .change(let item): return .write(item)
    case .remove(let item): return .remove(item)
    case .note: return nil
    }
  }

  // MARK: Operations

  func answers(to operation: Operation, values: Int) -> [Operation] {
    operation == .ask ? [.told(0), .told(1)] : []
  }

  func perform(_ operation: Operation, on database: inout Database) throws -> [Int: Int] {
    database.isOpen = true
    if draw(7, below: 30, operation.word, database.word) == 0 { throw Crash("drawn") }
    if draw(8, below: 8, operation.word, database.word) == 0 { throw OperationFailure("refused") }
    switch operation {
    case .fetch, .ask: break
    case .told(let value): database.rows[1] = value
    case .write(let item): database.rows[item] = 1 - (database.rows[item] ?? 0)
    case .remove(let item): database.rows[item] = nil
    }
    if draw(9, below: 8, operation.word, database.word) == 0 { throw OperationFailure("late") }
    return database.rows
  }

  func completion(of operation: Operation, result: Result<[Int: Int], OperationFailure>) -> Action?
  {
    draw(10, below: 10, operation.word) == 0 ? nil : .done(operation, result)
  }

  // MARK: People

  func gestures(in state: State, values: Int) -> [Gesture] {
    let loading: [Gesture] = state.statuses[0] == nil ? [.load, .appear] : [.load, .note]
    return loading + state.items.keys.sorted().flatMap { [Gesture.change($0), .remove($0)] }
  }

  func action(of gesture: Gesture) -> Action { .tap(gesture == .appear ? .load : gesture) }
  func isAppearing(_ gesture: Gesture) -> Bool { gesture == .appear }
  func isDestructive(_ gesture: Gesture) -> Bool {
    if case .remove = gesture { true } else { false }
  }
  func additionCount(of gesture: Gesture) -> Int { if case .change = gesture { 1 } else { 0 } }
  func additionCount(of operation: Operation) -> Int { if case .write = operation { 1 } else { 0 } }

  // MARK: Words

  var collections: [Int] { [0] }
  func kind(of subject: Int) -> String { subject == 0 ? "list" : "item" }
  func name(of subject: Int) -> String { "\(subject)" }
  func statuses(of state: State) -> [Int: Status] { state.statuses }

  func subjects(of operation: Operation) -> [Int] {
    switch operation {
    case .fetch, .ask, .told: [0]
    case .write(let item), .remove(let item): [item]
    }
  }

  func subjects(askedForBy notice: Gesture) -> [Int] { subject(of: notice).map { [$0] } ?? [] }
  func isAcceptedRequest(_ notice: Gesture) -> Bool { true }
  func contents(of state: State) -> [Int: Int] { state.items }

  func rows(of database: Database) -> StoredRows<[Int: Int]> {
    if !database.isOpen { return .unopened }
    return database.rows[1] == nil && database.rows[2] == 1
      ? .repeated(id: "2") : .rows(database.rows)
  }

  func vocabulary(values: Int) -> [Action] { [] }
  var narrator: Narrator<DrawnProduct> {
    Narrator(
      gesture: { "\($0)" }, operation: { "\($0)" }, state: { _ in [:] }, database: { _ in [:] })
  }
}

// MARK: - Windows

extension DrawnProduct {
  struct Window: Hashable, Comparable, Sendable {
    var selected: Int?
    /// What the open form holds; nil without a form.
    var field: Int?

    private var words: [Int] { [selected ?? 0, field ?? -1] }
    static func < (first: Window, second: Window) -> Bool {
      first.words.lexicographicallyPrecedes(second.words)
    }
  }

  enum WindowGesture: Hashable, Comparable, Codable, Sendable {
    case appear, load, select(Int), deselect, edit, type, save, cancel
  }

  func initialWindow(in state: State) -> Window? { Window() }

  private var list: Subscription<DrawnProduct> {
    let isDone: @Sendable (State, Action) -> Bool = { _, action in
      if case .done = action { true } else { false }
    }
    let items: Subscription<DrawnProduct>.ContentsSelector = { contents, _ in contents }
    let hearsAll = draw(11, below: 2) == 0
    return Subscription(
      ofContentsIn: self, name: "items", filter: hearsAll ? nil : isDone, output: items)
  }

  private func status(of item: Int?) -> Subscription<DrawnProduct> {
    Subscription(name: "status", parameter: item.map { "\($0)" } ?? "", id: item.map { "\($0)" }) {
      state, _ in
      state.statuses[item ?? 0]
    }
  }

  func subscriptions(values: Int) -> [Subscription<DrawnProduct>] {
    [list, status(of: nil)] + (1...itemCount).map { status(of: $0) }
  }

  func mounts(in window: Window) -> [Mount<DrawnProduct>] {
    [Mount("List", list), Mount("Detail", status(of: window.selected))]
  }

  func gestures(in window: Window, showing display: Display, values: Int) -> [WindowGesture] {
    if let field = window.field { return (field == 0 ? [.type] : []) + [.save, .cancel] }
    let listed: [Int: Int] = display("List.items") ?? [:]
    let status: Status? = display("Detail.status")
    if window.selected != nil { return (status == .waiting ? [] : [.edit]) + [.deselect] }
    return [status == nil ? .appear : .load] + listed.keys.sorted().map(WindowGesture.select)
  }

  func handle(_ gesture: WindowGesture, in window: inout Window, showing display: Display)
    -> Gesture?
  {
    switch gesture {
    case .appear: return .appear
    case .load: return .load
    case .select(let item): window.selected = item
    case .deselect: window.selected = nil
    case .edit: window.field = 0
    case .type: window.field = 1
    case .save:
      let removes = window.field == 1
      window.field = nil
      return window.selected.map { removes ? .remove($0) : .change($0) }
    case .cancel: window.field = nil
    }
    return nil
  }

  /// An edit that another window has open too starts with the other field.
  func assignIds(in window: inout Window, besides others: [Window], state: State) {
    guard draw(13, below: 2) == 0, window.field == 0 else { return }
    if others.contains(where: { $0.field == 0 }) { window.field = 1 }
  }

  func refresh(_ window: inout Window, from old: Rendering<Window>, to new: Rendering<Window>) {
    let listed: [Int: Int] = new.display("List.items") ?? [:]
    if let selected = window.selected, listed[selected] == nil {
      window = Window()
    } else if draw(12, below: 2) == 0, window.field != nil,
      listed != old.display("List.items", as: [Int: Int].self) ?? [:]
    {
      window.field = 0
    }
  }

  var hasForms: Bool { true }
  func forms(in window: Window) -> [Form] {
    guard let field = window.field else { return [] }
    return [
      Form(
        title: "the form", openedFor: nil, opening: [:], saved: nil, fields: ["field": "\(field)"])
    ]
  }
}
