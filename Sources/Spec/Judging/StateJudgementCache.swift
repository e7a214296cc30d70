import Model

/// States that are judged together: their rows, what their facets show, and what was judged of
/// each.
struct JudgedStates {
  let rows = LargeArray<Row>()
  let values = LargeArray<FacetValues>()
  /// Sets of violations.
  let violations = LargeArray<UInt32>()
  /// The goals that each is, as bits: so many goals in each array.
  var goals: [LargeArray<UInt32>] = []
  static let goalsInWord = 16

  var count: Int { rows.count }

  /// Adds a state that shows nothing yet.
  @inline(__always)
  func append(_ row: Row) {
    rows.append(row)
    values.append(.zero)
  }

  func removeAll() {
    rows.removeAll()
    values.removeAll()
  }

  /// A goal as a bit of its word.
  static func bit(ofGoal number: Int) -> UInt32 { 1 << UInt32(number % goalsInWord) }

  /// Whether a state is a goal.
  func isGoal(_ number: Int, at place: Int) -> Bool {
    goals[number / Self.goalsInWord][place] & Self.bit(ofGoal: number) != 0
  }
}

/// What the judge remembers of states: a word for each distinct reading of a group's facets, which
/// is a set of violations, or goals as bits.
///
/// Clauses that looked at the same facets so far are a group. When a clause looks at another one,
/// groups are made anew, and those whose members changed begin with nothing. A group whose facets
/// are decided by one component is asked about each value of that component once. The rest are
/// asked group by group about many states at once, so that the processor can overlap the looks into
/// their tables.
struct StateJudgementCache {
  private struct Judged {
    var row: Row
    var values: FacetValues
  }

  /// How many distinct readings a values clause is asked about; the states nearest to the start
  /// come first.
  static let valueReadingsMax = 2000

  private struct Clause {
    var number: Int
    var isSettledOnly: Bool
    var isLimited: Bool
    /// The facets that it looked at so far, as bits.
    var mask: UInt16 = 0
  }

  /// Clauses about states that looked at the same facets.
  struct Group {
    let mask: UInt16
    let isSettledOnly: Bool
    let isLimited: Bool
    var clauses: [Int]
    /// Groups whose facets are among these: a reading answers for theirs too.
    var parts: [Int] = []
    var table = ReadingTable()

    /// The numbers of the first three facets: asked for every state, so kept where no array is
    /// touched.
    private let places: SIMD4<UInt8>
    private let isWide: Bool

    init(mask: UInt16, isSettledOnly: Bool, isLimited: Bool, clauses: [Int]) {
      self.mask = mask
      self.isSettledOnly = isSettledOnly
      self.isLimited = isLimited
      self.clauses = clauses
      var places = SIMD4<UInt8>(repeating: .max)
      var rest = mask
      for place in 0..<3 where rest != 0 {
        places[place] = UInt8(rest.trailingZeroBitCount)
        rest &= rest - 1
      }
      self.places = places
      isWide = rest != 0
    }

    @inline(__always)
    fileprivate mutating func key(_ values: FacetValues) -> ReadingTable.Key {
      @inline(__always)
      func value(_ place: Int) -> UInt32 { places[place] == .max ? 0 : values[Int(places[place])] }
      return isWide ? table.key(0, mask, values) : ReadingTable.key(value(0), value(1), value(2))
    }

    fileprivate var facetCount: Int { mask.nonzeroBitCount }
  }

  /// Judges clauses on a row that no remembered reading answers for; gives a word, and the facets
  /// that each clause looked at.
  typealias Learn = (Row, [Int], inout ViolationSets) -> (word: UInt32, masks: [UInt16])

  /// Whether its words are goals as bits.
  let isOfGoals: Bool
  /// How many distinct readings a values clause is asked about here.
  var valueReadingsMax = StateJudgementCache.valueReadingsMax
  private var clauses: [Clause] = []
  private var groups: ContiguousArray<Group> = []
  /// The values clauses that were not asked about some reading.
  private(set) var sampledClauses: Set<Int> = []
  /// Groups to ask about every state, and every settled state.
  private var wideGroups: [Int] = []
  private var settledGroups: [Int] = []
  /// Groups to ask about every value of one component, by its position.
  private var groupsOfComponent: [Int: [Int]] = [:]
  private var lastPeek: UInt32 = 0
  private var components: [(position: Int, words: LargeArray<UInt32>)] = []
  /// Whether a clause looked at more than its group's facets: nothing is remembered until groups
  /// are made anew.
  private var hasGrown = true

  init(isOfGoals: Bool = false) { self.isOfGoals = isOfGoals }

  mutating func add(_ clause: Int, isSettledOnly: Bool = false, isLimited: Bool = false) {
    clauses.append(Clause(number: clause, isSettledOnly: isSettledOnly, isLimited: isLimited))
    hasGrown = true
  }

  // MARK: Groups

  /// Makes groups of the clauses by what they looked at; groups that stay keep what they remember.
  private mutating func regroup(_ rows: any RowExpander) {
    let old = groups
    groups = []
    for clause in clauses {
      let place = groups.firstIndex {
        $0.mask == clause.mask && $0.isSettledOnly == clause.isSettledOnly
          && $0.isLimited == clause.isLimited
      }
      if let place {
        groups[place].clauses.append(clause.number)
      } else {
        groups.append(
          Group(
            mask: clause.mask, isSettledOnly: clause.isSettledOnly, isLimited: clause.isLimited,
            clauses: [clause.number]))
      }
    }
    wideGroups = []
    settledGroups = []
    groupsOfComponent = [:]
    components = []
    for number in groups.indices { place(number, rows) }
    for number in groups.indices {
      let kept = old.first {
        $0.clauses == groups[number].clauses && $0.mask == groups[number].mask
          && parts(of: $0, in: old) == parts(of: groups[number], in: groups)
      }
      if let kept { groups[number].table = kept.table }
    }
    hasGrown = false
  }

