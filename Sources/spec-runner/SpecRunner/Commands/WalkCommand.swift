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
    var ledger = try Ledger(directory: directory)
    Surroundings.catchInterruption()
    let watchdog = Watchdog(secondsMax: secondsMax, byteCountMax: byteCountMax)
    var walks: [FuzzOutcome] = []
    for specification in selection.specifications where !Surroundings.isInterrupted {
      walks.append(walk(specification, watchdog))
    }
    watchdog.finish()
    let findings = walks.flatMap(\.findings).distinct
    let comparison = ledger.compare(findings) { _ in false }
    var failure: TraceError?
    if saves {
      do {
        for finding in findings { _ = try ledger.save(finding.trace) }
      } catch {
        failure = error
      }
    }
    let isWhole = walks.allSatisfy(\.result.isFinished) && walks.count == selection.specifications.count
    let hasErrors = walks.contains { $0.result.errors != nil }
    let status: Int32 =
      failure != nil ? 2 : hasErrors ? SuiteErrors.status : !comparison.new.isEmpty ? 1 : isWhole ? 0 : 3
    print(writesJSON ? try json(walks, ledger, status) : text(walks, ledger, comparison, status))
    if let failure { throw failure }
    return status
  }

  private func walk(_ specification: any Checkable, _ watchdog: Watchdog) -> FuzzOutcome {
    let line = ProgressLine(title: "\(specification.identity.product) \(specification.identity.scope)")
    var monitor = FuzzMonitor(shouldStop: { progress, _ in
      line.show { seconds in
        "\(progress.runCount.grouped) runs, \(progress.stepCount.grouped) steps, "
          + "\(Int(Double(progress.stepCount) / max(seconds, 0.001)).grouped) steps/s"
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
    _ walks: [FuzzOutcome], _ ledger: Ledger, _ comparison: LedgerComparison, _ status: Int32
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
    if let errors = SuiteErrors.paragraph(walks.flatMap { $0.result.errors ?? [] }) {
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
    let counts =
      "\(comparison.known.count.counted("known finding")), \(comparison.new.count) new "
      + "(exit status \(status))"
    return (paragraphs + [(lines + [counts]).joined(separator: "\n")]).joined(separator: "\n\n")
  }

  private func json(_ walks: [FuzzOutcome], _ ledger: Ledger, _ status: Int32) throws -> String {
    let walks = try walks.map { walk -> JSONValue in
      let result = walk.result
      var fields: [String: JSONValue] = [
        "product": .string(result.product), "design": .string(result.design),
        "environment": .string(result.environment), "scope": .string(result.scopeName),
        "runCount": .integer(result.runCount), "stepCount": .integer(result.stepCount),
        "seed": .string(result.seed), "wasStopped": .boolean(!result.isFinished),
        "givenUp": .array(result.givenUp.map(JSONValue.string)),
        "findings": .array(
          try walk.findings.map { finding in
            .object([
              "property": .string(finding.property), "culprit": .string(finding.culprit),
              "story": .string(finding.story.text), "trace": try JSONValue(encoding: finding.trace),
              "isKnown": .boolean(ledger.entry(for: finding.trace) != nil),
            ])
          }),
      ]
      if let errors = result.errors { fields["errors"] = .array(errors.map(JSONValue.string)) }
      if let count = result.cutRunCount { fields["cutRunCount"] = .integer(count) }
      if let growth = result.growth { fields["growth"] = CheckReportJSON.growth(growth) }
      if let limit = result.limit { fields["reason"] = .string(limit) }
      return .object(fields)
    }
    return try JSONReport.text(.object(["walks": .array(walks), "exitStatus": .integer(Int(status))]))
  }
}
