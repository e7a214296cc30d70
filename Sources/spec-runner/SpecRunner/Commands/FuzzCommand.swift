import Generators
import Model
import Spec

/// Takes random runs by a strategy, for a time or for a number of runs, and compares what they find
/// with the ledger.
struct FuzzCommand {
  private let selection: Selection
  private let plan: FuzzPlan
  private let secondsMax: Double?
  private let limitSeconds: Double?
  private let byteCountMax: Int?
  private let jobCount: Int
  private let folder: ResultsFolder?
  private let ledgerDirectory: String?
  private let outputs: Outputs
  private let showsStatistics: Bool

  init(_ words: [String], of registry: Registry) throws {
    let arguments = try Arguments(words, of: "fuzz")
    showsStatistics = arguments.has("--statistics")
    selection = try Selection(arguments, of: registry, goesFar: true)
    secondsMax = try arguments.seconds("--for")
    limitSeconds = try arguments.seconds("--limit-time")
    byteCountMax = try arguments.byteCount("--limit-memory")
    let runCount = try arguments.number("--runs") ?? (secondsMax == nil ? 10_000 : nil)
    var plan = FuzzPlan(
      seed: try arguments.seed(), runCount: runCount,
      stepCountMax: try arguments.stepCountMax(),
      strategy: try Self.strategy(arguments), shard: try arguments.shard())
    plan.shrinkingReach = try arguments.reach()
    self.plan = plan
    jobCount = try arguments.jobCount()
    folder = try ResultsFolder(arguments)
    ledgerDirectory = arguments.value("--traces")
    outputs = try Outputs(arguments, of: registry)
  }

  private static func strategy(_ arguments: Arguments) throws(UsageError) -> Strategy {
    guard let name = arguments.value("--strategy") else { return .portfolio }
    guard let strategy = Strategy(name: name) else {
      let known = Strategy.all.map(\.name).joined(separator: ", ")
      throw UsageError(
        "there is no strategy '\(name)'; known: \(whole: known); pct takes a number from 1 to 100")
    }
    return strategy
  }

  // MARK: Running

  /// Runs the command.
  ///
  /// - Returns: the exit status.
  func run(_ watchdog: Watchdog) throws -> Int32 {
    let ledger = try Ledger(
      named: ledgerDirectory, of: selection.registry, about: selection.products)
    let known = SoFar(CampaignsSoFar())
    watchdog.limit(secondsMax: limitSeconds, byteCountMax: byteCountMax)
    watchdog.lastWord { reason in
      let results = known.now.results(endedBy: reason)
      // What a kill would leave is there already; this is the campaign that did not come to its
      // end.
      if let last = results.last { try folder?.save(last) }
      return try conclude(results, ledger, Conclusion(endedBy: reason))
    }
    var failure: TraceError?
    for specification in selection.specifications
    where !watchdog.isOver && !watchdog.mustEnd && failure == nil {
      let (place, all) = (known.now.ended.count, selection.specifications.count)
      let line = ProgressLine(specification.identity, place: place, of: all)
      let log = FuzzLog(line, plan.ownRunCount, folder: folder, ledger: ledger)
      let count = all - place
      if let end = secondsMax {
        // What one scope took too long, the others have less.
        let now = Surroundings.seconds()
        let share = max(0, end - min(end / 5, Self.replayingSeconds) - now) / Double(count)
        watchdog.share(until: now + share, reserve: min(share / 5, Self.shrinkingSeconds), of: end)
      }
      let result = fuzz(specification, log, watchdog, known)
      known.note { $0.end(result) }
      failure = log.failure
    }
    if let end = secondsMax {
      // A little more for what the ledger knows is no harm: the time is a wish, and no limit.
      let now = Surroundings.seconds()
      watchdog.share(until: .infinity, reserve: 0, of: max(end, now) + Self.replayingSeconds)
    }
    return try conclude(known.now.ended, ledger, Conclusion(watchdog), failure: failure)
  }

  /// How much of its time a campaign keeps for shrinking what it finds last, at most, in seconds.
  private static let shrinkingSeconds = 2.0
  /// How much of the time belongs to what the ledger knows and no run met, at most, in seconds.
  private static let replayingSeconds = 2.0

  private func conclude(
    _ results: [FuzzResult], _ ledger: Ledger, _ conclusion: Conclusion, failure: TraceError? = nil
  ) throws -> Int32 {
    let untouched = selection.specifications.dropFirst(results.count)
    let report = try Report(
      results.map { ($0, folder?.directory) }, ledger: ledger, isWhole: false,
      unfinished: untouched.map { "\($0.identity.title): not fuzzed, stopped before" },
      stop: conclusion.reason, concerning: selection.concerns)
    conclusion.finish()
    return try outputs.write(
      report.campaignDocument(showsStatistics: showsStatistics), failure: failure)
  }

