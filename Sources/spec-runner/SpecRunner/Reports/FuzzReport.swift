import Foundation
import Generators
import Model
import Spec

/// Results of campaigns, those of one campaign's shards joined, beside the ledger of known findings.
public struct FuzzReport: Sendable {
  /// What the ledger says of a finding.
  public enum Standing: Hashable, Sendable {
    /// It is not in the ledger.
    case new
    /// It is in the ledger, at a path below its folder.
    case known(path: String)
    /// It is in the ledger, and longer there than it needs to be.
    case outdone(path: String)
  }

  /// A finding, however many campaigns and shards found it.
  public struct Item: Sendable {
    /// The finding as the shortest trace shows it.
    public var finding: FuzzResult.Finding
    /// What the ledger says of it.
    public var standing: Standing
    /// The path of the trace that `replay` takes, if it is on disk.
    public var path: String?
  }

  /// A campaign, its shards joined.
  public struct Campaign: Sendable {
    /// The result of all shards.
    public var result: FuzzResult
    /// The shards that are there, in order.
    public var shards: [Shard]
    /// The numbers, from 1, of shards that are not there.
    public var missing: [Int]
  }

  /// The campaigns, in the order in which they were first met.
  public private(set) var campaigns: [Campaign] = []
  /// The findings: news first, then by product, property and culprit.
  public private(set) var items: [Item] = []
  /// Entries of the ledger that no longer reproduce.
  public private(set) var stale: [(path: String, grade: Grade)]
  /// The ledger's folder.
  public let ledgerDirectory: String
  /// Why not everything was looked at, each on one line.
  public var omissions: [String] = []

  /// Joins results.
  ///
  /// - Parameters:
  ///   - results: one for each shard, and the folder in which its traces are, if they are on disk.
  ///   - isWhole: whether a campaign without all its shards counts as cut short.
  /// - Throws: a `TraceError` when two results have runs in common.
  public init(
    _ results: [(result: FuzzResult, directory: String?)], ledger: Ledger, isWhole: Bool,
    concerning isConcerned: (Trace) -> Bool = { _ in false }
  ) throws(TraceError) {
    ledgerDirectory = ledger.directory
    stale = ledger.compare([], concerning: isConcerned).stale
    var groups: [(key: CampaignKey, results: [FuzzResult])] = []
    for (result, directory) in results {
      if let place = groups.firstIndex(where: { $0.key == CampaignKey(result) }) {
        groups[place].results.append(result)
      } else {
        groups.append((CampaignKey(result), [result]))
      }
      for finding in result.findings { add(finding, directory, ledger) }
    }
    for group in groups { campaigns.append(try Self.join(group.results, isWhole: isWhole)) }
    items.sort { Self.order($0) < Self.order($1) }
    for campaign in campaigns {
      let title = campaign.result.identity.title
      omissions += (campaign.result.errors ?? []).map { "\(title): error: \($0)" }
      if !campaign.missing.isEmpty {
        let numbers = campaign.missing.map(String.init).joined(separator: ", ")
        omissions.append(
          "\(campaign.result.identity.title): of \(campaign.result.shardOfCampaign.count) shards these are "
            + "missing: \(numbers)")
      }
      if !campaign.result.isFinished {
        let limit = campaign.result.limit.map { ": \($0)" } ?? ""
        omissions.append("\(campaign.result.identity.title): stopped before its end\(limit)")
      }
    }
  }

  /// Findings that are not in the ledger, or longer there than they need to be.
  public var news: [Item] {
    items.filter { if case .known = $0.standing { false } else { true } }
  }

  /// The exit status of every command that met an error of the suite.
  public static let errorStatus: Int32 = 70

  /// The exit status: 70 for errors of the suite, else 1 for news, else 3 when something was not looked at,
  /// else 0.
  public var status: Int32 {
    if !errors.isEmpty { return Self.errorStatus }
    return !news.isEmpty || !stale.isEmpty ? 1 : omissions.isEmpty ? 0 : 3
  }

