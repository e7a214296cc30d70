import Model

/// Explores a system exhaustively, breadth first, and decides its properties.
///
/// Counterexamples are shortest; among the shortest the one with the fewest departures, faults and
/// complications.
package struct Explorer<System: TransitionSystem> {
  package let system: System
  package let properties: [Property<System>]
  package let limits: Limits
  /// The kinds of things of which it is told whether they fired.
  package let reachKinds: Set<Reach.Kind>
  /// Whether a sample of what was remembered is worked out again, and what grew is named; verdicts
  /// go by that, findings do not.
  package var audits = true
  /// Told of each finding as soon as it is confirmed.
  var tell: (Finding<System>) -> Void = { _ in }

  package init(
    system: System, properties: [Property<System>], limits: Limits = Limits(),
    reachKinds: Set<Reach.Kind> = []
  ) {
    self.system = system
    self.properties = properties
    self.limits = limits
    self.reachKinds = reachKinds
  }

  /// How many questions a reducer is asked again at the end of a run, if it is not asked them all.
  package static var askedAgainMax: Int { 20_000 }

  /// Explores the system.
  ///
  /// States that only the order of equal windows tells apart, or who is who among things that are
  /// alike, are counted as one, unless something tells them apart. Every counterexample is replayed
  /// before it is told; what does not show there again stands among `unconfirmed`.
  ///
  /// - Parameters:
  ///   - monitor: told now and then how far the exploration has come; may stop it.
  ///   - auditsAll: whether everything that was remembered is worked out again, instead of a
  ///     sample.
  /// - Complexity: O(states + steps) time; 15 to 30 bytes a state mostly, and the values.
  package func run(monitor: Monitor = Monitor(), auditsAll: Bool = false) -> Exploration<System> {
    var (isReduced, toldApart): (Bool, String?) = (limits.isReduced, nil)
    while true {
      var exploration = explore(isReduced: isReduced, monitor, auditsAll: auditsAll)
      switch exploration.reason {
      case .representedToldApart(let words): (isReduced, toldApart) = (false, words)
      case .statesToldApart: continue
      default:
        exploration.toldApart = toldApart
        return exploration
      }
    }
  }

  /// Why an exhaustive search is none after all, by what the system says of its answers; nil where
  /// they stand.
  private func review(
    _ expander: any Expander<System>, _ judge: Judge, _ progress: SearchProgress, _ monitor: Monitor
  ) -> ExitReason? {
    var stopped: ExitReason?
    let review = expander.rows.review {
      stopped = stopped ?? monitor.reasonToStop(progress)
      return stopped != nil
    }
    if let stopped { return stopped }
    switch review {
    case .stands: return nil
    case .worthless(let complaint): return .invalidSystem(complaint)
    case .doubtful(let complaint):
      return judge.findings.lengths.isEmpty ? .invalidSystem(complaint) : nil
    }
  }

  /// Why the system's answers are worth nothing, so that nothing that they led to is told; nil
  /// where they are worth something.
  private func complaint(of expander: any Expander<System>) -> String? {
    if case .worthless(let complaint) = expander.rows.review(shouldStop: { true }) {
      complaint
    } else {
      nil
    }
  }

  /// Why no trace can tell one of some findings.
  private func misreading(of findings: [Finding<System>], _ monitor: Monitor) -> String? {
    findings.lazy.prefix { _ in !monitor.mustEnd() }
      .compactMap(Replayer(system: system).misreading(of:)).first
  }

  /// Whether a counterexample is true where it is not known which states are alike: it is gone
  /// anew.
  private func isTrue(_ finding: Finding<System>) -> Bool {
    // That something is never reached again is not shown by the way there.
    if properties.contains(where: { $0.name == finding.property && $0.hasGoal }) { return false }
    guard system.isLed, let states = Replayer(system: system).states(along: finding.path) else {
      return false
    }
    return system.leads(along: finding.path.labels, through: states)
  }

  /// Whether something that was remembered is worked out again.
  ///
  /// Of running code, steps that are taken again may tell states apart that seemed to be one. Where
  /// nothing is worth anything, nothing has to be the same.
  private func isAudited(_ expander: any Expander<System>, _ reason: ExitReason, isWorthless: Bool)
    -> Bool
  {
    (audits || expander.rows.isAnsweredByRunningCode) && !isWorthless && !reason.isInvalidSystem
  }

  /// A monitor that also ends a search of a system that is of another edition by now.
  private func ending(_ monitor: Monitor, unlessEdition edition: Int) -> Monitor {
    var ending = monitor
    let system = system
    ending.shouldStop = { progress in
      monitor.shouldStop(progress) ?? (system.edition == edition ? nil : .statesToldApart)
    }
    return ending
  }

  private func explore(isReduced: Bool, _ monitor: Monitor, auditsAll: Bool) -> Exploration<System>
  {
    let edition = system.edition
    let monitor = ending(monitor, unlessEdition: edition)
    let expander = system.makeExpansion(judging: properties, isReduced: isReduced)
    let judge = Judge(properties, expander)
    let spill = limits.spillDirectory.flatMap { SpillFile(in: $0) }
    if let directory = limits.spillDirectory, spill == nil { return unexplored(.noRoom(directory)) }
    var search = Search(judge, spillingTo: spill)
    var reason = search.run(
      from: system.initialStates.map(expander.row), limits: limits, monitor: monitor)
    if reason.isExhaustive { reason = review(expander, judge, search.progress, monitor) ?? reason }
    if reason.isExhaustive && system.edition != edition { reason = .statesToldApart }
    let isWorthless = system.edition != edition || complaint(of: expander) != nil
    let isInvalid = isWorthless || reason.isInvalidSystem
    if isInvalid || reason.beginsAgain { monitor.takeBack(search.progress) }
    if reason.beginsAgain { return Exploration(reason: reason) }
    let (isExhausted, seen) = (reason.isExhaustive, Set(judge.findings.lengths.keys))
    if isExhausted { reason = decideGoals(&search, monitor) ?? reason }
    judge.isCounting = false
    let reach = reason.isExhaustive ? reach(of: search, monitor) : nil
    // First paths do where somebody waits.
    let isStopped = stopping(reason, search.progress, monitor)
    let endings = BestEndings(
      of: &search, judge: judge, decidesGoals: reason.isExhaustive, mustEnd: isStopped)
    // Losses of goals are told when all of them are decided.
    let known = judge.findings.lengths.keys.filter {
      (reason.isExhaustive || seen.contains($0)) && (!isWorthless || system.isLed)
    }
    let names = inOrder(known, isStopped() ? judge.findings.lengths : [:])
    let (findings, unconfirmed, untold) = replayed(
      names, edition, endings, &search, expander, monitor, isWorthless: isWorthless)
    // A sample takes no time worth mentioning, unless a product's functions are slow.
    var audit = Audit(expander, judge, properties)
    let isOver = { monitor.mustEnd() || auditsAll && isStopped() }
    if isAudited(expander, reason, isWorthless: isWorthless) {
      audit.run(&search, from: system.initialStates, asksAll: auditsAll, shouldStop: isOver)
    }
    let impure =
      isWorthless ? [] : impurities(&search, expander, asksAll: auditsAll, shouldStop: isOver)
    // To take steps again may show that code leaves its scheduler, or hides something.
    if !isWorthless, let complaint = complaint(of: expander) ?? misreading(of: findings, monitor) {
      return unexplored(.invalidSystem(complaint), statistics(of: search), findings.filter(isTrue))
    }
    let shown =
      known.filter { name in !unconfirmed.contains { $0.name == name } } + impure.map(\.name)
    // To take steps again may show that states have to be told apart.
    if isExhausted && system.edition != edition { return Exploration(reason: .statesToldApart) }
    return Exploration(
      reason: reason, statistics: statistics(of: search),
      verdicts: properties.indices.map { number in
        verdict(ofProperty: number, shown, judge, reason, isExhausted: isExhausted).asFarAsTrue(
          unconfirmed: unconfirmed.contains { $0.property == properties[number].name },
          differs: !audit.result.differences.isEmpty, invalid: isInvalid ? reason : nil)
      },
      findings: findings + impure, unconfirmed: isInvalid ? [] : unconfirmed, untold: untold,
      growth: isExhausted || !audits
        ? nil : expander.rows.growingParts.reduce(nil, LargePart.larger),
      audit: audit.result, reach: reach)
  }

  /// What comes of a search that cannot begin, or whose answers are worth nothing after all.
  ///
  /// - Parameter findings: what is true all the same.
  private func unexplored(
    _ reason: ExitReason, _ statistics: Statistics = Statistics(),
    _ findings: [Finding<System>] = []
  ) -> Exploration<System> {
    Exploration(
      reason: reason, statistics: statistics,
      verdicts: properties.map { property in
        let count = findings.count { $0.property == property.name }
        if count > 0 { return .violated(findingCount: count) }
        return property.inapplicability.map(Verdict.notApplicable)
          ?? .undecided(reason.verdictWords)
      }, findings: findings)
  }

  /// Whether somebody waits for the end, as far as those know who have a clock.
  private func stopping(
    _ reason: ExitReason, _ progress: SearchProgress, _ monitor: Monitor
  ) -> () -> Bool {
    if reason == .timeLimit || reason == .interrupted { return { true } }
    var hasStopped = false
    return {
      hasStopped =
        hasStopped || monitor.mustEnd()
        || monitor.isDue?() == true && monitor.shouldStop(progress) != nil
      return hasStopped
    }
  }

  private func reach(of search: borrowing Search, _ monitor: Monitor) -> Reach? {
    if reachKinds.isEmpty { return nil }
    let progress = search.progress
    return search.graph.rows.reach(
      asksReducer: reachKinds.contains(.branch), taken: search.judge.hasJudged
    ) { monitor.reasonToStop(progress) != nil }
  }

  /// Decides the properties of continuations.
  ///
  /// - Returns: why it was stopped, or nil.
  func decideGoals(_ search: inout Search, _ monitor: Monitor) -> ExitReason? {
    var stopped: ExitReason?
    let progress = search.progress
    let shouldStop = {
      stopped = stopped ?? monitor.reasonToStop(progress)
      return stopped != nil
    }
    for number in search.judge.goalNumbers {
      let isDecided =
        GoalSweep.decide(search, goal: number, shouldStop: shouldStop)
        && search.reportLosses(ofGoal: number, shouldStop: shouldStop)
      if !isDecided { return stopped }
    }
    return nil
  }

  /// Where there may be no time for all, what takes the fewest steps comes first.
  private func inOrder(_ names: [FindingName], _ lengths: [FindingName: Int]) -> [FindingName] {
    let ordered = properties.flatMap { property in
      names.filter { $0.property == property.name }.sorted()
    }
    return ordered.enumerated().sorted { first, second in
      (lengths[first.element] ?? 0, first.offset) < (lengths[second.element] ?? 0, second.offset)
    }.map(\.element)
  }

  private func statistics(of search: borrowing Search) -> Statistics {
    Statistics(
      stateCount: search.graph.count, symmetricStateCount: symmetricStateCount(of: search),
      stepCount: search.stepCount, depth: search.depth,
      terminalCount: search.terminalCount, frontierCount: search.frontierCount,
      byteCount: search.memory.byteCount,
      transitionCache: search.graph.rows.cacheStatistics, judgementCache: search.judge.statistics)
  }

  private func symmetricStateCount(of search: borrowing Search) -> Int {
    let rows = search.graph.rows
    guard rows.isReduced else { return search.graph.count }
    var count = 0
    for index in 0..<search.graph.count {
      count += rows.symmetricCount(of: search.graph.row(index))
    }
    return count
  }

  private func verdict(
    ofProperty number: Int, _ found: [FindingName], _ judge: Judge, _ reason: ExitReason,
    isExhausted: Bool
  ) -> Verdict {
    let property = properties[number]
    if let why = property.inapplicability { return .notApplicable(why) }
    let findingCount = found.count { $0.property == property.name }
    if findingCount > 0 { return .violated(findingCount: findingCount) }
    if !reason.isExhaustive && property.hasGoal { return .undecided(reason.verdictWords) }
    if property.isMeasure, let counts = judge.counts[number] { return .measured(counts) }
    guard judge.isWitnessed(number) else {
      return isExhausted ? .vacuous : .undecided("premise not met, \(reason.verdictWords)")
    }
    if !isExhausted { return .holdsWithin(reason) }
    return judge.sampled.contains(number)
      ? .holdsForSample(stateCount: StateJudgementCache.valueReadingsMax) : .holds
  }

  // MARK: Counterexamples

  /// The findings of these names that show again; those that do not, and the names of those that no
  /// search could replay, for want of time or as the system is of another edition by now.
  private func replayed(
    _ names: [FindingName], _ edition: Int, _ endings: BestEndings, _ search: inout Search,
    _ expander: any Expander<System>, _ monitor: Monitor, isWorthless: Bool
  ) -> (findings: [Finding<System>], unconfirmed: [Finding<System>], untold: [FindingName]) {
    var (findings, unconfirmed, untold): ([Finding<System>], [Finding<System>], [FindingName]) = (
      [], [], []
    )
    for name in names {
      if monitor.mustEnd() {
        untold.append(name)
        continue
      }
      guard let property = properties.first(where: { $0.name == name.property }) else { continue }
      var finding = finding(name, of: property, endings, &search, expander)
      if isWorthless && !isTrue(finding) {
        unconfirmed.append(finding)
        continue
      }
      switch Replayer(system: system).confirm(
        &finding, of: property, isInterrupted: monitor.mustEnd)
      {
      case true?: add(finding, to: &findings)
      case false? where system.edition == edition: unconfirmed.append(finding)
      case false?, nil: untold.append(name)
      }
    }
    return (findings, unconfirmed, untold)
  }

  private func add(_ finding: Finding<System>, to findings: inout [Finding<System>]) {
    findings.append(finding)
    tell(finding)
  }

  private func finding(
    _ key: FindingName, of property: Property<System>, _ endings: BestEndings,
    _ search: inout Search, _ expander: any Expander<System>
  ) -> Finding<System> {
    var transitions: [UInt32] = []
    var index = 0
    if let ending = endings.ending(of: key) ?? search.firstEnding(of: key) {
      index = ending.source
      if ending.transition != absentHandle { transitions.append(ending.transition) }
    }
    let path = path(to: index, then: transitions, endings, &search, expander)
    var values: ValuesCase?
    if let example = property.example,
      let last = try? Replayer(system: system).replay(path).places.last
    {
      values = example(last.expander.view(of: last.row, at: .before, recording: nil), key.culprit)
    }
    return Finding(
      key, path: path, values: values,
      circumstances: search.judge.findings.circumstances[key, default: []].sorted(),
      remarks: search.judge.remarks(onGoalOf: key.property))
  }

  /// The best path to a state, or the first where the best was not worked out, and the transitions
  /// that follow, as the system itself takes it; a part of it where a system does not lead there
  /// again.
  func path(
    to index: Int, then transitions: [UInt32], _ endings: BestEndings?, _ search: inout Search,
    _ expander: any Expander<System>
  ) -> Path<System> {
    var (index, transitions) = (index, transitions)
    while index >= search.initialCount {
      guard let parent = endings?.parent(of: index) ?? search.discoverer(of: index),
        let transition = cheapestTransition(from: parent, to: index, &search)
      else { break }
      transitions.append(transition)
      index = parent
    }
    return Path(
      initial: index,
      labels: expander.labels(along: transitions.reversed(), from: search.graph.row(index)))
  }

  private func cheapestTransition(from parent: Int, to index: Int, _ search: inout Search)
    -> UInt32?
  {
    let row = search.graph.row(parent)
    let target = search.graph.row(index)
    search.graph.expand(row)
    var best: (cost: StepCost, transition: UInt32)?
    for step in search.graph.steps.steps where search.graph.leads(step, to: target) {
      let cost = search.graph.rows.cost(of: step.transition, from: row)
      if best.map({ cost < $0.cost }) ?? true { best = (cost, step.transition) }
    }
    return best?.transition
  }
}

extension Verdict {
  /// The verdict as far as it was earned: nothing holds whose counterexample did not show again, or
  /// where something was not the same when it was worked out again, or the answers are worth
  /// nothing.
  fileprivate func asFarAsTrue(unconfirmed: Bool, differs: Bool, invalid: ExitReason?) -> Verdict {
    switch self {
    case .holds, .holdsForSample, .holdsWithin, .vacuous:
      if let invalid { return .undecided(invalid.verdictWords) }
      if unconfirmed { return .undecided("a counterexample did not show again") }
      return differs ? .undecided("something was not the same when it was worked out again") : self
    case .violated, .notApplicable, .undecided, .measured: return self
    }
  }
}
