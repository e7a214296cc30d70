import Model

/// One article that a person keeps or drops; a server remembers which.
struct Bookmark: Product {
  struct State: Hashable, Codable, Sendable {
    var isKept = false
    var status: Status?
  }
  enum Action: Hashable, Codable, Sendable {
    case appear, tap(keeps: Bool)
    case answer(Outcome<Bool>)
  }
  enum Gesture: Hashable, Comparable, Codable, Sendable { case appear, keep, drop }
  enum Operation: Hashable, Comparable, Codable, Sendable { case fetch, keep, drop }
  enum Subject: Hashable, Comparable, Sendable { case bookmark }
  struct Values: Hashable, Codable, Sendable {}
  typealias Notice = Element<State, Action>

  let initialState = State()
  let initialDatabase = false
  var looksAtStatesAlone = false
  var collections: [Subject] { [.bookmark] }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var next = state
    switch action {
    case .appear where state.status != .success, .tap: next.status = .waiting
    case .appear: break
    case .answer(.success(let isKept)): next = State(isKept: isKept, status: .success)
    case .answer(.failure(let text)): next.status = .failure(text: text)
    }
    return next
  }
  static func operation(for action: Action) -> Operation? {
    switch action {
    case .appear: .fetch
    case .tap(let keeps): keeps ? .keep : .drop
    case .answer: nil
    }
  }
  /// The operation that an action asks for, if the state accepts the request.
  static func request(in old: State, _ action: Action) -> Operation? {
    old.status == .waiting || action == .appear && old.status == .success
      ? nil : operation(for: action)
  }
  func react(to notice: Notice, current: State) throws -> Operation? {
    guard looksAtStatesAlone else { return Self.request(in: notice.old, notice.action) }
    let begins = notice.old.status != .waiting && current.status == .waiting
    return begins ? Self.operation(for: notice.action) : nil
  }
  func perform(_ operation: Operation, on isKept: inout Bool) throws -> Bool {
    if operation != .fetch { isKept = operation == .keep }
    return isKept
  }
  func completion(of operation: Operation, result: Result<Bool, OperationFailure>) -> Action? {
    Outcome(result) { $0 }.map(Action.answer)
  }

  func gestures(in state: State, values: Values) -> [Gesture] { [.appear, .keep, .drop] }
  func action(of gesture: Gesture) -> Action {
    gesture == .appear ? .appear : .tap(keeps: gesture == .keep)
  }
  func isAppearing(_ gesture: Gesture) -> Bool { gesture == .appear }
  func isDestructive(_ gesture: Gesture) -> Bool { gesture != .appear }
  func kind(of subject: Subject) -> String { "bookmark" }
  func name(of subject: Subject) -> String { "" }
  func statuses(of state: State) -> [Subject: Status] {
    state.status.map { [.bookmark: $0] } ?? [:]
  }
  func subjects(of operation: Operation) -> [Subject] { [.bookmark] }
  func subjects(askedForBy notice: Notice) -> [Subject] {
    isAcceptedRequest(notice) ? [.bookmark] : []
  }
  func isAcceptedRequest(_ notice: Notice) -> Bool {
    Self.request(in: notice.old, notice.action) != nil
  }
  func contents(of state: State) -> Bool { state.isKept }
  func rows(of isKept: Bool) -> StoredRows<Bool> { .rows(isKept) }
  func subscriptions(values: Values) -> [Subscription<Bookmark>] { [] }
  func vocabulary(values: Values) -> [Action] { [.appear, .tap(keeps: true), .tap(keeps: false)] }
  var narrator: Narrator<Bookmark> {
    Narrator(
      gesture: { $0 == .appear ? "opens the article" : "taps \($0)" }, operation: { "the \($0)" },
      state: { ["kept": "\($0.isKept)", "status": "\($0.status.map { "\($0)" } ?? "none")"] },
      database: { ["kept": "\($0)"] })
  }
}
