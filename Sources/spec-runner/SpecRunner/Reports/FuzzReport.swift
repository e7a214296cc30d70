import Generators
import Model
import Spec

/// Results of campaigns, those of one campaign's shards joined, beside the ledger of known findings.
///
/// As JSON it is what `--json` prints; the other formats are renderings of it.
struct FuzzReport: Codable, Sendable {
  /// What the ledger says of a finding.
  enum Standing: String, Codable, Sendable {
    case new, known
    /// The ledger holds it longer than it needs to be.
    case shorter
  }

  /// A finding, however many campaigns and shards found it.
  struct Item: Codable, Sendable {
    /// The finding as the shortest trace shows it.
    var finding: FuzzResult.Finding
    var standing: Standing
    /// The path of the trace that `replay` takes, if it is on disk.
    var path: String?
    /// The path of the ledger's trace of it.
    var entry: String?
  }

  /// A campaign, its shards joined.
  struct Campaign: Codable, Sendable {
    /// The result of all shards.
    var result: FuzzResult
    var distinctStateCount: Int
    var isDistinctStateCountExact: Bool
    /// The shards that are there, in order.
    var shards: [String]
    /// The numbers, from 1, of shards that are not there.
    var missingShards: [Int]
  }

  /// An entry of the ledger that no longer reproduces.
  struct StaleEntry: Codable, Sendable {
    var path: String
    /// What its replay says instead.
    var grade: String
  }

  /// The campaigns, in the order in which they were first met.
  private(set) var campaigns: [Campaign] = []
  /// News first, then by product, property and culprit.
  private(set) var findings: [Item] = []
  let stale: [StaleEntry]
  /// Why not everything was looked at, each on one line.
  private(set) var omissions: [String] = []
  /// 70 for errors of the suite, else 1 for news, else 3 when something was not looked at, else 0.
  private(set) var exitStatus: Int32 = 0

  /// Joins results.
  ///
  /// - Parameters:
  ///   - results: one for each shard, and the folder in which its traces are, if they are on disk.
  ///   - isWhole: whether a campaign without all its shards counts as cut short.
  ///   - unfinished: what else was not looked at.
  /// - Throws: a `TraceError` when two results have runs in common.
  init(
    _ results: [(result: FuzzResult, directory: String?)], ledger: Ledger, isWhole: Bool,
    unfinished: [String] = [], concerning isConcerned: (Trace) -> Bool = { _ in false }
  ) throws(TraceError) {
    let comparison = ledger.compare([], concerning: isConcerned)
    stale = comparison.stale.map {
      StaleEntry(path: "\(ledger.directory)/\($0.path)", grade: $0.grade.words)
    }
    var groups: [[FuzzResult]] = []
    for (result, directory) in results {
      if let place = groups.firstIndex(where: { $0[0].isSameCampaign(as: result) }) {
        groups[place].append(result)
      } else {
        groups.append([result])
      }
      for finding in result.findings { add(finding, directory, ledger) }
    }
    for group in groups { try join(group, isWhole: isWhole) }
    findings.sort { Self.order($0) < Self.order($1) }
    omissions += unfinished + comparison.unreplayed.map { "\($0): not replayed, interrupted" }
    let isNews = !news.isEmpty || !stale.isEmpty
    exitStatus = !errors.isEmpty ? SuiteErrors.status : isNews ? 1 : omissions.isEmpty ? 0 : 3
  }

  /// Findings that are not in the ledger, or longer there than they need to be.
  var news: [Item] { findings.filter { $0.standing != .known } }

  /// What must not happen, of all campaigns.
  var errors: [String] { campaigns.flatMap { $0.result.errors ?? [] } }

  /// How many findings are known and new, and the exit status.
  var counts: String {
    let count = { standing in findings.count { $0.standing == standing } }
    let shorter = count(.shorter) == 0 ? "" : ", \(count(.shorter)) shorter than in the ledger"
    return "\(count(.known).counted("known finding")), \(count(.new)) new\(shorter), "
      + "\(stale.count) stale (exit status \(exitStatus))"
  }

  /// The report as JSON; what campaigns found stands in it once.
  func json() throws -> String {
    var report = self
    for place in campaigns.indices {
      report.campaigns[place].result = campaigns[place].result.withoutFindings
    }
    return try JSONReport.text(report)
  }

  // MARK: Joining

  private static func order(_ item: Item) -> (Int, String, String, String, String) {
    let trace = item.finding.trace
    let rank = item.standing == .known ? 1 : 0
    return (rank, trace.product, trace.property, trace.culprit, trace.design + trace.setting)
  }

  private mutating func add(_ finding: FuzzResult.Finding, _ directory: String?, _ ledger: Ledger) {
    let entry = ledger.entry(for: finding.trace)
    var item = Item(finding: finding, standing: .new)
    item.path = directory.map { "\($0)/traces/\(finding.trace.path(below: "\($0)/traces"))" }
    if let entry {
      let path = "\(ledger.directory)/\(entry.path)"
      item.entry = path
      item.standing = finding.trace.length < entry.trace.length ? .shorter : .known
      if item.standing == .known { item.path = path }
    }
    if let place = findings.firstIndex(where: { $0.finding.trace.isSameFinding(as: finding.trace) }) {
      if finding.trace.length < findings[place].finding.trace.length { findings[place] = item }
    } else {
      findings.append(item)
    }
  }

