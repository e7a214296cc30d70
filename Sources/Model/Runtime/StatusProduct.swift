/// A product whose state says how requests fare: what waits, what came, what failed.
///
/// What a status is about is its *subject*: a whole collection, or one entry of a queue. A product
/// without statuses leaves all of it out.
public protocol StatusProduct: StoringProduct {
  /// What a status is about; never anything by default.
  associatedtype Subject: Hashable & Sendable = Never

  /// Every status that is not nil.
  func statuses(of state: State) -> [Subject: Status]
  /// The subjects that are collections, in a fixed order; every case of a `Subject` that lists its
  /// cases.
  var collections: [Subject] { get }
  /// Whether single items have statuses too, in a queue.
  var hasQueue: Bool { get }
  /// The word for what kind of subject a subject is, such as "lists" or "item"; by default the name
  /// of the case.
  func kind(of subject: Subject) -> String
  /// The words for one subject among those of its kind, such as an id; empty for a collection. The
  /// payload of the case by default.
  func name(of subject: Subject) -> String
  /// The subjects whose statuses an operation's completion is to end.
  func subjects(of operation: Operation) -> [Subject]
  /// The subjects whose request a notice stands for; empty when it is no accepted request of one
  /// with a status.
  func subjects(askedForBy notice: Notice) -> [Subject]
  /// Whether the subject of a queue entry is an item that the state holds; nil where the product
  /// does not say, so that it cannot be judged whether an entry outlives its item.
  var holdsItem: (@Sendable (_ subject: Subject, _ state: State) -> Bool)? { get }
}

extension StatusProduct {
  public func statuses(of state: State) -> [Subject: Status] { [:] }
  public var collections: [Subject] { [] }
  public var hasQueue: Bool { true }
  public var holdsItem: (@Sendable (_ subject: Subject, _ state: State) -> Bool)? { nil }
  public func subjects(of operation: Operation) -> [Subject] { [] }
  public func subjects(askedForBy notice: Notice) -> [Subject] { [] }
  public func kind(of subject: Subject) -> String {
    if case .choice(let name, _) = ContentTree(subject) { name } else { "item" }
  }
  public func name(of subject: Subject) -> String {
    let tree = ContentTree(subject)
    guard case .choice(_, let payload) = tree else { return tree.words }
    return payload?.words ?? ""
  }
}

extension StatusProduct where Subject: CaseIterable {
  public var collections: [Subject] { Array(Subject.allCases) }
  public var hasQueue: Bool { false }
}

extension StatusProduct where Notice == Operation {
  public func subjects(askedForBy notice: Operation) -> [Subject] { subjects(of: notice) }
}
