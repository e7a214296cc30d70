import Foundation
import Generators
import Model
import Spec

/// Where the report of campaigns goes: standard output, and files for those who asked.
struct FuzzOutputs {
  private let writesJSON: Bool
  private let annotates: Bool
  private let markdownPath: String?
  private let unitTestPath: String?
  /// Whether times and rates are told.
  let showsStatistics: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    writesJSON = arguments.has("--json")
    annotates = arguments.has("--annotations")
    markdownPath = arguments.value("--markdown")
    unitTestPath = arguments.value("--junit")
    showsStatistics = arguments.has("--statistics")
    if writesJSON && annotates {
      throw UsageError("--json and --annotations both print on standard output; give one of them")
    }
  }

  /// Writes the report.
  ///
  /// - Parameter failure: why something could not be saved; it is thrown after the report.
  /// - Returns: the exit status.
  /// - Throws: the failure, or a `TraceError` when a file cannot be written.
  func write(_ report: FuzzReport, failure: TraceError? = nil) throws -> Int32 {
    print(writesJSON ? try report.json() : report.text(showsStatistics: showsStatistics))
    if annotates { report.annotations().forEach { print($0) } }
    // The report is not lost with the files.
    if let failure { throw failure }
    if let markdownPath {
      let known = FileManager.default.contents(atPath: markdownPath) ?? Data()
      try (known + Data(report.markdown().utf8)).writeWhole(to: markdownPath)
    }
    if let unitTestPath {
      try Data(report.unitTests().utf8).writeWhole(to: unitTestPath)
    }
    return report.exitStatus
  }
}
