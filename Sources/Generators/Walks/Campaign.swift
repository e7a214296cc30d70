import Model
import Spec
import Synchronization

extension Checkable {
  /// Takes random runs by a strategy, judges every step and state, and shrinks what is found.
  ///
  /// Runs are drawn in batches; what they show and reach is looked at in the order of the runs, so that the
  /// result is the same for any number of workers.
  ///
  /// - Parameters:
  ///   - plan: which runs.
  ///   - filter: whether the property of a name is judged; all by default.
  ///   - corpus: choice sequences of earlier campaigns, taken first; nil when nobody keeps any.
  ///   - workers: who takes the runs.
  ///   - byteCountMax: the most memory for remembered answers of all workers, in bytes.
  ///   - monitor: told of findings; may stop the campaign.
  /// - Complexity: O(steps); memory grows with distinct component values, and where properties of
  ///   continuations are judged with distinct states, until a worker starts anew; not with steps.
  public func fuzz(
    _ plan: FuzzPlan, only filter: (String) -> Bool = { _ in true }, corpus: [[Int32]]? = nil,
    on workers: Workers = .one, byteCountMax: Int = 1 << 29, monitor: FuzzMonitor = FuzzMonitor()
  ) -> FuzzOutcome {
    let bounds = RunBounds(byteCountMax: byteCountMax / workers.count)
    var campaign = Campaign(specification, plan, only: filter, workers, bounds, monitor)
    return campaign.run(corpus)
  }
}

/// A campaign under way.
private struct Campaign<System: TransitionSystem> where System.Label: Codable {
  private let specification: Specification<System>
  private let properties: [Property<System>]
  private let plan: FuzzPlan
  private let workers: Workers
  private let bounds: RunBounds
  private let monitor: FuzzMonitor
  private var crew: [SharedWorker]
  private var result: FuzzResult
  private var portfolio: Portfolio
  private var known: Set<RowWatch.Sighting> = []
  private var features: Set<UInt64> = []
  private var corpus = Corpus()

  init(
    _ specification: Specification<System>, _ plan: FuzzPlan, only filter: (String) -> Bool,
    _ workers: Workers, _ bounds: RunBounds, _ monitor: FuzzMonitor
  ) {
    self.specification = specification
    self.plan = plan
    self.workers = workers
    self.bounds = bounds
    self.monitor = monitor
    let chosen = specification.properties.filter { filter($0.name) }
    properties = chosen.filter { $0.inapplicability == nil }
    crew = []
    let identity = specification.identity
    result = FuzzResult(
      product: identity.product, design: identity.design, environment: identity.environment,
      scopeName: identity.scope, scope: specification.scope, seed: String(plan.seed),
      strategy: plan.strategy.name, shard: plan.shard.words, stepCountMax: plan.stepCountMax,
      campaignRunCount: plan.runCount)
    result.judged = properties.map(\.name)
    result.yields = plan.strategy.arms.map { FuzzResult.Yield(strategy: $0.name) }
    portfolio = Portfolio(armCount: plan.strategy.arms.count)
    crew = (0..<workers.count).map { _ in makeWorker(until: monitor.isOver) }
  }

  private func makeWorker(until isOver: @escaping @Sendable () -> Bool) -> SharedWorker {
    let (system, properties, bounds) = (specification.system, properties, bounds)
    return SharedWorker(
      FuzzWorker(strategy: plan.strategy) {
        let watch = RowWatch(system: system, properties: properties, isInterrupted: isOver)
        return RowWalker(watch, bounds: bounds)
      })
  }

  // MARK: Batches

  mutating func run(_ sequences: [[Int32]]?) -> FuzzOutcome {
    replay(Corpus.ordered(sequences ?? []))
    let total = plan.runCount.map(plan.shard.runCount(ofTotal:)) ?? Int.max
    var ending: FuzzEnding?
    while result.runCount < total && ending == nil {
      let size = plan.batchRunCount(after: result.runCount)
      let arms = portfolio.share(runCount: min(size, total - result.runCount))
      let batch = FuzzBatch(
        plan: plan, firstPlace: result.runCount, arms: arms,
        corpus: plan.strategy.isGuided ? corpus.sequences : [])
      let runCount = result.runCount
      take(batch)
      ending = monitor.shouldStop(progress) {
        FuzzOutcome(result: snapshot(isFinished: false), corpus: corpus.sequences)
      }
      // Runs have places; after a batch that lacks some, the next one would not know where to begin.
      if result.runCount < runCount + batch.arms.count { ending = ending ?? .interrupted }
    }
    if case .limit(let reason) = ending { result.limit = reason.words }
    return FuzzOutcome(
      result: snapshot(isFinished: ending == nil || ending == .timeOver),
      corpus: sequences == nil ? [] : monitor.isInterrupted() ? corpus.sequences : minimised())
  }

  private var progress: FuzzProgress {
    FuzzProgress(
      runCount: result.runCount, stepCount: result.stepCount, findingCount: result.findings.count,
      featureCount: features.count)
  }

