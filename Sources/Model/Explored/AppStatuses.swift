/// A status in an app's state.
///
/// Most are found by reflection: enumerations with cases such as `waiting`, `success` and
/// `failure`, or `loading`, `loaded` and `failed`, whatever they hold. `App.statuses(of:)` names
/// those that are none.
public struct AppSubject: Hashable, Comparable, Sendable {
  /// Where in the state: "list.queue".
  let path: String
  /// The key of an entry in a dictionary, or the `id` of an element in a list; empty for a member
  /// of its own.
  let name: String

  /// Names a status.
  ///
  /// - Parameters:
  ///   - path: where it stands, or what it is about: "feed".
  ///   - item: what tells the status of one item from those of others, such as its id.
  public init(_ path: String, item: String = "") { (self.path, name) = (path, item) }

  /// Names a status at a place in a list.
  fileprivate init(_ path: String, at place: Int, item: String) {
    self.init("\(path).\(place)", item: item)
  }

  /// Compares places, then keys.
  public static func < (first: AppSubject, second: AppSubject) -> Bool {
    (first.path, first.name) < (second.path, second.name)
  }
}

extension Set<AppSubject> {
  /// Whether the last place of a list is the one before a number.
  fileprivate func end(with count: Int, _ path: String, item: String) -> Bool {
    contains(AppSubject(path, at: count - 1, item: item))
      && !contains(AppSubject(path, at: count, item: item))
  }
}

/// What reflection finds in a state.
struct AppFacts: Sendable {
  let statuses: [AppSubject: Status]
  /// All but the statuses, and of that what is stored.
  let contents: ContentTree
  let stored: ContentTree
  /// Where statuses stand under cases of an enumeration, which name kinds of requests and no items.
  let kinds: Set<String>

  /// - Parameters:
  ///   - stored: the state as far as it is stored; nil for all of it.
  ///   - named: the statuses, where somebody says which they are.
  ///   - placed: the statuses at first: a place in a list that is there from the first on is a
  ///     name.
  init<State: Sendable>(
    of state: State, stored: State? = nil, _ named: [AppSubject: Status]? = nil,
    placed: Set<AppSubject> = []
  ) {
    let tree = ContentTree(state)
    statuses = (named ?? tree.statuses(among: placed)).filter { $0.value != .empty }
    // What the app does not say to be a status tells of a failure as a message does.
    let told = named?.values.compactMap { if case .failure(let text) = $0 { text } else { nil } }
    contents = tree.withoutStatuses(told)
    kinds =
      named == nil && !StatusKinds.areNames(in: contents)
      ? Set(StatusKinds.paths(in: tree, at: "")) : []
    self.stored =
      stored.map { ContentTree($0).withoutStatuses() }
      ?? (told == nil ? contents : tree.withoutStatuses())
  }
}

/// What a status holds beside what it says.
private enum StatusPayload {
  /// What a status may go on to show that waits or failed: what was loaded before, without what
  /// says how far it is or what is wrong.
  static func shownMeanwhile(_ tree: ContentTree) -> ContentTree? {
    switch tree {
    case .list, .entries: return tree
    case .record(let fields):
      let left = fields.filter { shownMeanwhile($0.value) != nil }
      if left.count == fields.count || left.isEmpty { return left.isEmpty ? nil : tree }
      return left.count == 1 ? left[0].value : .record(left)
    default: return nil
    }
  }
}

/// Statuses under cases of an enumeration, which name kinds of requests.
private enum StatusKinds {
  /// Whether the keys of some dictionary in a tree are cases of an enumeration.
  static func areNames(in tree: ContentTree) -> Bool {
    switch tree {
    case .record(let fields): fields.contains { areNames(in: $0.value) }
    case .entries(let entries): entries.contains { isPlainCase($0.key) || areNames(in: $0.value) }
    case .list(let elements, _): elements.contains { areNames(in: $0) }
    case .choice(_, let payload): payload.map(areNames) ?? false
    default: false
    }
  }

  /// The paths of dictionaries that have statuses under cases.
  static func paths(in tree: ContentTree, at path: String) -> [String] {
    func place(of part: String?) -> String {
      [path, part ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
    }
    switch tree {
    case .record(let fields): return fields.flatMap { paths(in: $0.value, at: place(of: $0.label)) }
    case .entries(let entries):
      return entries.contains { isPlainCase($0.key) && $0.value.status != nil } ? [path] : []
    case .choice(let name, let payload?) where tree.status == nil:
      return paths(in: payload, at: place(of: name))
    default: return []
    }
  }

  private static func isPlainCase(_ tree: ContentTree) -> Bool {
    if case .choice(_, nil) = tree { true } else { false }
  }
}

/// What names items beside statuses of them.
package enum ItemNames {
  /// Whether some dictionary in a tree has a key whose value is no status, or some list an element
  /// of that name.
  static func name(_ item: String, in tree: ContentTree) -> Bool {
    switch tree {
    case .record(let fields): fields.contains { name(item, in: $0.value) }
    case .entries(let entries):
      entries.contains {
        $0.key.words == item && $0.value.status == nil || name(item, in: $0.value)
      }
    case .list(let elements, _): elements.contains { $0.nameInList == item || name(item, in: $0) }
    case .choice(_, let payload?): name(item, in: payload)
    default: false
    }
  }

  /// Whether some dictionary of statuses has an item under a case of another name.
  package static func isFurtherStatus(_ item: String, in tree: ContentTree) -> Bool {
    switch tree {
    case .record(let fields): fields.contains { isFurtherStatus(item, in: $0.value) }
    case .entries(let entries):
      entries.areStatuses && entries.contains { $0.key.words == item && $0.value.status == nil }
    case .choice(_, let payload?): isFurtherStatus(item, in: payload)
    default: false
    }
  }
}

extension ContentTree {
  /// Every status in a state, with those that are empty.
  ///
  /// - Parameter placed: those that may be told apart by their places in a list, as long as it has
  ///   no more and no fewer; nil for all places.
  func statuses(among placed: Set<AppSubject>?) -> [AppSubject: Status] {
    var found: [AppSubject: Status] = [:]
    visit(at: "", key: "", placed) { found[$0] = $1 }
    return found
  }

