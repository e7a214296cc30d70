import Model

/// What an oracle remembers of states: a word of notes for each distinct reading of a group's facets.
struct StateMemory {
  /// How many distinct readings a values clause is asked about; the states nearest to the start come first.
  static let valueReadingsMax = 2000

  /// Clauses about states that read the same facets.
  private struct Group {
    var facets: [Facet]
    var isSettledOnly: Bool
    var isLimited: Bool
    var clauses: [Int]
    var isRemembered: Bool { facets.count <= 4 }
    var table = HandleTable()
  }

  private var groups: [Group] = []

  mutating func add(_ number: Int, facets: [Facet], isSettledOnly: Bool = false, isLimited: Bool = false) {
    if let group = groups.firstIndex(where: {
      $0.facets == facets && $0.isSettledOnly == isSettledOnly && $0.isLimited == isLimited
    }) {
      groups[group].clauses.append(number)
    } else {
      groups.append(
        Group(facets: facets, isSettledOnly: isSettledOnly, isLimited: isLimited, clauses: [number]))
    }
  }

  var tables: [HandleTable] { groups.map(\.table) }

  /// The notes of a state; `learn` judges clauses on a row that no remembered reading answers for.
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
    guard groups[group].isRemembered else { return learn(row, groups[group].clauses, &sets) }
    var key = HandleTable.Key.zero
    for place in groups[group].facets.indices {
      key[place] = rows.facet(groups[group].facets[place], of: row)
    }
    if let known = groups[group].table.find(key) { return known }
    if groups[group].isLimited && groups[group].table.count >= Self.valueReadingsMax { return 0 }
    let notes = learn(row, groups[group].clauses, &sets)
    groups[group].table.insert(key, notes)
    return notes
  }
}

/// What an oracle remembers of one clause about steps.
struct StepMemory {
  let clause: Int
  let reads: StepReads
  private var table = HandleTable()
  private var concernedLabels: [UInt32: Bool] = [:]

  init(clause: Int, reads: StepReads) {
    self.clause = clause
    self.reads = reads
  }

  var byteCount: Int { table.byteCount }
  var statistics: CacheStatistics { table.statistics }

  /// Whether the clause has something to say of steps like this one.
  mutating func concerns(_ step: RowStep, from: Row, rows: any RowExpander, judge: any RowJudge) -> Bool {
    if case .everyStep = reads.key { return true }
    if !step.traits.isDisjoint(with: [.relaunch, .crash]) { return false }
    if let kind = reads.kind {
      let label = rows.labelHandle(ofCause: step.cause)
      let concerns = concernedLabels[label] ?? (judge.kind(ofCause: step.cause) == kind)
      concernedLabels[label] = concerns
      return concerns
    }
    if reads.traits.isEmpty && reads.changed.isEmpty { return true }
    return !step.traits.isDisjoint(with: reads.traits)
      || reads.changed.contains { rows.facet($0, of: from) != rows.facet($0, of: step.row) }
  }

  /// Whether one step answers for all of its cause.
  var isDecidedByCause: Bool {
    switch reads.key {
    case .cause, .label: true
    case .successor, .everyStep: false
    }
  }

  /// The violations of a step; `judge` is asked when no remembered reading answers.
  mutating func violations(of step: RowStep, from: Row, rows: any RowExpander, judge: () -> UInt32) -> UInt32 {
    var key = HandleTable.Key.zero
    var words = 1
    func add(_ facets: [Facet], of row: Row, to key: inout HandleTable.Key) {
      for facet in facets where words < 4 {
        key[words] = rows.facet(facet, of: row)
        words += 1
      }
    }
    switch reads.key {
    case .everyStep: return judge()
    case .cause: key[0] = step.cause
    case .label(let old, let new):
      key[0] = rows.labelHandle(ofCause: step.cause)
      add(old, of: from, to: &key)
      add(new, of: step.row, to: &key)
    case .successor(let new):
      if !rows.isSettled(step.row) { return 0 }
      key[0] = step.cause
      add(new, of: step.row, to: &key)
    }
    if let known = table.find(key) { return known }
    let violations = judge()
    table.insert(key, violations)
    return violations
  }
}
