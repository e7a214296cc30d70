import Model

/// What interactions changed, each with the calls that were under way then.
struct EditsInTime<Call: Hashable & Sendable, Subject: Hashable & Sendable>: Hashable, Sendable {
  struct Change: Hashable, Sendable {
    let place: String
    let old: String?
    let new: String?
    /// Whether it is a text that the person gave.
    let isGiven: Bool
    /// Whether the place is one of what is stored, where that differs from the state.
    var isStored = false
    /// Whether a call that was asked for with it carries it.
    var isCarried = false
    /// Whether it follows from what else was changed, and counts with that only.
    var follows = false
    /// Whether a person took away what a failed reply had told, or an answer.
    var isClosed = false
    /// Whether it was an answer that had told it.
    var isRefusal = false
    /// Whether a status that stands in the place changed with it; nil where none stands there.
    var changesStatus: Bool?
    /// What a person is asked about from then on: whether to end the waiting for it.
    var questions: Set<Subject> = []
    /// Where the store held items as they were marked by it, in a place of no row.
    var marked: Set<String> = []

    func isSame(as other: Change) -> Bool {
      place == other.place && old == other.old && new == other.new && isStored == other.isStored
    }

    /// Whether what was there before the change is there again: of a list, the order too that its
    /// rows had, where one has come or gone meanwhile.
    func isBack(in parts: ContentParts) -> Bool {
      let value = parts[place]
      if value == old { return true }
      guard let old, let new, let value, !isGiven else { return false }
      let orders = [old, new, value].map { $0.split(separator: ", ") }
      let common = Set(orders[0]).intersection(orders[1]).intersection(orders[2])
      let kept = orders.map { $0.filter(common.contains) }
      return kept[0] != kept[1] && kept[0] == kept[2]
        && common.allSatisfy { parts["\(place)[\($0)]"] != nil }
    }

    /// Whether another text stands in the place of what the person gave.
    func isOverwritten(by value: String?) -> Bool {
      guard isGiven, let new, let value, !value.isEmpty else { return false }
      return !value.lowercased().contains(new.lowercased())
    }

    /// The change with whether a call that is asked for with it carries a flag.
    func asked(by calls: [GateCall]) -> Change {
      var change = self
      change.isCarried = isFlag && calls.contains { new.map($0.carries) ?? false }
      return change
    }

    var isFlag: Bool { ["true", "false"].contains(new ?? old) }

    /// The names that it adds to those that stood there before.
    var added: Set<String> { Shown.names(new).subtracting(Shown.names(old)) }

    /// The places of the items that it names, where all that it adds are names of items; in a place
    /// of the rows it is no mark.
    func marking(in rows: ContentParts?) -> Set<String> {
      guard let rows, !isFlag, rows[place] == nil else { return [] }
      let places = added.map(rows.places(ofItem:))
      return places.contains([]) ? [] : Set(places.joined())
    }

    /// Whether a number goes up by one, as one does that says how much waits.
    var isCount: Bool { new.flatMap { Int($0) }.map { Int(old ?? "0") == $0 - 1 } ?? false }

    /// Whether it adds the names of items that begin to wait, and does nothing else.
    func names(_ waiting: Set<String>) -> Bool {
      Shown.names(old).isSubset(of: Shown.names(new)) && !waiting.isEmpty
        && waiting.isSuperset(of: added)
    }

    /// Whether it is a flag or a number, which many places have.
    var isValue: Bool { isFlag || (new ?? old).flatMap { Double($0) } != nil }
  }

  struct Edit: Hashable, Sendable {
    var changes: [Change]
    var calls: [Call]
    /// Whether the call was asked for by the very interaction.
    var isOwn = false
    /// What began to wait with the interaction, and still waits.
    var began: [Subject] = []
    /// The same, where it asked for nothing itself; nil otherwise.
    var awaited: [Subject]?

    var isIdle: Bool { calls.isEmpty || changes.allSatisfy(\.follows) && !isOwn }
  }

  var edits: [Edit] = []
  /// The calls that were under way before the interaction that is still to go on.
  var older: [Call] = []

  /// What failed replies have told, and what answers have.
  var told = ToldFailures()
  var answered = ToldMessages()

  /// A change, and whether it takes away what a failed reply had told, or an answer.
  func noting(_ change: Change) -> Change {
    var change = change
    guard let old = change.old, Shown.isOff(change.new) else { return change }
    change.isRefusal = answered.messages[change.place] == old
    change.isClosed = change.isRefusal || told.messages[change.place] == old
    return change
  }

  /// Takes note of what an interaction changed, and of what began to wait with it.
  mutating func add(_ changes: [Change], older: [Call], asked: [Call], waiting: [Subject]) {
    if changes.isEmpty { return }
    for place in edits.indices where !edits[place].isOwn {
      edits[place].changes.removeAll { change in
        changes.contains { $0.place == change.place && $0.isStored == change.isStored }
      }
    }
    // The same call that is asked for again may answer for the older one.
    let others = older.filter { !asked.contains($0) }
    edits.append(
      Edit(
        changes: changes, calls: others, began: waiting, awaited: asked.isEmpty ? waiting : nil))
    let own = changes.map { change in
      var change = change
      change.marked = []
      return change
    }
    edits += asked.map { Edit(changes: own, calls: [$0], isOwn: true) }
    edits.removeAll { $0.isIdle }
  }

  /// Forgets what began to wait with interactions, as far as it waits no more.
  mutating func forget(_ isOver: (Subject) -> Bool) {
    for place in edits.indices where edits[place].began.contains(where: isOver) {
      edits[place].began.removeAll(where: isOver)
    }
  }

  /// Takes note that a call ended: who was told that it failed may lose what it was to save.
  ///
  /// - Parameter next: the calls that its reply leads to: what it was to save, and was changed anew
  ///   meanwhile, is their own.
  mutating func end(_ call: Call, isFailure: Bool, leadingTo next: [Call]) {
    let ended = edits.filter { $0.calls.contains(call) }
    if ended.isEmpty { return }
    let asked = ended.filter { $0.isOwn }.flatMap { $0.changes }
    let own = Set(asked.map { $0.place })
    let anew = ended.filter { !$0.isOwn }.flatMap { $0.changes }.filter { own.contains($0.place) }
    let lost = isFailure ? asked : []
    for place in edits.indices {
      if !edits[place].isOwn {
        edits[place].changes.removeAll { lost.contains(where: $0.isSame) }
      }
      if let number = edits[place].calls.firstIndex(of: call) {
        edits[place].calls.remove(at: number)
      }
    }
    if !anew.isEmpty { edits += next.map { Edit(changes: anew, calls: [$0], isOwn: true) } }
    edits.removeAll { $0.isIdle }
  }
}

extension Array where Element: Equatable {
  /// The elements without those of another array, each as often as it stands there.
  func removing(_ others: [Element]) -> [Element] {
    others.reduce(into: self) { rest, other in
      if let place = rest.firstIndex(of: other) { rest.remove(at: place) }
    }
  }
}