  private func parts(of group: Group, in groups: ContiguousArray<Group>) -> [[Int]] {
    group.parts.map { groups[$0].clauses }
  }

  private mutating func place(_ number: Int, _ rows: any RowExpander) {
    let group = groups[number]
    var sources: Set<Int> = []
    for facet in 0..<FacetValues.scalarCount where group.mask >> UInt16(facet) & 1 != 0 {
      sources.formUnion(rows.sources(of: Facet(number: facet)))
    }
    if group.isSettledOnly {
      settledGroups.append(number)
    } else if sources.count <= 1 {
      let position = sources.first ?? 0
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
    !part.isLimited && !whole.isLimited && part.mask & ~whole.mask == 0
  }

  var tables: [ReadingTable] { groups.map(\.table) }
  var memory: MemoryUse { tables.map(\.memory).sum + components.map(\.words.memory).sum }

  // MARK: Words

  /// Writes a word for each of several states.
  mutating func gather(
    _ states: JudgedStates, into gathered: LargeArray<UInt32>, rows: any RowExpander,
    sets: inout ViolationSets, learn: Learn
  ) {
    if hasGrown { regroup(rows) }
    gathered.removeAll()
    gathered.extend(to: states.count, with: 0)
    let (stateRows, values, words) = (states.rows.start, states.values.start, gathered.start)
    for place in components.indices {
      let (position, remembered) = components[place]
      for number in 0..<states.count {
        let handle = Int(stateRows[number][position])
        let known = handle < remembered.count ? remembered.start[handle] : absentHandle
        let more =
          known != absentHandle
          ? known
          : learnComponent(
            place, handle: handle, Judged(row: stateRows[number], values: values[number]),
            sets: &sets, learn: learn)
        words[number] = join(words[number], more, &sets)
      }
    }
    for group in wideGroups {
      bringNear(states, group: group)
      for number in 0..<states.count {
        let more = self.word(
          of: Judged(row: stateRows[number], values: values[number]), group: group, sets: &sets,
          learn: learn)
        words[number] = join(words[number], more, &sets)
      }
    }
    if settledGroups.isEmpty { return }
    for number in 0..<states.count where rows.isSettled(stateRows[number]) {
      for group in settledGroups {
        let more = self.word(
          of: Judged(row: stateRows[number], values: values[number]), group: group, sets: &sets,
          learn: learn)
        words[number] = join(words[number], more, &sets)
      }
    }
  }

  /// Looks at the places of all readings at once, so that the processor can overlap the waiting for
  /// memory.
  private mutating func bringNear(_ states: JudgedStates, group: Int) {
    if groups[group].facetCount > 3 { return }
    var sum: UInt32 = 0
    for number in 0..<states.count {
      sum &+= groups[group].table.peek(groups[group].key(states.values.start[number]))
    }
    // Something has to depend on what was read, or nothing would be read.
    lastPeek = sum
  }

  @inline(__always)
  private func join(_ first: UInt32, _ second: UInt32, _ sets: inout ViolationSets) -> UInt32 {
    isOfGoals ? first | second : sets.union(first, second)
  }

  private mutating func learnComponent(
    _ place: Int, handle: Int, _ state: Judged, sets: inout ViolationSets, learn: Learn
  ) -> UInt32 {
    var word: UInt32 = 0
    for group in groupsOfComponent[components[place].position] ?? [] {
      word = join(word, self.word(of: state, group: group, sets: &sets, learn: learn), &sets)
    }
    if hasGrown { return word }
    components[place].words.extend(to: handle + 1, with: absentHandle)
    components[place].words[handle] = word
    return word
  }

  @inline(__always)
  private mutating func word(
    of state: Judged, group: Int, sets: inout ViolationSets, learn: Learn
  ) -> UInt32 {
    let key = groups[group].key(state.values)
    if let known = groups[group].table.find(key) { return known }
    return learnReading(key, of: state, group: group, sets: &sets, learn: learn)
  }

  private mutating func learnReading(
    _ key: ReadingTable.Key, of state: Judged, group: Int, sets: inout ViolationSets, learn: Learn
  ) -> UInt32 {
    if groups[group].isLimited && groups[group].table.count >= valueReadingsMax {
      sampledClauses.formUnion(groups[group].clauses)
      return 0
    }
    let learnt = learn(state.row, groups[group].clauses, &sets)
    var word = learnt.word
    for (clause, mask) in zip(groups[group].clauses, learnt.masks)
    where mask & ~groups[group].mask != 0 {
      grow(clause, mask)
    }
    for part in groups[group].parts {
      word = join(word, self.word(of: state, group: part, sets: &sets, learn: learn), &sets)
    }
    if !hasGrown { groups[group].table.insert(key, word) }
    return word
  }

  private mutating func grow(_ clause: Int, _ mask: UInt16) {
    guard let place = clauses.firstIndex(where: { $0.number == clause }) else { return }
    clauses[place].mask |= mask
    hasGrown = true
  }
}
