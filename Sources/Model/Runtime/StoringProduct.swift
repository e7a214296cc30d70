/// A product with a database or a server; one without operations leaves all of it out.
public protocol StoringProduct: ListeningProduct {
  /// What the persistent store answers.
  associatedtype Reply: Hashable & Sendable = Never
  /// The persistent store's content.
  associatedtype Database: Hashable & Sendable = NoValues
  /// What state and database hold alike, keyed by id; left out, nothing is promised about both.
  associatedtype Contents: Hashable & Sendable = NoValues
  /// What happens around the app and not in it, such as what another client of the same store does,
  /// or that midnight passes; never anything by default.
  associatedtype Occurrence: Hashable & Sendable = Never

  /// The persistent store before the first launch.
  var initialDatabase: Database { get }
  /// Carries an operation out.
  ///
  /// - Throws: an error, which leaves in the database what was done before it, or a `Crash`.
  func perform(_ operation: Operation, on database: inout Database) throws -> Reply
  /// The operation with each answer that the world outside may give it, so that labels tell which
  /// it gave; none when the database alone decides.
  func answers(to operation: Operation, values: Values) -> [Operation]
  /// What arrives once more, after it was carried out, of a request that outlived its process;
  /// nothing by default.
  func resent(_ operation: Operation) -> Operation?
  /// What can happen around the app, simplest first; a scope bounds how often anything does.
  func occurrences(values: Values) -> [Occurrence]
  /// What an occurrence does to what selectors read, and to the persistent store; nothing is
  /// dispatched, and no status changes.
  func take(_ occurrence: Occurrence, in state: inout State, _ database: inout Database)
  /// The action that reports an operation's result; nil for operations that report nothing back.
  func completion(of operation: Operation, result: Result<Reply, OperationFailure>) -> Action?
  /// How many fresh rows an operation inserts, or answers from outside it brings.
  func additionCount(of operation: Operation) -> Int
  /// Whether the budget of additions bounds what recovery may need, so that such a scope cannot
  /// tell whether it is possible.
  var boundsRecovery: Bool { get }
  /// Whether contents and rows are given, so that both can be compared; false where `Contents` is
  /// left out.
  var hasContents: Bool { get }
  /// What the state holds.
  func contents(of state: State) -> Contents
  /// What the database holds.
  func rows(of database: Database) -> StoredRows<Contents>
}

/// The rows of a persistent store, as properties compare them with a state.
public enum StoredRows<Contents: Hashable & Sendable>: Hashable, Sendable {
  /// No operation has opened the store yet: it has no rows to speak of.
  case unopened
  /// Nothing is promised about these rows and a state: they are not compared.
  case uncompared
  /// Two rows have one id, so that no dictionary agrees with them.
  case repeated(id: String)
  /// The rows by id.
  case rows(Contents)
}

extension StoringProduct {
  public func answers(to operation: Operation, values: Values) -> [Operation] { [] }
  public func resent(_ operation: Operation) -> Operation? { nil }
  // Generic, or else the compiler takes it for that of a gesture where no gesture is written.
  public func additionCount<O>(of operation: O) -> Int where O == Operation { 0 }
  public var boundsRecovery: Bool { false }
  public var hasContents: Bool { Contents.self != NoValues.self }
}

extension StoringProduct where Contents == NoValues {
  public func contents(of state: State) -> NoValues { NoValues() }
  public func rows(of database: Database) -> StoredRows<NoValues> { .rows(NoValues()) }
}

extension StoringProduct where Occurrence == Never {
  public func occurrences(values: Values) -> [Never] { [] }
  public func take(_ occurrence: Never, in state: inout State, _ database: inout Database) {}
}

extension StoringProduct where Database == NoValues {
  public var initialDatabase: NoValues { NoValues() }
}

extension StoringProduct where Operation == Never {
  public func perform(_ operation: Never, on database: inout Database) throws -> Reply {}
  public func completion(of operation: Never, result: Result<Reply, OperationFailure>) -> Action? {}
}