  /// Adds a campaign of results that may be joined, and what it leaves out.
  private mutating func join(_ results: [FuzzResult], isWhole: Bool) throws(TraceError) {
    let results = results.sorted { $0.shardOfCampaign.index < $1.shardOfCampaign.index }
    let shards = results.map(\.shardOfCampaign)
    let (title, count) = (results[0].identity.title, shards[0].count)
    if let other = shards.first(where: { $0.count != count }) {
      throw TraceError(
        "\(title): shards \(shards[0].words) and \(other.words) of one campaign have runs in common; "
          + "name the results of one division")
    }
    if let twice = zip(shards, shards.dropFirst()).first(where: { $0 == $1 }) {
      throw TraceError("\(title): shard \(twice.0.words) is there twice; name each result once")
    }
    var joined = results[0]
    for result in results.dropFirst() { try joined.join(result) }
    let present = Set(shards.map(\.index))
    let missing = isWhole ? (0..<count).filter { !present.contains($0) }.map { $0 + 1 } : []
    let states = joined.distinctStates
    campaigns.append(
      Campaign(
        result: joined, distinctStateCount: states.count, isDistinctStateCountExact: states.isExact,
        shards: shards.map(\.words), missingShards: missing))
    omissions += (joined.errors ?? []).map { "\(title): error: \($0)" }
    if !missing.isEmpty {
      let numbers = missing.map(String.init).joined(separator: ", ")
      omissions.append("\(title): of \(count) shards these are missing: \(numbers)")
    }
    if !joined.isFinished {
      omissions.append("\(title): stopped before its end\(joined.limit.map { ": \($0)" } ?? "")")
    }
  }
}

extension FuzzResult {
  /// Whether the runs of both are of one campaign, drawn by the same version.
  fileprivate func isSameCampaign(as other: FuzzResult) -> Bool {
    identity == other.identity && scope == other.scope && seed == other.seed && strategy == other.strategy
      && stepCountMax == other.stepCountMax && campaignRunCount == other.campaignRunCount
      && format == other.format
  }

  /// The result without what a report tells elsewhere.
  var withoutFindings: FuzzResult {
    var result = self
    result.findings = []
    return result
  }

  /// Adds the runs of another shard.
  ///
  /// - Throws: a `TraceError` when a sum is greater than a count can be.
  mutating func join(_ other: FuzzResult) throws(TraceError) {
    runCount = try Self.sum(runCount, other.runCount)
    stepCount = try Self.sum(stepCount, other.stepCount)
    isFinished = isFinished && other.isFinished
    agentCountMax = max(agentCountMax, other.agentCountMax)
    if let more = other.cutRunCount { cutRunCount = (cutRunCount ?? 0) + more }
    growth = LargestCollection.larger(growth, other.growth)
    limit = limit ?? other.limit
    var states = distinctStates
    states.formUnion(other.distinctStates)
    self.states = states.digests.map { String($0, radix: 16) }
    for (kind, count) in other.labelCounts { labelCounts[kind] = try Self.sum(labelCounts[kind] ?? 0, count) }
    for yield in other.yields {
      if let place = yields.firstIndex(where: { $0.strategy == yield.strategy }) {
        yields[place].runCount = try Self.sum(yields[place].runCount, yield.runCount)
        yields[place].stepCount = try Self.sum(yields[place].stepCount, yield.stepCount)
        yields[place].findingCount = try Self.sum(yields[place].findingCount, yield.findingCount)
      } else {
        yields.append(yield)
      }
    }
    judged += other.judged.filter { !judged.contains($0) }
    givenUp = Set(givenUp + other.givenUp).sorted()
    for finding in other.findings {
      if let place = findings.firstIndex(where: { $0.trace.isSameFinding(as: finding.trace) }) {
        if finding.trace.length < findings[place].trace.length { findings[place] = finding }
      } else {
        findings.append(finding)
      }
    }
    if let more = other.errors { errors = (errors ?? []) + more }
    if let more = other.seconds { seconds = (seconds ?? 0) + more }
    if let more = other.processorSeconds { processorSeconds = (processorSeconds ?? 0) + more }
    if let more = other.shrinkingSeconds { shrinkingSeconds = (shrinkingSeconds ?? 0) + more }
  }

  private static func sum(_ first: Int, _ second: Int) throws(TraceError) -> Int {
    let (total, isTooLarge) = first.addingReportingOverflow(second)
    guard !isTooLarge, total <= countMax else {
      throw TraceError(
        "the shards' counts of \(first) and \(second) are together more than \(countMax); "
          + "take out the result that cannot be right")
    }
    return total
  }
}
