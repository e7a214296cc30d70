import Generators
import Model
import Spec

/// What commands about products have in common: which product, which ledger, how to tell.
struct CommonOptions {
  static let names: Set<String> = ["--property", "--design", "--traces", "--limit-time"]
  static let flags: Set<String> = ["--json", "--save"]

  let selection: Selection
  let secondsMax: Double?
  private let outputs: Outputs
  private let saves: Bool
  private let directory: String?

  init(_ arguments: Arguments, of registry: Registry) throws {
    selection = try Selection(arguments, of: registry)
    secondsMax = try arguments.seconds("--limit-time")
    outputs = try Outputs(arguments)
    saves = arguments.has("--save")
    directory = arguments.value("--traces")
  }

  /// The ledger, before a long search begins.
  func ledger() throws(TraceError) -> Ledger {
    try Ledger(named: directory, of: selection.registry, mayBeMade: saves)
  }

  /// Compares what was found with the ledger, saves it when asked, tells the report, and grades it.
  ///
  /// - Parameters:
  ///   - findings: one for each finding.
  ///   - reports: the searches that say where known findings show.
  ///   - isConcerned: whether an entry that was not found would have had to be.
  ///   - status: the exit status when everything asked for could be written; told what is news.
  ///   - text: the text of the report.
  /// - Returns: the exit status.
  func conclude(
    _ report: Report, _ findings: [CheckReport.Finding], _ ledger: Ledger,
    searches reports: [CheckReport] = [], concerning isConcerned: (Trace) -> Bool = { _ in false },
    status: (Report, Ledger) -> Int32, text: (Report, Ledger) -> String
  ) throws -> Int32 {
    var (report, ledger) = (report, ledger)
    let findings = ledger.distinct(findings).map { ledger.withStanding($0, in: reports) }
    var comparison = ledger.compare(findings, concerning: isConcerned)
    (comparison.wider, comparison.narrower) = ledger.extentNews(of: reports)
    var failure: TraceError?
    if saves {
      do {
        report.savedCount = 0
        try ledger.makeFolder()
        for finding in findings where try ledger.save(finding.trace).isWritten { report.savedCount? += 1 }
        report.savedPaths = try ledger.saveExtents(of: reports)
      } catch {
        failure = error
      }
    }
    report.add(comparison, ledger)
    report.exitStatus = Int(status(report, ledger))
    return try outputs.write(report, failure: failure) { text($0, ledger) }
  }
}
