import Model

/// Explores a system exhaustively, breadth first, and decides its properties.
///
/// Counterexamples are shortest; among the shortest the one with the fewest departures, faults and
/// complications.
public struct Explorer<System: TransitionSystem> {
  /// The system.
  public let system: System
  /// What is decided.
  public let properties: [Property<System>]
  /// What may cut the exploration short.
  public let limits: Limits

  /// Makes an explorer; without limits by default.
  public init(system: System, properties: [Property<System>], limits: Limits = Limits()) {
    self.system = system
    self.properties = properties
    self.limits = limits
  }

  /// How many states a run looks at again, if it is not asked to look at all of them.
  public static var auditSampleCount: Int { 64 }

  /// How many questions a reducer is asked again at the end of a run, if it is not asked them all.
  public static var askedAgainMax: Int { 20_000 }

  /// Explores the system.
  ///
  /// States that only the order of equal windows tells apart are counted as one, unless some clause or
  /// observer looks at the places of windows. Every counterexample is replayed before it is told; what does
  /// not show there again stands among `unconfirmed`.
  ///
  /// - Parameters:
  ///   - monitor: told now and then how far the exploration has come; may stop it.
  ///   - auditsAll: whether everything that was remembered is worked out again, instead of a sample.
  /// - Complexity: O(states + steps) time; about 40 bytes a state.
  public func run(monitor: Monitor = Monitor(), auditsAll: Bool = false) -> Exploration<System> {
    let exploration = explore(isReduced: true, monitor, auditsAll: auditsAll)
    guard exploration.reason == .windowsToldApart else { return exploration }
    return explore(isReduced: false, monitor, auditsAll: auditsAll)
  }

  private func explore(isReduced: Bool, _ monitor: Monitor, auditsAll: Bool) -> Exploration<System> {
    let expander = system.makeExpansion(judging: properties, isReduced: isReduced)
    let judge = PropertyJudge(expander: expander, properties: properties)
    let oracle = Oracle(rows: expander.rows, judge: judge, plans: judge.plans)
    var search = Search(expander: expander.rows, oracle: oracle)
    var reason = search.run(from: system.initialStates.map(expander.row), limits: limits, monitor: monitor)
    if reason == .windowsToldApart { return Exploration(reason: reason) }
    let isExhausted = reason.isExhaustive
    let seen = Set(oracle.findings.lengths.keys)
    if isExhausted { reason = decideGoals(&search, oracle, monitor) ?? reason }
    oracle.isCounting = false
    let endings = BestEndings(
      of: &search, oracle: oracle, decidesGoals: reason.isExhaustive, mustEnd: monitor.mustEnd)
    // Losses of goals are told when all of them are decided.
    let known = oracle.findings.lengths.keys.filter { reason.isExhaustive || seen.contains($0) }
    var (findings, unconfirmed, untold): ([Finding<System>], [Finding<System>], [FindingKey]) = ([], [], [])
    for key in known.sorted() {
      // What the search saw once and never again has no ending: it cannot be confirmed.
      if monitor.mustEnd() {
        untold.append(key)
        continue
      }
      var finding = finding(key, endings, oracle, &search, expander)
      switch confirm(&finding, of: properties[key.property], isInterrupted: monitor.mustEnd) {
      case true?: findings.append(finding)
      case false?: unconfirmed.append(finding)
      case nil: untold.append(key)
      }
    }
    var audit = Audit(expander, oracle, judge)
    let progress = search.progress
    audit.run(&search, stateCountMax: auditsAll ? .max : Self.auditSampleCount) {
      monitor.mustEnd() || monitor.shouldStop(progress) != nil
    }
    let impure = monitor.mustEnd() ? [] : impurities(&search, expander, asksAll: auditsAll)
    return Exploration(
      reason: reason, statistics: statistics(of: search, expander.rows, oracle, reason),
      verdicts: properties.indices.map { number in
        let found = impure.count { $0.property == properties[number].name }
        let told = known.filter { key in
          !unconfirmed.contains { $0.property == properties[key.property].name && $0.culprit == key.culprit }
        }
        let verdict = verdict(ofProperty: number, told, found, oracle, reason, isExhausted: isExhausted)
        return verdict.asFarAsTrue(
          unconfirmed: unconfirmed.contains { $0.property == properties[number].name },
          differs: !audit.result.differences.isEmpty)
      },
      findings: findings + impure, unconfirmed: unconfirmed,
      untold: untold.map { "\(properties[$0.property].name): \($0.culprit)" },
      growth: isExhausted
        ? nil : expander.rows.largestCollections.filter(\.isGrowing).reduce(nil, LargestCollection.larger),
      audit: audit.result)
  }

  /// Decides the properties of continuations.
  ///
  /// - Returns: why it was stopped, or nil.
  private func decideGoals(_ search: inout Search, _ oracle: Oracle, _ monitor: Monitor) -> ExitReason? {
    var stopped: ExitReason?
    let progress = search.progress
    let shouldStop = {
      if stopped == nil && monitor.isDue?() ?? true { stopped = monitor.shouldStop(progress) }
      return stopped != nil
    }
    for number in oracle.goals.indices {
      let property = oracle.property(ofGoal: number)
      let isDecided =
        GoalSweep.decide(search, goal: number, shouldStop: shouldStop)
        && search.reportLosses(ofGoal: number, property: property, oracle: oracle, shouldStop: shouldStop)
      if !isDecided { return stopped }
    }
    return nil
  }

