import Model

/// Judges states and steps by properties, and remembers each judgement for what the property looked
/// at.
///
/// A judgement is a function of what it looked at, so states and steps that show the same there
/// need not be judged again. It is not generic, so that searches and walks run at full speed for
/// every system.
package final class Judge {
  package let rows: any RowExpander
  package let names: [String]
  /// The properties that say nothing where no initial state can reach their goal.
  let needingReachableGoal: Set<Int>
  /// The rows of the initial states of walks.
  package internal(set) var initial: [Row] = []
  let asked: AskedClauses
  private var clauses: [AskedClauses.Clause] { asked.clauses }
  var clauseCount: Int { clauses.count }
  // No clause reaches the judge that asks it, so that checks of exclusive access would find
  // nothing.
  @exclusivity(unchecked) private var states = StateJudgementCache()
  /// What is remembered of goals, so many in each.
  @exclusivity(unchecked) private var goalStates: [StateJudgementCache] = []
  @exclusivity(unchecked) private var steps: StepAnswerCache
  private let stepClauses: [Int]
  /// The clauses that still count, each with how many transitions it counts yet.
  private var measures: [(clause: Int, left: Int)]
  private var single = JudgedStates()
  var sets = ViolationSets()
  /// The violations that each transition decides; `open` is added where clauses look at more than
  /// that.
  private let transitionViolations = LargeArray<UInt32>()
  /// Beyond every set of violations.
  static var open: UInt32 { 1 << 31 }
  /// The transitions whose loops need no second look.
  let skippable = TransitionFlags()
  private let counted = TransitionFlags()
  var findings = FindingTable()
  /// The clauses with goals, by goal number, and the steps that continuations towards each avoid.
  private var goals: [(clause: Int, avoiding: StepTraits)] = []
  /// Whether transitions count towards measures: one that is looked at again must not count twice.
  var isCounting = true
  /// Whether each property had something to judge.
  private let witnesses: LargeArray<Bool>
  private(set) var counts: [Int: [String: MeasureCount]] = [:]
  /// What tells where the goals can be reached from; empty for a search, which decides that by its
  /// graph.
  var lookaheads: [GoalLookahead] = []
  /// Whether somebody wants no more of a walk: looks ahead end then, and nothing is said to be
  /// lost.
  package let isInterrupted: () -> Bool
  var told = ReadingTable()

  /// - Parameters:
  ///   - expander: one that carries the observers of the properties.
  ///   - valueReadingsMax: how many distinct readings a values clause is asked about.
  init<System: TransitionSystem>(
    _ properties: [Property<System>], _ expander: any Expander<System>,
    valueReadingsMax: Int = StateJudgementCache.valueReadingsMax,
    isInterrupted: @escaping () -> Bool = { false }
  ) {
    rows = expander.rows
    names = properties.map(\.name)
    needingReachableGoal = Set(properties.indices.filter { properties[$0].needsReachableGoal })
    asked = AskedClauses(properties, expander)
    self.isInterrupted = isInterrupted
    witnesses = LargeArray(repeating: false, count: properties.count)
    let clauses = asked.clauses
    stepClauses = clauses.indices.filter {
      if case .step = clauses[$0].form { true } else { false }
    }
    measures = clauses.indices.compactMap { number in
      if case .measure = clauses[number].form { (number, Self.measuredStepsMax) } else { nil }
    }
    steps = StepAnswerCache(askerCount: stepClauses.count, sharesGroups: true)
    states.valueReadingsMax = valueReadingsMax
    for (number, clause) in clauses.enumerated() {
      switch clause.form {
      case .state(_, let isSettledOnly): states.add(number, isSettledOnly: isSettledOnly)
      case .values: states.add(number, isLimited: true)
      case .goal(_, let avoiding):
        let place = goals.count / JudgedStates.goalsInWord
        if place == goalStates.count { goalStates.append(StateJudgementCache(isOfGoals: true)) }
        goals.append((number, avoiding))
        goalStates[place].add(number, isSettledOnly: true)
      case .step, .measure, .nothing: break
      }
    }
  }

  // MARK: Goals

  var goalNumbers: Range<Int> { goals.indices }

  /// For each goal the steps that continuations towards it avoid.
  var avoidedTraits: [StepTraits] { goals.map(\.avoiding) }

  /// Whether a property had something to judge.
  func isWitnessed(_ property: Int) -> Bool { witnesses[property] }
  /// The same of all properties.
  var witnessed: [Bool] { Array(UnsafeBufferPointer(start: witnesses.start, count: names.count)) }

  func property(ofGoal number: Int) -> Int { clauses[goals[number].clause].property }

  /// The finding that steps of a transition show which lead where a goal cannot be reached any
  /// more.
  func loss(ofGoal number: Int, by transition: UInt32) -> FindingName {
    FindingName(property: names[property(ofGoal: number)], culprit: kind(of: transition))
  }

  /// What there is to say of a goal that is lost: that it is met nowhere.
  func remarks(onGoalOf property: String) -> [String] {
    let number = goalNumbers.map(property(ofGoal:)).first { names[$0] == property }
    guard let number, !isWitnessed(number) else { return [] }
    return ["In no state of the scope is the goal met and nothing pending."]
  }

  // MARK: What it costs, and is worth

  /// The properties that were judged on a sample of the values that the states hold.
  var sampled: Set<Int> { Set(states.sampledClauses.map { clauses[$0].property }) }

  /// Why judgements cannot be trusted any more, or nil.
  package var complaint: String? {
    sets.isFull ? "more kinds of broken states than the search can tell apart" : asked.complaint
  }

  var statistics: CacheStatistics {
    let tables = states.tables + goalStates.flatMap(\.tables)
    return (tables.map(\.statistics) + [steps.statistics]).reduce(into: CacheStatistics()) {
      $0.lookupCount += $1.lookupCount
      $0.missCount += $1.missCount
    }
  }

  var memory: MemoryUse {
    states.memory + goalStates.map(\.memory).sum + steps.memory + transitionViolations.memory
      + lookaheads.map(\.memory).sum
  }

  // MARK: States

  func judge(_ judged: inout JudgedStates) {
    rows.facets(
      of: UnsafeBufferPointer(start: judged.rows.start, count: judged.count),
      into: judged.values.start)
    states.gather(judged, into: judged.violations, rows: rows, sets: &sets) { row, clauses, sets in
      let (judgements, masks) = ask(clauses, of: row)
      return (handle(of: judgements, clauses, &sets), masks)
    }
    while judged.goals.count < goalStates.count { judged.goals.append(LargeArray()) }
    for place in goalStates.indices {
      goalStates[place].gather(judged, into: judged.goals[place], rows: rows, sets: &sets) {
        row, clauses, _ in
        let (judgements, masks) = ask(clauses, of: row)
        return (goals(clauses, judgements), masks)
      }
    }
  }

  /// A state by itself, judged.
  func judged(_ row: Row) -> JudgedStates {
    single.removeAll()
    single.append(row)
    judge(&single)
    return single
  }

  private func ask(_ clauses: [Int], of row: Row) -> (judgements: [Judgement], masks: [UInt16]) {
    var (judgements, masks): ([Judgement], [UInt16]) = ([], [])
    for clause in clauses {
      let (judgement, reads) = asked.judgement(ofRepresented: row, clause: clause)
      judgements.append(judgement)
      masks.append(reads.before)
    }
    return (judgements, masks)
  }

  /// The goals that clauses say a state is, as bits.
  private func goals(_ clauses: [Int], _ judgements: [Judgement]) -> UInt32 {
    var reached: UInt32 = 0
    for (clause, judgement) in zip(clauses, judgements) where judgement != .idle {
      witnesses[self.clauses[clause].property] = true
      guard let number = goals.firstIndex(where: { $0.clause == clause }) else { continue }
      reached |= JudgedStates.bit(ofGoal: number)
    }
    return reached
  }

  private func handle(of judgements: [Judgement], _ clauses: [Int], _ sets: inout ViolationSets)
    -> UInt32
  {
    zip(judgements, clauses).reduce(0) { sets.union($0, handle(of: $1.0, clause: $1.1, &sets)) }
  }

  /// The violations of a judgement, as a set.
  @inline(__always)
  private func handle(of judgement: Judgement, clause number: Int, _ sets: inout ViolationSets)
    -> UInt32
  {
    if case .idle = judgement { return 0 }
    let clause = clauses[number]
    witnesses[clause.property] = true
    guard case .violated(let violations) = judgement else { return 0 }
    var naming = PropertyViolation.Naming.clause
    if case .state(_, isSettledOnly: false) = clause.form { naming = .clauseAndStep }
    return sets.handle(
      of: violations.map {
        PropertyViolation(
          property: clause.property, culprit: $0.culprit, subject: $0.subject, naming: naming)
      })
  }

  // MARK: Steps

  /// The violations that a step itself shows, as a set; a transition is judged once, unless each of
  /// its steps has to be seen.
  @inline(__always)
  package func violations(ofStep step: RowStep, from row: Row) -> UInt32 {
    let transition = Int(step.transition)
    if transition < transitionViolations.count && transitionViolations[transition] < Self.open {
      return transitionViolations[transition]
    }
    return judge(step, from: row)
  }

  /// Whether a step of a transition was judged: whether it was taken.
  func hasJudged(_ transition: UInt32) -> Bool {
    Int(transition) < transitionViolations.count
      && transitionViolations[Int(transition)] != absentHandle
  }

  private func judge(_ step: RowStep, from row: Row) -> UInt32 {
    let transition = Int(step.transition)
    transitionViolations.extend(to: transition + 1, with: absentHandle)
    let (violations, isFinal) = verdict(ofStep: step, from: row)
    if isFinal {
      transitionViolations[transition] = violations
      if step.row == row && violations == 0 && rows.mayBeSkipped(loop: step.transition) {
        skippable.insert(step.transition)
      }
    }
    return violations
  }

  /// The violations that a step shows, and whether every step of its transition shows the same.
  private func verdict(ofStep step: RowStep, from: Row) -> (violations: UInt32, isFinal: Bool) {
    let kind = steps.kind(of: step, rows)
    let remembered = transitionViolations[Int(step.transition)]
    let known = remembered == absentHandle ? remembered : remembered & ~Self.open
    var question = StepAnswerCache.Question(step, from: from)
    let ofTransition = rows.decided(by: step.transition)
    var violations = known == absentHandle ? 0 : known
    var final: UInt32 = 0
    var isFinal = true
    var place = 0
    while place < steps.groupCount(ofKind: kind) {
      let reads = steps.reads(ofGroup: place, kind: kind)
      let isDecided = reads.isSubset(of: ofTransition)
      place += 1
      if known != absentHandle && isDecided { continue }
      // What a transition decides of components hardly another one decides alike.
      let isOfTransitionAlone =
        isDecided && (reads.transition || reads.before & Facet.components != 0)
      let (more, hasGrown) = steps.answer(
        ofGroup: place - 1, kind: kind, to: &question, rows, isRemembered: !isOfTransitionAlone,
        join: { sets.union($0, $1) }
      ) {
        let (judgement, reads) = asked.judgement(
          ofRepresented: step, from: from, clause: stepClauses[$0])
        return (handle(of: judgement, clause: stepClauses[$0], &sets), reads)
      }
      violations = sets.union(violations, more)
      if isDecided { final = sets.union(final, more) } else { isFinal = false }
      // A clause looked at more than before, and groups were made anew: the step is asked about
      // everything.
      if hasGrown { (place, final, isFinal) = (0, 0, true) }
    }
    if isCounting && !measures.isEmpty && !counted.contains(step.transition) {
      counted.insert(step.transition)
      count(step, from: from)
    }
    if known == absentHandle && !isFinal {
      transitionViolations[Int(step.transition)] = final | Self.open
    }
    return (violations, isFinal)
  }

  private func count(_ step: RowStep, from: Row) {
    for place in measures.indices {
      let clause = measures[place].clause
      guard let tally = asked.tally(ofStep: step, from: from, clause: clause) else { continue }
      counts[clauses[clause].property, default: [:]][tally.group, default: MeasureCount()].add(
        isHit: tally.isHit)
      measures[place].left -= 1
    }
    measures.removeAll { $0.left == 0 }
  }

  /// How many transitions a measure counts: the first that it has something to say of.
  ///
  /// To ask it about all of them takes a tenth of a search.
  static var measuredStepsMax: Int { 1000 }

  /// The word for the kind of a transition; "launch" for none.
  package func kind(of transition: UInt32) -> String {
    transition == absentHandle ? "launch" : asked.kind(transition)
  }

  // MARK: Judging again

  /// What came of asking clauses anew.
  struct Comparison {
    /// How many judgements were compared.
    var count: Int
    /// The properties that judge otherwise than is remembered.
    var differing: [String]
  }

  /// Whether the clauses about a state, asked anew, say what is remembered of it.
  func compare(violations: UInt32, ofState row: Row) -> Comparison {
    let (excluded, isSettled) = (sampled, rows.isSettled(row))
    let judged = clauses.indices.filter {
      if excluded.contains(clauses[$0].property) { return false }
      return switch clauses[$0].form {
      case .state(_, let isSettledOnly): !isSettledOnly || isSettled
      case .values: true
      case .goal, .step, .measure, .nothing: false
      }
    }
    let judgements = judged.map { asked.judgement(ofState: row, clause: $0).judgement }
    let remembered = sets.violations(of: violations).filter { !excluded.contains($0.property) }
    return comparison(of: judgements, judged, with: remembered)
  }

  /// Whether the goals, asked anew of a state, say what is remembered of it.
  func compare(goalsOfState row: Row) -> Comparison {
    if goals.isEmpty || !rows.isSettled(row) { return Comparison(count: 0, differing: []) }
    let again = goals.map { asked.judgement(ofState: row, clause: $0.clause).judgement != .idle }
    let remembered = judged(row)
    let differing = goalNumbers.filter { remembered.isGoal($0, at: 0) != again[$0] }
    let properties = Set(differing.map { names[property(ofGoal: $0)] })
    return Comparison(count: goals.count, differing: properties.sorted())
  }

  /// The same of a step.
  func compare(violations: UInt32, ofStep step: RowStep, from: Row) -> Comparison {
    let judgements = stepClauses.map {
      asked.judgement(ofStep: step, from: from, clause: $0).judgement
    }
    return comparison(of: judgements, stepClauses, with: sets.violations(of: violations))
  }

  private func comparison(
    of judgements: [Judgement], _ clauses: [Int], with remembered: [PropertyViolation]
  ) -> Comparison {
    let again = sets.violations(of: handle(of: judgements, clauses, &sets))
    let differing = Set(again).symmetricDifference(remembered).map { names[$0.property] }
    return Comparison(count: clauses.count, differing: Set(differing).sorted())
  }
}
