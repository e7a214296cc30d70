import Foundation
import Model

/// A key in data that is not read, as a mistyped one: what it was to say would be lost.
struct UnknownKey: Error, CustomStringConvertible {
  /// The keys and places that lead to it, and it last.
  let path: [String]

  var description: String {
    let place = path.dropLast().joined(separator: ".")
    return
      "'\(path.last ?? "")' is no key\(place.isEmpty ? "" : " at \(place)"); correct it or take it "
      + "out"
  }
}

extension JSONValue {
  /// The value that the JSON stands for, whatever its type, if it reads every key that there is.
  ///
  /// - Throws: a `DecodingError`, or an error that names a key that is not read.
  package func decodeWhole<Value: Codable>(as type: Value.Type) throws -> Value {
    let text = try Self.sortedText(of: self)
    let value = try JSONDecoder().decode([Value].self, from: text)[0]
    // What is written again as it was has no key that was not read.
    if try Self.sortedText(of: value) == text { return value }
    try requireReading(of: try JSONValue(encoding: value)) { _ = try $0.decode(as: type) }
    return value
  }

  /// The value that was written, whatever its type, if it reads every key that there is.
  ///
  /// - Throws: a `DecodingError`, or an error that names a key that is not read.
  package func readWhole<Value: Hashable & Sendable>(as type: Value.Type) throws -> Value {
    try decodeWhole(as: WrittenContent<Value>.self).value
  }

  /// Requires that every key is read.
  ///
  /// A key that is written again was read. One that is left out, as nil or a default is, was read
  /// if reading fails with nonsense in its place.
  ///
  /// - Parameters:
  ///   - written: what was read, written again.
  ///   - read: reads the whole anew.
  /// - Throws: an `UnknownKey`.
  func requireReading(of written: JSONValue, by read: (JSONValue) throws -> Void) throws {
    func isRead(_ path: [Place]) -> Bool {
      [JSONValue.object(["": .null]), .boolean(true)].contains { nonsense in
        (try? read(replacing(path[...], by: nonsense))) == nil
      }
    }
    func visit(_ value: JSONValue, _ other: JSONValue?, at path: [Place]) throws {
      switch value {
      case .object(let fields):
        let others: [String: JSONValue] =
          if case .object(let others)? = other { others } else { [:] }
        for (key, field) in fields.sorted(by: { $0.key < $1.key }) {
          let place = path + [.key(key)]
          if others[key] == nil && !isRead(place) { throw UnknownKey(path: place.map(\.words)) }
          try visit(field, others[key], at: place)
        }
      case .array(let elements):
        let others: [JSONValue] = if case .array(let others)? = other { others } else { [] }
        for (number, element) in elements.enumerated() {
          let other = others.indices.contains(number) ? others[number] : nil
          try visit(element, other, at: path + [.index(number)])
        }
      default: break
      }
    }
    try visit(self, written, at: [])
  }

  private enum Place {
    case key(String)
    case index(Int)

    var words: String {
      switch self {
      case .key(let key): key
      case .index(let number): "\(number)"
      }
    }
  }

  private func replacing(_ path: ArraySlice<Place>, by nonsense: JSONValue) -> JSONValue {
    switch (self, path.first) {
    case (.object(var fields), .key(let key)?):
      fields[key] = fields[key]?.replacing(path.dropFirst(), by: nonsense)
      return .object(fields)
    case (.array(var elements), .index(let number)?):
      elements[number] = elements[number].replacing(path.dropFirst(), by: nonsense)
      return .array(elements)
    default: return nonsense
    }
  }
}
