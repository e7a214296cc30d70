import Generators
import Model
import Spec

/// Walks products at random and shrinks what is found.
struct WalkCommand {
  private let selection: Selection
  private let plan: WalkPlan
  private let secondsMax: Double?
  private let byteCountMax: Int?
  private let writesJSON: Bool
  private let saves: Bool
  private let directory: String

  init(_ words: [String]) throws(UsageError) {
    let arguments = try Arguments(
      words,
      options: [
        "--scope", "--property", "--design", "--traces", "--runs", "--steps", "--seed", "--reach",
        "--limit-time", "--limit-memory",
      ], flags: ["--json", "--save"], command: "walk")
    selection = try Selection(arguments)
    var plan = WalkPlan(
      seed: try arguments.seed(),
      runCount: try arguments.number("--runs") ?? 1000, stepCountMax: try arguments.stepCountMax())
    plan.shrinkingReach = try arguments.reach()
    self.plan = plan
    secondsMax = try arguments.seconds("--limit-time")
    byteCountMax = try arguments.byteCount("--limit-memory")
    writesJSON = arguments.has("--json")
    saves = arguments.has("--save")
    directory = arguments.value("--traces") ?? "traces"
  }

  /// Runs the command.
  ///
  /// - Returns: the exit status.
  func run() throws -> Int32 {
    let known = try Ledger(directory: directory)
    var ledger = known
    Surroundings.catchInterruption()
    let watchdog = Watchdog(secondsMax: secondsMax, byteCountMax: byteCountMax)
    var walks: [FuzzOutcome] = []
    for specification in selection.specifications where !Surroundings.isInterrupted {
      walks.append(walk(specification, watchdog))
    }
    watchdog.finish()
    let findings = walks.flatMap(\.findings).distinct
    var failure: TraceError?
    if saves {
      do {
        for finding in findings { _ = try ledger.save(finding.trace) }
      } catch {
        failure = error
      }
    }
    let report = try FuzzReport(
      walks.map { ($0.result, nil) }, ledger: known, isWhole: false,
      unfinished: selection.specifications.dropFirst(walks.count).map {
        "\($0.identity.title): not walked, stopped before"
      })
    let status = failure == nil ? report.exitStatus : 2
    print(writesJSON ? try report.json() : text(walks, ledger, report, status))
    if let failure { throw failure }
    return status
  }

  private func walk(_ specification: any Checkable, _ watchdog: Watchdog) -> FuzzOutcome {
    let line = ProgressLine(title: "\(specification.identity.product) \(specification.identity.scope)")
    var monitor = FuzzMonitor(shouldStop: { counts, _ in
      line.show { seconds in
        "\(counts.runCount.grouped) runs, \(counts.stepCount.grouped) steps, "
          + "\(Int(Double(counts.stepCount) / max(seconds, 0.001)).grouped) steps/s"
      }
      return watchdog.reason.map { $0 == .interrupted ? .interrupted : .limit($0) }
    })
    monitor.isInterrupted = { watchdog.isOver }
    monitor.isOver = monitor.isInterrupted
    defer { line.finish() }
    return specification.walk(
      plan, only: selection.includes, byteCountMax: min((byteCountMax ?? .max) / 2, 1 << 29),
      monitor: monitor)
  }

  private func text(
    _ walks: [FuzzOutcome], _ ledger: Ledger, _ report: FuzzReport, _ status: Int32
  ) -> String {
    var paragraphs = walks.flatMap { walk in
      walk.findings.map { finding in
        let seed = finding.trace.seed.map { "seed \($0), " } ?? ""
        let entry = ledger.entry(for: finding.trace)
        let source =
          entry.map { "replay: swift run -c release spec-runner replay \(ledger.directory)/\($0.path)" }
          ?? "new; add --save to keep it as \(ledger.directory)/\(ledger.path(for: finding.trace))"
        return "\(walk.result.identity.title): \(finding.property): \(finding.culprit) "
          + "(\(seed)\(finding.trace.lengthWords))\n\(finding.story.text)\n\(source)"
      }
    }
    if let errors = SuiteErrors.paragraph(report.errors) {
      paragraphs.append(errors)
    }
    let lines = walks.map(\.result).map { result in
      var line =
        "\(result.identity.title): \(result.runCount.counted("run")) from seed \(result.seed), "
        + "\(result.stepCount.counted("step")), \(result.findings.count.counted("finding"))"
      if !result.isFinished { line += ", stopped\(result.limit.map { ": \($0)" } ?? "")" }
      if let count = result.cutRunCount { line += "; \(count.counted("run")) cut short, as values grow" }
      if let growth = result.growth { line += ": \(growth.words)" }
      return result.givenUp.isEmpty ? line : line + "; given up: \(result.givenUp.joined(separator: ", "))"
    }
    let counts = "\(report.findingCounts) (exit status \(status))"
    return (paragraphs + [(lines + [counts]).joined(separator: "\n")]).joined(separator: "\n\n")
  }
}
