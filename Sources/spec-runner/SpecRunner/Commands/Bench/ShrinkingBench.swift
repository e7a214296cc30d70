import Generators
import Model
import Spec

/// Tells how well the paths that random walks find are shrunk: for each entry of the ledger, how many end at
/// the shortest length.
struct ShrinkingBench {
  private let selection: Selection
  private let ledger: Ledger
  private let plan: ShrinkingSurvey.Plan

  init(_ words: [String]) throws {
    let arguments = try Arguments(
      words,
      options: [
        "--scope", "--property", "--design", "--traces", "--seeds", "--runs", "--steps", "--reach",
        "--explore", "--aimed",
      ],
      flags: [], command: "bench")
    selection = try Selection(arguments)
    ledger = try Ledger(directory: arguments.value("--traces") ?? "traces")
    plan = ShrinkingSurvey.Plan(
      sampleCount: try arguments.number("--seeds", in: 1...Arguments.stepCountMax) ?? 1000,
      runCountMax: try arguments.number("--runs") ?? 20_000,
      stepCountMax: try arguments.stepCountMax(),
      reach: try arguments.reach(),
      exploredStateCountMax: try arguments.number("--explore", in: 0...Arguments.countMax) ?? 0,
      aimedStateCountMax: try arguments.number("--aimed", in: 0...Arguments.countMax) ?? 5_000_000)
  }

  /// Runs the command.
  ///
  /// - Returns: the exit status.
  func run() throws -> Int32 {
    Surroundings.catchInterruption()
    var isEmpty = true
    for specification in selection.specifications where !Surroundings.isInterrupted {
      let traces = ledger.entries.map(\.trace).filter {
        $0.form != .values && $0.scope == specification.writtenScope && selection.concerns($0)
      }
      guard !traces.isEmpty else { continue }
      isEmpty = false
      let line = ProgressLine(title: specification.identity.title)
      let rows = specification.surveyShrinking(
        of: traces, plan, isInterrupted: { Surroundings.isInterrupted }
      ) { runCount, wantedCount in
        line.show { _ in "\(runCount.grouped) walks, \(wantedCount.counted("finding")) wanted" }
        return Surroundings.isInterrupted
      }
      line.finish()
      print(specification.identity.title)
      print(TextTable.columns([header] + rows.map(cells)).joined(separator: "\n"))
      for row in rows {
        if let story = row.longerStory { print("\n\(row.name), not the shortest:\n\(story.text)") }
      }
    }
    if isEmpty { print("nothing to measure: the ledger has no path in these scopes") }
    return Surroundings.isInterrupted ? 3 : 0
  }

  private var header: [String] {
    ["finding", "shortest", "paths", "aimed", "found at", "evaluations", "by passes"]
      + (plan.exploredStateCountMax > 0 ? ["with explorer"] : [])
  }

  private func cells(_ row: ShrinkingSurvey.Row) -> [String] {
    let confirmed = plan.exploredStateCountMax > 0 ? [share(row.confirmedCount, of: row.sampleCount)] : []
    return [
      row.name, "\(row.length)", row.sampleCount.grouped, row.aimedCount.grouped, median(row.foundLengths),
      median(row.evaluationCounts), share(row.shortestCount, of: row.sampleCount),
    ] + confirmed
  }

  private func median(_ counts: [Int]) -> String {
    counts.isEmpty ? "–" : counts.sorted()[(counts.count - 1) / 2].grouped
  }

  private func share(_ count: Int, of total: Int) -> String {
    total == 0 ? "–" : "\(count * 1000 / total / 10).\(count * 1000 / total % 10) %"
  }
}
