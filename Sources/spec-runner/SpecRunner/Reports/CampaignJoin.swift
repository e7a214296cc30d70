import Generators
import Model
import Spec

extension Report {
  /// Joins results of campaigns, those of one campaign's shards to one, and compares them with the
  /// ledger.
  ///
  /// - Parameters:
  ///   - results: one for each shard, and the folder in which its traces are, if they are on disk.
  ///   - isWhole: whether a campaign without all its shards counts as cut short.
  ///   - unfinished: what else was not looked at.
  ///   - stop: why no known trace is replayed any more, if so.
  /// - Throws: a `TraceError` when two results have runs in common.
  init(
    _ results: [(result: FuzzResult, directory: String?)], ledger: Ledger, isWhole: Bool,
    unfinished: [String] = [], stop: () -> ExitReason? = { nil },
    concerning isConcerned: (Trace) -> Bool = { _ in false }
  ) throws(TraceError) {
    self.init(ledger)
    for (result, directory) in results {
      let others = results.map(\.result).filter(result.isSameCampaign)
      for finding in result.findings where !others.contains(where: { $0.hasEarlier(finding) }) {
        add(Finding(finding, in: directory, ledger))
      }
    }
    let join = try CampaignJoin(of: results.map(\.result), isWhole: isWhole)
    campaigns = join.campaigns
    findings.sort { Self.order($0) < Self.order($1) }
    unexplored = join.unexplored + unfinished
    addEntries(ledger.compare([], stop: stop, concerning: isConcerned))
    exitStatus = Int(grade)
  }

  private static func order(_ finding: Finding) -> (Int, String, String, String, String) {
    let (trace, rank) = (finding.trace, finding.standing == .known ? 1 : 0)
    return (rank, trace.product, trace.property, trace.culprit, trace.design + trace.setting)
  }

  private mutating func add(_ finding: Finding) {
    guard let place = findings.firstIndex(where: { $0.trace.isSameFinding(as: finding.trace) })
    else {
      return findings.append(finding)
    }
    if finding.trace.length < findings[place].trace.length { findings[place] = finding }
  }
}

/// Campaigns whose shards are joined.
struct CampaignJoin {
  private(set) var campaigns: [Report.Campaign] = []
  /// What was not looked at, each on one line.
  private(set) var unexplored: [String] = []

  /// Joins results that are of one campaign.
  ///
  /// - Throws: a `TraceError` when two results have runs in common.
  init(of results: [FuzzResult], isWhole: Bool) throws(TraceError) {
    for group in results.grouped(where: { $0.isSameCampaign(as: $1) }) {
      try join(group, isWhole: isWhole)
    }
  }

  /// Adds a campaign of results that may be joined, and what it leaves out.
  private mutating func join(_ results: [FuzzResult], isWhole: Bool) throws(TraceError) {
    let results = results.sorted { $0.shardOfCampaign.index < $1.shardOfCampaign.index }
    let shards = results.map(\.shardOfCampaign)
    let (title, count) = (results[0].identity.title, shards[0].count)
    if let other = shards.first(where: { $0.count != count }) {
      throw TraceError(
        "\(title): shards \(shards[0].words) and \(other.words) of one campaign have runs in "
          + "common; name the results of one division")
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
      Report.Campaign(
        result: joined.withoutFindings, distinctStateCount: states.count,
        isDistinctStateCountExact: states.isExact, shards: shards.map(\.words),
        missingShards: missing, found: joined.findings.map(\.trace.findingTitle)))
    if !missing.isEmpty {
      let numbers = missing.map(String.init).joined(separator: ", ")
      unexplored.append("\(title): of \(count) shards these are missing: \(numbers)")
    }
    if !joined.isFinished {
      unexplored.append("\(title): stopped before its end\(joined.limit.map { ": \($0)" } ?? "")")
    }
  }
}

extension FuzzResult {
  /// Whether the runs of both are of one campaign, drawn by the same version.
  fileprivate func isSameCampaign(as other: FuzzResult) -> Bool {
    identity == other.identity && scope == other.scope && seed == other.seed
      && strategy == other.strategy
      && stepCountMax == other.stepCountMax && campaignRunCount == other.campaignRunCount
      && format == other.format
  }

  /// Whether a run before that of a finding showed it: the one that a campaign without shards
  /// names.
  fileprivate func hasEarlier(_ finding: Finding) -> Bool {
    findings.contains {
      $0.trace.isSameFinding(as: finding.trace) && ($0.run ?? .max) < finding.run ?? .max
    }
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
    growth = LargePart.larger(growth, other.growth)
    limit = limit ?? other.limit
    var states = distinctStates
    states.formUnion(other.distinctStates)
    self.states = states.digests.map { String($0, radix: 16) }
    for (kind, count) in other.labelCounts {
      labelCounts[kind] = try Self.sum(labelCounts[kind] ?? 0, count)
    }
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
        let isLater = hasEarlier(finding)
        uncount(isLater ? finding : findings[place])
        if !isLater { findings[place] = finding }
      } else {
        findings.append(finding)
      }
    }
    if let more = other.errors { errors = (errors ?? []) + more }
    if let more = other.seconds { seconds = (seconds ?? 0) + more }
    if let more = other.processorSeconds { processorSeconds = (processorSeconds ?? 0) + more }
    if let more = other.shrinkingSeconds { shrinkingSeconds = (shrinkingSeconds ?? 0) + more }
  }

  /// Takes back that a strategy found first what an earlier run of another shard found.
  private mutating func uncount(_ finding: Finding) {
    guard let place = yields.firstIndex(where: { $0.strategy == finding.strategy }) else { return }
    yields[place].findingCount = max(0, yields[place].findingCount - 1)
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