  private mutating func take(_ batch: FuzzBatch) {
    let (crew, count) = (crew, crew.count)
    workers.perform(count) { number in
      crew[number].worker.withLock { $0.run(batch, number: number, of: count) }
    }
    let outcomes = crew.map { $0.worker.withLock { $0.outcome } }
    let before = result.yields
    for arm in result.yields.indices {
      result.yields[arm].runCount += outcomes.reduce(0) { $0 + $1.runCounts[arm] }
      result.yields[arm].stepCount += outcomes.reduce(0) { $0 + $1.stepCounts[arm] }
    }
    result.runCount += outcomes.reduce(0) { $0 + $1.runCounts.reduce(0, +) }
    result.stepCount = result.yields.reduce(0) { $0 + $1.stepCount }
    learn(outcomes.flatMap(\.runs).sorted { $0.place < $1.place })
    portfolio.learn(
      runs: zip(result.yields, before).map { $0.runCount - $1.runCount },
      yields: zip(result.yields, before).map {
        $0.featureCount - $1.featureCount + (($0.findingCount - $1.findingCount) * Portfolio.findingWorth)
      })
  }

  /// Looks at runs in their order: what they reached, and what they show.
  private mutating func learn(_ runs: [RunOutcome]) {
    var found: [(finding: FuzzResult.Finding, sighting: RowWatch.Sighting, path: Path<System>)] = []
    for run in runs {
      let reached = run.features.filter { features.insert($0.digest).inserted }
      if let last = reached.map(\.length).max() { corpus.append(Array(run.choices.prefix(last + 1))) }
      if run.place >= 0 { result.yields[run.arm].featureCount += reached.count }
      for news in run.news {
        for sighting in news.sightings where known.insert(sighting).inserted {
          if run.place >= 0 { result.yields[run.arm].findingCount += 1 }
          let path = specification.path(of: run.choices.prefix(news.length + 1))
          let number = run.place < 0 ? nil : plan.shard.run(at: run.place)
          let shown = Finding<System>(property: sighting.property, culprit: sighting.culprit, path: path)
          switch specification.confirmation(of: shown, isInterrupted: monitor.isInterrupted) {
          case .shown: break
          case .absent(let complaint):
            result.errors = (result.errors ?? []) + [complaint]
            continue
          case .unknown: continue
          }
          let report = specification.report(shown, seed: number.map(plan.seed))
          let finding = FuzzResult.Finding(
            run: number, strategy: number == nil ? "corpus" : result.yields[run.arm].strategy,
            length: news.length, story: report.story.text, trace: report.trace)
          monitor.find(finding, false)
          found.append((finding, sighting, path))
        }
      }
    }
    shrink(found)
  }

  private mutating func shrink(
    _ found: [(finding: FuzzResult.Finding, sighting: RowWatch.Sighting, path: Path<System>)]
  ) {
    if found.isEmpty { return }
    let shrunk = Mutex<[Int: Shrunk]>([:])
    let (specification, plan, count) = (specification, plan, min(workers.count, found.count))
    let (isInterrupted, bounds) = (monitor.isInterrupted, bounds)
    workers.perform(plan.isShrinking ? count : 0) { worker in
      let shrinker = PathShrinker(
        specification, reach: plan.shrinkingReach, bounds: bounds, shouldStop: isInterrupted)
      for number in stride(from: worker, to: found.count, by: count) {
        let (finding, sighting, path) = found[number]
        let report = shrinker.report(path, showing: sighting, seed: finding.trace.seed)
        shrunk.withLock { $0[number] = report }
      }
    }
    let reports = shrunk.withLock { $0 }
    for (number, item) in found.enumerated() {
      var finding = item.finding
      switch reports[number] {
      case .finding(let report)?: (finding.story, finding.trace) = (report.story.text, report.trace)
      case .error(let error)?: result.errors = (result.errors ?? []) + [error]
      case .interrupted?, nil: break
      }
      result.findings.append(finding)
      monitor.find(finding, true)
    }
  }

  // MARK: Corpus

  private mutating func replay(_ sequences: [[Int32]]) {
    result.corpusRunCount = sequences.count
    guard !sequences.isEmpty, let first = crew.first else { return }
    let plan = plan
    first.worker.withLock { $0.replay(sequences, plan) }
    learn(first.worker.withLock { $0.outcome }.runs)
  }

  /// The corpus without what shorter sequences reach as well.
  ///
  /// - Complexity: O(steps of the corpus) a pass; each pass leaves something out, or is the last.
  private func minimised() -> [[Int32]] {
    var sequences = Corpus.ordered(corpus.sequences)
    while true {
      let shared = makeWorker { false }
      let (longer, plan) = (sequences, plan)
      shared.worker.withLock { $0.replay(longer, plan) }
      let runs = shared.worker.withLock { $0.outcome }.runs
      sequences = Corpus.ordered(
        runs.compactMap { run in
          run.features.map(\.length).max().map { Array(run.choices.prefix($0 + 1)) }
        })
      if sequences == longer { return sequences }
    }
  }

  // MARK: Results

  private func snapshot(isFinished: Bool) -> FuzzResult {
    var (result, states) = (result, DistinctStates())
    for shared in crew {
      shared.worker.withLock {
        states.formUnion($0.states)
        result.labelCounts.merge($0.labelCounts) { $0 + $1 }
        result.agentCountMax = max(result.agentCountMax, $0.agentCountMax)
        if let complaint = $0.complaint, result.errors == nil { result.errors = [complaint] }
        result.givenUp = $0.givenUp.union(result.givenUp).sorted()
        if $0.cutRunCount > 0 { result.cutRunCount = (result.cutRunCount ?? 0) + $0.cutRunCount }
        result.growth = LargestCollection.larger(result.growth, $0.growth)
      }
    }
    result.isFinished = isFinished
    result.states = states.digests.map { String($0, radix: 16) }
    return result
  }
}