  private func statistics(
    of search: borrowing Search, _ rows: any RowExpander, _ oracle: Oracle, _ reason: ExitReason
  ) -> Statistics {
    Statistics(
      stateCount: search.graph.count, symmetricStateCount: symmetricStateCount(of: search, rows),
      stepCount: search.stepCount, depth: search.depth,
      terminalCount: search.terminalCount, frontierCount: search.frontierCount,
      byteCount: search.memory.byteCount,
      transitionCache: rows.cacheStatistics, judgementCache: oracle.statistics)
  }

  private func symmetricStateCount(of search: borrowing Search, _ rows: any RowExpander) -> Int {
    guard rows.isReduced else { return search.graph.count }
    var count = 0
    for index in 0..<search.graph.count { count += rows.symmetricCount(of: search.graph.row(index)) }
    return count
  }

  private func verdict(
    ofProperty number: Int, _ found: [FindingKey], _ moreCount: Int, _ oracle: Oracle, _ reason: ExitReason,
    isExhausted: Bool
  ) -> Verdict {
    let property = properties[number]
    if let why = property.inapplicability { return .notApplicable(why) }
    if let counts = oracle.counts[number] { return .measured(counts) }
    let findingCount = found.count { $0.property == number } + moreCount
    if findingCount > 0 { return .violated(findingCount: findingCount) }
    if !reason.isExhaustive && property.hasGoal { return .undecided(reason.words) }
    if oracle.undecidableGoals.contains(number) {
      return .undecided("a run decides at most \(Notes.goalCountMax) goals; give it fewer")
    }
    guard oracle.witnessed.contains(number) else {
      return isExhausted ? .vacuous : .undecided("premise not met, \(reason.words)")
    }
    if !isExhausted { return .holdsWithin(reason) }
    return oracle.sampled.contains(number)
      ? .holdsForSample(stateCount: StateMemory.valueReadingsMax) : .holds
  }

  // MARK: Counterexamples

  /// Replays a finding; nil when that was interrupted.
  private func confirm(
    _ finding: inout Finding<System>, of property: Property<System>, isInterrupted: () -> Bool
  ) -> Bool? {
    let replayer = Replayer(system: system)
    guard let run = try? replayer.replay(finding.path) else { return false }
    let isShown = replayer.confirms(finding, of: property, at: run, isInterrupted: isInterrupted)
    if isShown == true { finding.replayed = (run.states, run.ending(of: property)) }
    return isShown
  }

  private func finding(
    _ key: FindingKey, _ endings: BestEndings, _ oracle: Oracle, _ search: inout Search,
    _ expander: any Expander<System>
  ) -> Finding<System> {
    var transitions: [UInt32] = []
    var index = 0
    if let ending = endings.ending(of: key) {
      index = ending.source
      if ending.transition != absentHandle { transitions.append(ending.transition) }
    }
    let path = path(to: index, then: transitions, endings, &search, expander)
    var values: ValuesCase?
    if case .values(let form) = properties[key.property].clauses.first?.form,
      let last = try? Replayer(system: system).replay(path).places.last
    {
      values = form.example(last.expander.view(of: last.row, at: .before, recording: nil), key.culprit)
    }
    return Finding(
      property: properties[key.property].name, culprit: key.culprit, path: path, values: values,
      circumstances: oracle.findings.circumstances[key, default: []].sorted())
  }

  /// The best path to a state, and the transitions that follow, as the system itself takes it.
  private func path(
    to index: Int, then transitions: [UInt32], _ endings: BestEndings, _ search: inout Search,
    _ expander: any Expander<System>
  ) -> Path<System> {
    var (index, transitions) = (index, transitions)
    while index >= search.initialCount {
      let parent = endings.parent(of: index)
      transitions.append(cheapestTransition(from: parent, to: index, &search))
      index = parent
    }
    let labels = transitions.reversed().map(expander.label(of:))
    let isReduced = expander.rows.isReduced
    let start = system.initialStates[index]
    return Path(initial: index, labels: isReduced ? system.unreduced(labels, from: start) : labels)
  }

  private func cheapestTransition(from parent: Int, to index: Int, _ search: inout Search) -> UInt32 {
    let row = search.graph.row(parent)
    let target = search.graph.row(index)
    search.graph.expand(row)
    var best: (cost: StepCost, transition: UInt32)?
    for step in search.graph.steps.steps where step.row == target {
      let cost = search.graph.rows.cost(of: step.transition, from: row)
      if best.map({ cost < $0.cost }) ?? true { best = (cost, step.transition) }
    }
    return best?.transition ?? absentHandle
  }
}

extension Verdict {
  /// The verdict as far as it was earned: nothing holds whose counterexample did not show again, or where
  /// something was not the same when it was worked out again.
  fileprivate func asFarAsTrue(unconfirmed: Bool, differs: Bool) -> Verdict {
    switch self {
    case .holds, .holdsForSample, .holdsWithin, .vacuous:
      if unconfirmed { return .undecided("a counterexample did not show again") }
      return differs ? .undecided("something was not the same when it was worked out again") : self
    case .violated, .notApplicable, .undecided, .measured: return self
    }
  }
}
