import Generators
import Model
import Spec

/// Joins the results of shards into one report.
struct MergeCommand {
  private let registry: Registry
  private let paths: [String]
  private let options: [String]
  private let ledgerDirectory: String?
  private let outputs: Outputs
  private let showsStatistics: Bool

  init(_ words: [String], of registry: Registry) throws {
    let arguments = try Arguments(words, of: "merge")
    showsStatistics = arguments.has("--statistics")
    self.registry = registry
    paths = arguments.words
    options = arguments.options()
    ledgerDirectory = arguments.value("--traces")
    outputs = try Outputs(arguments, of: registry, reading: paths)
    if paths.isEmpty {
      throw UsageError(
        "merge needs results: the files or folders that 'fuzz --results', 'check --results' or "
          + "'mutate --results' wrote")
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
    var campaigns: [(result: FuzzResult, directory: String?)] = []
    var shards: [(path: String, result: ShardResult)] = []
    for file in try ResultsFolder.files(at: paths) {
      switch try ResultsFolder.result(at: file) {
      case .campaign(let result): campaigns.append((result, ResultsFolder.directory(of: file)))
      case .shard(let result): shards.append((file, result))
      }
    }
    guard let first = shards.first else { return try merge(campaigns, watchdog) }
    let run = try ShardedRun(shards)
    let command = run.command.first ?? ""
    if let campaign = campaigns.first {
      throw TraceError(
        "\(first.path) is a result of \(command), and \(campaign.result.fileName) one of fuzz; "
          + "name the results of one command")
    }
    try requireOptions(of: command)
    let words = Array(run.command.dropFirst()) + options
    do {
      switch command {
      case "check": return try CheckCommand(words, of: registry).merge(run, watchdog)
      case "mutate": return try MutateCommand(words, of: registry).merge(run, watchdog)
      default:
        throw UsageError("'\(command)' is no command with shards; use the version that wrote it")
      }
    } catch let error as UsageError {
      // What was asked for is no argument of this process.
      throw TraceError("\(first.path): \(whole: error.message)")
    }
  }

  private func merge(
    _ campaigns: [(result: FuzzResult, directory: String?)], _ watchdog: Watchdog
  ) throws -> Int32 {
    try requireOptions(of: "fuzz")
    let ledger = try Ledger(named: ledgerDirectory, of: registry, about: registry.products)
    let report = try Report(campaigns, ledger: ledger, isWhole: true)
    watchdog.finish()
    return try outputs.write(report.campaignDocument(showsStatistics: showsStatistics))
  }

  /// Refuses options that the command does not know whose results are joined.
  private func requireOptions(of command: String) throws(UsageError) {
    guard let known = OptionNames.commands[command] else { return }
    for option in options.map({ String($0.prefix { $0 != "=" }) }) where !known.contains(option) {
      throw UsageError(
        "\(option) is no option of \(command), whose results these are; leave it out")
    }
  }
}
