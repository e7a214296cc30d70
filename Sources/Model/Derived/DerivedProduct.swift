import Synchronization

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
  /// Nil for a product that is asked nothing, only told of.
  private let shape: Shape?

  public var hasContents: Bool { shape?.value.hasContents ?? false }
  public var collections: [AppSubject] { shape?.value.collections ?? [] }
  public var hasQueue: Bool { shape?.value.hasQueue ?? true }
  public var boundsRecovery: Bool { shape?.value.boundsRecovery ?? false }

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

  /// - Parameter showsShape: whether the app may be asked what kinds of statuses it has. Where a child
  ///   process does the work, code that traps must not be called in this one.
  package init(_ app: A, _ questions: AppQuestions, wonders: Bool, showsShape: Bool = true) {
    self.wonders = wonders
    memory = AppMemory(app, questions)
    shape = showsShape ? Shape(memory) : nil
  }

  /// Found when somebody asks for it first.
  private final class Shape: Sendable {
    private let memory: AppMemory<A>
    private let found = Mutex<AppShape?>(nil)

    init(_ memory: AppMemory<A>) { self.memory = memory }

    var value: AppShape {
      found.withLock { found in
        if let found { return found }
        let shape = memory.findShape()
        found = shape
        return shape
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
    switch memory.showing(rows) {
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
  var edition: Int { memory.content.withLock(\.notices.edition) }

  /// Some questions; what is not answered alike is a complaint.
  func askAgain(shouldStop: () -> Bool) -> Bool {
    memory.askAgain(countMax: 500, shouldStop: shouldStop)
  }
}
