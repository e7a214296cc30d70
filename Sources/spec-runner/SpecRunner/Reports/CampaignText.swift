import Generators
import Model
import Spec

extension Report {
  /// The report of campaigns for people: the stories of what is new, then what each campaign came
  /// to.
  ///
  /// - Parameter showsStatistics: whether times and rates are told, which no two runs share.
  func campaignDocument(showsStatistics: Bool) -> ReportDocument {
    let sections = (campaigns ?? []).map { $0.section(showsStatistics: showsStatistics) }
    let body = sections + (findings.isEmpty ? [] : [ReportSection("", [table])])
    return ReportDocument(report: self, telling: .counts, body: body, knownWord: "")
  }

  private var table: ReportSection.Part {
    let rows = findings.map { finding in
      [
        finding.standing.rawValue, finding.property, finding.culprit, finding.trace.lengthWords,
        finding.origin ?? "", finding.path ?? "",
      ]
    }
    return .table([["", "property", "culprit", "shrunk to", "first shown by", "trace"]] + rows)
  }
}

extension Report.Campaign {
  fileprivate func section(showsStatistics: Bool) -> ReportSection {
    let count = result.shardOfCampaign.count
    let shard =
      count == 1
      ? "" : shards.count == 1 ? ", shard \(shards[0])" : ", \(shards.count) of \(count) shards"
    var lines = [
      "\(result.runCount.counted("run")) from seed \(result.seed)\(shard), by \(result.strategy); "
        + "\(result.stepCount.counted("step")), \(result.distinctStates.words)"
    ]
    if showsStatistics, let speed = result.speed { lines.append(speed) }
    lines += [result.labelsTaken, result.judgedWords]
    if let count = result.cutRunCount {
      let growth = result.growth.map { ": \($0.words)" } ?? ""
      lines.append("\(count.counted("run")) cut short, as values grow\(growth)")
    }
    lines += result.bounds
    let rows = result.yields.map {
      [$0.strategy, $0.runCount.grouped, $0.stepCount.grouped, $0.findingCount.grouped]
    }
    return ReportSection(
      result.identity.title,
      [
        .lines(lines.map { "  \($0.onOneLine)" }),
        .table([["strategy", "runs", "steps", "found first"]] + rows),
      ])
  }
}

extension FuzzResult {
  /// How long it took.
  fileprivate var speed: String? {
    guard let seconds, let processorSeconds, let shrinkingSeconds else { return nil }
    let rate = { (seconds: Double) in Int(Double(stepCount) / max(seconds, 0.001)).grouped }
    let rounded = { (seconds: Double) in "\(Double(Int(seconds * 100)) / 100) s" }
    return
      "\(rounded(seconds)), \(rate(seconds)) steps/s; \(rounded(processorSeconds)) of processors' "
      + "time, \(rounded(shrinkingSeconds)) of it on shrinking, "
      + "\(rate(processorSeconds - shrinkingSeconds)) steps/s of the rest"
  }

  /// How many kinds of labels were taken among those enabled.
  var labelsTaken: String {
    let never = labelCounts.filter { $0.value == 0 }.map(\.key).sorted()
    let count = labelCounts.count
    let missed = never.isEmpty ? "" : "; never taken: \(never.joined(separator: ", "))"
    return
      "\((count - never.count).grouped) of \(count.grouped) kinds of enabled labels taken\(missed)"
  }

  fileprivate var judgedWords: String {
    let noun = judged.count == 1 ? "property" : "properties"
    let rest = givenUp.isEmpty ? "" : "; given up: \(givenUp.joined(separator: ", "))"
    return "every step and state judged by \(judged.count) \(noun)\(rest)"
  }

  /// What runs scheduled by priorities are worth.
  var bounds: [String] {
    yields.compactMap { yield in
      guard case .pct(let depth)? = Strategy(name: yield.strategy), yield.runCount > 0 else {
        return nil
      }
      let (agents, steps) = (max(agentCountMax, 1), max(stepCountMax, 1))
      var chance: Int? = agents
      for _ in 1..<max(depth, 1) {
        chance = chance.flatMap {
          $0.multipliedReportingOverflow(by: steps).overflow ? nil : $0 * steps
        }
      }
      let value = chance.map { " = 1/\($0.grouped)" } ?? ""
      return "\(yield.strategy): a run hits a schedule of depth \(depth) with a chance of at least "
        + "1/(n·k^(d−1)) = 1/(\(agents)·\(steps)^\(depth - 1))\(value), for n = \(agents) agents "
        + "and k = \(steps) steps; what people choose and where faults strike is not counted"
    }
  }
}
