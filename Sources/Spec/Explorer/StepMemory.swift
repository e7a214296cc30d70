import Model

/// What an oracle remembers of clauses about steps that are decided by the same reading.
struct StepMemory {
  /// When clauses have something to say of the steps of one kind: always, or when the step changes one of
  /// the facets given as bits.
  struct Concern {
    var isAlways = false
    var changed: UInt32 = 0

    static let always = Concern(isAlways: true)
    static let never = Concern()

    @inline(__always)
    func includes(changes: UInt32) -> Bool { isAlways || changes & changed != 0 }
  }

  private struct Member {
    var clause: Int
    var reads: StepReads
  }

  /// Whether the clauses count steps, instead of judging them.
  let isMeasure: Bool
  /// Whether one step answers for all of its cause.
  let isDecidedByCause: Bool
  private let reads: StepReads
  private var members: [Member]
  private var table = ReadingTable()

  init(clause: Int, reads: StepReads, isMeasure: Bool) {
    self.reads = reads
    self.isMeasure = isMeasure
    members = [Member(clause: clause, reads: reads)]
    isDecidedByCause =
      switch reads.key {
      case .cause, .label, .kind: true
      case .successor, .each, .everyStep: false
      }
  }

  var memory: MemoryUse { table.memory }
  var statistics: CacheStatistics { table.statistics }

  /// Takes a clause in, if one reading decides it and the clauses that are here.
  ///
  /// - Returns: whether it was taken in.
  mutating func takeIn(clause: Int, reads: StepReads, isMeasure: Bool) -> Bool {
    guard isMeasure == self.isMeasure, let mine = self.reads.readFacets, let other = reads.readFacets,
      mine == other
    else { return false }
    let areAlike = reads.traits == self.reads.traits && reads.changed == self.reads.changed
    if isMeasure && !areAlike { return false }
    members.append(Member(clause: clause, reads: reads))
    return true
  }

  /// When the clauses have something to say of steps with these traits and this word for their kind.
  func concern(traits: StepTraits, kind: () -> String) -> Concern {
    members.reduce(into: Concern.never) {
      let concern = $1.reads.concern(traits: traits, kind: kind)
      $0.isAlways = $0.isAlways || concern.isAlways
      $0.changed |= concern.changed
    }
  }

  /// The clauses that have something to say of a step.
  func clauses(concernedBy step: RowStep, changes: UInt32) -> [Int] {
    members.filter {
      members.count == 1 || $0.reads.concern(traits: step.traits, kind: { "" }).includes(changes: changes)
    }.map(\.clause)
  }

  /// The key of a step's reading; nil for a step that is judged whatever was judged before.
  ///
  /// - Parameters:
  ///   - label: the handle of the step's label.
  ///   - kind: a handle of its label and traits.
  @inline(__always)
  mutating func key(
    of step: RowStep, label: UInt32, kind: UInt32, from old: FacetValues, to new: FacetValues
  ) -> ReadingTable.Key? {
    switch reads.key {
    case .everyStep: nil
    case .cause: ReadingTable.key(step.cause)
    case .label(let before, let after): key(isMeasure ? label : kind, before, old, after, new)
    case .kind(let before, let after): key(kind, before, old, after, new)
    case .each(let before, let after): key(kind, before, old, after, new)
    case .successor(let after): key(step.cause, [], old, after, new)
    }
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

  /// Whether the clauses speak of settled states alone.
  var isSettling: Bool { if case .successor = reads.key { true } else { false } }

  /// What was judged of a reading, nil for nothing yet.
  @inline(__always)
  mutating func find(_ key: ReadingTable.Key) -> UInt32? { table.find(key) }

  /// Remembers what was judged of a reading.
  mutating func insert(_ key: ReadingTable.Key, _ violations: UInt32) { table.insert(key, violations) }
}

extension StepReads {
  /// The facets before and after a step that decide a judgement together with its label and traits, if that
  /// is all that decides it.
  fileprivate var readFacets: [[Facet]]? {
    switch key {
    case .label(let before, let after), .kind(let before, let after):
      let decidesChange = changed.allSatisfy { before.contains($0) && after.contains($0) }
      return decidesChange && kind == nil ? [before, after] : nil
    case .cause, .successor, .each, .everyStep: return nil
    }
  }

  /// When a clause has something to say of steps with these traits and this word for their kind.
  fileprivate func concern(traits: StepTraits, kind word: () -> String) -> StepMemory.Concern {
    if case .everyStep = key { return .always }
    if !traits.isDisjoint(with: [.relaunch, .crash]) { return .never }
    if let kind { return kind == word() ? .always : .never }
    let isUnconditional = self.traits.isEmpty && changed.isEmpty
    if isUnconditional || !traits.isDisjoint(with: self.traits) { return .always }
    return StepMemory.Concern(changed: changed.reduce(0) { $0 | 1 << UInt32($1.number) })
  }
}
