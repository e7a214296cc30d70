/// The words in which a story tells a value without words of its own.
extension ContentTree {
  /// The value in words: `add Ada (omnivorous, Bird)`.
  package var words: String {
    switch self {
    case .nothing: return "none"
    case .text(let text): return text
    case .truth, .integer, .number, .date: return text
    case .list(let elements, _):
      return elements.isEmpty ? "nothing" : elements.map(\.words).joined(separator: ", ")
    case .entries(let entries):
      return entries.isEmpty
        ? "nothing" : entries.map { "\($0.key.words): \($0.value.words)" }.joined(separator: ", ")
    case .record(let fields): return Self.words(of: fields)
    case .choice(let name, nil): return Self.spaced(name)
    case .choice(let name, let payload?): return "\(Self.spaced(name)) \(payload.words)"
    }
  }

  /// The value in words that come after "the user": `taps Toggle 1` of `.ui(.didTapToggle(id:
  /// "1"))`.
  package var gestureWords: String { tap ?? words }

  private var tap: String? {
    guard case .choice(let name, let payload) = self else { return nil }
    guard name.hasPrefix("didTap"), name != "didTap" else { return payload?.tap }
    var control = Self.spaced(String(name.dropFirst("didTap".count)))
    if control.hasSuffix(" button") { control.removeLast(" button".count) }
    return ["taps", control, payload?.words].compactMap(\.self).joined(separator: " ")
  }

  /// The name of a record, and what else it holds in parentheses.
  private static func words(of fields: [Field]) -> String {
    let told = fields.filter { $0.value != .nothing }
    let place = told.firstIndex { ["name", "title"].contains($0.label) } ?? told.startIndex
    guard told.indices.contains(place) else { return "nothing" }
    let isNamed = place > 0 || ["name", "title"].contains(told[place].label)
    let rest = told.indices.filter { $0 != place && !(isNamed && told[$0].label == "id") }
    let details = rest.map { told[$0].value.words }.joined(separator: ", ")
    return told[place].value.words + (details.isEmpty ? "" : " (\(details))")
  }

  /// A name of several words with spaces between them.
  private static func spaced(_ name: String) -> String {
    var words = ""
    for (character, next) in zip(name, name.dropFirst().map(Optional.some) + [nil]) {
      let isInside = words.last.map { $0.isLowercase || next?.isLowercase == true } ?? false
      let begins = character.isUppercase && isInside
      if begins { words += " " }
      words += begins && next?.isUppercase != true ? character.lowercased() : String(character)
    }
    return words
  }

  /// The value as facts, each under a name that says where it stands; what is nil or empty has
  /// none.
  package func facts(named name: String) -> [String: String] {
    switch self {
    case .record(let fields):
      return fields.reduce(into: [:]) { facts, field in
        let path = [name, field.label ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
        facts.merge(field.value.facts(named: path)) { first, _ in first }
      }
    case .entries(let entries):
      return Dictionary(entries.map { ("\(name)[\($0.key.words)]", $0.value.words) }) { first, _ in
        first
      }
    case .nothing, .list([], _): return [:]
    default: return [name.isEmpty ? "state" : name: words]
    }
  }
}

/// What the words of a fact say.
package enum Shown {
  /// Whether it is a flag or a number, which says nothing by itself.
  package static func isValue(_ words: String) -> Bool {
    Double(words) != nil || ["true", "false"].contains(words)
  }

  /// The names of a list that it is.
  package static func names(_ words: String?) -> Set<String> {
    Set((words ?? "").split(separator: ", ").map(String.init))
  }

  /// Whether it says that there is nothing.
  package static func isOff(_ words: String?) -> Bool { ["", "false", "0"].contains(words ?? "") }
}
