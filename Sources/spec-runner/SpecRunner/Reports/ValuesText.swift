import Generators
import Model
import Spec

/// What a check of generated values found out about a product, as a part of a report.
struct CheckedValues: Codable {
  /// A property with its verdict.
  struct Property: Codable {
    var property, kind, verdict: String
    /// How many values met its premise.
    var judgedCount: Int
    var findingCount: Int?
    /// Of a filter: by action, how many steps it lets through, and how many of them it lets through
    /// idly.
    var actions: [String: Precision]?
  }

  /// How precise a filter is.
  struct Precision: Codable {
    var totalCount, idleCount: Int
  }

  var product, design: String
  /// As text, as it may have more than 53 bits.
  var seed: String
  var runCount: Int
  var wasStopped: Bool
  var results: [Property]

  init(_ report: GeneratedValuesReport) {
    (product, design, seed) = (report.product, report.design, String(report.plan.seed))
    (runCount, wasStopped) = (report.runCount, report.wasStopped)
    results = report.results.map(Property.init)
  }
}

extension CheckedValues.Property {
  init(_ result: GeneratedValuesReport.Result) {
    self.init(
      property: result.name, kind: result.kind, verdict: result.verdict.word,
      judgedCount: result.judgedCount)
    switch result.verdict {
    case .holdsForSample: verdict = "holds"
    case .violated(let count): findingCount = count
    case .measured(let counts):
      actions = counts.mapValues {
        CheckedValues.Precision(totalCount: $0.totalCount, idleCount: $0.hitCount)
      }
    default: break
    }
  }

  /// The verdict in the cell of a table.
  fileprivate var cell: String {
    let told = Verdict.told(verdict)
    return findingCount.map { $0 > 1 ? "\(told) (\($0))" : told } ?? told
  }
}

extension CheckedValues {
  /// A table of verdicts, and one of how precise filters are.
  var sections: [ReportSection] {
    let rows = results.filter { $0.actions == nil }.map {
      [$0.property, $0.cell, $0.judgedCount.grouped]
    }
    let title =
      "\(product) · \(design) · \(runCount.counted("value")) from seed \(seed)"
      + (wasStopped ? ", stopped" : "")
    return [ReportSection(title, [.table([["property", "verdict", "judged"]] + rows)])] + precision
  }

  private var precision: [ReportSection] {
    let rows = results.flatMap { result in
      (result.actions ?? [:]).sorted { $0.key < $1.key }.map { action, count in
        [
          result.property, action, count.totalCount.grouped, count.idleCount.grouped,
          "\(count.idleCount * 100 / max(count.totalCount, 1)) %",
        ]
      }
    }
    if rows.isEmpty { return [] }
    let title =
      "\(product) · \(design) · steps that a filter lets through, and how many of them leave its "
      + "output alone"
    let header = ["filter", "action", "let through", "idle", "share"]
    return [ReportSection(title, [.table([header] + rows)])]
  }
}
