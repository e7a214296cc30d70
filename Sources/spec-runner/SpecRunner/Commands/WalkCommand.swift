import Generators
import Model
import Spec

/// Walks products at random and shrinks what is found.
struct WalkCommand {
  private let options: CommonOptions
  private let plan: WalkPlan
  private let byteCountMax: Int?

  init(_ words: [String], of registry: Registry) throws {
    let arguments = try Arguments(words, of: "walk")
    options = try CommonOptions(arguments, of: registry)
    var plan = WalkPlan(
      seed: try arguments.seed(), runCount: try arguments.number("--runs") ?? 1000,
      stepCountMax: try arguments.stepCountMax())
    plan.shrinkingReach = try arguments.reach()
    self.plan = plan
    byteCountMax = try arguments.byteCount("--limit-memory")
  }

  /// Runs the command.
  ///
  /// - Returns: the exit status.
  func run(_ watchdog: Watchdog) throws -> Int32 {
    let ledger = try options.ledger()
    let known = SoFar(CampaignsSoFar())
    watchdog.limit(secondsMax: options.secondsMax, byteCountMax: byteCountMax)
    watchdog.lastWord { reason in
      try conclude(known.now.results(endedBy: reason), ledger, Conclusion(endedBy: reason))
    }
    for specification in options.selection.specifications where !Surroundings.isInterrupted {
      let (place, count) = (known.now.ended.count, options.selection.specifications.count)
      let line = ProgressLine(specification.identity, place: place, of: count)
      let result = walk(specification, watchdog, known, line)
      known.note { $0.end(result) }
    }
    return try conclude(known.now.ended, ledger, Conclusion(watchdog))
  }

  private func conclude(
    _ walks: [FuzzResult], _ ledger: Ledger, _ conclusion: Conclusion
  ) throws -> Int32 {
    let reason = conclusion.reason() ?? .interrupted
    let left = options.selection.specifications.dropFirst(walks.count)
    let report = try Report(
      walks.map { ($0, nil) }, ledger: ledger, isWhole: false,
      unfinished: left.map { "\($0.identity.title): not looked at, \(reason.words)" })
    let findings = walks.flatMap(\.findings).map(\.report)
    return try options.conclude(report, findings, ledger, conclusion) { report, _ in
      report.grade
    } document: { report, _ in
      ReportDocument(
        report: report, body: [ReportSection("", [.lines(walks.map(line))])], knownWord: "",
        looksAtEntries: false)
    }
  }

  private func walk(
    _ specification: any Checkable, _ watchdog: Watchdog, _ known: SoFar<CampaignsSoFar>,
    _ line: ProgressLine
  ) -> FuzzResult {
    var monitor = FuzzMonitor(shouldStop: { counts, result in
      known.note { [result] in $0.look(result) }
      line.show(counts.runCount, of: plan.runCount, "run")
      return watchdog.reason.map { $0 == .interrupted ? .interrupted : .limit($0) }
    })
    monitor.begin = { result in known.note { $0.begin(result) } }
    monitor.find = { finding, isShrunk in
      known.note { $0.find(finding, isShrunk: isShrunk) }
    }
    monitor.isInterrupted = { watchdog.isOver }
    monitor.isOver = monitor.isInterrupted
    return CodeTrap.noting(specification.identity) {
      specification.walk(
        plan, only: options.selection.includes,
        byteCountMax: min((byteCountMax ?? .max) / 2, 1 << 29), monitor: monitor)
    }
  }

  /// What a walk came to, on one line.
  private func line(_ result: FuzzResult) -> String {
    var line =
      "\(result.identity.title): \(result.runCount.counted("run")) from seed \(result.seed), "
      + "\(result.stepCount.counted("step")), \(result.findings.count.counted("finding"))"
    if !result.isFinished { line += ", stopped\(result.limit.map { ": \($0)" } ?? "")" }
    if let count = result.cutRunCount {
      line += "; \(count.counted("run")) cut short, as values grow"
    }
    if let growth = result.growth { line += ": \(growth.words)" }
    return result.givenUp.isEmpty
      ? line : line + "; given up: \(result.givenUp.joined(separator: ", "))"
  }
}
