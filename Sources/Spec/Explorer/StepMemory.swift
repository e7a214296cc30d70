import Model

/// What an oracle remembers of one clause about steps.
struct StepMemory {
  let clause: Int
  let reads: StepReads
  private var table = HandleTable()
  private var concernedLabels: [UInt32: Bool] = [:]

  private let isUnconditional: Bool
  private let changedMask: UInt32

  init(clause: Int, reads: StepReads) {
    self.clause = clause
    self.reads = reads
    isUnconditional = reads.traits.isEmpty && reads.changed.isEmpty
    changedMask = reads.changed.reduce(0) { $0 | 1 << UInt32($1.number) }
  }

  var byteCount: Int { table.byteCount }
  var statistics: CacheStatistics { table.statistics }

  /// Whether the clause has something to say of steps like this one.
  ///
  /// - Parameter changed: the facets that the step changes, as bits.
  mutating func concerns(
    _ step: RowStep, changed: UInt32, rows: any RowExpander, judge: any RowJudge
  ) -> Bool {
    if case .everyStep = reads.key { return true }
    if !step.traits.isDisjoint(with: [.relaunch, .crash]) { return false }
    if let kind = reads.kind {
      let label = rows.labelHandle(ofCause: step.cause)
      let concerns = concernedLabels[label] ?? (judge.kind(ofCause: step.cause) == kind)
      concernedLabels[label] = concerns
      return concerns
    }
    return isUnconditional || changed & changedMask != 0 || !step.traits.isDisjoint(with: reads.traits)
  }

  /// Whether one step answers for all of its cause.
  var isDecidedByCause: Bool {
    switch reads.key {
    case .cause, .label: true
    case .successor, .everyStep: false
    }
  }

  /// The violations of a step, 0 for none; `judge` is asked when no remembered reading answers.
  mutating func violations(
    of step: RowStep, from old: FacetValues, to new: FacetValues, rows: any RowExpander, judge: () -> UInt32
  ) -> UInt32 {
    var key = HandleTable.Key.zero
    switch reads.key {
    case .everyStep: return judge()
    case .cause: key[0] = step.cause
    case .label(let before, let after):
      key[0] = rows.labelHandle(ofCause: step.cause)
      for (place, facet) in before.prefix(3).enumerated() { key[1 + place] = old[facet.number] }
      for (place, facet) in after.prefix(3 - before.count).enumerated() {
        key[1 + before.count + place] = new[facet.number]
      }
    case .successor(let after):
      if !rows.isSettled(step.row) { return 0 }
      key[0] = step.cause
      for (place, facet) in after.prefix(3).enumerated() { key[1 + place] = new[facet.number] }
    }
    if let known = table.find(key) { return known }
    let violations = judge()
    table.insert(key, violations)
    return violations
  }
}
