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
