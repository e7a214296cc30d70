import Foundation
import Generators
import Model
import Spec

/// Where a report goes: standard output, and files for those who asked.
struct Outputs {
  let writesJSON: Bool
  private let annotates: Bool
  private let isQuiet: Bool
  /// The files to write, by option.
  private let files: [String: ReportFile]
  private let registry: Registry

  /// - Parameter inputs: files that the command reads, beside those of the ledger.
  /// - Throws: a `UsageError`, or a `TraceError` for a file that cannot be written.
  init(_ arguments: Arguments, of registry: Registry, reading inputs: [String] = []) throws {
    self.registry = registry
    writesJSON = arguments.has("--json")
    annotates = arguments.has("--annotations")
    isQuiet = arguments.has("--quiet")
    Surroundings.isQuiet.store(isQuiet, ordering: .relaxed)
    if writesJSON && annotates {
      throw UsageError("--json and --annotations both print on standard output; give one of them")
    }
    try Self.refuseSharedFiles(arguments, reading: inputs)
    var files: [String: ReportFile] = [:]
    for option in ["--markdown", "--junit", "--html", "--sarif", "--jsonl"] {
      files[option] = try arguments.value(option).map(ReportFile.init)
    }
    self.files = files
  }

  /// Refuses a file that two reports would be in, and one that the command reads, or that the
  /// ledger has: it would be lost.
  private static func refuseSharedFiles(
    _ arguments: Arguments, reading inputs: [String]
  ) throws(UsageError) {
    let given = OptionNames.values.filter { $0.value == "FILE" }.keys.sorted().compactMap {
      option in
      arguments.value(option).map { (option: option, path: $0) }
    }
    // To look through a ledger takes longer than a small search.
    if given.isEmpty { return }
    func place(_ path: String) -> String {
      URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }
    let ledger = arguments.value("--traces") ?? Ledger.usualDirectory
    let kept = FileManager.default.names(below: ledger)
    let read = Set(
      (inputs + kept.filter { $0.hasSuffix(".json") }.map { "\(ledger)/\($0)" }).map(place))
    var taken = read
    for (option, path) in given where !path.hasPrefix("/dev/") {
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
  ///   - failure: why something could not be saved; it is thrown after the report.
  ///   - isTold: whether people were told all of it on the way.
  /// - Returns: the exit status.
  /// - Throws: the failure, or a `TraceError` when a file cannot be written.
  func write(_ report: any CommandReport, failure: TraceError? = nil, isTold: Bool = false) throws
    -> Int32
  {
    var (report, failure) = (report, failure)
    if failure != nil { report.exitStatus = 2 }
    func attempt(_ option: String, isAdded: Bool = false, _ text: () throws -> String) throws {
      guard let file = files[option] else { return }
      let text = try text()
      do {
        try file.write(text, isAdded: isAdded)
      } catch {
        failure = failure ?? error
        report.exitStatus = 2
      }
    }
    try attempt("--junit") { report.suites.unitTests }
    if let found = report.found {
      try attempt("--sarif") {
        let sarif = ReportSARIF(report: found) { registry.product(named: $0)?.source }
        return try JSONReport.text(sarif.json) + "\n"
      }
      try attempt("--jsonl") { try ReportLines(report: found).text }
      try attempt("--html") { try ReportPage(found).text }
    }
    try attempt("--markdown", isAdded: report.isMarkdownAdded) { report.markdown }
    if writesJSON {
      Surroundings.tell(data: try report.json)
    } else if !isTold {
      Surroundings.tell(isQuiet ? report.news : report.text)
    }
    if annotates { report.annotations.forEach(Surroundings.tell(data:)) }
    // The report is not lost with the files.
    if let failure { throw failure }
    return Int32(report.exitStatus)
  }
}
