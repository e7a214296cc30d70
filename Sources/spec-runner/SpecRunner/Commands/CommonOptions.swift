import Generators
import Model
import Spec

/// What commands about products have in common: which product, which ledger, how to tell.
struct CommonOptions {
  let selection: Selection
  let secondsMax: Double?
  private let outputs: Outputs
  private let saves: Bool
  private let directory: String?

  init(_ arguments: Arguments, of registry: Registry) throws {
    selection = try Selection(arguments, of: registry)
    // A run that asks nothing of anything would be green.
    if selection.specifications.allSatisfy(\.propertySummaries.isEmpty) {
      let names = selection.products.map(\.name).joined(separator: " and ")
      throw UsageError("\(names): there is no property to ask about; register one")
    }
    secondsMax = try arguments.seconds("--limit-time")
    outputs = try Outputs(arguments, of: registry)
    saves = arguments.has("--save")
    directory = arguments.value("--traces")
  }

  /// The ledger, before a long search begins.
  func ledger() throws(TraceError) -> Ledger {
    let ledger = try Ledger(
      named: directory, of: selection.registry, about: selection.products, mayBeMade: saves)
    // What cannot be written is told before a long search.
    if saves { try ledger.makeFolder() }
    return ledger
  }

  /// Compares what was found with the ledger, saves it when asked, tells the report, and grades it.
  ///
  /// - Parameters:
  ///   - findings: one for each finding.
  ///   - conclusion: what keeps it from replaying what is known.
  ///   - reports: the searches that say where known findings show.
  ///   - isConcerned: whether an entry that was not found would have had to be.
  ///   - keep: writes what else is kept.
  ///   - status: the exit status when everything asked for could be written; told what is news.
  ///   - document: the report for people.
  /// - Returns: the exit status.
  func conclude(
    _ report: Report, _ findings: [CheckReport.Finding], _ ledger: Ledger, _ conclusion: Conclusion,
    searches reports: [CheckReport] = [], concerning isConcerned: (Trace) -> Bool = { _ in false },
    keep: () throws(TraceError) -> Void = {},
    status: (Report, Ledger) -> Int32, document: (Report, Ledger) -> ReportDocument
  ) throws -> Int32 {
    var (report, ledger) = (report, ledger)
    let stop = conclusion.reason
    let standing = FindingStanding(ledger: ledger, reports: reports, stop: stop)
    let findings = ledger.distinct(findings).map(standing.told)
    var comparison = ledger.compare(findings, stop: stop, concerning: isConcerned)
    (comparison.wider, comparison.narrower) = ledger.extentNews(of: reports)
    let gone = ledger.gone(comparison.stale.map(\.path), from: reports)
    comparison.gone = gone
    // Who is told of an entry need not be told of its scopes.
    comparison.narrower.removeAll { ledger.isNews($0, of: gone) }
    let unsaved =
      saves ? findings.map(\.trace).filter { !$0.isTrap && ledger.lacks($0, stop: stop) } : []
    conclusion.finish()
    var failure: TraceError?
    do {
      try keep()
      if saves {
        try ledger.makeFolder()
        for trace in unsaved { try ledger.write(trace) }
        report.savedCount = unsaved.count
        try ledger.remove(gone)
        report.savedPaths = try ledger.saveExtents(of: reports)
      }
    } catch {
      failure = error
    }
    report.add(comparison, ledger)
    for (search, words) in ledger.missed(comparison.reproduced, by: reports) {
      report.add(error: words, of: search)
    }
    report.unexplored += AppQuestions.ofProcess.unmet.map(\.onOneLine)
    report.exitStatus = Int(status(report, ledger))
    return try outputs.write(document(report, ledger), failure: failure)
  }
}

/// How a command comes to its end: by itself, or by the watchdog.
struct Conclusion {
  /// Why nothing more may be worked out, nil while there is time.
  let reason: () -> ExitReason?
  /// Takes the last word; called once all is worked out, before anything is written.
  let finish: () -> Void

  /// The end that a command comes to by itself.
  init(_ watchdog: Watchdog) { (reason, finish) = ({ watchdog.reason }, { watchdog.finish() }) }

  /// The end of a command that did not come to it: the watchdog has the last word already.
  init(endedBy reason: ExitReason) { (self.reason, finish) = ({ reason }, {}) }
}
