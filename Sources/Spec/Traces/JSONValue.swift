import Foundation
import Model

/// A piece of JSON whose shape a product or scope decides.
public enum JSONValue: Hashable, Codable, Sendable {
  /// null
  case null
  /// true or false
  case boolean(Bool)
  /// A whole number.
  case integer(Int)
  /// Any other number.
  case number(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object.
  case object([String: JSONValue])

  /// Reads any JSON: what is most frequent first, as a guess that is wrong takes long.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([String: JSONValue].self) {
      self = .object(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else {
      self = .number(try container.decode(Double.self))
    }
  }

  /// Writes it as it is.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .object(let fields): try container.encode(fields)
    }
  }

  /// The JSON of a value.
  ///
  /// - Throws: an `EncodingError`.
  public init(encoding value: some Encodable) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: try JSONEncoder().encode([value]))
      .elements[0]
  }

  /// The JSON of a value of any type: as the type encodes itself, else its content as text.
  ///
  /// - Throws: an `EncodingError`.
  package init(writing value: some Hashable & Sendable) throws {
    try self.init(encoding: WrittenContent(value))
  }

  private var elements: [JSONValue] {
    if case .array(let values) = self { values } else { [self] }
  }

  /// The value that the JSON stands for.
  ///
  /// - Throws: a `DecodingError`.
  package func decode<Value: Decodable>(as type: Value.Type) throws -> Value {
    let data = try JSONEncoder().encode([self])
    let values = try JSONDecoder().decode([Value].self, from: data)
    return values[0]
  }

  /// The text on one line, keys sorted.
  package var text: String {
    guard let data = try? Self.sortedText(of: self) else { return "" }
    return String(String(decoding: data, as: UTF8.self).dropFirst().dropLast())
  }

  /// A value as JSON on one line, keys sorted, in brackets.
  static func sortedText(of value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode([value])
  }
}
