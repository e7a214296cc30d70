import Generators
import Model
import Spec

/// Runs products as real concurrent code beside their models.
struct LiveCommand {
  private let options: CommonOptions
  private let checks: LiveChecks
  /// The most gestures of a schedule, if it was told.
  private let gestureCountMax: Int?
  /// The most schedules of a scope.
  private let scheduleCountMax: Int
  private let showsStatistics: Bool

  init(_ words: [String], of registry: Registry) throws {
    let arguments = try Arguments(words, of: "live")
    options = try CommonOptions(arguments, of: registry)
    let isExhaustive = arguments.has("--exhaustive")
    if isExhaustive && (arguments.value("--runs") ?? arguments.value("--seed")) != nil {
      throw UsageError("--exhaustive takes every schedule; leave out --runs and --seed")
    }
    if !isExhaustive && arguments.value("--limit-schedules") != nil {
      throw UsageError("--limit-schedules bounds --exhaustive; say with --runs how many are drawn")
    }
    scheduleCountMax =
      isExhaustive ? try arguments.number("--limit-schedules") ?? 1_000_000 : Int.max
    if arguments.has("--every-step") { try Self.refuse(besideEveryStep: arguments) }
    gestureCountMax = try arguments.number("--gestures", in: 1...Arguments.stepCountMax)
    let plan = LivePlan(
      granularity: arguments.has("--each-job") ? .jobs : .settled,
      skipsIdleGestures: isExhaustive || arguments.has("--accepted"))
    let drawn = LiveSearch.drawn(
      seed: try arguments.seed(),
      runCount: try arguments.number("--runs") ?? 1000)
    let search: LiveSearch =
      arguments.has("--every-step")
      ? .everyStep(stepCountMax: 500_000) : isExhaustive ? .exhaustive : drawn
    checks = LiveChecks(
      plan: plan, search: search,
      repeatCount: try arguments.number("--repeat", in: 1...Arguments.stepCountMax) ?? 1)
    showsStatistics = arguments.has("--statistics")
  }

  /// Refuses what means nothing when the model says what is taken.
  private static func refuse(besideEveryStep arguments: Arguments) throws(UsageError) {
    let options = ["--runs", "--seed", "--gestures", "--repeat"].filter {
      arguments.value($0) != nil
    }
    let flags = ["--each-job", "--exhaustive", "--accepted"].filter { arguments.has($0) }
    if let word = (options + flags).first {
      throw UsageError("--every-step takes every step of the model; leave out \(word)")
    }
  }

  /// Runs the command.
  ///
  /// - Returns: the exit status.
  func run(_ watchdog: Watchdog) throws -> Int32 {
    let ledger = try options.ledger()
    let known = SoFar(Known())
    watchdog.limit(secondsMax: options.secondsMax)
    watchdog.lastWord { try conclude(known.now.concluded, ledger, Conclusion(endedBy: $0)) }
    let specifications = options.selection.specifications
    if !specifications.contains(where: { $0 is any LiveCheckable }),
      let first = specifications.first
    {
      throw UsageError("\(first.identity.product.echo) is no app: it has no code that runs live")
    }
    for case let live as any LiveCheckable in specifications
    where !Surroundings.isInterrupted {
      let (place, count) = (known.now.reports.count, options.selection.specifications.count)
      let line = ProgressLine(live.identity, place: place, of: count)
      let (report, scope) = try run(live, watchdog, known, line)
      known.note { $0 = Known(reports: $0.reports + [report], scopes: $0.scopes + [scope]) }
    }
    return try conclude(known.now, ledger, Conclusion(watchdog))
  }

  /// What is known while code runs.
  private struct Known: Sendable {
    var reports: [LiveReport] = []
    var scopes: [LiveScope] = []
    /// What the scope under way showed.
    var underWay: LiveReport?

    /// What is known where the scope under way has to end.
    var concluded: Self {
      guard var report = underWay else { return self }
      report.wasStopped = true
      return Self(reports: reports + [report], scopes: scopes + [LiveScope(report)])
    }

    /// Takes in that the run under way traps.
    ///
    /// - Returns: how to repeat it.
    mutating func take(_ trap: LiveTrap) -> String {
      underWay?.divergences.append(trap.divergence)
      underWay?.findings.append(trap.finding)
      return trap.seed.map { "--seed \($0) --runs 1 in place of --seed and --runs repeats it" }
        ?? "the same command repeats it"
    }
  }

  private func conclude(_ known: Known, _ ledger: Ledger, _ conclusion: Conclusion) throws -> Int32
  {
    let reports = known.reports
    var report = Report(ledger)
    report.live = known.scopes
    let wasStopped =
      reports.contains { $0.wasStopped || $0.cutCount > 0 } || conclusion.reason() != nil
    return try options.conclude(report, reports.flatMap(\.findings), ledger, conclusion) {
      report, _ in
      if !report.errors.isEmpty { return SuiteErrors.status }
      return !reports.allSatisfy(\.isClean) || !report.news.isEmpty ? 1 : wasStopped ? 3 : 0
    } document: { report, _ in
      ReportDocument(
        report: report, telling: .counts, body: (report.live ?? []).map(\.section),
        knownWord: " seen live", looksAtEntries: false)
    }
  }

  /// The checks for an environment: through windows it takes more gestures to come anywhere.
  private func checks(in environment: String) -> LiveChecks {
    var checks = checks
    let isThroughWindows =
      environment == Environment.windows.rawValue && checks.search != .exhaustive
    checks.plan = LivePlan(
      granularity: checks.plan.granularity,
      gestureCountMax: gestureCountMax ?? (isThroughWindows ? 12 : 4),
      skipsIdleGestures: checks.plan.skipsIdleGestures)
    return checks
  }

  private func run(
    _ specification: any LiveCheckable, _ watchdog: Watchdog, _ known: SoFar<Known>,
    _ line: ProgressLine
  ) throws -> (LiveReport, LiveScope) {
    let checks = checks(in: specification.identity.environment)
    let (before, userBefore) = (Surroundings.seconds(), Surroundings.userSeconds())
    var total: Int?
    if case .drawn(_, let runCount) = checks.search { total = runCount * checks.repeatCount }
    let tenth = total.map { max(1, $0 / 10) } ?? Int.max
    var earlyByteCount: Int?
    let trap = SoFar<@Sendable (String) -> LiveTrap?> { _ in nil }
    let report = try CodeTrap.noting(specification.identity) {
      guard let trap = trap.now("a trap, of which standard error tells") else { return nil }
      return known.note { $0.take(trap) }
    } _: {
      try specification.live(
        checks, only: options.selection.includes, isOver: { watchdog.isOver },
        watch: { told in trap.note { $0 = told } }
      ) { report in
        let count = report.executionCount
        known.note { $0.underWay = report }
        if earlyByteCount == nil && count >= tenth {
          earlyByteCount = Surroundings.residentByteCount()
        }
        line.show(count, of: total, "execution")
        return watchdog.isOver || count / checks.repeatCount >= scheduleCountMax
      }
    }
    var scope = LiveScope(report)
    if showsStatistics {
      scope.statistics = LiveScope.Statistics(
        seconds: Surroundings.seconds() - before,
        userSeconds: Surroundings.userSeconds() - userBefore,
        earlyByteCount: earlyByteCount, lateByteCount: Surroundings.residentByteCount())
    }
    return (report, scope)
  }
}
