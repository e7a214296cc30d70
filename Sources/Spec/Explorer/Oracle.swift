import Model

/// Judges states and steps by properties, and remembers each judgement for what the property read.
///
/// Properties of states that read the same facets are judged together. A judgement function may read only
/// the facets that its property declares; a test compares every remembered judgement with a fresh one. It
/// is no generic, so that a search runs at full speed for every system.
final class Oracle: RowOracle {
  private let rows: any RowExpander
  private let judge: any RowJudge
  private let plans: [ClausePlan]
  private var states = StateMemory()
  private var steps: [StepMemory] = []
  private var kindClauses: [Int] = []
  /// The kinds of steps: each label with each combination of traits that it came with.
  private let kinds = HandleTable()
  /// What the clauses about kinds say of each kind.
  private var kindViolations: ContiguousArray<UInt32> = []
  /// When each step clause has something to say, kind after kind.
  private var concerns: ContiguousArray<StepMemory.Concern> = []
  private let single = JudgedStates()
  private var sets = ViolationSets()
  private(set) var findings = FindingTable()
  /// The clauses with goals, by goal number.
  private(set) var goals: [Int] = []
  /// Whether steps count towards measures: a step that is looked at again must not count twice.
  var isCounting = true
  /// The properties with more goals than can be noted.
  private(set) var undecidableGoals: Set<Int> = []
  /// The properties whose premise was met.
  private(set) var witnessed: Set<Int> = []
  /// The counts of each measure, by group.
  private(set) var tallies: [Int: [String: MeasureCount]] = [:]

  /// - Parameter valueReadingsMax: how many distinct readings a values clause is asked about.
  init(
    rows: any RowExpander, judge: any RowJudge, plans: [ClausePlan],
    valueReadingsMax: Int = StateMemory.valueReadingsMax
  ) {
    states.valueReadingsMax = valueReadingsMax
    self.rows = rows
    self.judge = judge
    self.plans = plans
    for (number, plan) in plans.enumerated() {
      switch plan.reading {
      case .state(let facets, let isSettledOnly, _):
        states.add(number, facets: facets, isSettledOnly: isSettledOnly, rows: rows)
      case .values(let facets): states.add(number, facets: facets, isLimited: true, rows: rows)
      case .goal(let facets, _):
        if goals.count == Notes.goalCountMax {
          undecidableGoals.insert(plan.property)
          continue
        }
        goals.append(number)
        states.add(number, facets: facets, isSettledOnly: true, rows: rows)
      case .step(let reads): add(number, reads)
      case .kind: kindClauses.append(number)
      case .measure(let reads): add(number, reads, isMeasure: true)
      case .nothing: break
      }
    }
  }

  private func add(_ clause: Int, _ reads: StepReads, isMeasure: Bool = false) {
    let isTakenIn = steps.indices.contains {
      steps[$0].takeIn(clause: clause, reads: reads, isMeasure: isMeasure)
    }
    if !isTakenIn { steps.append(StepMemory(clause: clause, reads: reads, isMeasure: isMeasure)) }
  }

  /// The property of a goal.
  func property(ofGoal number: Int) -> Int { plans[goals[number]].property }

  /// The violations of a state, among them the goals that it cannot reach.
  ///
  /// - Parameter reaches: for each goal who knows from where it can be reached.
  func violations(in row: Row, _ reaches: [GoalReach]) -> UInt32 {
    let notes = notes(of: row)
    var violations = notes.violations
    for (number, reach) in reaches.enumerated() where notes.word & Notes.goal(number) == 0 {
      guard reach.isLost(from: row) else { continue }
      let lost = Breach(property: property(ofGoal: number), culprit: "", subject: "\(number)", blame: .whole)
      violations = sets.union(violations, sets.handle(of: [lost]))
    }
    return violations
  }

  var avoidedTraits: [StepTraits] {
    goals.map { if case .goal(_, let avoiding) = plans[$0].reading { avoiding } else { [] } }
  }

  /// The properties that were judged on a sample of the values that the states hold.
  var sampled: Set<Int> { Set(states.sampledClauses.map { plans[$0].property }) }

  /// Why judgements cannot be trusted any more, or nil.
  var complaint: String? { sets.isFull ? "more kinds of broken states than the search can tell apart" : nil }

  /// How well judgements of states were remembered.
  var statistics: CacheStatistics {
    (states.tables.map(\.statistics) + steps.lazy.filter { !$0.isMeasure }.map(\.statistics)).reduce(
      into: CacheStatistics()
    ) {
      $0.lookupCount += $1.lookupCount
      $0.missCount += $1.missCount
    }
  }

  /// The memory of remembered judgements.
  var memory: MemoryUse { states.memory + steps.map(\.memory).sum }

  // MARK: Judging

  func note(_ judged: JudgedStates) {
    rows.facets(
      of: UnsafeBufferPointer(start: judged.rows.start, count: judged.count), into: judged.values.start)
    states.gather(judged, rows: rows, sets: &sets) { judgeState($0, $1, &$2) }
  }

  /// The notes of one state.
  func notes(of row: Row) -> Notes {
    single.removeAll()
    single.append(row)
    note(single)
    return Notes(word: single.notes[0])
  }

  private func judgeState(_ row: Row, _ clauses: [Int], _ sets: inout ViolationSets) -> UInt32 {
    let judgements = judge.judgements(ofState: row, clauses: clauses)
    var reached: UInt32 = 0
    for (clause, judgement) in zip(clauses, judgements) where judgement != .idle {
      if let bit = goals.firstIndex(of: clause) { reached |= Notes.goal(bit) }
    }
    return handle(of: judgements, clauses, &sets) | reached
  }

