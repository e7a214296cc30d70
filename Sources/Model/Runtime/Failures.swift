/// A trap of the real code, as a value: no product function can go on after it.
public struct Crash: Error, Hashable, Sendable {
  /// What trapped.
  public let reason: String

  /// Makes a crash.
  public init(_ reason: String) { self.reason = reason }
}

/// An operation that the database or server refused, as the thunk sees it.
///
/// It describes itself as it is described to people, so that an app may report either.
public struct OperationFailure: Error, Hashable, Comparable, Codable, Sendable,
  CustomStringConvertible
{
  /// The error's localized description.
  public let text: String

  /// The text.
  public var description: String { text }

  /// Makes a failure.
  public init(_ text: String) { self.text = text }

  /// An error as a thunk's completion tells it.
  public init(_ error: any Error) {
    self =
      error is CancellationError
      ? .cancelled : (error as? OperationFailure) ?? OperationFailure(String(describing: error))
  }

  /// Compares texts.
  public static func < (first: OperationFailure, second: OperationFailure) -> Bool {
    first.text < second.text
  }

  /// What a thunk sees when the scope makes its operation fail.
  public static let injected = OperationFailure("the operation failed")
  /// What a thunk sees whose task was cancelled.
  package static let cancelled = OperationFailure("it was cancelled")
}
