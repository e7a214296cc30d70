import Model

/// What an app promises of the lists that it shows.
extension AppProperties {
  var listUnique: RuntimeProperty {
    property(
      "list.unique", "A list shows each row once, as far as the store holds it once.",
      witness: "a list shows rows",
      consequence: "The same row is listed twice.", unless: nil,
      .invariant(remembering: listsByHand) { state, byHand in
        guard let lists = state.lists, !lists.isEmpty else { return .idle }
        let stored = state.storedElements
        // What the store holds in another form is not known to be its rows.
        if !lists.contains(where: { $0.elements.contains { stored[$0] != nil } }) { return .idle }
        return .judge(
          lists.compactMap { list in
            guard let row = list.repeatedRow(stored, in: state),
              !byHand.value.contains(list.place)
            else { return nil }
            return Violation(
              culprit: "\(list.place) repeats a row",
              detail: "\(list.place) shows \(row.words) more than once")
          })
      })
  }

  /// The lists in which a person put a row once more, without a call, as in a queue of songs, or
  /// changed a number where it stands, as how many have voted.
  private var listsByHand: Observer<RuntimeSystem<P>, Set<String>> {
    Observer(initial: []) { step, memory in
      if !step.traits.isDisjoint(with: [.relaunch, .crash]) { return memory.value = [] }
      guard step.traits.contains(.gesture), step.changes(.contents),
        !step.old.isBetweenDispatches, !step.new.isBetweenDispatches, let old = step.old.lists,
        let lists = step.new.lists
      else { return }
      let (stored, isSilent) = (step.new.storedElements, step.callsAsked.isEmpty)
      for list in lists
      where !memory.value.contains(list.place) && list.repeatedRow(stored, in: step.new) != nil
        && (isSilent || old.contains(where: list.changesNumbers(of:)))
      {
        memory.value.insert(list.place)
      }
    }
  }
}

/// A list in a state.
struct ReflectedList: Hashable {
  let place: String
  let elements: [ContentTree]

  /// The first row that is listed twice, and held once.
  func repeatedRow<P>(_ stored: StoredElements, in state: RuntimeView<P>) -> ContentTree? {
    var known: Set<ContentTree> = []
    return elements.first { element in
      let isNew = known.insert(stored.isRow(element) ? element.id ?? element : element).inserted
      guard !isNew, stored[element] == 1 else { return false }
      // A number is a row's where the state has that row as well.
      guard case .integer = element, !stored.lists(element) else { return true }
      return state.itemPlaces(element.words).contains { $0 != ".\(place)" }
    }
  }

  /// Whether it holds as many numbers as before.
  func changesNumbers(of other: ReflectedList) -> Bool {
    place == other.place && elements.count == other.elements.count
      && (elements + other.elements).allSatisfy { if case .integer = $0 { true } else { false } }
  }

  /// The lists of a tree that have more than one element.
  static func all(in tree: ContentTree, named name: String) -> [ReflectedList] {
    switch tree {
    case .record(let fields):
      return fields.flatMap { field in
        let path = [name, field.label ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
        return all(in: field.value, named: path)
      }
    case .choice(_, let payload?): return all(in: payload, named: name)
    case .entries(let entries): return entries.flatMap { all(in: $0.value, named: name) }
    case .list(let elements, _):
      let inner = elements.flatMap { all(in: $0, named: name) }
      return elements.count > 1 ? [ReflectedList(place: name, elements: elements)] + inner : inner
    default: return []
    }
  }
}

/// How often a store holds what a list may show.
struct StoredElements {
  private var counts: [ContentTree: Int] = [:]
  private var countsOfIds: [ContentTree: Int] = [:]
  /// The names of the fields of the rows, by their ids.
  private var labels: [ContentTree: Set<String>] = [:]
  /// The values of lists, which no key names.
  private var listed: Set<ContentTree> = []
  /// How often a text or a number is a part of a row.
  private var mentions: [ContentTree: Int] = [:]

  init(_ tree: ContentTree) { count(tree) }

  /// How often it holds an element, or else a row with the element's `id`; nil where it holds
  /// neither, or it cannot be told from another value.
  subscript(element: ContentTree) -> Int? {
    switch element {
    case .nothing, .truth, .number, .choice(_, nil): nil
    default:
      counts[element].map { $0 + mentions[element, default: 0] }
        ?? element.id.flatMap { countsOfIds[$0] }
    }
  }

  /// Whether an element is a row as the store holds it, whatever its values are.
  func isRow(_ element: ContentTree) -> Bool {
    guard let id = element.id, let labels = labels[id] else { return false }
    return Self.labels(of: element) == labels
  }

  /// The names of a record's fields; nil for anything else.
  private static func labels(of tree: ContentTree) -> Set<String>? {
    if case .record(let fields) = tree { Set(fields.compactMap(\.label)) } else { nil }
  }

  /// An id as a name: a view may have a text in the place of a number.
  static func name(_ id: ContentTree) -> ContentTree {
    if case .integer = id { .text(id.words) } else { id }
  }

  /// How many rows there are, keys and what rows hold among them.
  var count: Int { counts.values.reduce(0, +) }

  /// Whether a list of the store holds a value.
  func lists(_ element: ContentTree) -> Bool { listed.contains(element) }

  private mutating func add(_ element: ContentTree, id: ContentTree?) {
    counts[element, default: 0] += 1
    if let id {
      countsOfIds[id, default: 0] += 1
      labels[id] = Self.labels(of: element)
    }
    count(element)
  }

  private mutating func count(_ tree: ContentTree) {
    switch tree {
    case .record(let fields):
      for field in fields {
        switch field.value {
        case .text, .integer:
          if field.label != "id" { mentions[field.value, default: 0] += 1 }
        default: count(field.value)
        }
      }
    case .choice(_, let payload?): count(payload)
    case .entries(let entries):
      for entry in entries {
        counts[entry.key, default: 0] += 1
        add(entry.value, id: entry.value.id ?? Self.name(entry.key))
      }
    case .list(let elements, _):
      for element in elements {
        listed.insert(element)
        add(element, id: element.id)
      }
    default: break
    }
  }
}

extension ContentTree {
  var id: ContentTree? {
    guard case .record(let fields) = self else { return nil }
    return fields.first { $0.label == "id" }.map { StoredElements.name($0.value) }
  }
}
