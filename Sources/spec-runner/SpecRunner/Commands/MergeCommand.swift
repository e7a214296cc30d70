import Generators
import Model
import Spec

/// Joins the results of shards into one report.
struct MergeCommand {
  private let registry: Registry
  private let paths: [String]
  private let ledgerDirectory: String?
  private let outputs: Outputs
  private let showsStatistics: Bool

  init(_ words: [String], of registry: Registry) throws {
    let arguments = try Arguments(words, of: "merge")
    showsStatistics = arguments.has("--statistics")
    self.registry = registry
    paths = arguments.words
    ledgerDirectory = arguments.value("--traces")
    outputs = try Outputs(arguments, of: registry, reading: paths)
    if paths.isEmpty {
      throw UsageError("merge needs results: the files or folders that 'fuzz --results' wrote")
    }
  }

  /// Runs the command.
  ///
  /// - Returns: the exit status.
  func run(_ watchdog: Watchdog) throws -> Int32 {
    watchdog.lastWord { reason in
      Surroundings.warn(of: "\(reason.words) before all results were read; nothing is told of them")
      return 3
    }
    let ledger = try Ledger(named: ledgerDirectory, of: registry)
    let report = try Report(try FuzzFolder.results(at: paths), ledger: ledger, isWhole: true)
    watchdog.finish()
    return try outputs.write(report.campaignDocument(showsStatistics: showsStatistics))
  }
}
