import Generators
import Model
import Spec

/// The report of a check of values: what is broken, then for each product a table of verdicts and one of how
/// precise filters are.
struct ValuesReportText {
  let reports: [GeneratedValuesReport]
  let comparison: LedgerComparison
  let ledger: Ledger
  let savedCount: Int?
  let status: Int32

  /// The whole report.
  var text: String {
    let tables = reports.flatMap { [verdicts($0)] + [precision($0)].compactMap(\.self) }
    return (reports.flatMap(\.findings).map(story) + tables + [ending]).joined(separator: "\n\n")
  }

  private func story(_ finding: CheckReport.FindingReport) -> String {
    let trace = finding.trace
    let seed = trace.seed.map { " (seed \($0))" } ?? ""
    let source =
      ledger.entry(for: trace).map {
        "replay: swift run -c release spec-runner replay \(ledger.directory)/\($0.path)"
      } ?? "new; add --save to keep it as \(ledger.directory)/\(ledger.path(for: trace))"
    return "\(trace.product) · \(trace.design) · \(finding.property): \(finding.culprit)\(seed)\n"
      + "\(finding.story.text)\n\(source)"
  }

  // MARK: Tables

  private func verdicts(_ report: GeneratedValuesReport) -> String {
    let judging = report.results.filter { $0.kind != "measure" }
    let rows =
      [["property", "verdict", "judged"]]
      + judging.map { [$0.name, Self.words($0.verdict), $0.judgedCount.grouped] }
    let title =
      "\(report.product) · \(report.design) · \(report.runCount.counted("value")) from seed "
      + "\(report.plan.seed)\(report.wasStopped ? ", stopped" : "")"
    return ([title] + TextTable.columns(rows)).joined(separator: "\n")
  }

  private static func words(_ verdict: Verdict) -> String {
    switch verdict {
    case .holdsForSample: "holds"
    case .violated(let count): count == 1 ? "violated" : "violated (\(count))"
    default: verdict.word
    }
  }

  private func precision(_ report: GeneratedValuesReport) -> String? {
    var rows: [[String]] = []
    for result in report.results {
      guard case .measured(let counts) = result.verdict else { continue }
      for (action, count) in counts.sorted(by: { $0.key < $1.key }) {
        rows.append([
          result.name, action, count.totalCount.grouped, count.hitCount.grouped,
          "\(count.hitCount * 100 / max(count.totalCount, 1)) %",
        ])
      }
    }
    if rows.isEmpty { return nil }
    let header = ["filter", "action", "let through", "idle", "share"]
    return "\(report.product) · \(report.design) · steps that a filter lets through, and how many of them "
      + "leave its output alone\n" + TextTable.columns([header] + rows).joined(separator: "\n")
  }

  private var ending: String {
    let stale = comparison.stale.map {
      "stale: \(ledger.directory)/\($0.path): \($0.grade.words); remove the file if that is right"
    }
    let saved = savedCount.map { ["\($0.counted("trace")) written to \(ledger.directory)"] } ?? []
    let counts =
      "\(comparison.known.count.counted("known finding")) confirmed, \(comparison.new.count) new, "
      + "\(comparison.stale.count) stale (exit status \(status))"
    return (stale + saved + [counts]).joined(separator: "\n")
  }

  // MARK: JSON

  /// The whole report as JSON.
  var json: String {
    get throws {
      let products = try reports.map { report -> JSONValue in
        .object([
          "product": .string(report.product), "design": .string(report.design),
          "seed": .string(String(report.plan.seed)), "runCount": .integer(report.runCount),
          "wasStopped": .boolean(report.wasStopped), "results": .array(report.results.map(json)),
          "findings": .array(try report.findings.map(json)),
        ])
      }
      return try JSONReport.text(
        .object(["values": .array(products), "exitStatus": .integer(Int(status))]))
    }
  }

  private func json(_ result: GeneratedValuesReport.Result) -> JSONValue {
    var fields: [String: JSONValue] = [
      "property": .string(result.name), "kind": .string(result.kind),
      "verdict": .string(Self.words(result.verdict)), "judgedCount": .integer(result.judgedCount),
    ]
    if case .measured(let counts) = result.verdict {
      fields["actions"] = .object(
        counts.mapValues {
          .object(["totalCount": .integer($0.totalCount), "idleCount": .integer($0.hitCount)])
        })
    }
    return .object(fields)
  }

  private func json(_ finding: CheckReport.FindingReport) throws -> JSONValue {
    .object([
      "property": .string(finding.property), "culprit": .string(finding.culprit),
      "story": .string(finding.story.text), "trace": try JSONValue(encoding: finding.trace),
      "isKnown": .boolean(ledger.entry(for: finding.trace) != nil),
    ])
  }
}