  private func fuzz(
    _ specification: any Checkable, _ log: FuzzLog, _ watchdog: Watchdog,
    _ known: SoFar<CampaignsSoFar>
  ) -> FuzzResult {
    let start = Surroundings.seconds()
    var stopwatch = FuzzStopwatch()
    let measure = { (result: FuzzResult) -> FuzzResult in
      guard showsStatistics else { return result }
      var result = result
      result.seconds = Surroundings.seconds() - start
      result.processorSeconds = stopwatch.seconds
      result.shrinkingSeconds = stopwatch.shrinkingSeconds
      return result
    }
    var monitor = FuzzMonitor(
      shouldStop: { counts, result in
        log.show(counts)
        known.note { [result] in $0.look { measure(result()) } }
        log.save { measure(result()) }
        if Surroundings.isInterrupted || log.failure != nil { return .interrupted }
        if let reason = watchdog.reason { return .limit(reason) }
        return watchdog.isShareUsed ? .timeOver : nil
      },
      find: { finding, isShrunk in
        stopwatch.note(isShrunk: isShrunk)
        known.note { $0.find(finding, isShrunk: isShrunk) }
        log.find(finding, isShrunk: isShrunk)
      })
    monitor.begin = { result in known.note { $0.begin(result) } }
    monitor.isKnown = log.isKnown
    monitor.isInterrupted = { watchdog.mustEndShare }
    monitor.isOver = { watchdog.isShareUsed }
    monitor.mustEndRuns = { watchdog.mustEndShare }
    let result = measure(
      CodeTrap.noting(specification.identity) {
        specification.fuzz(
          plan, only: selection.includes, jobCount: jobCount,
          byteCountMax: min((byteCountMax ?? .max) / 2, 1 << 29), monitor: monitor)
      })
    log.finish(result)
    return result
  }
}

/// How long processors worked on a campaign, and how much of that went into shrinking: the time
/// between the last finding that is told as its run shows it and the first one that is told again,
/// shrunk.
private struct FuzzStopwatch {
  private let start = Surroundings.processorSeconds()
  private var shrinkingStart: Double?
  private(set) var shrinkingSeconds = 0.0

  var seconds: Double { Surroundings.processorSeconds() - start }

  mutating func note(isShrunk: Bool) {
    if !isShrunk {
      shrinkingStart = seconds
    } else if let begun = shrinkingStart {
      shrinkingSeconds += seconds - begun
      shrinkingStart = nil
    }
  }
}

/// What a campaign leaves behind while it goes on: a line of progress, and files that are whole at
/// any moment.
final class FuzzLog {
  private let folder: ResultsFolder?
  private let ledger: Ledger
  private let line: ProgressLine
  /// How many runs there are to take; nil where only the time ends them.
  private let runCount: Int?
  private var latestSave = -Double.infinity
  private var hasNews = true
  /// Why something could not be written.
  private(set) var failure: TraceError?

  init(_ line: ProgressLine, _ runCount: Int?, folder: ResultsFolder?, ledger: Ledger) {
    (self.line, self.runCount) = (line, runCount)
    self.folder = folder
    self.ledger = ledger
  }

  /// Whether the ledger has a finding.
  func isKnown(_ trace: Trace) -> Bool { ledger.entry(for: trace) != nil }

  /// Shows how far the campaign has come.
  func show(_ counts: FuzzResult) {
    line.show(counts.runCount, of: runCount, "run", counts.findings.count.counted("finding"))
  }

  /// Keeps a finding at once, as the run shows it, and again when it is shrunk.
  func find(_ finding: FuzzResult.Finding, isShrunk: Bool) {
    hasNews = true
    guard let folder else { return }
    attempt { () throws(TraceError) in
      let path = try folder.save(finding.trace)
      if isShrunk && !isKnown(finding.trace) {
        Surroundings.warn("new: \(finding.trace.findingName): \(path)")
      }
    }
  }

  /// Saves what there is, at once after news and else now and then.
  func save(_ result: () -> FuzzResult) {
    let now = Surroundings.seconds()
    guard let folder, hasNews || now - latestSave >= 2 else { return }
    (hasNews, latestSave) = (false, now)
    let result = result()
    attempt { () throws(TraceError) in try folder.save(result) }
  }

  /// Saves the end.
  func finish(_ result: FuzzResult) {
    attempt { () throws(TraceError) in try folder?.save(result) }
  }

  private func attempt(_ body: () throws(TraceError) -> Void) {
    do {
      try body()
    } catch {
      failure = failure ?? error
    }
  }
}
