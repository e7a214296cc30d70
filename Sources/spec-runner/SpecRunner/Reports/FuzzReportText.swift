import Generators
import Model
import Spec

/// The report of campaigns for people: the stories of what is new, then what each campaign came to.
public struct FuzzReportText {
  private let report: FuzzReport
  private let showsStatistics: Bool
  private let savedHint: String

  /// Makes a report.
  ///
  /// - Parameters:
  ///   - showsStatistics: whether times and rates are told, which no two runs share.
  ///   - savedHint: what to add to a command so that a trace is kept.
  public init(_ report: FuzzReport, showsStatistics: Bool = false, savedHint: String = "--save DIR") {
    self.report = report
    self.showsStatistics = showsStatistics
    self.savedHint = savedHint
  }

  /// The whole report.
  public var text: String {
    let paragraphs =
      report.news.map(story) + report.campaigns.map(campaign) + (report.items.isEmpty ? [] : [table])
    return (paragraphs + [ending]).joined(separator: "\n\n")
  }

  // MARK: Stories

  private func story(_ item: FuzzReport.Item) -> String {
    let trace = item.finding.trace
    var lines = [
      "\(trace.product) · \(trace.design) · \(trace.setting) · \(trace.property): \(trace.culprit) "
        + "(\(Self.origin(item.finding)), shrunk to \(Self.steps(trace)))",
      item.finding.story,
    ]
    if case .outdone(let path) = item.standing {
      lines.append("longer than needed: \(report.ledgerDirectory)/\(path)")
    }
    lines.append(Self.replay(item) ?? "new; add \(savedHint) to keep its trace")
    return lines.joined(separator: "\n")
  }

  /// The line that replays a finding, or nil when its trace is not on disk.
  static func replay(_ item: FuzzReport.Item) -> String? {
    item.path.map { "replay: swift run -c release spec-runner replay \(quoted($0))" }
  }

