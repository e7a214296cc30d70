import Generators
import Model
import Spec

/// Runs products as real concurrent code beside their models.
struct LiveCommand {
  /// A report and what it took.
  struct Outcome {
    let report: LiveReport
    let seconds: Double
    let userSeconds: Double
    /// The memory in use after a tenth of the runs and at the end, in bytes.
    let earlyByteCount: Int?
    let lateByteCount: Int?
  }

  private let selection: Selection
  private let checks: LiveChecks
  /// The most gestures of a schedule, if it was told.
  private let gestureCountMax: Int?
  private let secondsMax: Double?
  /// The most schedules of a scope.
  private let scheduleCountMax: Int
  private let showsStatistics: Bool
  private let writesJSON: Bool
  private let saves: Bool
  private let directory: String

  init(_ words: [String]) throws(UsageError) {
    let arguments = try Arguments(
      words,
      options: [
        "--scope", "--property", "--design", "--traces", "--runs", "--gestures", "--repeat", "--seed",
        "--limit-time", "--limit-schedules",
      ], flags: ["--jobs", "--exhaustive", "--steps", "--accepted", "--statistics", "--json", "--save"],
      command: "live")
    selection = try Selection(arguments)
    let isExhaustive = arguments.has("--exhaustive")
    if isExhaustive && (arguments.value("--runs") ?? arguments.value("--seed")) != nil {
      throw UsageError("--exhaustive takes every schedule; leave out --runs and --seed")
    }
    if !isExhaustive && arguments.value("--limit-schedules") != nil {
      throw UsageError("--limit-schedules bounds --exhaustive; say with --runs how many are drawn")
    }
    scheduleCountMax = isExhaustive ? try arguments.number("--limit-schedules") ?? 1_000_000 : Int.max
    if arguments.has("--steps") { try Self.refuse(besideSteps: arguments) }
    gestureCountMax = try arguments.number("--gestures", in: 1...Arguments.stepCountMax)
    let plan = LivePlan(
      granularity: arguments.has("--jobs") ? .jobs : .settled,
      skipsIdleGestures: isExhaustive || arguments.has("--accepted"))
    let drawn = LiveSearch.drawn(
      seed: try arguments.seed(),
      runCount: try arguments.number("--runs") ?? 1000)
    let search: LiveSearch =
      arguments.has("--steps") ? .everyStep(stepCountMax: 500_000) : isExhaustive ? .exhaustive : drawn
    checks = LiveChecks(
      plan: plan, search: search,
      repeatCount: try arguments.number("--repeat", in: 1...Arguments.stepCountMax) ?? 1)
    secondsMax = try arguments.seconds("--limit-time")
    showsStatistics = arguments.has("--statistics")
    writesJSON = arguments.has("--json")
    saves = arguments.has("--save")
    directory = arguments.value("--traces") ?? "traces"
  }

  /// Refuses what means nothing when the model says what is taken.
  private static func refuse(besideSteps arguments: Arguments) throws(UsageError) {
    let options = ["--runs", "--seed", "--gestures", "--repeat"].filter { arguments.value($0) != nil }
    let flags = ["--jobs", "--exhaustive", "--accepted"].filter { arguments.has($0) }
    if let word = (options + flags).first {
      throw UsageError("--steps takes every step of the model; leave out \(word)")
    }
  }

  /// Runs the command.
  ///
  /// - Returns: the exit status.
  func run() throws -> Int32 {
    LiveScheduler.ownSleep()
    var ledger = try Ledger(directory: directory)
    Surroundings.catchInterruption()
    let start = Surroundings.seconds()
    var outcomes: [Outcome] = []
    for case let live as any LiveCheckable in selection.specifications where !Surroundings.isInterrupted {
      outcomes.append(try outcome(of: live, since: start))
    }
    let findings = CheckCommand.distinct(outcomes.flatMap(\.report.findings))
    let comparison = ledger.compare(findings) { _ in false }
    var failure: TraceError?
    if saves {
      do {
        for finding in findings { _ = try ledger.save(finding.trace) }
      } catch {
        failure = error
      }
    }
    let wasStopped =
      outcomes.contains { $0.report.wasStopped || $0.report.cutCount > 0 } || Surroundings.isInterrupted
    let isClean = outcomes.allSatisfy(\.report.isClean) && comparison.new.isEmpty
    let hasErrors = outcomes.contains { !$0.report.errors.isEmpty }
    let status: Int32 =
      failure != nil ? 2 : hasErrors ? SuiteErrors.status : !isClean ? 1 : wasStopped ? 3 : 0
    let report = LiveReportText(
      outcomes: outcomes, comparison: comparison, ledger: ledger, showsStatistics: showsStatistics,
      status: status)
    print(writesJSON ? try report.json : report.text)
    if let failure { throw failure }
    return status
  }

  /// The checks for an environment: through windows it takes more gestures to come anywhere.
  private func checks(in environment: String) -> LiveChecks {
    var checks = checks
    let isThroughWindows = environment == Environment.windows.rawValue && checks.search != .exhaustive
    checks.plan = LivePlan(
      granularity: checks.plan.granularity, gestureCountMax: gestureCountMax ?? (isThroughWindows ? 12 : 4),
      skipsIdleGestures: checks.plan.skipsIdleGestures)
    return checks
  }

  private func outcome(of specification: any LiveCheckable, since start: Double) throws -> Outcome {
    let checks = checks(in: specification.identity.environment)
    let line = ProgressLine(title: "\(specification.identity.product) \(specification.identity.scope)")
    let (before, userBefore) = (Surroundings.seconds(), Surroundings.userSeconds())
    var tenth = Int.max
    if case .drawn(_, let runCount) = checks.search { tenth = max(1, runCount * checks.repeatCount / 10) }
    var earlyByteCount: Int?
    let report = try specification.live(checks, only: selection.includes) { count in
      if earlyByteCount == nil && count >= tenth { earlyByteCount = Surroundings.residentByteCount() }
      line.show { seconds in
        "\(count.grouped) executions, \(Int(Double(count) / max(seconds, 0.001)).grouped) executions/s"
      }
      if Surroundings.isInterrupted || count / checks.repeatCount >= scheduleCountMax { return true }
      return secondsMax.map { Surroundings.seconds() - start >= $0 } ?? false
    }
    line.finish()
    return Outcome(
      report: report, seconds: Surroundings.seconds() - before,
      userSeconds: Surroundings.userSeconds() - userBefore, earlyByteCount: earlyByteCount,
      lateByteCount: Surroundings.residentByteCount())
  }
}
