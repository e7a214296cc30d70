/// An integer that JSON readers with 53-bit numbers do not round: written as a string beyond ±2⁵³.
public struct WideInteger<Value: FixedWidthInteger & Codable & Sendable>: Hashable, Comparable, Codable,
  Sendable
{
  /// The integer.
  public var value: Value

  /// Makes one.
  public init(_ value: Value) { self.value = value }

  /// Compares values.
  public static func < (first: WideInteger, second: WideInteger) -> Bool { first.value < second.value }

  /// Reads a number or a string of digits.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      guard let value = Value(text) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "'\(text)' is no 64-bit integer")
      }
      self.value = value
    } else {
      guard let value = try? container.decode(Value.self) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "a whole number from \(Value.min) to \(Value.max) is expected")
      }
      self.value = value
    }
  }

  /// Writes a number, or a string of digits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let short = Int(exactly: value), short.magnitude <= 1 << 53 {
      try container.encode(short)
    } else {
      try container.encode(String(value))
    }
  }
}
