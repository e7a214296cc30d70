import Synchronization

/// A value as a file holds it: as its type encodes itself, if it can also read that, else as the
/// text of its content.
///
/// A text can be read back in a process that has written it: it stands for the value that was
/// written so.
package struct WrittenContent<Value: Hashable & Sendable>: Codable {
  package let value: Value

  package init(_ value: Value) { self.value = value }

  /// Writes the value.
  package func encode(to encoder: any Encoder) throws {
    if let value = value as? any Codable {
      try value.encode(to: encoder)
      return
    }
    let text = ContentTree(value).line
    ContentVocabulary.learn(value, writtenAs: text)
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  /// Reads a value.
  ///
  /// - Throws: a `DecodingError`, also when nothing was written so.
  package init(from decoder: any Decoder) throws {
    if let type = Value.self as? any Codable.Type,
      let value = try type.init(from: decoder) as? Value
    {
      self.value = value
      return
    }
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let value = ContentVocabulary.value(writtenAs: text, as: Value.self) else {
      let words = "there is no \(Value.self) here that is written as \(text)"
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: words))
    }
    self.value = value
  }
}

/// Values by their type and text, for types that cannot be read back otherwise.
private enum ContentVocabulary {
  private static let values = Mutex<[ObjectIdentifier: [String: any Sendable]]>([:])

  static func learn<Value: Sendable>(_ value: Value, writtenAs text: String) {
    values.withLock { $0[ObjectIdentifier(Value.self), default: [:]][text] = value }
  }

  static func value<Value: Sendable>(writtenAs text: String, as type: Value.Type) -> Value? {
    values.withLock { $0[ObjectIdentifier(type)]?[text] as? Value }
  }
}
