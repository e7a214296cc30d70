import Generators
import Model
import Spec

/// The report of runs of live code, for people and as JSON.
struct LiveReportText {
  let outcomes: [LiveCommand.Outcome]
  let comparison: LedgerComparison
  let ledger: Ledger
  let showsStatistics: Bool
  let status: Int32

  /// The report for people.
  var text: String {
    var paragraphs = comparison.new.map { finding in
      let seed = finding.trace.seed.map { "seed \($0), " } ?? ""
      return "\(finding.trace.product) · \(finding.trace.design) · \(finding.trace.setting) · "
        + "\(finding.property): \(finding.culprit) (\(seed)\(finding.trace.lengthWords))\n"
        + "\(finding.story.text)\n"
        + "new; add --save to keep it as \(ledger.directory)/\(ledger.path(for: finding.trace))"
    }
    paragraphs += outcomes.map(paragraph)
    if let errors = SuiteErrors.paragraph(outcomes.flatMap(\.report.errors)) { paragraphs.append(errors) }
    paragraphs.append(
      "\(comparison.known.count.counted("known finding")) seen live, \(comparison.new.count) new "
        + "(exit status \(status))")
    return paragraphs.joined(separator: "\n\n")
  }

  private func paragraph(_ outcome: LiveCommand.Outcome) -> String {
    let report = outcome.report
    var lines = [
      "\(report.identity.title)",
      "  \(report.executionCount.counted("execution")), \(report.checks.words)"
        + (report.wasStopped ? report.checks.wordsWhenStopped : ""),
      "  \(report.historyCount.grouped) distinct histories, \(report.stepCount.counted("step"))",
    ]
    if report.modelStepCount > 0 {
      lines.append(
        "  \(report.coveredStepCount.grouped) of the model's \(report.modelStepCount.counted("step")) taken")
    }
    lines.append("  \(report.agreement)")
    if report.cutCount > 0 {
      let most = report.checks.plan.choiceCountMax.counted("choice")
      lines.append(
        "  \(report.cutCount.counted("run")) ended at \(most) with more to do; ask for fewer --gestures")
    }
    if report.checks.repeatCount > 1 {
      lines.append("  \(report.differenceCount.counted("run")) unlike the first of their schedules")
    }
    lines.append(
      report.leaks.isEmpty
        ? "  nothing outlived its execution"
        : "  \(report.leaks.objectCount.counted("object")) and \(report.leaks.jobCount.counted("job")) "
          + "outlived their executions")
    if let complaint = report.complaint { lines.append("  \(complaint)") }
    if showsStatistics { lines += statistics(outcome) }
    return lines.joined(separator: "\n")
  }

  private func statistics(_ outcome: LiveCommand.Outcome) -> [String] {
    func rate(_ seconds: Double) -> String {
      Int(Double(outcome.report.executionCount) / max(seconds, 0.000_001)).grouped
    }
    var lines = [
      "  \(rate(outcome.userSeconds)) executions/s on one thread by user time, "
        + "\(rate(outcome.seconds)) by the clock, \(outcome.report.jobCount.counted("job"))"
    ]
    if let early = outcome.earlyByteCount, let late = outcome.lateByteCount {
      lines.append(
        "  resident memory after a tenth \((early >> 10).grouped) KiB, at the end \((late >> 10).grouped) KiB"
      )
    }
    return lines
  }

  /// The report as JSON.
  var json: String {
    get throws {
      let runs = try outcomes.map { outcome -> JSONValue in
        let report = outcome.report
        return .object([
          "product": .string(report.identity.product), "design": .string(report.identity.design),
          "environment": .string(report.identity.environment), "scope": .string(report.identity.scope),
          "executionCount": .integer(report.executionCount), "historyCount": .integer(report.historyCount),
          "modelStepCount": .integer(report.modelStepCount),
          "coveredStepCount": .integer(report.coveredStepCount),
          "stepCount": .integer(report.stepCount), "jobCount": .integer(report.jobCount),
          "differenceCount": .integer(report.differenceCount),
          "leakedObjectCount": .integer(report.leaks.objectCount),
          "leakedJobCount": .integer(report.leaks.jobCount), "isExhausted": .boolean(report.isExhausted),
          "wasStopped": .boolean(report.wasStopped), "cutRunCount": .integer(report.cutCount),
          "errors": .array(report.errors.map(JSONValue.string)),
          "complaint": report.complaint.map(JSONValue.string) ?? .null,
          "divergences": .array(report.divergences.map { .string($0.text) }),
          "findings": .array(
            try report.findings.map { finding in
              .object([
                "property": .string(finding.property), "culprit": .string(finding.culprit),
                "story": .string(finding.story.text), "trace": try JSONValue(encoding: finding.trace),
                "isKnown": .boolean(ledger.entry(for: finding.trace) != nil),
              ])
            }),
        ])
      }
      return try JSONReport.text(.object(["live": .array(runs), "exitStatus": .integer(Int(status))]))
    }
  }
}

extension LiveChecks {
  /// What it means that somebody or a limit stopped the runs.
  fileprivate var wordsWhenStopped: String {
    search == .exhaustive ? ", stopped: there are more, which nobody tried" : ", stopped"
  }

  /// What was asked for, in words.
  fileprivate var words: String {
    let gestures = "up to \(plan.gestureCountMax.counted("gesture"))"
    let grain = plan.granularity == .jobs ? "each job a choice" : "settled after each choice"
    let times = repeatCount > 1 ? ", each \(repeatCount.grouped) times" : ""
    switch search {
    case .exhaustive: return "every schedule of \(gestures), \(grain)\(times)"
    case .everyStep: return "along every step of the model"
    case .drawn(let seed, let runCount):
      return "\(runCount.counted("schedule")) from seed \(seed) of \(gestures), \(grain)\(times)"
    }
  }
}
