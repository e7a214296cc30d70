import Generators
import Model
import Spec

/// Joins the results of shards into one report.
struct MergeCommand {
  private let paths: [String]
  private let ledgerDirectory: String
  private let outputs: Outputs
  private let showsStatistics: Bool

  init(_ words: [String]) throws(UsageError) {
    let arguments = try Arguments(
      words, options: Outputs.names.union(["--traces"]),
      flags: Outputs.flags.union(["--json", "--statistics"]), command: "merge")
    showsStatistics = arguments.has("--statistics")
    paths = arguments.words
    ledgerDirectory = arguments.value("--traces") ?? "traces"
    outputs = try Outputs(arguments)
    if paths.isEmpty {
      throw UsageError("merge needs results: the files or folders that 'fuzz --save' wrote")
    }
  }

  /// Runs the command.
  ///
  /// - Returns: the exit status.
  func run() throws -> Int32 {
    let ledger = try Ledger(directory: ledgerDirectory)
    let report = try Report(try FuzzFolder.results(at: paths), ledger: ledger, isWhole: true)
    return try outputs.write(report, text: report.campaignText(showsStatistics: showsStatistics))
  }
}
