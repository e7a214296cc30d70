/// A product whose listener asks for operations; one without a listener leaves all of it out.
///
/// A listener that decides from the state before an action and the action writes
/// `operation(for:in:)`. One that looks at the state of the moment when it takes the element gives
/// a `Notice` and `react`; with an `Element` as the notice, it learns everything.
public protocol ListeningProduct: ReducingProduct {
  /// What a thunk asks of the persistent store.
  associatedtype Operation: Hashable & Sendable = Never
  /// What the listener can still learn from a stream element; the operation that it asks for by
  /// default.
  associatedtype Notice: Hashable & Sendable = Operation

  /// The operation that an action asks for; nil for none.
  func operation(for action: Action, in old: State) -> Operation?
  /// What the listener can still learn from an element; nil when it never reacts to it.
  func notice(old: State, action: Action) -> Notice?
  /// The listener's decision: the operation that it asks for.
  ///
  /// - Throws: a `Crash`.
  func react(to notice: Notice, current: State) throws -> Operation?
  /// Whether a notice stands for an accepted request.
  func isAcceptedRequest(_ notice: Notice) -> Bool
}

extension ListeningProduct {
  public func operation(for action: Action, in old: State) -> Operation? { nil }
  public func isAcceptedRequest(_ notice: Notice) -> Bool { true }
}

// Unconstrained, as the compiler does not find `Notice` from constraints that equal it with another
// type.
extension ListeningProduct {
  public func notice(old: State, action: Action) -> Notice? {
    if Notice.self == Element<State, Action>.self {
      return Element(old: old, action: action) as? Notice
    }
    requireNoOwnNotice("notice(old:action:)")
    return operation(for: action, in: old) as? Notice
  }
  public func react(to notice: Notice, current: State) throws -> Operation? {
    requireNoOwnNotice("react(to:current:)")
    return notice as? Operation
  }

  private func requireNoOwnNotice(_ function: String) {
    if Notice.self == Operation.self { return }
    misuse("\(Self.self) has a Notice of its own: it has to write \(function) too")
  }
}
