/// How a request stands, as the published products keep it.
public enum Status: Hashable, Comparable, Codable, Sendable {
  /// Never assigned by a published reducer.
  case empty
  /// A request is under way.
  case waiting
  /// The last request succeeded.
  case success
  /// The last request failed, with the error's text.
  case failure(text: String)

  /// Whether the last request failed.
  public var isFailure: Bool {
    if case .failure = self { true } else { false }
  }
}

/// A trap of the real code, as a value: no product function can go on after it.
public struct Crash: Error, Hashable, Sendable {
  /// What trapped.
  public let reason: String

  /// Makes a crash.
  public init(_ reason: String) { self.reason = reason }
}

/// An operation that the database or server refused, as the thunk sees it.
public struct OperationFailure: Error, Hashable, Comparable, Codable, Sendable {
  /// The error's localized description.
  public let text: String

  /// Makes a failure.
  public init(_ text: String) { self.text = text }

  /// Compares texts.
  public static func < (first: OperationFailure, second: OperationFailure) -> Bool {
    first.text < second.text
  }

  /// What a thunk sees when the scope makes its operation fail.
  public static let injected = OperationFailure("the operation failed")
}

/// When an injected fault strikes.
public enum Fault: String, Hashable, Comparable, Codable, Sendable, CaseIterable, BitwiseCopyable {
  /// Before the database changed.
  case before
  /// After the database changed: the reply is lost.
  case after

  /// Before comes first.
  public static func < (first: Fault, second: Fault) -> Bool { first == .before && second == .after }
}

/// How the listener treats elements while a thunk is under way.
public enum Discipline: String, Hashable, Codable, Sendable, CaseIterable {
  /// One element at a time, its thunk awaited: as published.
  case serial
  /// Every element is taken at once; thunks run side by side.
  case concurrent
}

/// Who dispatches.
public enum Environment: String, Hashable, Codable, Sendable, CaseIterable {
  /// Any ui action of the scope's values, whenever there is room in the mail.
  case open
  /// What people can do through the enabled controls of windows.
  case windows
}

/// The only value of its kind: for a product without database or contents, or whose windows hold nothing.
public struct Nothing: Hashable, Comparable, Sendable {
  package init() {}

  public static func < (first: Nothing, second: Nothing) -> Bool { false }
}

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
