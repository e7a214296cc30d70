/// What tells findings of one specification apart: the property's name, and a stable word for what
/// broke it.
public struct FindingName: Hashable, Codable, Comparable, Sendable, CustomStringConvertible {
  /// The property's name, such as "queue.bounded".
  public let property: String
  /// A stable word or two for what broke it.
  public let culprit: String

  /// Makes a name.
  public init(property: String, culprit: String) {
    self.property = property
    self.culprit = culprit
  }

  public static func < (first: FindingName, second: FindingName) -> Bool {
    (first.property, first.culprit) < (second.property, second.culprit)
  }

  /// Both in one text: "property: culprit".
  public var description: String { "\(property): \(culprit)" }
}

extension Trace {
  /// The finding that it shows.
  package var findingName: FindingName { FindingName(property: property, culprit: culprit) }
}
