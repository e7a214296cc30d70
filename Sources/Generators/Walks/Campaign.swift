import Dispatch
import Model
import Spec
import Synchronization

extension Checkable {
  /// Takes random runs by a strategy, judges every step and state, and shrinks what is found.
  ///
  /// Runs are drawn in batches; what they show is looked at in the order of the runs, so that the
  /// result is the same for any number of workers.
  ///
  /// - Parameters:
  ///   - filter: whether the property of a name is judged; all by default.
  ///   - jobCount: how many threads take the runs.
  ///   - byteCountMax: the most memory for remembered answers of all workers, in bytes.
  /// - Complexity: O(steps); shrinking adds some thousand states and at most O(length³) steps a
  ///   finding. Memory grows with distinct component values, and where properties of continuations
  ///   are judged with distinct states, until a worker starts anew; not with steps.
  package func fuzz(
    _ plan: FuzzPlan, only filter: (String) -> Bool = { _ in true }, jobCount: Int = 1,
    byteCountMax: Int = 1 << 29, monitor: FuzzMonitor = FuzzMonitor()
  ) -> FuzzResult {
    let bounds = RunBounds(byteCountMax: byteCountMax / jobCount)
    var campaign = Campaign(specification, plan, only: filter, jobCount, bounds, monitor)
    return campaign.run()
  }

  /// Walks at random: a campaign of uniform runs, run k with the seed plus k.
  package func walk(
    _ plan: WalkPlan, only filter: (String) -> Bool = { _ in true }, byteCountMax: Int = 1 << 29,
    monitor: FuzzMonitor = FuzzMonitor()
  ) -> FuzzResult {
    fuzz(FuzzPlan(plan), only: filter, byteCountMax: byteCountMax, monitor: monitor)
  }
}

/// A campaign under way.
private struct Campaign<System: TransitionSystem> {
  /// What a run showed first, as its path stands.
  private struct Sight {
    var finding: FuzzResult.Finding
    var path: Path<System>
  }

  private let specification: Specification<System>
  private let plan: FuzzPlan
  private let bounds: RunBounds
  private let monitor: FuzzMonitor
  private let crew: [SharedWorker]
  private var result: FuzzResult
  private var known: Set<FindingName> = []
  /// What the monitor was told of, also in runs that were taken once more.
  private var told: Set<FindingName> = []
  /// Whether there was no time to see that something new shows again.
  private var hasLostSights = false

  init(
    _ specification: Specification<System>, _ plan: FuzzPlan, only filter: (String) -> Bool,
    _ jobCount: Int, _ bounds: RunBounds, _ monitor: FuzzMonitor
  ) {
    self.specification = specification
    self.plan = plan
    self.bounds = bounds
    self.monitor = monitor
    let properties = specification.properties.filter { filter($0.name) }
    let identity = specification.identity
    result = FuzzResult(
      product: identity.product, design: identity.design, environment: identity.environment,
      scopeName: identity.scope, scope: specification.scope, seed: String(plan.seed),
      strategy: plan.strategy.name, shard: plan.shard.words, stepCountMax: plan.stepCountMax,
      campaignRunCount: plan.runCount)
    result.judged = properties.filter { $0.inapplicability == nil }.map(\.name)
    result.yields = plan.strategy.parts.map { FuzzResult.Yield(strategy: $0.name) }
    let (system, mustEndRuns) = (specification.system, monitor.mustEndRuns ?? monitor.isOver)
    let lookahead = Limits.lookahead(ofWalksIn: system)
    crew = (0..<jobCount).map { _ in
      SharedWorker(
        FuzzWorker(
          plan,
          Walker(bounds: bounds, isCounting: plan.isCounting, edition: { system.edition }) {
            Judge(
              walking: system, properties, lookaheadMax: lookahead, isInterrupted: mustEndRuns)
          }))
    }
  }

  mutating func run() -> FuzzResult {
    let total = plan.ownRunCount ?? Int.max
    var ending: FuzzEnding?
    monitor.begin(result)
    while result.runCount < total && ending == nil {
      let first = result.runCount
      let last = first + min(plan.batchRunCount(after: first), total - first)
      take(first..<last)
      if let complaint = worthlessness {
        // Nothing that it led to is worth anything.
        (result.findings, result.errors) = ([], nil)
        ending = .limit(.invalidSystem(complaint))
        break
      }
      ending = monitor.shouldStop(result) { snapshot(isFinished: false) }
      // Runs have places; after a batch that lacks some, the next one would not know where to
      // begin.
      if result.runCount < last { ending = ending ?? .interrupted }
    }
    // What was left behind spoils what was not found.
    if ending == nil, result.findings.isEmpty,
      case .doubtful(let complaint)? = reviews.first(where: { $0 != .stands })
    {
      ending = .limit(.invalidSystem(complaint))
    }
    if case .limit(let reason) = ending { result.limit = reason.words }
    let isFinished = (ending == nil || ending == .timeOver) && !hasLostSights
    return snapshot(isFinished: isFinished)
  }

  /// Takes the runs at some places of the shard, looks at them in their order, and shrinks what
  /// they show.
  ///
  /// Where the system tells states apart meanwhile that were one, they are taken once more.
  private mutating func take(_ places: Range<Int>) {
    let before = (result, known, hasLostSights)
    while true {
      let edition = specification.system.edition
      let sights = outcomes(of: places).flatMap { look(at: $0) }
      for sight in sights where told.insert(sight.finding.report.name).inserted {
        monitor.find(sight.finding, false)
      }
      let shrunk = shrink(sights)
      if specification.system.edition == edition || worthlessness != nil {
        for finding in shrunk { monitor.find(finding, true) }
        return
      }
      (result, known, hasLostSights) = before
      for shared in crew { shared.worker.withLock { $0.walker.renew() } }
    }
  }

