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

/// What tells a finding apart from all others of its product: its name, the design, and how the
/// world around it behaves.
///
/// As data it is flat, and the published design is left out.
package struct FindingKey: Hashable, Comparable, Sendable {
  package var name: FindingName
  /// The environment, and the listener's discipline where it is not the published one.
  package var setting: String
  package var design: String

  package init(_ name: FindingName, setting: String, design: String = "published") {
    (self.name, self.setting, self.design) = (name, setting, design)
  }

  package static func < (first: FindingKey, second: FindingKey) -> Bool {
    (first.design, first.setting, first.name) < (second.design, second.setting, second.name)
  }
}

extension FindingKey: Codable {
  private enum CodingKeys: CodingKey { case setting, design }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try FindingName(from: decoder), setting: try fields.decode(String.self, forKey: .setting),
      design: try fields.decodeIfPresent(String.self, forKey: .design) ?? "published")
  }

  package func encode(to encoder: any Encoder) throws {
    try name.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(setting, forKey: .setting)
    if design != "published" { try fields.encode(design, forKey: .design) }
  }
}

extension Trace {
  /// The name of the finding that it shows.
  package var findingName: FindingName { FindingName(property: property, culprit: culprit) }

  /// The finding that it shows, among all of its product.
  package var findingKey: FindingKey { FindingKey(findingName, setting: setting, design: design) }
}
