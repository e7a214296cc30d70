import Generators

/// The kill matrix of a product: which promise catches which mutant, and in which way.
struct MutationReport: Codable {
  var product: String
  /// How many values and runs a mutant gets.
  var valueCount: Int
  var runCount: Int
  /// The scopes, in the order in which they are explored.
  var scopes: [String]
  var mutants: [MutantReport]
  /// How many were to be planted.
  var plannedCount: Int
  /// Whether every mutant was looked for in every way.
  var isFinished: Bool

  init(
    product: String, plan: MutationPlan, scopes: [String], mutants: [MutantReport],
    plannedCount: Int
  ) {
    self.product = product
    (valueCount, runCount) = (plan.valueCount, plan.runCount)
    self.scopes = scopes
    self.mutants = mutants
    self.plannedCount = plannedCount
    isFinished = mutants.count == plannedCount && mutants.allSatisfy { $0.complaint == nil }
  }

  var holes: [MutantReport] { mutants.filter { $0.outcome == .hole } }
  var equivalents: [MutantReport] { mutants.filter { $0.outcome == .equivalent } }

  /// Every promise that catches something, with how many mutants it catches and how many only it
  /// does.
  var catchers: [Catcher] {
    var counts: [String: Catcher] = [:]
    for mutant in mutants {
      let promises = Set(mutant.byCheck + mutant.byValues)
      for promise in promises {
        counts[promise, default: Catcher(promise: promise)].count += 1
        if promises.count == 1 { counts[promise]?.aloneCount += 1 }
      }
    }
    return counts.values.sorted { ($1.count, $0.promise) < ($0.count, $1.promise) }
  }

  struct Catcher: Encodable {
    var promise: String
    var count = 0
    var aloneCount = 0
  }
}

extension MutationReport {
  /// The kill matrix, and below it what catches how many, and what nothing tells.
  var sections: [ReportSection] {
    if mutants.isEmpty {
      let planned = plannedCount.counted("mutant")
      return [ReportSection("\(product): ended early, before any of \(planned) was looked for", [])]
    }
    return [
      ReportSection("\(product): \(summary)", [matrix]),
      ReportSection("", [catchersTable] + untold),
    ]
  }

  private var summary: String {
    let caught = mutants.filter { $0.outcome == .caught }
    let counts = [
      "\(caught.count { !$0.byCheck.isEmpty }) by search of \(scopes.joined(separator: ", "))",
      "\(caught.count { !$0.byValues.isEmpty }) by \(valueCount.counted("value"))",
      "\(caught.count { !$0.byRuns.isEmpty }) by \(runCount.counted("random run"))",
    ]
    let rest = plannedCount - mutants.count
    let cut = isFinished ? "" : "ended early, \(rest.counted("mutant")) not planted; "
    return cut + "\(caught.count) of \(mutants.count.counted("mutant")) caught "
      + "(\(counts.joined(separator: "; "))), "
      + "\(equivalents.count) equivalent, \(holes.count.counted("hole"))"
  }

  private var matrix: ReportSection.Part {
    .table(
      [["mutant", "by search", "by values", "by random runs"]]
        + mutants.map { mutant in
          func cell(_ promises: [String]) -> String {
            promises.isEmpty ? "–" : promises.joined(separator: " ")
          }
          let search = mutant.scope.map { "\($0): \(mutant.byCheck.joined(separator: " "))" }
          return [
            mutant.name, search ?? (mutant.outcome == .caught ? "–" : mutant.outcome.rawValue),
            cell(mutant.byValues), cell(mutant.byRuns),
          ]
        })
  }

  private var catchersTable: ReportSection.Part {
    .table(
      [["promise", "catches", "alone"]]
        + catchers.map { [$0.promise, "\($0.count)", "\($0.aloneCount)"] })
  }

  private var untold: [ReportSection.Part] {
    mutants.filter { $0.outcome == .hole || $0.complaint != nil }.map { mutant in
      let complaint = mutant.complaint.map { " (\($0))" } ?? ""
      return .result("\(mutant.outcome.rawValue): \(mutant.name)\(complaint)", isGood: false)
    }
  }
}
