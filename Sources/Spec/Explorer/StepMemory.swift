import Model

/// What an oracle remembers of one clause about steps.
struct StepMemory {
  /// When a clause has something to say of the steps of one kind.
  enum Concern: UInt8 { case never, whenChanging, always }

  let clause: Int
  let reads: StepReads
  /// Whether the clause counts steps, instead of judging them.
  let isMeasure: Bool
  /// The facets whose change concerns the clause, as bits.
  let changedMask: UInt32
  /// Whether one step answers for all of its cause.
  let isDecidedByCause: Bool
  private var table = ReadingTable()

  init(clause: Int, reads: StepReads, isMeasure: Bool = false) {
    self.clause = clause
    self.reads = reads
    self.isMeasure = isMeasure
    changedMask = reads.changed.reduce(0) { $0 | 1 << UInt32($1.number) }
    isDecidedByCause =
      switch reads.key {
      case .cause, .label, .kind: true
      case .successor, .everyStep: false
      }
  }

  var byteCount: Int { table.byteCount }
  var statistics: CacheStatistics { table.statistics }

  /// When the clause has something to say of steps with these traits and this word for their kind.
  func concern(traits: StepTraits, kind: @autoclosure () -> String) -> Concern {
    if case .everyStep = reads.key { return .always }
    if !traits.isDisjoint(with: [.relaunch, .crash]) { return .never }
    if let wanted = reads.kind { return wanted == kind() ? .always : .never }
    let isUnconditional = reads.traits.isEmpty && reads.changed.isEmpty
    if isUnconditional || !traits.isDisjoint(with: reads.traits) { return .always }
    return reads.changed.isEmpty ? .never : .whenChanging
  }

  /// The violations of a step, 0 for none; `judge` is asked when no remembered reading answers.
  ///
  /// - Parameters:
  ///   - label: the handle of the step's label.
  ///   - kind: a handle of its label and traits.
  @inline(__always)
  mutating func violations(
    of step: RowStep, label: UInt32, kind: UInt32, from old: FacetValues, to new: FacetValues,
    rows: any RowExpander, judge: () -> UInt32
  ) -> UInt32 {
    let key: ReadingTable.Key
    switch reads.key {
    case .everyStep: return judge()
    case .cause: key = ReadingTable.key(step.cause)
    case .label(let before, let after): key = self.key(label, before, old, after, new)
    case .kind(let before, let after): key = self.key(kind, before, old, after, new)
    case .successor(let after):
      if !rows.isSettled(step.row) { return 0 }
      key = self.key(step.cause, [], old, after, new)
    }
    if let known = table.find(key) { return known }
    let violations = judge()
    table.insert(key, violations)
    return violations
  }

  /// The key of a handle and at most three facets before and after a step.
  private mutating func key(
    _ handle: UInt32, _ before: [Facet], _ old: FacetValues, _ after: [Facet], _ new: FacetValues
  ) -> ReadingTable.Key {
    func reading(_ place: Int) -> UInt32 {
      if place < before.count { return old[before[place].number] }
      return place - before.count < after.count ? new[after[place - before.count].number] : 0
    }
    if before.count + after.count < 3 { return ReadingTable.key(handle, reading(0), reading(1)) }
    return table.key(handle, reading(0), reading(1), reading(2))
  }
}
