import Model

/// What a state holds, part by part: of items by their names, of cases by what they hold.
///
/// A person changes one part of an item, and a reply may bring another one: as a whole, the item is
/// then neither what it was nor what the person left.
struct ContentParts: Hashable, Sendable {
  /// What stands for an item itself, beside its parts.
  static let presence = "there"

  /// The words of each part, by its place; what is nil or empty has none.
  private(set) var words: [String: String] = [:]
  /// Where texts stand.
  private(set) var texts: Set<String> = []
  /// Where cases of enumerations stand, by which an app tells its screens apart.
  private(set) var choices: Set<String> = []

  /// Takes a value apart.
  init(_ tree: ContentTree) { take(tree, at: "") }

  /// The part at a place; nil where there is none.
  subscript(place: String) -> String? { words[place] }

  /// The place of the item that a part belongs to, the innermost one; nil where it is no part of
  /// one.
  static func item(of place: String) -> String? {
    guard let end = place.lastIndex(of: "]"), place.index(after: end) != place.endIndex else {
      return nil
    }
    return String(place[...end])
  }

  /// In how many items of one list or dictionary a value stands at the same part.
  ///
  /// - Parameter place: that part of one of them; another place has no others like it.
  func count(of value: String?, like place: String) -> Int? {
    guard let value, let start = place.firstIndex(of: "["), let end = place.firstIndex(of: "]")
    else { return nil }
    let (list, part) = (place[...start], place[end...])
    return words.count { $0.value == value && $0.key.hasPrefix(list) && $0.key.hasSuffix(part) }
  }

  /// Where items of a name stand.
  func places(ofItem name: String) -> [String] { words.keys.filter { $0.hasSuffix("[\(name)]") } }

  private mutating func take(_ tree: ContentTree, at name: String) {
    switch tree {
    case .record(let fields):
      for (number, field) in fields.enumerated() {
        let path = [name, field.label ?? "\(number)"].filter { !$0.isEmpty }
        take(field.value, at: path.joined(separator: "."))
      }
    case .entries(let entries):
      for entry in entries { take(entry.value, ofItem: "\(name)[\(entry.key.words)]") }
    case .nothing, .list([], _): break
    case .list(let elements, _): take(elements, at: name, tree.words)
    case .choice(let kind, let payload?) where payload != .nothing:
      choices.insert(name.isEmpty ? "state" : name)
      words[name.isEmpty ? "state" : name] = ContentTree.choice(kind, nil).words
      let isRecord = if case .record = payload { true } else { false }
      take(payload, at: isRecord ? name : name.isEmpty ? "value" : "\(name).value")
    default:
      let place = name.isEmpty ? "state" : name
      words[place] = tree.words
      if case .text = tree { texts.insert(place) }
      if case .choice = tree { choices.insert(place) }
    }
  }

  /// Takes an item; what has no parts stands for itself.
  private mutating func take(_ tree: ContentTree, ofItem place: String) {
    switch tree {
    case .list([], _), .entries([]): break
    case .record, .entries:
      words[place] = Self.presence
      take(tree, at: place)
    default: take(tree, at: place)
    }
  }

  /// Takes a list: the order of what it lists, and each of its elements that is told apart.
  private mutating func take(_ elements: [ContentTree], at name: String, _ whole: String) {
    let place = name.isEmpty ? "state" : name
    guard let names = Self.names(of: elements) else { return words[place] = whole }
    words[place] = names.joined(separator: ", ")
    for (name, element) in zip(names, elements) {
      if element.id == nil {
        words["\(place)[\(name)]"] = name
      } else {
        words["\(place)[\(name)]"] = Self.presence
        take(element, at: "\(place)[\(name)]")
      }
    }
  }

  /// What tells the elements of a list apart; nil where nothing does.
  ///
  /// Where an item is there twice, the others are still what they were.
  private static func names(of elements: [ContentTree]) -> [String]? {
    var known: Set<String> = []
    let names = elements.compactMap { element -> String? in
      guard var name = element.id?.words ?? ownName(of: element) else { return nil }
      while !known.insert(name).inserted {
        if element.id == nil { return nil }
        name += " again"
      }
      return name
    }
    return names.count == elements.count ? names : nil
  }

  /// What tells a value without parts from others of a list.
  private static func ownName(of tree: ContentTree) -> String? {
    switch tree {
    case .text, .integer, .choice(_, nil): tree.words
    default: nil
    }
  }
}

extension RuntimeView {
  /// What the state holds beside statuses, part by part; nil after a crash.
  var parts: ContentParts? {
    (contents as? any ReflectedContents).map { ContentParts($0.tree) }
  }

  /// What the store holds, as the state would show it part by part; nil where the app does not say.
  var rowParts: ContentParts? {
    guard case .rows(let contents) = rows else { return nil }
    return (contents as? any ReflectedContents).map { ContentParts($0.stored) }
  }

  /// What the state holds of what is stored, part by part; nil after a crash.
  var storedParts: ContentParts? {
    (contents as? any ReflectedContents).map { ContentParts($0.stored) }
  }
}
