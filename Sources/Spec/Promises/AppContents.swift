import Model

/// What promises of apps find in a state by reflection.
extension RuntimeView {
  /// Whether a step is in the midst of what it dispatches.
  var isBetweenDispatches: Bool {
    (mail.last as? any PendingDispatches)?.isBetweenDispatches ?? false
  }

  /// What the state holds once all is dispatched that the step is in the midst of; nil after a crash.
  func finalFacts(_ product: P) -> [String: String]? {
    let final = (mail.last as? any PendingDispatches)?.finalState as? P.State
    guard let final else { return facts }
    return (product.contents(of: final) as? any ReflectedContents)?.tree.facts(named: "")
  }

  /// The statuses once the step is over that is in the midst of what it dispatches; nil after a crash.
  func finalStatuses(_ product: P) -> [P.Subject: Status]? {
    let final = (mail.last as? any PendingDispatches)?.finalState as? P.State
    return final.map { product.statuses(of: $0) } ?? statuses
  }

  /// What the state holds of what is stored, place by place; nil after a crash.
  var storedFacts: [String: String]? {
    (contents as? any ReflectedContents)?.stored.facts(named: "")
  }

  /// Where in what it holds beside statuses texts stand.
  var textPlaces: Set<String> {
    (contents as? any ReflectedContents).map { ReflectedTexts.places(in: $0.tree, named: "") } ?? []
  }

  /// What the state holds beside statuses, place by place; nil after a crash.
  var facts: [String: String]? { (contents as? any ReflectedContents)?.tree.facts(named: "") }

  /// The lists of the state whose elements are rows; nil after a crash.
  var lists: [ReflectedList]? { (contents as? any ReflectedContents)?.tree.lists(named: "") }

  /// How often the store holds each value that a list of it holds, or that it keeps under a key.
  var storedCounts: [ContentTree: Int] {
    var counts: [ContentTree: Int] = [:]
    ContentTree(database).countElements(into: &counts)
    return counts
  }
}

/// A list in a state.
struct ReflectedList: Hashable {
  let place: String
  let elements: [ContentTree]

  /// The first element that is listed twice.
  var repeated: ContentTree? {
    var known: Set<ContentTree> = []
    return elements.first { !known.insert($0).inserted }
  }
}

extension StepView where System: ProductSystem {
  /// Whether a text is what a person gave: the interaction's action, or its words, have it.
  func isGiven(_ text: String?) -> Bool {
    guard let text, Double(text) == nil, let gesture else { return false }
    return ReflectedTexts.tell(text, in: ContentTree(gesture))
      || action.map { ReflectedTexts.tell(text, in: ContentTree($0)) } ?? false
  }
}

/// The texts of a state, and of what people do.
private enum ReflectedTexts {
  /// The places of facts that are texts.
  static func places(in tree: ContentTree, named name: String) -> Set<String> {
    switch tree {
    case .record(let fields):
      fields.reduce(into: []) { places, field in
        let path = [name, field.label ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
        places.formUnion(Self.places(in: field.value, named: path))
      }
    case .entries(let entries):
      Set(entries.compactMap { if case .text = $0.value { "\(name)[\($0.key.words)]" } else { nil } })
    case .text: [name]
    default: []
    }
  }

  /// Whether some text has these words.
  static func tell(_ words: String, in tree: ContentTree) -> Bool {
    switch tree {
    case .text(let text): " \(text) ".contains(" \(words) ") || text.contains("'\(words)'")
    case .record(let fields): fields.contains { tell(words, in: $0.value) }
    case .choice(_, let payload): payload.map { tell(words, in: $0) } ?? false
    case .list(let elements, _): elements.contains { tell(words, in: $0) }
    case .entries(let entries): entries.contains { tell(words, in: $0.value) }
    case .nothing, .truth, .integer, .number, .date: false
    }
  }
}

extension ContentTree {
  fileprivate func lists(named name: String) -> [ReflectedList] {
    func path(_ label: String?) -> String {
      [name, label ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
    }
    switch self {
    case .record(let fields): return fields.flatMap { $0.value.lists(named: path($0.label)) }
    case .choice(_, let payload?): return payload.lists(named: name)
    case .entries(let entries): return entries.flatMap { $0.value.lists(named: name) }
    case .list(let elements, _):
      let inner = elements.flatMap { $0.lists(named: name) }
      return elements.count > 1 ? [ReflectedList(place: name, elements: elements)] + inner : inner
    default: return []
    }
  }

  fileprivate func countElements(into counts: inout [ContentTree: Int]) {
    switch self {
    case .record(let fields): for field in fields { field.value.countElements(into: &counts) }
    case .choice(_, let payload?): payload.countElements(into: &counts)
    case .entries(let entries):
      for entry in entries {
        counts[entry.key, default: 0] += 1
        counts[entry.value, default: 0] += 1
        entry.value.countElements(into: &counts)
      }
    case .list(let elements, _):
      for element in elements {
        counts[element, default: 0] += 1
        element.countElements(into: &counts)
      }
    default: break
    }
  }
}