  /// Counts a run, and looks at what it shows first.
  private mutating func look(at run: RunOutcome) -> [Sight] {
    let part = plan.part(ofRun: run.run)
    result.runCount += 1
    result.stepCount += run.stepCount
    result.yields[part].runCount += 1
    result.yields[part].stepCount += run.stepCount
    var sights: [Sight] = []
    for news in run.news {
      for name in news.names where known.insert(name).inserted {
        result.yields[part].findingCount += 1
        if let sight = sight(of: name, after: news.length, in: run) { sights.append(sight) }
      }
    }
    return sights
  }

  /// Takes the runs at some places of the shard.
  ///
  /// When the time is over, the runs before any that was begun are taken all the same: those that
  /// count are the first ones, and whole, so that their number is enough to take them again.
  private func outcomes(of places: Range<Int>) -> [RunOutcome] {
    let (crew, count, isOver) = (crew, crew.count, monitor.isOver)
    let last = Mutex(places.lowerBound - 1)
    DispatchQueue.concurrentPerform(iterations: count) { number in
      crew[number].worker.withLock {
        $0.run(at: stride(from: places.lowerBound + number, to: places.upperBound, by: count)) {
          place in
          last.withLock { last in
            if place > last && isOver() { return false }
            last = max(last, place)
            return true
          }
        }
      }
    }
    let outcomes = crew.flatMap { $0.worker.withLock { $0.outcomes } }.sorted { $0.run < $1.run }
    let whole = zip(places, outcomes).prefix { place, outcome in
      outcome.isWhole && outcome.run == plan.shard.run(at: place)
    }
    return whole.map(\.1)
  }

  /// What the system says of its own answers, where they are worth nothing, or why it is none.
  private var worthlessness: String? {
    for case .worthless(let complaint) in reviews { return complaint }
    return crew.lazy.compactMap { $0.worker.withLock { $0.walker.totals.complaint } }.first
  }

  private var reviews: [SystemReview] {
    crew.map { shared in
      shared.worker.withLock { $0.walker.judge.rows.review(shouldStop: { true }) }
    }
  }

  /// What a run shows, if its replayed path shows it again.
  private mutating func sight(
    of name: FindingName, after length: Int, in run: RunOutcome
  ) -> Sight? {
    let path = specification.path(of: run.choices.prefix(length + 1))
    let shown = Finding<System>(name, path: path)
    let seed = plan.seed(ofRun: run.run)
    switch specification.confirmation(of: shown, seed: seed, isInterrupted: monitor.isInterrupted) {
    case .finding(let report):
      let finding = FuzzResult.Finding(
        run: run.run, strategy: result.yields[plan.part(ofRun: run.run)].strategy, length: length,
        report: report)
      return Sight(finding: finding, path: path)
    case .error(let complaint): result.errors = (result.errors ?? []) + [complaint]
    case .interrupted:
      let trace = specification.trace(of: shown, seed: nil)
      hasLostSights = hasLostSights || !monitor.isKnown(trace)
    }
    return nil
  }

  /// Keeps what was seen, shrunk where it is not known already.
  private mutating func shrink(_ sights: [Sight]) -> [FuzzResult.Finding] {
    if sights.isEmpty { return [] }
    let shrunk = Mutex<[Int: Confirmation]>([:])
    let news = sights.indices.filter { !monitor.isKnown(sights[$0].finding.trace) }
    let (specification, plan, count) = (specification, plan, min(crew.count, news.count))
    let (isInterrupted, bounds) = (monitor.isInterrupted, bounds)
    DispatchQueue.concurrentPerform(iterations: plan.shrinkingReach > 0 ? count : 0) { worker in
      let shrinker = PathShrinker(
        specification, reach: plan.shrinkingReach, bounds: bounds, shouldStop: isInterrupted)
      for place in stride(from: worker, to: news.count, by: count) {
        let (number, sight) = (news[place], sights[news[place]])
        let report = shrinker.report(
          sight.path, showing: sight.finding.report.name, seed: sight.finding.trace.seed)
        shrunk.withLock { $0[number] = report }
      }
    }
    let outcomes = shrunk.withLock { $0 }
    var kept = sights.map(\.finding)
    for number in kept.indices {
      switch outcomes[number] {
      case .finding(let shorter)?: kept[number].report = shorter
      case .error(let error)?: result.errors = (result.errors ?? []) + [error]
      case .interrupted?: kept[number].report.story.remarks.append(Minimality.stopped.words)
      case nil: break
      }
    }
    result.findings += kept
    return kept
  }

  private func snapshot(isFinished: Bool) -> FuzzResult {
    var (result, totals) = (result, RunTotals())
    for shared in crew {
      shared.worker.withLock {
        totals.join($0.walker.totals)
        result.agentCountMax = max(result.agentCountMax, $0.agentCountMax)
      }
    }
    result.isFinished = isFinished
    result.states = totals.states.digests.map { String($0, radix: 16) }
    result.labelCounts = totals.labelCounts
    result.givenUp = totals.givenUp.sorted()
    result.cutRunCount = totals.cutRunCount == 0 ? nil : totals.cutRunCount
    result.growth = totals.growth
    return result
  }
}
