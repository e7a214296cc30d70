/// A product that asks a running app for everything: the listener's decisions, the operations, and what is
/// dispatched when they end.
public struct DerivedProduct<A: App>: Product {

  /// What an app's state shows and its rows hold alike.
  public struct Contents: Hashable, Sendable {
    let tree: ContentTree
  }

  private let memory: AppMemory<A>
  /// Whether a search goes on although the app does what no product tells of, because its steps are taken
  /// live afterwards.
  private let wonders: Bool
  public let hasContents: Bool
  public let collections: [AppSubject]
  public let hasQueue: Bool
  /// Whether what reloads a collection adds rows, which the scope bounds.
  public let boundsRecovery: Bool

  var app: A { memory.app }
  /// What was asked of the app in vain.
  package var complaints: [String] { memory.content.withLock { $0.complaints + $0.oddities } }
  /// Hidden state, or a listener that cannot be asked: no search goes on from there.
  public var complaint: String? {
    memory.content.withLock { $0.complaints.first ?? (wonders ? nil : $0.oddities.first) }
  }
  /// What the app does beside one call and one dispatch for an element, on one line.
  package var oddity: String? { memory.content.withLock(\.oddities.first) }
  /// Whether the way that a search took led to a trap of the app.
  package var hasCrashed: Bool { memory.content.withLock(\.hasCrashed) }

  /// Makes a product of an app; nothing is asked yet.
  public init(_ app: A) { self.init(app, AppQuestions(), wonders: false) }

  package init(_ app: A, _ questions: AppQuestions, wonders: Bool) {
    self.wonders = wonders
    memory = AppMemory(app, questions)
    hasContents = app.showing(app.initialRows) != nil
    let soon = Self.states(soonAfter: app)
    let statuses = soon.reduce(into: Set()) { $0.formUnion(AppFacts(of: $1).statuses.keys) }.sorted()
    boundsRecovery = soon.contains { Self.addsByReloading(app, in: $0) }
    collections = statuses.filter(\.name.isEmpty)
    hasQueue = statuses.contains { !$0.name.isEmpty } || collections.isEmpty
  }

  /// The states at launch and after one deed or two.
  private static func states(soonAfter app: A) -> Set<A.State> {
    func following(_ states: [A.State]) -> [A.State] {
      states.flatMap { state in app.deeds(in: state).compactMap { try? app.reduce(state, $0.action) } }
    }
    let first = following([app.initialState])
    return Set([app.initialState] + first + following(first))
  }

  /// Whether some deed that adds rows makes a collection wait.
  private static func addsByReloading(_ app: A, in state: A.State) -> Bool {
    let before = AppFacts(of: state).statuses
    return app.deeds(in: state).contains { deed in
      guard case .adds = deed.kind, let next = try? app.reduce(state, deed.action) else { return false }
      return AppFacts(of: next).statuses.contains { subject, status in
        subject.name.isEmpty && status == .waiting && before[subject] != .waiting
      }
    }
  }
}

extension DerivedProduct {
  public var initialState: A.State { app.initialState }
  public func reduce(_ state: A.State, _ action: AppAction<A.Action>) throws -> A.State {
    switch action {
    case .does(let action): try memory.noting { try memory.reduce(state, action) }
    case .trap(let cause): try memory.noting { throw Crash(cause) }
    }
  }
  public func gestures(in state: A.State, values: Nothing) -> [Deed<A.Action>] { memory.deeds(in: state) }
  public func action(of gesture: Deed<A.Action>) -> AppAction<A.Action> { .does(gesture.action) }
  public func isAppearing(_ gesture: Deed<A.Action>) -> Bool { gesture.kind == .appears }
  public func isDestructive(_ gesture: Deed<A.Action>) -> Bool { gesture.kind == .destroys }
  public func additionCount(of gesture: Deed<A.Action>) -> Int {
    if case .adds(let count) = gesture.kind { count } else { 0 }
  }

  public func notice(old: A.State, action: AppAction<A.Action>) -> AppNotice? {
    if case .does(let action) = action { memory.notice(old: old, action: action) } else { nil }
  }
  public func react(to notice: AppNotice, current: A.State) throws -> GateCall? {
    try memory.noting { try memory.call(for: notice, in: current) }
  }
  /// Where an action makes subjects wait, the reducer says which request it accepts.
  public func isAcceptedRequest(_ notice: AppNotice) -> Bool { notice.isAccepted }

  public var initialDatabase: A.Rows { app.initialRows }
  public func perform(_ operation: GateCall, on rows: inout A.Rows) throws -> GateReply {
    try memory.noting { try memory.perform(operation, on: &rows) }
  }
  public func answers(to operation: GateCall, values: Nothing) -> [GateCall] {
    memory.answers(to: operation)
  }
  public func completion(
    of operation: GateCall, result: Result<GateReply, OperationFailure>
  ) -> AppAction<A.Action>? {
    memory.completion(of: operation, result)
  }
  /// What an adding deed asked for adds as much.
  public func additionCount(of operation: GateCall) -> Int {
    memory.deed(behind: operation).map { additionCount(of: $0) } ?? 0
  }
  public func contents(of state: A.State) -> Contents { Contents(tree: memory.facts(of: state).contents) }
  public func rows(of rows: A.Rows) -> StoredRows<Contents> {
    switch app.showing(rows) {
    case nil, .unopened?: .unopened
    case .repeated(let id)?: .repeated(id: id)
    case .rows(let state)?: .rows(contents(of: state))
    }
  }

  public func statuses(of state: A.State) -> [AppSubject: Status] { memory.facts(of: state).statuses }
  public func kind(of subject: AppSubject) -> String { subject.path }
  public func name(of subject: AppSubject) -> String { subject.name }
  /// An entry is about the item that some other dictionary of the state has under the same key.
  public var holdsItem: (@Sendable (AppSubject, A.State) -> Bool)? {
    { [memory] subject, state in
      subject.name.isEmpty || memory.facts(of: state).contents.hasKey(subject.name)
    }
  }
  public func subjects(of operation: GateCall) -> [AppSubject] { memory.subjects(of: operation) }
  public func subjects(askedForBy notice: AppNotice) -> [AppSubject] { notice.accepted }

  public var narrator: Narrator<DerivedProduct> {
    Narrator(gesture: \.words, operation: { "the call \($0.phrase)" })
  }
}

extension DerivedProduct: AskedAgain {
  /// Some questions; what is not answered alike is a complaint.
  func askAgain(shouldStop: () -> Bool) -> Bool {
    memory.askAgain(countMax: 500, shouldStop: shouldStop)
  }
}
