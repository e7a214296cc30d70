/// The only value of its kind: for a product without database or contents, or whose windows hold
/// nothing.
public struct NoValues: Hashable, Codable, Sendable {
  /// Makes it.
  public init() {}
}
