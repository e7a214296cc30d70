import Foundation
import Generators
import Model
import Spec

/// The report of a check for people: the stories of what is broken, then a table of verdicts for each
/// product.
struct CheckReportText {
  let outcomes: [CheckCommand.Outcome]
  let comparison: LedgerComparison
  let ledger: Ledger
  let savedCount: Int?
  /// The files about where findings show that were written.
  let savedPaths: [String]
  let showsStatistics: Bool
  let status: Int32
  /// The titles of what was not explored any more.
  let unexplored: [String]

  /// The whole report.
  var text: String {
    var paragraphs = stories
    let titles = outcomes.map(\.report.identity.tableTitle)
    for (place, title) in titles.enumerated() where titles.firstIndex(of: title) == place {
      paragraphs.append(table(outcomes.filter { $0.report.identity.tableTitle == title }))
    }
    if outcomes.contains(where: { !$0.report.errors.isEmpty }) { paragraphs.append(SuiteErrors.advice) }
    paragraphs.append(ending)
    return paragraphs.joined(separator: "\n\n")
  }

  // MARK: Stories

  /// One story for each violated property, the others of the property as one line.
  private var stories: [String] {
    let findings =
      comparison.new.map { ($0, nil as String?) } + comparison.known.map { ($0.finding, $0.path) }
    var groups: [(name: String, findings: [(CheckReport.FindingReport, String?)])] = []
    for finding in findings {
      let name =
        "\(finding.0.trace.product) · \(finding.0.trace.design) · \(finding.0.trace.setting) · "
        + finding.0.property
      if let group = groups.firstIndex(where: { $0.name == name }) {
        groups[group].findings.append(finding)
      } else {
        groups.append((name, [finding]))
      }
    }
    return groups.sorted { $0.name < $1.name }.map { name, findings in
      let ordered = findings.sorted {
        ($0.0.trace.length, $0.0.culprit) < ($1.0.trace.length, $1.0.culprit)
      }
      let shortest = ordered[0]
      let rest = ordered.dropFirst().map { "also \($0.0.culprit) (\($0.0.trace.lengthWords)): \(source($0))" }
      return
        ([
          "\(name): \(shortest.0.culprit) (\(shortest.0.trace.lengthWords))", shortest.0.story.text,
          source(shortest),
        ]
        + rest)
        .joined(separator: "\n")
    }
  }

  private func source(_ finding: (CheckReport.FindingReport, String?)) -> String {
    if let path = finding.1 ?? ledger.entry(for: finding.0.trace)?.path {
      return "replay: swift run -c release spec-runner replay \(ledger.directory)/\(path)"
    }
    let advice = savedCount == nil ? "add --save to keep it as" : "not written:"
    return "new; \(advice) \(ledger.directory)/\(ledger.path(for: finding.0.trace))"
  }

  // MARK: Table

  private func table(_ outcomes: [CheckCommand.Outcome]) -> String {
    let results = outcomes[0].report.results
    var rows = [["property", "kind"] + outcomes.map(\.report.identity.scope)]
    for (place, result) in results.enumerated() {
      let places = outcomes.map { $0.report.results[place] }
      // A property that the first scope cannot decide has its kind from one that can.
      let kind = places.map(\.property.kind).first { $0 != "–" } ?? "–"
      rows.append([result.property.name, kind] + places.map { cell($0.verdict) })
    }
    let title = outcomes[0].report.identity.tableTitle
    let summary = outcomes.flatMap { outcome -> [String] in
      let (report, statistics) = (outcome.report, outcome.report.statistics)
      let line =
        "\(report.identity.scope): \(report.reason.words), \(statistics.stateCount.counted("state")), "
        + symmetry(statistics)
        + "\(statistics.stepCount.counted("step")), depth \(statistics.depth)"
      return [line] + (report.growth.map { ["  grows without end: \($0.words)"] } ?? [])
        + report.untold.map { "  found, ended before its story was worked out: \($0)" }
        + report.errors.map { "  error: \($0)" }
        + (showsStatistics ? self.statistics(outcome) : [])
    }
    return ([title] + TextTable.columns(rows) + summary + notes(outcomes) + unreached(outcomes)).joined(
      separator: "\n")
  }

  /// How many states there are when equal windows are not interchangeable.
  private func symmetry(_ statistics: Statistics) -> String {
    let count = statistics.symmetricStateCount
    return count == statistics.stateCount ? "" : "\(count.grouped) with every order of windows, "
  }

  private func cell(_ verdict: Verdict) -> String {
    switch verdict {
    case .violated(let count): count == 1 ? "violated" : "violated (\(count))"
    case .measured(let counts): measure(counts)
    case .notApplicable: "n/a"
    case .holdsForSample(let count): "holds for \(count.grouped)"
    case .holds, .holdsWithin, .vacuous, .undecided: verdict.word
    }
  }