  /// The tree without statuses.
  ///
  /// - Parameter told: the failures that are told by a status; nil for all.
  func withoutStatuses(_ told: [String]? = nil) -> ContentTree {
    if let status {
      if let told, case .failure(let text) = status, !told.contains(where: text.contains) {
        return self
      }
      let shown = status == .success ? payload : payload.flatMap(StatusPayload.shownMeanwhile)
      return shown?.withoutStatuses(told) ?? .nothing
    }
    switch self {
    case .record(let fields):
      return .record(fields.map { Field(label: $0.label, value: $0.value.withoutStatuses(told)) })
    case .entries(let entries):
      let areStatuses = entries.areStatuses
      let kept = entries.filter { entry in
        entry.value.status == nil ? !areStatuses : entry.value.withoutStatuses(told) != .nothing
      }
      return kept.isEmpty
        ? .nothing
        : .entries(kept.map { Entry(key: $0.key, value: $0.value.withoutStatuses(told)) })
    case .list(let elements, let kind):
      return .list(elements.map { $0.withoutStatuses(told) }, kind)
    case .choice(let name, let payload?): return .choice(name, payload.withoutStatuses(told))
    default: return self
    }
  }

  /// Whether some dictionary in it has a key, or some list an element of that name.
  func hasKey(_ key: String) -> Bool {
    switch self {
    case .record(let fields): fields.contains { $0.value.hasKey(key) }
    case .entries(let entries): entries.contains { $0.key.words == key || $0.value.hasKey(key) }
    case .list(let elements, _): elements.contains { $0.nameInList == key || $0.hasKey(key) }
    case .choice(_, let payload): payload?.hasKey(key) ?? false
    default: false
    }
  }

  /// Whether some dictionary in it has a key, or some list an element that is told apart.
  var hasKeys: Bool {
    switch self {
    case .record(let fields): fields.contains { $0.value.hasKeys }
    case .entries(let entries): !entries.isEmpty
    case .list(let elements, _): elements.contains { $0.nameInList != nil || $0.hasKeys }
    case .choice(_, let payload): payload?.hasKeys ?? false
    default: false
    }
  }

  /// How many dictionaries and lists it has, empty ones too.
  var collectionCount: Int {
    switch self {
    case .record(let fields): fields.reduce(0) { $0 + $1.value.collectionCount }
    case .entries, .list: 1
    case .choice(_, let payload): payload?.collectionCount ?? 0
    default: 0
    }
  }

  /// What tells an element of a list from the others: its `id`, or what it is where it has no
  /// parts.
  fileprivate var nameInList: String? {
    switch self {
    case .record(let fields): fields.first { $0.label == "id" }?.value.words
    case .choice(_, nil) where status != nil: nil
    case .text, .integer, .choice(_, nil): words
    default: nil
    }
  }

  fileprivate var status: Status? {
    guard case .choice(let name, let payload) = self else { return nil }
    switch name {
    case "empty", "idle": return .empty
    case "waiting", "loading": return .waiting
    case "success", "loaded": return .success
    case "failure", "failed": return .failure(text: payload?.words ?? "")
    default: return nil
    }
  }

  fileprivate var isCase: Bool { if case .choice = self { true } else { false } }

  private var payload: ContentTree? {
    if case .choice(_, let payload) = self { payload } else { nil }
  }

  private func visit(
    at path: String, key: String, _ placed: Set<AppSubject>?, _ found: (AppSubject, Status) -> Void
  ) {
    if let status {
      found(AppSubject(path, item: key), status)
      // What was loaded may have statuses of its own.
      if status == .success { payload?.visit(at: path, key: key, placed, found) }
      return
    }
    switch self {
    case .record(let fields):
      for field in fields {
        let path = [path, field.label ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
        field.value.visit(at: path, key: key, placed, found)
      }
    case .entries(let entries):
      for entry in entries { entry.value.visit(at: path, key: entry.key.words, placed, found) }
    case .list(let elements, let arrangement):
      for (place, element) in elements.enumerated() {
        if let name = element.nameInList {
          element.visit(at: path, key: name, placed, found)
        } else if case .array = arrangement, element.status != nil || element == .nothing {
          let subject = AppSubject(path, at: place, item: key)
          guard let placed else {
            found(subject, element.status ?? .empty)
            continue
          }
          guard placed.contains(subject), placed.end(with: elements.count, path, item: key) else {
            continue
          }
          element.visit(at: subject.path, key: key, placed, found)
        }
      }
    case .choice(let name, let payload?):
      payload.visit(
        at: [path, name].filter { !$0.isEmpty }.joined(separator: "."), key: key, placed, found)
    default: break
    }
  }
}

extension [ContentTree.Entry] {
  /// Whether all are statuses: where some are, cases of other names are further ones, such as that
  /// one is queued.
  fileprivate var areStatuses: Bool {
    contains { $0.value.status != nil } && allSatisfy { $0.value.isCase }
  }
}
