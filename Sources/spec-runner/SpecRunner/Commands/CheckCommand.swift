import Generators
import Model
import Spec

/// Explores products exhaustively and compares what is found with the ledger.
struct CheckCommand {
  /// A scope that was explored, and how long it took in seconds.
  struct Outcome {
    let report: CheckReport
    let seconds: Double
  }

  private let selection: Selection
  private let limits: Limits
  private let secondsMax: Double?
  private let showsStatistics: Bool
  private let writesJSON: Bool
  private let saves: Bool
  private let auditsAll: Bool
  private let directory: String

  init(_ words: [String]) throws(UsageError) {
    let arguments = try Arguments(
      words,
      options: [
        "--scope", "--property", "--design", "--traces", "--limit-depth", "--limit-states", "--limit-memory",
        "--limit-time",
      ], flags: ["--statistics", "--json", "--save", "--audit"], command: "check")
    selection = try Selection(arguments)
    limits = Limits(
      depthMax: try arguments.number("--limit-depth", in: 0...Arguments.countMax),
      stateCountMax: try arguments.number("--limit-states"),
      byteCountMax: try arguments.byteCount("--limit-memory"))
    secondsMax = try arguments.seconds("--limit-time")
    showsStatistics = arguments.has("--statistics")
    writesJSON = arguments.has("--json")
    saves = arguments.has("--save")
    auditsAll = arguments.has("--audit")
    directory = arguments.value("--traces") ?? "traces"
  }

  /// Runs the command.
  ///
  /// - Returns: the exit status.
  func run() throws -> Int32 {
    var ledger = try Ledger(directory: directory)
    Surroundings.catchInterruption()
    let watchdog = Watchdog(secondsMax: secondsMax)
    var outcomes: [Outcome] = []
    for specification in selection.specifications where !Surroundings.isInterrupted {
      outcomes.append(explore(specification, watchdog))
    }
    watchdog.finish()
    let findings = Self.distinct(outcomes.flatMap(\.report.findings))
    var comparison = ledger.compare(findings, concerning: selection.concerns)
    let reports = outcomes.map(\.report)
    (comparison.wider, comparison.narrower) = ledger.extentNews(of: reports)
    var savedCount = 0
    var savedPaths: [String] = []
    var failure: TraceError?
    if saves {
      do {
        for finding in findings where try ledger.save(finding.trace).isWritten { savedCount += 1 }
        savedPaths = try ledger.saveExtents(of: reports)
      } catch {
        failure = error
      }
    }
    let status = failure == nil ? exitStatus(outcomes, comparison, ledger) : 2
    let report = CheckReportText(
      outcomes: outcomes, comparison: comparison, ledger: ledger, savedCount: saves ? savedCount : nil,
      savedPaths: savedPaths,
      showsStatistics: showsStatistics, status: status,
      unexplored: selection.specifications.dropFirst(outcomes.count).map(\.identity.title))
    print(writesJSON ? try CheckReportJSON(report).text : report.text)
    if let failure { throw failure }
    return status
  }

  private func explore(_ specification: any Checkable, _ watchdog: Watchdog) -> Outcome {
    let identity = specification.identity
    let line = ProgressLine(title: "\(identity.product) \(identity.scope)")
    let begun = Surroundings.seconds()
    Surroundings.releaseMemory()
    let monitor = watchdog.monitor(showing: line.show)
    var report = specification.check(
      only: selection.includes, limits: limits, monitor: monitor, auditsAll: auditsAll)
    report.findings = specification.explained(report.findings) { watchdog.mustEnd }
    line.finish()
    return Outcome(report: report, seconds: Surroundings.seconds() - begun)
  }

  /// One report for each finding: the shortest, the earliest scope among those.
  static func distinct(_ findings: [CheckReport.FindingReport]) -> [CheckReport.FindingReport] {
    var result: [CheckReport.FindingReport] = []
    for finding in findings {
      if let known = result.firstIndex(where: { $0.trace.isSameFinding(as: finding.trace) }) {
        if finding.trace.length < result[known].trace.length { result[known] = finding }
      } else {
        result.append(finding)
      }
    }
    return result
  }

  private func exitStatus(_ outcomes: [Outcome], _ comparison: LedgerComparison, _ ledger: Ledger) -> Int32 {
    if outcomes.contains(where: { !$0.report.errors.isEmpty }) { return SuiteErrors.status }
    if !comparison.isAgreement { return 1 }
    if outcomes.count < selection.specifications.count { return 3 }
    let isStopped = outcomes.contains { outcome in
      outcome.report.results.contains { result in
        guard result.verdict.isCutShort(by: outcome.report.reason) else { return false }
        return !ledger.entries.contains {
          $0.trace.property == result.property.name && $0.trace.product == outcome.report.identity.product
            && $0.trace.design == outcome.report.identity.design
        }
      }
    }
    return isStopped ? 3 : 0
  }
}

extension Verdict {
  /// Whether a limit kept the property from being decided.
  func isCutShort(by reason: ExitReason) -> Bool {
    switch self {
    case .undecided: return true
    case .holdsWithin: return !reason.isExhaustive
    case .holds, .holdsForSample, .violated, .vacuous, .notApplicable, .measured: return false
    }
  }
}