  /// A path as a shell takes it.
  static func quoted(_ path: String) -> String {
    let isPlain = path.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-".contains($0)) }
    return isPlain
      ? path : "'\(path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }

  private static func origin(_ finding: FuzzResult.Finding) -> String {
    let run = finding.run.map { "run \($0.grouped) by \(finding.strategy)" } ?? "a run of the corpus"
    return "\(run), step \(finding.length.grouped)"
  }

  private static func steps(_ trace: Trace) -> String {
    trace.form == .values ? "values" : trace.length.counted("step")
  }

  // MARK: Campaigns

  private func campaign(_ campaign: FuzzReport.Campaign) -> String {
    let result = campaign.result
    var lines = [result.identity.title]
    var shard = ""
    if result.shardOfCampaign.count > 1 {
      let names = campaign.shards.map(\.words)
      shard =
        names.count == 1 ? ", shard \(names[0])" : ", \(names.count) of \(campaign.shards[0].count) shards"
    }
    let corpus = result.corpusRunCount == 0 ? "" : " after \(result.corpusRunCount.grouped) of the corpus"
    lines.append(
      "  \(result.runCount.counted("run"))\(corpus) from seed \(result.seed)\(shard), by \(result.strategy); "
        + "\(result.stepCount.counted("step")), \(result.distinctStates.words)")
    if showsStatistics { lines += Self.speed(result).map { "  \($0)" } }
    lines.append("  \(Self.coverage(result))")
    lines.append("  \(Self.judged(result))")
    if let count = result.cutRunCount {
      let growth = result.growth.map { ": \($0.words)" } ?? ""
      lines.append("  \(count.counted("run")) cut short, as values grow\(growth)")
    }
    lines += Self.bounds(result).map { "  \($0)" }
    let rows = result.yields.map {
      [
        $0.strategy, $0.runCount.grouped, $0.stepCount.grouped, $0.featureCount.grouped,
        $0.findingCount.grouped,
      ]
    }
    lines += TextTable.columns([["strategy", "runs", "steps", "reached first", "found first"]] + rows)
    return lines.joined(separator: "\n")
  }

  /// How long it took.
  private static func speed(_ result: FuzzResult) -> [String] {
    guard let seconds = result.seconds, let processorSeconds = result.processorSeconds,
      let shrinkingSeconds = result.shrinkingSeconds
    else { return [] }
    let rate = { (seconds: Double) in Int(Double(result.stepCount) / max(seconds, 0.001)).grouped }
    let rounded = { (seconds: Double) in "\(Double(Int(seconds * 100)) / 100) s" }
    return [
      "\(rounded(seconds)), \(rate(seconds)) steps/s; \(rounded(processorSeconds)) of processors' time, "
        + "\(rounded(shrinkingSeconds)) of it on shrinking, "
        + "\(rate(processorSeconds - shrinkingSeconds)) steps/s of the rest"
    ]
  }

  /// How many kinds of labels were taken among those enabled.
  static func coverage(_ result: FuzzResult) -> String {
    let never = result.labelCounts.filter { $0.value == 0 }.map(\.key).sorted()
    let count = result.labelCounts.count
    let missed = never.isEmpty ? "" : "; never taken: \(never.joined(separator: ", "))"
    return "\((count - never.count).grouped) of \(count.grouped) kinds of enabled labels taken\(missed)"
  }

  /// What was judged, and what was given up.
  static func judged(_ result: FuzzResult) -> String {
    let judged =
      "every step and state judged by \(result.judged.count) propert\(result.judged.count == 1 ? "y" : "ies")"
    if result.givenUp.isEmpty { return judged }
    return "\(judged); given up: \(result.givenUp.joined(separator: ", "))"
  }

  /// What runs scheduled by priorities are worth.
  static func bounds(_ result: FuzzResult) -> [String] {
    result.yields.compactMap { yield in
      guard case .pct(let depth)? = Strategy(name: yield.strategy), yield.runCount > 0 else { return nil }
      let (agents, steps) = (max(result.agentCountMax, 1), max(result.stepCountMax, 1))
      var chance: Int? = agents
      for _ in 1..<max(depth, 1) {
        chance = chance.flatMap { $0.multipliedReportingOverflow(by: steps).overflow ? nil : $0 * steps }
      }
      let value = chance.map { " = 1/\($0.grouped)" } ?? ""
      return "\(yield.strategy): a run hits a schedule of depth \(depth) with a chance of at least "
        + "1/(n·k^(d−1)) = 1/(\(agents)·\(steps)^\(depth - 1))\(value), for n = \(agents) agents and "
        + "k = \(steps) steps; what people choose and where faults strike is not counted"
    }
  }

  // MARK: Findings

  private var table: String {
    let rows = report.items.map { item -> [String] in
      let finding = item.finding
      let standing =
        switch item.standing {
        case .new: "new"
        case .known: "known"
        case .outdone: "shorter"
        }
      return [
        standing, finding.trace.property, finding.trace.culprit, Self.steps(finding.trace),
        Self.origin(finding), item.path ?? "",
      ]
    }
    return TextTable.columns([["", "property", "culprit", "shrunk to", "first shown by", "trace"]] + rows)
      .joined(separator: "\n")
  }

  private var ending: String {
    let stale = report.stale.map {
      "stale: \(report.ledgerDirectory)/\($0.path): \($0.grade.words); remove the file if that is right"
    }
    return (report.omissions + stale + [Self.counts(report)]).joined(separator: "\n")
  }

  /// How many findings are known and new, and the exit status.
  static func counts(_ report: FuzzReport) -> String {
    let known = report.items.count - report.news.count
    let outdone = report.news.count { if case .outdone = $0.standing { true } else { false } }
    let shorter = outdone == 0 ? "" : ", \(outdone) shorter than in the ledger"
    return "\(known.counted("known finding")), \(report.news.count - outdone) new\(shorter), "
      + "\(report.stale.count) stale (exit status \(report.status))"
  }
}
