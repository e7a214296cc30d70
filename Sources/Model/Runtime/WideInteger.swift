/// An integer that JSON readers with 53-bit numbers do not round: written as a string beyond ±2⁵³.
@propertyWrapper
public struct WideInteger<Value: FixedWidthInteger & Codable & Sendable>: Hashable, Codable,
  Sendable
{
  public var wrappedValue: Value

  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      guard let value = Value(text) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "'\(text)' is no 64-bit integer")
      }
      wrappedValue = value
    } else {
      guard let value = try? container.decode(Value.self) else {
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription: "a whole number from \(Value.min) to \(Value.max) is expected")
      }
      wrappedValue = value
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let short = Int(exactly: wrappedValue), short.magnitude <= 1 << 53 {
      try container.encode(short)
    } else {
      try container.encode(String(wrappedValue))
    }
  }
}