  private func handle(of judgements: [Judgement], _ clauses: [Int], _ sets: inout ViolationSets) -> UInt32 {
    var breaches: [Breach] = []
    for (clause, judgement) in zip(clauses, judgements) {
      let property = plans[clause].property
      if judgement != .idle { witnessed.insert(property) }
      guard case .violated(let violations) = judgement else { continue }
      let blame: Breach.Blame =
        if case .state(_, _, true) = plans[clause].reading { .entering } else { .none }
      breaches += violations.map {
        Breach(property: property, culprit: $0.culprit, subject: $0.subject, blame: blame)
      }
    }
    return breaches.isEmpty ? 0 : sets.handle(of: breaches)
  }

  func verdict(ofStep step: RowStep, from: Row) -> (violations: UInt32, isFinal: Bool) {
    let label = rows.labelHandle(ofCause: step.cause)
    let kind = kind(of: step, from: from, label: label)
    let old = rows.facets(of: from)
    let new = step.row == from ? old : rows.facets(of: step.row)
    let changed = Self.changes(from: old, to: new)
    var violations = kindViolations[Int(kind)]
    var isFinal = true
    for place in steps.indices
    where concerns[Int(kind) * steps.count + place].includes(changes: changed) {
      if steps[place].isMeasure && !isCounting { continue }
      isFinal = isFinal && steps[place].isDecidedByCause
      if steps[place].isSettling && !rows.isSettled(step.row) { continue }
      let key = steps[place].key(of: step, label: label, kind: kind, from: old, to: new)
      if let key, let known = steps[place].find(key) {
        violations = sets.union(violations, known)
        continue
      }
      let more = judgeStep(step, from: from, changes: changed, group: place)
      if let key { steps[place].insert(key, more) }
      violations = sets.union(violations, more)
    }
    return (violations, isFinal)
  }

  /// Judges a step by the clauses of a group, or counts it.
  private func judgeStep(_ step: RowStep, from: Row, changes: UInt32, group: Int) -> UInt32 {
    let clauses = steps[group].clauses(concernedBy: step, changes: changes)
    if steps[group].isMeasure {
      for clause in clauses { count(step, from: from, clause: clause) }
      return 0
    }
    return handle(
      of: clauses.map { judge.judgement(ofStep: step, from: from, clause: $0) }, clauses, &sets)
  }

  /// The number of a step's kind; a new kind is judged, and every clause asked whether it is concerned.
  private func kind(of step: RowStep, from: Row, label: UInt32) -> UInt32 {
    let key = HandleTable.Key(label, UInt32(step.traits.rawValue))
    if let known = kinds.find(key) { return known }
    let kind = UInt32(kindViolations.count)
    kinds.insert(key, kind)
    let judgements = kindClauses.map { judge.judgement(ofStep: step, from: from, clause: $0) }
    kindViolations.append(handle(of: judgements, kindClauses, &sets))
    for memory in steps {
      concerns.append(memory.concern(traits: step.traits) { judge.kind(ofCause: step.cause) })
    }
    return kind
  }

  /// The facets that differ, as bits.
  private static func changes(from old: FacetValues, to new: FacetValues) -> UInt32 {
    var changed: UInt32 = 0
    for number in 0..<FacetValues.scalarCount where old[number] != new[number] {
      changed |= 1 << UInt32(number)
    }
    return changed
  }

  /// Counts a step towards a measure; it shows no violation.
  private func count(_ step: RowStep, from: Row, clause: Int) {
    guard let tally = judge.tally(ofStep: step, from: from, clause: clause) else { return }
    let property = plans[clause].property
    witnessed.insert(property)
    tallies[property, default: [:]][tally.group, default: MeasureCount()].add(isHit: tally.isHit)
  }

  // MARK: Findings

  func report(_ sighting: Sighting) {
    let label = sighting.cause == absentHandle ? absentHandle : rows.labelHandle(ofCause: sighting.cause)
    if !findings.isNoted(sighting, label: label) {
      findings.note(keys(of: sighting), length: sighting.length)
    }
  }

  /// Takes note of findings that a path of this length shows.
  func report(_ keys: [FindingKey], length: Int) { findings.note(keys, length: length) }

  /// The findings that a sighting shows: those of the step, and those that its target shows and its source
  /// did not.
  func keys(of sighting: Sighting) -> [FindingKey] {
    let known = Set(sets.breaches(of: sighting.source))
    let entered = sets.breaches(of: sighting.target).filter { !known.contains($0) }
    return (sets.breaches(of: sighting.step) + entered).map { breach in
      let culprit =
        switch breach.blame {
        case .none: breach.culprit
        case .entering: "\(breach.culprit) after \(kind(ofCause: sighting.cause))"
        case .whole: kind(ofCause: sighting.cause)
        }
      return FindingKey(property: breach.property, culprit: culprit)
    }
  }

  /// The word for a cause's kind; "launch" for none.
  func kind(ofCause cause: UInt32) -> String {
    cause == absentHandle ? "launch" : judge.kind(ofCause: cause)
  }
}

/// A measure's count.
public struct MeasureCount: Hashable, Sendable {
  /// How often it was a hit.
  public var hitCount = 0
  /// How often it was looked at.
  public var totalCount = 0

  /// Makes a count; of nothing by default.
  public init(hitCount: Int = 0, totalCount: Int = 0) {
    self.hitCount = hitCount
    self.totalCount = totalCount
  }

  /// Counts one more look.
  public mutating func add(isHit: Bool) {
    hitCount += isHit ? 1 : 0
    totalCount += 1
  }
}
