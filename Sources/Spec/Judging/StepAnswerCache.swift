import Model

/// Remembers what askers (clauses about steps, or observers) say of steps, for what they looked at.
///
/// Askers may look at different things at steps of different kinds, so each kind of step, a label
/// with its traits, has a plan: groups of askers that looked at the same so far. An answer is
/// remembered for a group's reads once every member looked at nothing else. When one looks at more,
/// the kind's groups are made anew, and what was remembered for them is not found again.
struct StepAnswerCache {
  /// A step, with all that a reading can be made of: what the rows show as they are, and what is
  /// derived from them once some reading needs that.
  struct Question {
    let step: RowStep
    let from: Row
    private var isWorkedOut = false
    private(set) var old: FacetValues
    private(set) var new: FacetValues

    init(_ step: RowStep, from: Row) {
      self.step = step
      self.from = from
      old = FacetValues(lowHalf: from.words, highHalf: .zero)
      new = FacetValues(lowHalf: step.row.words, highHalf: .zero)
    }

    /// - Parameter latest: the state that was asked about last: several steps lead out of each.
    fileprivate mutating func workOut(
      _ rows: any RowExpander, _ latest: inout (row: Row, facets: FacetValues)?
    ) {
      if isWorkedOut { return }
      isWorkedOut = true
      if let latest, latest.row == from {
        old = latest.facets
      } else {
        old = rows.facets(of: from)
        latest = (from, old)
      }
      new = step.row == from ? old : rows.facets(of: step.row)
    }

    /// The facets that the step changes, as bits; derived ones only once they are worked out.
    fileprivate var changed: UInt16 {
      let bits = FacetValues.zero.replacing(with: Self.bits, where: old .!= new)
      return UInt16(truncatingIfNeeded: bits.wrappedSum())
    }

    /// The bit of each facet, at its place.
    private static var bits: FacetValues {
      FacetValues(lowHalf: low, highHalf: low &<< SIMD8(repeating: 8))
    }
    private static var low: SIMD8<UInt32> { SIMD8(1, 2, 4, 8, 16, 32, 64, 128) }
  }

  /// Askers that look at the same.
  struct Group {
    /// What their readings begin with.
    var name: UInt32
    var reads: Reads
    var members: [Int]
    /// What members say that look at nothing, once they were asked: the same of every step of the
    /// kind.
    var constant = absentHandle
  }

  private struct Plan {
    /// What each asker looked at so far.
    var reads: [Reads]
    var groups: [Group]
    /// Whether every asker looks at nothing and answers 0.
    var isSilent = false
  }

  private let askerCount: Int
  private let sharesGroups: Bool
  private let kinds = HandleTable()
  private var plans: [Plan] = []
  private var table = ReadingTable()
  private var latest: (row: Row, facets: FacetValues)?

  /// - Parameter sharesGroups: whether askers that look at the same are asked together.
  init(askerCount: Int, sharesGroups: Bool) {
    self.askerCount = askerCount
    self.sharesGroups = sharesGroups
  }

  var memory: MemoryUse {
    kinds.memory + table.memory + MemoryUse(plans.count * askerCount * 64)
  }
  var statistics: CacheStatistics { table.statistics }

  mutating func kind(of step: RowStep, _ rows: any RowExpander) -> Int {
    let key = HandleTable.Key(rows.labelHandle(of: step.transition), UInt32(step.traits.rawValue))
    if let known = kinds.find(key) { return Int(known) }
    kinds.insert(key, UInt32(plans.count))
    plans.append(Plan(reads: Array(repeating: Reads(), count: askerCount), groups: []))
    regroup(plans.count - 1)
    return plans.count - 1
  }

  /// How many groups a kind has; they change when somebody looks at more.
  @inline(__always)
  func groupCount(ofKind kind: Int) -> Int { plans[kind].groups.count }

  @inline(__always)
  func reads(ofGroup place: Int, kind: Int) -> Reads { plans[kind].groups[place].reads }

  /// Whether no asker looks at anything of such steps, and each answers 0.
  @inline(__always)
  func isSilent(kind: Int) -> Bool { plans[kind].isSilent }

  private mutating func regroup(_ kind: Int) {
    plans[kind].isSilent = false
    var groups: [Group] = []
    for asker in 0..<askerCount {
      let reads = plans[kind].reads[asker]
      if sharesGroups, let place = groups.firstIndex(where: { $0.reads == reads }) {
        groups[place].members.append(asker)
      } else {
        groups.append(Group(name: 0, reads: reads, members: [asker]))
      }
    }
    for place in groups.indices {
      let old = plans[kind].groups.first {
        $0.members == groups[place].members && $0.reads == groups[place].reads
      }
      groups[place].name = old?.name ?? table.makeName()
      groups[place].constant = old?.constant ?? absentHandle
    }
    plans[kind].groups = groups
  }

  /// What a group says of a step.
  ///
  /// - Parameters:
  ///   - place: the group's place among those of the kind.
  ///   - isRemembered: false for an answer that is asked for once only.
  ///   - join: gives two answers together.
  ///   - ask: asks a member; gives its answer, and what it looked at.
  /// - Returns: the answer, and whether a member looked at more than before, so that groups were
  ///   made anew.
  @inline(__always)
  mutating func answer(
    ofGroup place: Int, kind: Int, to question: inout Question, _ rows: any RowExpander,
    isRemembered: Bool = true, join: (UInt32, UInt32) -> UInt32,
    ask: (_ asker: Int) -> (answer: UInt32, reads: Reads)
  ) -> (answer: UInt32, hasGrown: Bool) {
    let constant = plans[kind].groups[place].constant
    if constant != absentHandle { return (constant, false) }
    let (name, groupReads) = (plans[kind].groups[place].name, plans[kind].groups[place].reads)
    let key =
      isRemembered && groupReads != Reads() ? key(name, groupReads, to: &question, rows) : nil
    if let key, let known = table.find(key) { return (known, false) }
    var (answer, hasGrown): (UInt32, Bool) = (0, false)
    for number in plans[kind].groups[place].members.indices {
      let asker = plans[kind].groups[place].members[number]
      let (more, reads) = ask(asker)
      answer = join(answer, more)
      if reads.isSubset(of: groupReads) { continue }
      plans[kind].reads[asker] = plans[kind].reads[asker].union(reads)
      hasGrown = true
    }
    if hasGrown {
      regroup(kind)
    } else if let key {
      table.insert(key, answer)
    } else {
      keep(answer, ofGroup: place, kind: kind)
    }
    return (answer, hasGrown)
  }

  private mutating func keep(_ answer: UInt32, ofGroup place: Int, kind: Int) {
    guard plans[kind].groups[place].reads == Reads() else { return }
    plans[kind].groups[place].constant = answer
    plans[kind].isSilent = plans[kind].groups.allSatisfy { $0.constant == 0 }
  }

  private mutating func key(
    _ name: UInt32, _ reads: Reads, to question: inout Question, _ rows: any RowExpander
  ) -> ReadingTable.Key {
    var chain = ReadingTable.Chain(name: name)
    if reads.transition || reads.places { chain.push(question.step.transition, &table) }
    if reads.action { chain.push(rows.actionHandle(of: question.step.transition), &table) }
    let facets = reads.before | reads.after | reads.changed
    if facets != 0 {
      if facets & ~Facet.components != 0 { question.workOut(rows, &latest) }
      if reads.changed != 0 { chain.push(UInt32(reads.changed & question.changed), &table) }
      chain.push(reads.before, question.old, &table)
      chain.push(reads.after, question.new, &table)
    }
    return chain.key
  }
}
