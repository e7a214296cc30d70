/// A floating-point number that JSON can hold whatever it is: what JSON has no number for is
/// written as a string.
///
/// Numbers that are none are equal here: a value that differs from itself would break every
/// dictionary and every comparison of what holds it.
@propertyWrapper
public struct WideNumber: Hashable, Codable, Sendable {
  public var wrappedValue: Double

  public init(wrappedValue: Double) { self.wrappedValue = wrappedValue }

  public static func == (first: WideNumber, second: WideNumber) -> Bool {
    first.wrappedValue == second.wrappedValue
      || first.wrappedValue.isNaN && second.wrappedValue.isNaN
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(wrappedValue.isNaN ? .nan : wrappedValue)
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let text = try? container.decode(String.self) else {
      wrappedValue = try container.decode(Double.self)
      return
    }
    guard let value = Self.words.first(where: { $0.text == text })?.value else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is no number")
    }
    wrappedValue = value
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if wrappedValue.isNaN {
      try container.encode("nan")
    } else if let word = Self.words.first(where: { $0.value.bitPattern == wrappedValue.bitPattern })
    {
      try container.encode(word.text)
    } else {
      try container.encode(wrappedValue)
    }
  }

  private static let words: [(text: String, value: Double)] = [
    ("infinity", .infinity), ("-infinity", -.infinity), ("nan", .nan), ("-0", -0.0),
  ]
}
