/// A floating-point number that JSON can hold whatever it is: what JSON has no number for is written as a
/// string.
public struct WideNumber: Hashable, Codable, Sendable {
  /// The number.
  public var value: Double

  /// Makes one.
  public init(_ value: Double) { self.value = value }

  /// Reads a number, or one of the strings that `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let text = try? container.decode(String.self) else {
      value = try container.decode(Double.self)
      return
    }
    guard let value = Self.words.first(where: { $0.text == text })?.value else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is no number")
    }
    self.value = value
  }

  /// Writes a number, or "infinity", "-infinity", "nan", "-0".
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if value.isNaN {
      try container.encode("nan")
    } else if let word = Self.words.first(where: { $0.value.bitPattern == value.bitPattern }) {
      try container.encode(word.text)
    } else {
      try container.encode(value)
    }
  }

  private static let words: [(text: String, value: Double)] = [
    ("infinity", .infinity), ("-infinity", -.infinity), ("nan", .nan), ("-0", -0.0),
  ]
}
