import Model

/// What an oracle remembers of states: a word of notes for each distinct reading of a group's facets.
struct StateMemory {
  /// How many distinct readings a values property is asked about; the states nearest to the start come first.
  static let valueReadingsMax = 2000

  /// Properties of states that read the same facets.
  private struct Group {
    var facets: [Facet]
    var isSettledOnly: Bool
    var isLimited: Bool
    var properties: [Int]
    var isRemembered: Bool { facets.count <= 4 }
    var table = HandleTable()
  }

  private var groups: [Group] = []

  mutating func add(_ number: Int, facets: [Facet], isSettledOnly: Bool = false, isLimited: Bool = false) {
    if let group = groups.firstIndex(where: {
      $0.facets == facets && $0.isSettledOnly == isSettledOnly && $0.isLimited == isLimited
    }) {
      groups[group].properties.append(number)
    } else {
      groups.append(
        Group(facets: facets, isSettledOnly: isSettledOnly, isLimited: isLimited, properties: [number]))
    }
  }

  var tables: [HandleTable] { groups.map(\.table) }

  /// The notes of a state; `learn` judges properties of a row that no remembered reading answers for.
  @inline(__always)
  mutating func notes(
    of row: Row, isSettled: Bool, rows: any RowExpander, sets: inout ViolationSets,
    learn: (Row, [Int], inout ViolationSets) -> UInt32
  ) -> UInt32 {
    var violations: UInt32 = 0
    var goals: UInt32 = 0
    for group in groups.indices {
      if groups[group].isSettledOnly && !isSettled { continue }
      let notes = Notes(word: notes(of: row, group: group, rows: rows, sets: &sets, learn: learn))
      violations = sets.union(violations, notes.violations)
      goals |= notes.word & 0xff00_0000
    }
    return violations | goals
  }

  @inline(__always)
  private mutating func notes(
    of row: Row, group: Int, rows: any RowExpander, sets: inout ViolationSets,
    learn: (Row, [Int], inout ViolationSets) -> UInt32
  ) -> UInt32 {
    guard groups[group].isRemembered else { return learn(row, groups[group].properties, &sets) }
    var key = HandleTable.Key.zero
    for place in groups[group].facets.indices {
      key[place] = rows.facet(groups[group].facets[place], of: row)
    }
    if let known = groups[group].table.find(key) { return known }
    if groups[group].isLimited && groups[group].table.count >= Self.valueReadingsMax { return 0 }
    let notes = learn(row, groups[group].properties, &sets)
    groups[group].table.insert(key, notes)
    return notes
  }
}

/// What an oracle remembers of one step property.
struct StepMemory {
  let property: Int
  let reads: StepReads
  private var table = HandleTable()

  init(property: Int, reads: StepReads) {
    self.property = property
    self.reads = reads
  }

  var byteCount: Int { table.byteCount }
  var statistics: CacheStatistics { table.statistics }

  /// Whether the property has something to say of steps like this one.
  func concerns(_ step: RowStep, from: Row, rows: any RowExpander) -> Bool {
    if case .everyStep = reads.key { return true }
    if !step.traits.isDisjoint(with: [.relaunch, .crash]) { return false }
    if reads.traits.isEmpty && reads.changed.isEmpty { return true }
    return !step.traits.isDisjoint(with: reads.traits)
      || reads.changed.contains { rows.facet($0, of: from) != rows.facet($0, of: step.row) }
  }

  /// Whether one step answers for all of its cause.
  var isDecidedByCause: Bool {
    switch reads.key {
    case .cause, .label: true
    case .state, .everyStep: false
    }
  }

  /// The violations of a step; `judge` is asked when no remembered reading answers.
  mutating func violations(of step: RowStep, from: Row, rows: any RowExpander, judge: () -> UInt32) -> UInt32 {
    var words: [UInt32]
    switch reads.key {
    case .everyStep: return judge()
    case .cause: words = [step.cause]
    case .label(let old, let new):
      words = [rows.labelHandle(ofCause: step.cause)]
      words += old.map { rows.facet($0, of: from) } + new.map { rows.facet($0, of: step.row) }
    case .state(let new, _):
      words = [step.cause] + new.map { rows.facet($0, of: step.row) }
    }
    guard words.count <= 4 else { return judge() }
    var key = HandleTable.Key.zero
    for (place, word) in words.enumerated() { key[place] = word }
    if let known = table.find(key) { return known }
    let violations = judge()
    table.insert(key, violations)
    return violations
  }
}
