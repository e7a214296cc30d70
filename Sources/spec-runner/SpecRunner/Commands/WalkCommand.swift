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
    let tableByteCountMax = min((byteCountMax ?? .max) / 2, 1 << 29)
    var reports: [WalkReport] = []
    for specification in selection.specifications where !Surroundings.isInterrupted {
      let line = ProgressLine(title: "\(specification.identity.product) \(specification.identity.scope)")
      reports.append(
        specification.walk(
          plan, only: selection.includes, isInterrupted: { watchdog.isOver }, byteCountMax: tableByteCountMax
        ) { runCount, stepCount in
          line.show { seconds in
            "\(runCount.grouped) runs, \(stepCount.grouped) steps, "
              + "\(Int(Double(stepCount) / max(seconds, 0.001)).grouped) steps/s"
          }
          return watchdog.isOver
        })
      line.finish()
    }
    watchdog.finish()
    let findings = reports.flatMap(\.findings).distinct
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
      reports.contains(where: \.wasStopped) || reports.count < selection.specifications.count
    let hasErrors = reports.contains { !$0.errors.isEmpty }
    let status: Int32 =
      failure != nil
      ? 2 : hasErrors ? SuiteErrors.status : !comparison.new.isEmpty ? 1 : wasStopped ? 3 : 0
    let reason = watchdog.reason
    print(
      writesJSON
        ? try json(reports, ledger, status, reason) : text(reports, ledger, comparison, status, reason))
    if let failure { throw failure }
    return status
  }

  private func text(
    _ reports: [WalkReport], _ ledger: Ledger, _ comparison: LedgerComparison, _ status: Int32,
    _ reason: ExitReason?
  ) -> String {
    var paragraphs: [String] = []
    for report in reports {
      for finding in report.findings {
        let seed = finding.trace.seed.map { "seed \($0), " } ?? ""
        let entry = ledger.entry(for: finding.trace)
        let source =
          entry.map { "replay: swift run -c release spec-runner replay \(ledger.directory)/\($0.path)" }
          ?? "new; add --save to keep it as \(ledger.directory)/\(ledger.path(for: finding.trace))"
        paragraphs.append(
          "\(report.identity.title): \(finding.property): \(finding.culprit) "
            + "(\(seed)\(finding.trace.lengthWords))\n"
            + "\(finding.story.text)\n\(source)")
      }
    }
    if let errors = SuiteErrors.paragraph(reports.flatMap(\.errors)) { paragraphs.append(errors) }
    let limit = reason.map { $0 == .interrupted ? "" : ": \($0.words)" } ?? ""
    let lines = reports.map {
      "\($0.identity.title): \($0.runCount.counted("run")) from seed \($0.plan.seed), "
        + "\($0.stepCount.counted("step")), "
        + "\($0.findings.count.counted("finding"))\($0.wasStopped ? ", stopped\(limit)" : "")"
        + ($0.cutRunCount == 0 ? "" : "; \($0.cutRunCount.counted("run")) cut short, as values grow")
        + ($0.growth.map { ": \($0.words)" } ?? "")
        + ($0.givenUp.isEmpty ? "" : "; given up: \($0.givenUp.joined(separator: ", "))")
    }
    let counts =
      "\(comparison.known.count.counted("known finding")), \(comparison.new.count) new "
      + "(exit status \(status))"
    return (paragraphs + [(lines + [counts]).joined(separator: "\n")]).joined(separator: "\n\n")
  }

  private func json(
    _ reports: [WalkReport], _ ledger: Ledger, _ status: Int32, _ reason: ExitReason?
  ) throws -> String {
    let walks = try reports.map { report -> JSONValue in
      var fields: [String: JSONValue] = [
        "product": .string(report.identity.product), "design": .string(report.identity.design),
        "environment": .string(report.identity.environment), "scope": .string(report.identity.scope),
        "runCount": .integer(report.runCount), "stepCount": .integer(report.stepCount),
        "seed": .string(String(report.plan.seed)), "wasStopped": .boolean(report.wasStopped),
        "givenUp": .array(report.givenUp.map(JSONValue.string)),
        "findings": .array(
          try report.findings.map { finding in
            .object([
              "property": .string(finding.property), "culprit": .string(finding.culprit),
              "story": .string(finding.story.text), "trace": try JSONValue(encoding: finding.trace),
              "isKnown": .boolean(ledger.entry(for: finding.trace) != nil),
            ])
          }),
      ]
      if !report.errors.isEmpty { fields["errors"] = .array(report.errors.map(JSONValue.string)) }
      if report.cutRunCount > 0 { fields["cutRunCount"] = .integer(report.cutRunCount) }
      if let growth = report.growth {
        fields["growth"] = .object(["path": .string(growth.path), "count": .integer(growth.count)])
      }
      if let reason, report.wasStopped { fields["reason"] = .string(reason.words) }
      return .object(fields)
    }
    return try JSONReport.text(
      JSONValue.object(["walks": .array(walks), "exitStatus": .integer(Int(status))]))
  }
}
