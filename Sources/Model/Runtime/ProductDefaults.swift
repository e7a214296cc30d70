// What a product may leave out, and what it then stands for.

extension Product {
  public func answers(to operation: Operation, values: Values) -> [Operation] { [] }
  public func additionCount(of gesture: Gesture) -> Int { 0 }
  public func additionCount(of operation: Operation) -> Int { 0 }
  public var boundsRecovery: Bool { false }
  public func isAppearing(_ gesture: Gesture) -> Bool { false }
  public func isDestructive(_ gesture: Gesture) -> Bool { false }
  public func subscriptions(values: Values) -> [Subscription<Self>] {
    initialWindow.map { mounts(in: $0).map(\.subscription) } ?? []
  }
  public func vocabulary(values: Values) -> [Action] {
    gestures(in: initialState, values: values).map { action(of: $0) }
  }
  public var narrator: Narrator<Self> { Narrator() }
}

extension Product where Gesture == Action {
  public func action(of gesture: Gesture) -> Action { gesture }
}

extension Product where Action: CaseIterable {
  public func vocabulary(values: Values) -> [Action] { Array(Action.allCases) }
}

// MARK: Statuses

extension Product {
  public var collections: [Subject] { [] }
  public var hasQueue: Bool { true }
  public var holdsItem: (@Sendable (_ subject: Subject, _ state: State) -> Bool)? { nil }
  public func kind(of subject: Subject) -> String { "\(subject)" }
  public func name(of subject: Subject) -> String { "" }
  public func statuses(of state: State) -> [Subject: Status] { [:] }
  public func subjects(of operation: Operation) -> [Subject] { [] }
  public func subjects(askedForBy notice: Notice) -> [Subject] { [] }
  public func isAcceptedRequest(_ notice: Notice) -> Bool { true }
  public func rows(of database: Database) -> StoredRows<Contents> { .unopened }
}

extension Product where Contents == Nothing {
  public func contents(of state: State) -> Nothing { Nothing() }
}

// MARK: Listener and store

extension Product where Notice == Element<State, Action> {
  public func notice(old: State, action: Action) -> Element<State, Action>? {
    Element(old: old, action: action)
  }
}

extension Product where Operation == Never, Notice == Element<State, Action> {
  public func notice(old: State, action: Action) -> Element<State, Action>? { nil }
}

extension Product where Operation == Never {
  public func react(to notice: Notice, current: State) throws -> Never? { nil }
  public func perform(_ operation: Never, on database: inout Database) throws -> Reply {}
  public func completion(of operation: Never, result: Result<Reply, OperationFailure>) -> Action? {}
}

extension Product where Database == Nothing {
  public var initialDatabase: Nothing { Nothing() }
}

// MARK: Windows

extension Product {
  public func fields(ofItem id: String, in state: State) -> [String: String]? { nil }
  public var hasForms: Bool { false }
  public func forms(in window: Window) -> [Form] { [] }
  public func showsFailure(of subject: Subject, in window: Window) -> Bool { false }
  public func refresh(_ window: inout Window, from old: Rendering<Window>, to new: Rendering<Window>) {}
}

extension Product where Window == Nothing {
  public var initialWindow: Nothing? { Nothing() }
}

extension Product where WindowGesture == Gesture {
  public func handle(
    _ gesture: Gesture, in window: inout Window, showing display: Display, state: State
  ) -> Gesture? { gesture }
}

extension Product where Window == Never {
  public var initialWindow: Never? { nil }
  public func mounts(in window: Never) -> [Mount<Self>] {}
}

extension Product where Window == Never, WindowGesture == Never {
  public func gestures(in window: Never, showing display: Display, values: Values) -> [Never] {}
  public func handle(
    _ gesture: Never, in window: inout Never, showing display: Display, state: State
  ) -> Gesture? {}
}
