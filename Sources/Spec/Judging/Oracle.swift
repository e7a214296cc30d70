import Model

/// Judges states and steps by properties, and remembers each judgement for what the property looked at.
///
/// A judgement is a function of what it looked at, so states and steps that show the same there need not be
/// judged again. It is no generic, so that a search runs at full speed for every system.
final class Oracle: RowOracle {
  let rows: any RowExpander
  let judge: any RowJudge
  private let plans: [ClausePlan]
  private var states = StateMemory()
  let stepClauses: [Int]
  private var steps: StepMemory
  private let measureClauses: [Int]
  private let single = JudgedStates()
  private var sets = ViolationSets()
  /// The violations of steps that their transitions decide, of transitions with clauses that look at more.
  private let decided = HandleTable()
  private let counted = TransitionFlags()
  private(set) var findings = FindingTable()
  /// The clauses with goals, by goal number.
  private(set) var goals: [Int] = []
  /// Whether transitions count towards measures: one that is looked at again must not count twice.
  var isCounting = true
  /// The properties with more goals than can be noted.
  private(set) var undecidableGoals: Set<Int> = []
  /// The properties whose premise was met.
  private(set) var witnessed: Set<Int> = []
  /// The counts of each measure, by group.
  private(set) var counts: [Int: [String: MeasureCount]] = [:]

  /// - Parameter valueReadingsMax: how many distinct readings a values clause is asked about.
  init(
    rows: any RowExpander, judge: any RowJudge, plans: [ClausePlan],
    valueReadingsMax: Int = StateMemory.valueReadingsMax
  ) {
    states.valueReadingsMax = valueReadingsMax
    self.rows = rows
    self.judge = judge
    self.plans = plans
    func clauses(_ isMeant: (ClausePlan.Reading) -> Bool) -> [Int] {
      plans.indices.filter { isMeant(plans[$0].reading) }
    }
    stepClauses = clauses { if case .step = $0 { true } else { false } }
    measureClauses = clauses { if case .measure = $0 { true } else { false } }
    steps = StepMemory(askerCount: stepClauses.count, sharesGroups: true)
    for (number, plan) in plans.enumerated() {
      switch plan.reading {
      case .state(let isSettledOnly): states.add(number, isSettledOnly: isSettledOnly)
      case .values: states.add(number, isLimited: true)
      case .goal:
        if goals.count == Notes.goalCountMax {
          undecidableGoals.insert(plan.property)
          continue
        }
        goals.append(number)
        states.add(number, isSettledOnly: true)
      case .step, .measure, .nothing: break
      }
    }
  }

  /// The property of a goal.
  func property(ofGoal number: Int) -> Int { plans[goals[number]].property }

  /// The violations of a state, among them the goals that it cannot reach.
  ///
  /// - Parameter reaches: for each goal who knows from where it can be reached.
  func violations(in row: Row, _ reaches: [GoalLookahead]) -> UInt32 {
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
    goals.map { if case .goal(let avoiding) = plans[$0].reading { avoiding } else { [] } }
  }

  /// The properties that were judged on a sample of the values that the states hold.
  var sampled: Set<Int> { Set(states.sampledClauses.map { plans[$0].property }) }

  /// Why judgements cannot be trusted any more, or nil.
  var complaint: String? {
    sets.isFull ? "more kinds of broken states than the search can tell apart" : judge.complaint
  }

  /// Whether somebody looked at the place of a window, so that equal windows have to be told apart.
  var looksAtPlaces: Bool { judge.looksAtPlaces }

  /// How well judgements were remembered.
  var statistics: CacheStatistics {
    (states.tables.map(\.statistics) + [steps.statistics]).reduce(into: CacheStatistics()) {
      $0.lookupCount += $1.lookupCount
      $0.missCount += $1.missCount
    }
  }

  /// The memory of remembered judgements.
  var memory: MemoryUse { states.memory + steps.memory + decided.memory }

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

  private func judgeState(
    _ row: Row, _ clauses: [Int], _ sets: inout ViolationSets
  ) -> (notes: UInt32, masks: [UInt16]) {
    var reached: UInt32 = 0
    var masks: [UInt16] = []
    var judgements: [Judgement] = []
    for clause in clauses {
      let (judgement, reads) = judge.judgement(ofState: row, clause: clause)
      judgements.append(judgement)
      masks.append(reads.before)
      if judgement != .idle, let bit = goals.firstIndex(of: clause) { reached |= Notes.goal(bit) }
    }
    return (handle(of: judgements, clauses, &sets) | reached, masks)
  }

  private func handle(of judgements: [Judgement], _ clauses: [Int], _ sets: inout ViolationSets) -> UInt32 {
    var breaches: [Breach] = []
    for (clause, judgement) in zip(clauses, judgements) {
      let property = plans[clause].property
      if judgement != .idle { witnessed.insert(property) }
      guard case .violated(let violations) = judgement else { continue }
      let blame: Breach.Blame =
        if case .state(isSettledOnly: false) = plans[clause].reading { .entering } else { .none }
      breaches += violations.map {
        Breach(property: property, culprit: $0.culprit, subject: $0.subject, blame: blame)
      }
    }
    return breaches.isEmpty ? 0 : sets.handle(of: breaches)
  }

  /// The set of violations that judgements of clauses give.
  func handle(of judgements: [Judgement], _ clauses: [Int]) -> UInt32 {
    handle(of: judgements, clauses, &sets)
  }

