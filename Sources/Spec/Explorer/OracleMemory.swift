import Model

/// What an oracle remembers of states: a word of notes for each distinct reading of a group's facets.
///
/// Groups whose facets are decided by one component are asked about each value of that component once, so
/// that a state costs one look for all of them.
struct StateMemory {
  /// How many distinct readings a values clause is asked about; the states nearest to the start come first.
  static let valueReadingsMax = 2000

  /// Clauses about states that read the same facets.
  struct Group {
    var facets: [Facet]
    var isSettledOnly: Bool
    var isLimited: Bool
    var clauses: [Int]
    /// Groups whose facets are among these: a reading answers for theirs too.
    var parts: [Int] = []
    var table = ReadingTable()

    @inline(__always)
    fileprivate mutating func key(_ values: FacetValues) -> ReadingTable.Key? {
      switch facets.count {
      case 1: ReadingTable.key(values[facets[0].number])
      case 2: ReadingTable.key(values[facets[0].number], values[facets[1].number])
      case 3:
        ReadingTable.key(
          values[facets[0].number], values[facets[1].number], values[facets[2].number])
      case 4:
        table.key(
          values[facets[0].number], values[facets[1].number], values[facets[2].number],
          values[facets[3].number])
      default: nil
      }
    }
  }

  private var groups: [Group] = []
  /// The values clauses that were not asked about some reading.
  private(set) var sampledClauses: Set<Int> = []
  /// Groups to ask about every state, and every settled state.
  private var wideGroups: [Int] = []
  private var settledGroups: [Int] = []
  /// Groups to ask about every value of one component, by its position.
  private var groupsOfComponent: [Int: [Int]] = [:]
  private var components: [(position: Int, notes: ContiguousArray<UInt32>)] = []

  mutating func add(
    _ clause: Int, facets: [Facet], isSettledOnly: Bool = false, isLimited: Bool = false,
    rows: any RowExpander
  ) {
    if let group = groups.firstIndex(where: {
      $0.facets == facets && $0.isSettledOnly == isSettledOnly && $0.isLimited == isLimited
    }) {
      groups[group].clauses.append(clause)
      return
    }
    let number = groups.count
    groups.append(
      Group(facets: facets, isSettledOnly: isSettledOnly, isLimited: isLimited, clauses: [clause]))
    let sources = Set(facets.flatMap(rows.sources))
    if isSettledOnly {
      settledGroups.append(number)
    } else if let position = sources.first, sources.count == 1 {
      groupsOfComponent[position, default: []].append(number)
      if !components.contains(where: { $0.position == position }) { components.append((position, [])) }
    } else {
      addWide(number)
    }
  }

  /// Asks about a group together with one that reads all its facets and more, if there is one.
  private mutating func addWide(_ number: Int) {
    let group = groups[number]
    if !group.isLimited, let whole = wideGroups.first(where: { Self.isPart(group, of: groups[$0]) }) {
      groups[whole].parts.append(number)
      return
    }
    let parts = group.isLimited ? [] : wideGroups.filter { Self.isPart(groups[$0], of: group) }
    wideGroups.removeAll { parts.contains($0) }
    groups[number].parts = parts.flatMap { [$0] + groups[$0].parts }
    for part in parts { groups[part].parts = [] }
    wideGroups.append(number)
  }

  private static func isPart(_ part: Group, of whole: Group) -> Bool {
    !part.isLimited && !whole.isLimited && whole.facets.count <= 4
      && part.facets.allSatisfy(whole.facets.contains)
  }

  var tables: [ReadingTable] { groups.map(\.table) }

  /// The notes of a state; `learn` judges clauses on a row that no remembered reading answers for.
  @inline(__always)
  mutating func notes(
    of row: Row, rows: any RowExpander, sets: inout ViolationSets,
    learn: (Row, [Int], inout ViolationSets) -> UInt32
  ) -> UInt32 {
    let values = rows.facets(of: row)
    var notes: UInt32 = 0
    for place in components.indices {
      let handle = Int(row[components[place].position])
      let known = handle < components[place].notes.count ? components[place].notes[handle] : absentHandle
      let more =
        known != absentHandle
        ? known : learnComponent(place, handle: handle, row, values, sets: &sets, learn: learn)
      notes = Self.join(notes, more, &sets)
    }
    for group in wideGroups {
      notes = Self.join(notes, self.notes(of: row, values, group: group, sets: &sets, learn: learn), &sets)
    }
    if !settledGroups.isEmpty && rows.isSettled(row) {
      for group in settledGroups {
        notes = Self.join(notes, self.notes(of: row, values, group: group, sets: &sets, learn: learn), &sets)
      }
    }
    return notes
  }

  @inline(__always)
  private static func join(_ first: UInt32, _ second: UInt32, _ sets: inout ViolationSets) -> UInt32 {
    let violations = sets.union(Notes(word: first).violations, Notes(word: second).violations)
    return violations | (first | second) & ~Notes.violationMask
  }

  private mutating func learnComponent(
    _ place: Int, handle: Int, _ row: Row, _ values: FacetValues, sets: inout ViolationSets,
    learn: (Row, [Int], inout ViolationSets) -> UInt32
  ) -> UInt32 {
    var notes: UInt32 = 0
    for group in groupsOfComponent[components[place].position] ?? [] {
      notes = Self.join(notes, self.notes(of: row, values, group: group, sets: &sets, learn: learn), &sets)
    }
    while components[place].notes.count <= handle { components[place].notes.append(absentHandle) }
    components[place].notes[handle] = notes
    return notes
  }

  private mutating func notes(
    of row: Row, _ values: FacetValues, group: Int, sets: inout ViolationSets,
    learn: (Row, [Int], inout ViolationSets) -> UInt32
  ) -> UInt32 {
    guard let key = groups[group].key(values) else { return learn(row, groups[group].clauses, &sets) }
    if let known = groups[group].table.find(key) { return known }
    if groups[group].isLimited && groups[group].table.count >= Self.valueReadingsMax {
      sampledClauses.formUnion(groups[group].clauses)
      return 0
    }
    var notes = learn(row, groups[group].clauses, &sets)
    for part in groups[group].parts {
      notes = Self.join(notes, self.notes(of: row, values, group: part, sets: &sets, learn: learn), &sets)
    }
    groups[group].table.insert(key, notes)
    return notes
  }
}
