import Foundation
import Generators
import Model
import Spec

/// Where a report goes: standard output, and files for those who asked.
struct Outputs {
  /// The options of commands that offer every format.
  static let names: Set<String> = ["--markdown", "--junit"]
  static let flags: Set<String> = ["--annotations"]

  private let writesJSON: Bool
  private let annotates: Bool
  private let markdownPath: String?
  private let unitTestPath: String?
  init(_ arguments: Arguments) throws(UsageError) {
    writesJSON = arguments.has("--json")
    annotates = arguments.has("--annotations")
    markdownPath = arguments.value("--markdown")
    unitTestPath = arguments.value("--junit")
    if writesJSON && annotates {
      throw UsageError("--json and --annotations both print on standard output; give one of them")
    }
  }

  /// Writes a report.
  ///
  /// - Parameters:
  ///   - text: the report for people.
  ///   - failure: why something could not be saved; it is thrown after the report.
  /// - Returns: the exit status.
  /// - Throws: the failure, or a `TraceError` when a file cannot be written.
  func write(_ report: Report, text: @autoclosure () -> String, failure: TraceError? = nil) throws -> Int32 {
    print(writesJSON ? try report.json : text())
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
    return Int32(report.exitStatus)
  }
}
