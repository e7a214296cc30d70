import Foundation
import Generators
import Model
import Spec

/// Where a report goes: standard output, and files for those who asked.
struct Outputs {
  private let writesJSON: Bool
  private let annotates: Bool
  private let isQuiet: Bool
  private let markdownFile: ReportFile?
  private let unitTestFile: ReportFile?
  private let pageFile: ReportFile?
  private let scanFile: ReportFile?
  private let linesFile: ReportFile?
  private let registry: Registry

  /// - Throws: a `UsageError`, or a `TraceError` for a file that cannot be written.
  init(_ arguments: Arguments, of registry: Registry) throws {
    self.registry = registry
    writesJSON = arguments.has("--json")
    annotates = arguments.has("--annotations")
    isQuiet = arguments.has("--quiet")
    Surroundings.isQuiet.store(isQuiet, ordering: .relaxed)
    if writesJSON && annotates {
      throw UsageError("--json and --annotations both print on standard output; give one of them")
    }
    let ledger = arguments.value("--traces") ?? Ledger.usualDirectory
    let kept = FileManager.default.enumerator(atPath: ledger)?.compactMap { $0 as? String } ?? []
    try Self.refuseSharedFiles(
      arguments, reading: kept.filter { $0.hasSuffix(".json") }.map { "\(ledger)/\($0)" })
    markdownFile = try arguments.value("--markdown").map(ReportFile.init)
    unitTestFile = try arguments.value("--junit").map(ReportFile.init)
    pageFile = try arguments.value("--html").map(ReportFile.init)
    scanFile = try arguments.value("--sarif").map(ReportFile.init)
    linesFile = try arguments.value("--jsonl").map(ReportFile.init)
  }

  /// Refuses a file that two reports would be in, and one that the command reads: it would be lost.
  static func refuseSharedFiles(_ arguments: Arguments, reading inputs: [String] = []) throws(UsageError) {
    func place(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }
    let read = Set(inputs.map(place))
    var taken = read
    for (option, form) in OptionNames.values.sorted(by: { $0.key < $1.key }) where form == "FILE" {
      guard let path = arguments.value(option), !path.hasPrefix("/dev/") else { continue }
      if taken.insert(place(path)).inserted { continue }
      if read.contains(place(path)) {
        throw UsageError("\(option) would write over '\(path)', which is read; name another file")
      }
      throw UsageError("two reports cannot be in one file, '\(path)'; name a file for each")
    }
  }

  /// Writes a report, files first, so that its last line knows whether they could be written.
  ///
  /// - Parameters:
  ///   - document: the report for people.
  ///   - failure: why something could not be saved; it is thrown after the report.
  /// - Returns: the exit status.
  /// - Throws: the failure, or a `TraceError` when a file cannot be written.
  func write(
    _ report: Report, failure: TraceError? = nil, document: (Report) -> ReportDocument
  ) throws -> Int32 {
    var (report, failure) = (report, failure)
    let page = try pageFile.map { _ in try ReportPage(report).text }
    let scan = try scanFile.map { _ in
      try JSONReport.text(ReportSARIF(report) { registry.product(named: $0)?.source }) + "\n"
    }
    let lines = try linesFile.map { _ in try report.jsonLines }
    func attempt(_ body: () throws(TraceError) -> Void) {
      do { try body() } catch { failure = failure ?? error }
      if failure != nil { report.exitStatus = 2 }
    }
    attempt { () throws(TraceError) in try unitTestFile?.write(report.unitTests(), isAdded: false) }
    attempt { () throws(TraceError) in try scanFile?.write(scan ?? "", isAdded: false) }
    attempt { () throws(TraceError) in try linesFile?.write(lines ?? "", isAdded: false) }
    attempt { () throws(TraceError) in try pageFile?.write(page ?? "", isAdded: false) }
    attempt { () throws(TraceError) in
      try markdownFile?.write(document(report).markdown, isAdded: true)
    }
    if writesJSON {
      Surroundings.tell(data: try report.json)
    } else {
      let document = document(report)
      Surroundings.tell(isQuiet ? document.news : document.text)
    }
    if annotates { report.annotations().forEach(Surroundings.tell(data:)) }
    // The report is not lost with the files.
    if let failure { throw failure }
    return Int32(report.exitStatus)
  }
}
