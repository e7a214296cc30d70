/// A stream element as the store yields it: the state before, and the action.
public struct Element<State: Hashable & Sendable, Action: Hashable & Sendable>: Hashable, Sendable {
  /// The state before the action.
  public let old: State
  /// The action.
  public let action: Action

  /// Makes an element.
  public init(old: State, action: Action) {
    self.old = old
    self.action = action
  }
}
