/// The only value of its kind: for a product without database or contents, or whose windows hold nothing.
public struct Nothing: Hashable, Comparable, Sendable {
  package init() {}

  public static func < (first: Nothing, second: Nothing) -> Bool { false }
}
