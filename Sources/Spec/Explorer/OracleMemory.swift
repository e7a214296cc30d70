import Model

/// States that are judged together: their rows, what their facets show, and the notes gathered.
struct JudgedStates {
  let rows = LargeArray<Row>()
  let values = LargeArray<FacetValues>()
  let notes = LargeArray<UInt32>()

  /// How many states there are.
  var count: Int { rows.count }

  /// Adds a state without notes.
  @inline(__always)
  func append(_ row: Row) {
    rows.append(row)
    values.append(.zero)
    notes.append(0)
  }

  /// Removes every state.
  func removeAll() {
    rows.removeAll()
    values.removeAll()
    notes.removeAll()
  }
}

/// What an oracle remembers of states: a word of notes for each distinct reading of a group's facets.
///
/// Groups whose facets are decided by one component are asked about each value of that component once. The
/// rest are asked group by group about many states at once, so that the processor can overlap the looks into
/// their tables.
struct StateMemory {
  /// A state that is judged.
  private struct Judged {
    var row: Row
    var values: FacetValues
  }

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

    /// The numbers of the first four facets: asked for every state, so kept where no array is touched.
    private let places: SIMD4<UInt8>

    init(facets: [Facet], isSettledOnly: Bool, isLimited: Bool, clauses: [Int]) {
      self.facets = facets
      self.isSettledOnly = isSettledOnly
      self.isLimited = isLimited
      self.clauses = clauses
      var places = SIMD4<UInt8>(repeating: .max)
      for (place, facet) in facets.prefix(4).enumerated() { places[place] = UInt8(facet.number) }
      if facets.count > 4 { places[0] = .max }
      self.places = places
    }

    @inline(__always)
    fileprivate mutating func key(_ values: FacetValues) -> ReadingTable.Key? {
      @inline(__always)
      func value(_ place: Int) -> UInt32 { places[place] == .max ? 0 : values[Int(places[place])] }
      if places[3] == .max { return ReadingTable.key(value(0), value(1), value(2)) }
      return places[0] == .max ? nil : table.key(value(0), value(1), value(2), value(3))
    }
  }

  /// Judges clauses on a row that no remembered reading answers for.
  typealias Learn = (Row, [Int], inout ViolationSets) -> UInt32

  /// How many distinct readings a values clause is asked about here.
  var valueReadingsMax = StateMemory.valueReadingsMax
  private var groups: ContiguousArray<Group> = []
  /// The values clauses that were not asked about some reading.
  private(set) var sampledClauses: Set<Int> = []
  /// Groups to ask about every state, and every settled state.
  private var wideGroups: [Int] = []
  private var settledGroups: [Int] = []
  /// Groups to ask about every value of one component, by its position.
  private var groupsOfComponent: [Int: [Int]] = [:]
  private var lastPeek: UInt32 = 0
  private var components: [(position: Int, notes: LargeArray<UInt32>)] = []

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
      if !components.contains(where: { $0.position == position }) {
        components.append((position, LargeArray()))
      }
    } else {
      addWide(number)
    }
  }

  /// Asks about a group together with one that reads all its facets and more, if there is one.
  private mutating func addWide(_ number: Int) {
    let group = groups[number]
    if let whole = wideGroups.first(where: { Self.isPart(group, of: groups[$0]) }) {
      groups[whole].parts.append(number)
      return
    }
    let parts = wideGroups.filter { Self.isPart(groups[$0], of: group) }
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
  /// The memory of the tables.
  var memory: MemoryUse { tables.map(\.memory).sum + components.map(\.notes.memory).sum }

  /// Gathers the notes of states.
  mutating func gather(
    _ states: JudgedStates, rows: any RowExpander, sets: inout ViolationSets, learn: Learn
  ) {
    let (stateRows, values, notes) = (states.rows.start, states.values.start, states.notes.start)
    for place in components.indices {
      let (position, remembered) = components[place]
      for number in 0..<states.count {
        let handle = Int(stateRows[number][position])
        let known = handle < remembered.count ? remembered.start[handle] : absentHandle
        let more =
          known != absentHandle
          ? known
          : learnComponent(
            place, handle: handle, Judged(row: stateRows[number], values: values[number]), sets: &sets,
            learn: learn)
        notes[number] = Self.join(notes[number], more, &sets)
      }
    }
    for group in wideGroups {
      bringNear(states, group: group)
      for number in 0..<states.count {
        let more = self.notes(
          of: Judged(row: stateRows[number], values: values[number]), group: group, sets: &sets, learn: learn)
        notes[number] = Self.join(notes[number], more, &sets)
      }
    }
    if settledGroups.isEmpty { return }
    for number in 0..<states.count where rows.isSettled(stateRows[number]) {
      for group in settledGroups {
        let more = self.notes(
          of: Judged(row: stateRows[number], values: values[number]), group: group, sets: &sets, learn: learn)
        notes[number] = Self.join(notes[number], more, &sets)
      }
    }
  }

  /// Looks at the places of all readings at once, so that the processor can overlap the waiting for memory.
  private mutating func bringNear(_ states: JudgedStates, group: Int) {
    if groups[group].facets.count > 3 { return }
    var sum: UInt32 = 0
    for number in 0..<states.count {
      if let key = groups[group].key(states.values.start[number]) { sum &+= groups[group].table.peek(key) }
    }
    // Something has to depend on what was read, or nothing would be read.
    lastPeek = sum
  }

  @inline(__always)
  private static func join(_ first: UInt32, _ second: UInt32, _ sets: inout ViolationSets) -> UInt32 {
    let violations = sets.union(Notes(word: first).violations, Notes(word: second).violations)
    return violations | (first | second) & ~Notes.violationMask
  }

  private mutating func learnComponent(
    _ place: Int, handle: Int, _ state: Judged, sets: inout ViolationSets, learn: Learn
  ) -> UInt32 {
    var notes: UInt32 = 0
    for group in groupsOfComponent[components[place].position] ?? [] {
      notes = Self.join(notes, self.notes(of: state, group: group, sets: &sets, learn: learn), &sets)
    }
    components[place].notes.extend(to: handle + 1, with: absentHandle)
    components[place].notes[handle] = notes
    return notes
  }

  @inline(__always)
  private mutating func notes(
    of state: Judged, group: Int, sets: inout ViolationSets, learn: Learn
  ) -> UInt32 {
    let key = groups[group].key(state.values)
    if let key, let known = groups[group].table.find(key) { return known }
    return learnReading(key, of: state, group: group, sets: &sets, learn: learn)
  }

  private mutating func learnReading(
    _ key: ReadingTable.Key?, of state: Judged, group: Int, sets: inout ViolationSets, learn: Learn
  ) -> UInt32 {
    guard let key else { return learn(state.row, groups[group].clauses, &sets) }
    if groups[group].isLimited && groups[group].table.count >= valueReadingsMax {
      sampledClauses.formUnion(groups[group].clauses)
      return 0
    }
    var notes = learn(state.row, groups[group].clauses, &sets)
    for part in groups[group].parts {
      notes = Self.join(notes, self.notes(of: state, group: part, sets: &sets, learn: learn), &sets)
    }
    groups[group].table.insert(key, notes)
    return notes
  }
}