  /// A set of violations without those of some properties.
  func violations(_ set: UInt32, without excluded: Set<Int>) -> UInt32 {
    if excluded.isEmpty || set == 0 { return set }
    return sets.handle(of: sets.breaches(of: set).filter { !excluded.contains($0.property) })
  }

  /// The property of a clause.
  func property(ofClause clause: Int) -> Int { plans[clause].property }

  /// The clauses about states and their values; goals are decided otherwise.
  var stateClauses: [Int] {
    plans.indices.filter {
      switch plans[$0].reading {
      case .state, .values: true
      case .goal, .step, .measure, .nothing: false
      }
    }
  }

  /// Whether a clause speaks of settled states alone.
  func isSettledOnly(_ clause: Int) -> Bool {
    if case .state(let isSettledOnly) = plans[clause].reading { isSettledOnly } else { false }
  }

  func verdict(ofStep step: RowStep, from: Row) -> (violations: UInt32, isFinal: Bool) {
    let kind = steps.kind(of: step, rows)
    let known = decided.find(HandleTable.Key(step.transition)) ?? absentHandle
    var asked = StepMemory.Asked(step, from: from, rows)
    let of = rows.decided(by: step.transition)
    var violations = known == absentHandle ? 0 : known
    var final: UInt32 = 0
    var isFinal = true
    var place = 0
    while place < steps.groupCount(ofKind: kind) {
      let reads = steps.reads(ofGroup: place, kind: kind)
      let isDecided = reads.isSubset(of: of)
      place += 1
      if known != absentHandle && isDecided { continue }
      let isOfTransitionAlone = isDecided && (reads.transition || reads.before & Self.components != 0)
      var hasGrown = false
      let more = steps.answer(ofGroup: place - 1, kind: kind, to: &asked, isRemembered: !isOfTransitionAlone)
      {
        let (answer, looked) = judgeStep(step, from: from, $0)
        hasGrown = !looked.allSatisfy { $0.isSubset(of: reads) }
        return (answer, looked)
      }
      violations = sets.union(violations, more)
      if isDecided { final = sets.union(final, more) } else { isFinal = false }
      // A clause looked at more than before, and groups were made anew: the step is asked about everything.
      if hasGrown { (place, final, isFinal) = (0, 0, true) }
    }
    if isCounting && !measureClauses.isEmpty && !counted.contains(step.transition) {
      counted.insert(step.transition)
      count(step, from: from)
    }
    if known == absentHandle && !isFinal { decided.insert(HandleTable.Key(step.transition), final) }
    return (violations, isFinal)
  }

  private func judgeStep(
    _ step: RowStep, from: Row, _ members: [Int]
  ) -> (answer: UInt32, reads: [Reads]) {
    let judged = members.map { judge.judgement(ofStep: step, from: from, clause: stepClauses[$0]) }
    return (handle(of: judged.map(\.judgement), members.map { stepClauses[$0] }, &sets), judged.map(\.reads))
  }

  /// The facets that are components: what a transition decides of them hardly another one decides alike.
  private static var components: UInt16 { 1 << UInt16(Row.widthMax) - 1 }

  /// Counts a transition towards measures.
  private func count(_ step: RowStep, from: Row) {
    for clause in measureClauses {
      guard let tally = judge.tally(ofStep: step, from: from, clause: clause) else { continue }
      let property = plans[clause].property
      witnessed.insert(property)
      counts[property, default: [:]][tally.group, default: MeasureCount()].add(isHit: tally.isHit)
    }
  }

  // MARK: Findings

  func report(_ sighting: Sighting) {
    let entered = sets.difference(sighting.target, sighting.source)
    if entered == 0 && sighting.step == 0 { return }
    let label = sighting.transition == absentHandle ? absentHandle : rows.labelHandle(of: sighting.transition)
    let circumstance = sighting.from.map(rows.circumstance) ?? absentHandle
    if !findings.isNoted(step: sighting.step, entered: entered, label: label, circumstance: circumstance) {
      report(
        keys(of: sighting), length: sighting.length, from: sighting.from, transition: sighting.transition)
    }
  }

  /// Takes note of findings that a path of this length shows, whose last step is of a transition out of a
  /// state.
  func report(_ keys: [FindingKey], length: Int, from row: Row?, transition: UInt32) {
    let words = [
      kind(of: transition), row.map { rows.words(ofCircumstance: rows.circumstance(of: $0)) } ?? "",
    ]
    findings.note(
      keys, length: length, circumstance: words.filter { !$0.isEmpty }.joined(separator: ", "))
  }

  /// The findings that a sighting shows: those of the step, and those that its target shows and its source
  /// did not.
  func keys(of sighting: Sighting) -> [FindingKey] {
    let entered = sets.difference(sighting.target, sighting.source)
    return (sets.breaches(of: sighting.step) + sets.breaches(of: entered)).map { breach in
      let culprit =
        switch breach.blame {
        case .none: breach.culprit
        case .entering: "\(breach.culprit) after \(kind(of: sighting.transition))"
        case .whole: kind(of: sighting.transition)
        }
      return FindingKey(property: breach.property, culprit: culprit)
    }
  }

  /// The word for a transition's kind; "launch" for none.
  func kind(of transition: UInt32) -> String {
    transition == absentHandle ? "launch" : judge.kind(of: transition)
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
