/// An integer that JSON readers with 53-bit numbers do not round: written as a string beyond ±2⁵³.
public struct WideInteger: Hashable, Comparable, Codable, Sendable {
  /// The integer.
  public var value: Int

  /// Makes one.
  public init(_ value: Int) { self.value = value }

  /// Compares values.
  public static func < (first: WideInteger, second: WideInteger) -> Bool { first.value < second.value }

  /// Reads a number or a string of digits.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      guard let value = Int(text) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "'\(text)' is no 64-bit integer")
      }
      self.value = value
    } else {
      value = try container.decode(Int.self)
    }
  }

  /// Writes a number, or a string of digits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if value.magnitude > 1 << 53 {
      try container.encode(String(value))
    } else {
      try container.encode(value)
    }
  }
}