  private func measure(_ counts: [String: MeasureCount]) -> String {
    let hitCount = counts.values.reduce(0) { $0 + $1.hitCount }
    let totalCount = counts.values.reduce(0) { $0 + $1.totalCount }
    return "\(hitCount * 100 / max(totalCount, 1)) % idle"
  }

  /// The findings of the open environment that nobody can bring about through windows.
  private func unreached(_ outcomes: [CheckCommand.Outcome]) -> [String] {
    let unreached = ledger.unreached(throughWindowsOf: outcomes.map(\.report))
    if unreached.findings.isEmpty { return [] }
    let title = "not reached through windows, all of \(unreached.scopes.joined(separator: ", ")) exhausted:"
    return [title] + unreached.findings.map { "  \($0.property): \($0.culprits.joined(separator: "; "))" }
  }

  /// What a cell has no room for.
  private func notes(_ outcomes: [CheckCommand.Outcome]) -> [String] {
    var reasons: [String: [String]] = [:]
    for result in outcomes.flatMap(\.report.results) {
      let reason: String? =
        switch result.verdict {
        case .notApplicable(let why): "n/a, \(why)"
        case .undecided(let why): "undecided, \(why)"
        case .holdsForSample(let count):
          "holds for \(count.grouped), the values of as many states nearest to the start"
        default: nil
        }
      if let reason, reasons[reason]?.contains(result.property.name) != true {
        reasons[reason, default: []].append(result.property.name)
      }
    }
    return reasons.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.joined(separator: ", "))" }
  }

  private func statistics(_ outcome: CheckCommand.Outcome) -> [String] {
    let statistics = outcome.report.statistics
    let rate = Int(Double(statistics.stateCount) / max(outcome.seconds, 0.001))
    let peak = Surroundings.peakByteCount()
    let perState = { (byteCount: Int) in "\(byteCount / max(statistics.stateCount, 1))" }
    let percent = { (cache: Double) in "\(Double(Int(cache * 10000)) / 100) %" }
    return [
      "  \(Double(Int(outcome.seconds * 100)) / 100) s, \(rate.grouped) states/s on one thread",
      "  \(perState(statistics.byteCount)) bytes a state (\((statistics.byteCount >> 20).grouped) MiB)"
        + (peak.map { ", process peak \(($0 >> 20).grouped) MiB: \(perState($0)) bytes a state" } ?? ""),
      "  answers remembered: product functions \(percent(statistics.transitionCache.hitRate)), "
        + "judgements \(percent(statistics.judgementCache.hitRate))",
      "  worked out again: \(outcome.report.audit.words)",
      "  terminal states \(statistics.terminalCount.grouped), frontier \(statistics.frontierCount.grouped)",
    ]
  }

  // MARK: Ending

  private var ending: String {
    let counts =
      "\(comparison.known.count.counted("known finding")) confirmed, \(comparison.new.count) new, "
      + (comparison.wider.isEmpty ? "" : "\(comparison.wider.count) wider, ")
      + "\(comparison.stale.count + comparison.narrower.count) stale"
    let saved =
      (savedCount.map { ["\($0.counted("trace")) written to \(ledger.directory)"] } ?? [])
      + savedPaths.map { "written: \(ledger.directory)/\($0)" }
    let hint = savedCount == nil ? "; add --save to keep that" : ""
    let wider = comparison.wider.map { "wider: \($0.line)\(hint)" }
    let narrower = comparison.narrower.map { "stale: \($0.line)\(hint)" }
    let stale = comparison.stale.map {
      "stale: \(ledger.directory)/\($0.path): \($0.grade.words); remove the file if that is right"
    }
    let longer = comparison.outdone.map {
      "longer than needed: \(ledger.directory)/\($0.path): \($0.length.counted("step")) will do; "
        + "add --save to replace it"
    }
    let isMissing = !FileManager.default.fileExists(atPath: ledger.directory)
    let missing = isMissing ? ["there is no ledger at \(ledger.directory): every finding counts as new"] : []
    let left = unexplored.map { "\($0): not explored, interrupted" }
    return
      (missing + left + stale + narrower + longer + wider + saved + ["\(counts) (exit status \(status))"])
      .joined(
        separator: "\n")
  }
}

extension Identity {
  /// What the scopes of one table have in common.
  fileprivate var tableTitle: String { "\(product) · \(design) · \(environment)" }
}

extension Trace {
  /// How long the story is: "12 steps", or "values" when there are no steps.
  var lengthWords: String { form == .values ? "values" : length.counted("step") }
}

extension AuditResult {
  /// "64 of 3,119 states, 5,678 judgements, and 234 steps with every transition of theirs: 0 differences".
  fileprivate var words: String {
    "\(stateCount.grouped) of \(stateTotal.counted("state")), \(judgementCount.counted("judgement")), and "
      + "\(stepCount.counted("step")) with every transition of theirs: "
      + differences.count.counted("difference")
  }
}