  /// What must not happen, of all campaigns.
  public var errors: [String] { campaigns.flatMap { $0.result.errors ?? [] } }

  // MARK: Joining

  /// What the results of one campaign share.
  private struct CampaignKey: Hashable {
    var identity: Identity
    var scope: JSONValue
    var seed: String
    var strategy: String
    var stepCountMax: Int
    var runCount: Int?

    init(_ result: FuzzResult) {
      identity = result.identity
      scope = result.scope
      seed = result.seed
      strategy = result.strategy
      stepCountMax = result.stepCountMax
      runCount = result.campaignRunCount
    }
  }

  private static func order(_ item: Item) -> (Int, String, String, String, String) {
    let trace = item.finding.trace
    let isKnown = if case .known = item.standing { 1 } else { 0 }
    return (isKnown, trace.product, trace.property, trace.culprit, trace.design + trace.setting)
  }

  private mutating func add(_ finding: FuzzResult.Finding, _ directory: String?, _ ledger: Ledger) {
    let entry = ledger.entry(for: finding.trace)
    var item = Item(finding: finding, standing: .new, path: nil)
    item.path = directory.map { "\($0)/traces/\(finding.trace.path(below: "\($0)/traces"))" }
    if let entry {
      let isShorter = finding.trace.length < entry.trace.length
      item.standing = isShorter ? .outdone(path: entry.path) : .known(path: entry.path)
      if !isShorter { item.path = "\(ledger.directory)/\(entry.path)" }
    }
    if let place = items.firstIndex(where: { $0.finding.trace.isSameFinding(as: finding.trace) }) {
      if finding.trace.length < items[place].finding.trace.length { items[place] = item }
    } else {
      items.append(item)
    }
  }

  private static func join(_ results: [FuzzResult], isWhole: Bool) throws(TraceError) -> Campaign {
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
    return Campaign(result: joined, shards: shards, missing: missing)
  }
}

extension FuzzResult {
  /// Adds the runs of another shard.
  ///
  /// - Throws: a `TraceError` when a sum is greater than a count can be.
  mutating func join(_ other: FuzzResult) throws(TraceError) {
    try Self.add(other.runCount, to: &runCount)
    try Self.add(other.stepCount, to: &stepCount)
    try Self.add(other.corpusRunCount, to: &corpusRunCount)
    isFinished = isFinished && other.isFinished
    agentCountMax = max(agentCountMax, other.agentCountMax)
    if let more = other.cutRunCount { cutRunCount = (cutRunCount ?? 0) + more }
    growth = LargestCollection.larger(growth, other.growth)
    limit = limit ?? other.limit
    var joinedStates = distinctStates
    joinedStates.formUnion(other.distinctStates)
    states = joinedStates.digests.map { String($0, radix: 16) }
    for (kind, count) in other.labelCounts { try Self.add(count, to: &labelCounts[kind, default: 0]) }
    for yield in other.yields {
      if let place = yields.firstIndex(where: { $0.strategy == yield.strategy }) {
        try Self.add(yield.runCount, to: &yields[place].runCount)
        try Self.add(yield.stepCount, to: &yields[place].stepCount)
        try Self.add(yield.featureCount, to: &yields[place].featureCount)
        try Self.add(yield.findingCount, to: &yields[place].findingCount)
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
    joinTimes(other)
  }

  private static func add(_ count: Int, to sum: inout Int) throws(TraceError) {
    let (total, isTooLarge) = sum.addingReportingOverflow(count)
    guard !isTooLarge, total <= countMax else {
      throw TraceError(
        "the shards' counts of \(sum) and \(count) are together more than \(countMax); "
          + "take out the result that cannot be right")
    }
    sum = total
  }

  private mutating func joinTimes(_ other: FuzzResult) {
    if let more = other.seconds { seconds = (seconds ?? 0) + more }
    if let more = other.processorSeconds { processorSeconds = (processorSeconds ?? 0) + more }
    if let more = other.shrinkingSeconds { shrinkingSeconds = (shrinkingSeconds ?? 0) + more }
  }
}
