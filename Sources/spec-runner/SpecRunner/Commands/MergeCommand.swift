import Generators
import Model
import Spec

/// Joins the results of shards into one report.
struct MergeCommand {
  private let paths: [String]
  private let ledgerDirectory: String
  private let outputs: FuzzOutputs

  init(_ words: [String]) throws(UsageError) {
    let arguments = try Arguments(
      words, options: ["--traces", "--markdown", "--junit"],
      flags: ["--json", "--statistics", "--annotations"], command: "merge")
    paths = arguments.words
    ledgerDirectory = arguments.value("--traces") ?? "traces"
    outputs = try FuzzOutputs(arguments)
    if paths.isEmpty {
      throw UsageError("merge needs results: the files or folders that 'fuzz --save' wrote")
    }
  }

  /// Runs the command.
  ///
  /// - Returns: the exit status.
  func run() throws -> Int32 {
    let ledger = try Ledger(directory: ledgerDirectory)
    let report = try FuzzReport(try FuzzFolder.results(at: paths), ledger: ledger, isWhole: true)
    return try outputs.write(report)
  }
}
