/// Live checking is not possible here; says why.
public struct LiveUnavailable: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason.
  package let reason: String

  /// Makes an error.
  package init(reason: String) { self.reason = reason }

  /// The reason, and what follows from it.
  public var description: String { "live checking is unavailable: \(reason)" }
}
