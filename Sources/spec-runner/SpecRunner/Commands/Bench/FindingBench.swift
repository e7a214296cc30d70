import Dispatch
import Generators
import Model
import Spec

/// Counts the runs and steps that each strategy takes to find what the ledger holds: medians over many
/// seeds.
///
/// A finding is sought in the scope of its trace. One that is not found within the runs counts as endless;
/// nothing is shrunk.
struct FindingBench {
  private let words: [String]
  private let traces: String
  /// The names of the scopes that are looked at; nil for all.
  private let scopes: [String]?
  private let seedCount: Int
  private let plan: FuzzPlan
  private let strategies: [Strategy]

  /// The findings of one scope, and who finds them when.
  private struct Group {
    var specification: any Checkable
    var names: [String]
    /// By strategy and name: runs and steps, one pair for each seed that found it.
    var costs: [String: [String: [(runs: Int, steps: Int)]]] = [:]
  }

  init(_ words: [String]) throws(UsageError) {
    let arguments = try Arguments(
      words, options: ["--scope", "--traces", "--seeds", "--runs", "--steps", "--strategy"], flags: [],
      command: "bench")
    self.words = arguments.words
    _ = try Selection.products(named: arguments.words.first)
    traces = arguments.value("--traces") ?? "traces"
    scopes = arguments.value("--scope").map { $0.split(separator: ",").map(String.init) }
    seedCount = try arguments.number("--seeds", in: 1...1001) ?? 11
    plan = FuzzPlan(
      runCount: try arguments.number("--runs") ?? 2000, stepCountMax: try arguments.stepCountMax())
    if let name = arguments.value("--strategy") {
      guard let strategy = Strategy(name: name) else {
        throw UsageError(
          "there is no strategy '\(name)'; known: \(Strategy.all.map(\.name).joined(separator: ", "))")
      }
      strategies = [strategy]
    } else {
      strategies = Strategy.all
    }
  }

  /// Runs the command.
  ///
  /// - Returns: the exit status.
  func run() throws -> Int32 {
    var groups = try makeGroups()
    for number in groups.indices {
      let line = ProgressLine(title: groups[number].specification.identity.title)
      for strategy in strategies {
        for seed in 0..<seedCount {
          line.show { _ in "\(strategy.name), seed \(seed)" }
          measure(strategy, seed: seed, in: &groups[number])
        }
      }
      line.finish()
    }
    let nothing = "nothing to measure: the ledger has no path in these scopes"
    print(groups.isEmpty ? nothing : groups.map(table).joined(separator: "\n\n"))
    return 0
  }

  /// What the ledger holds that random runs can find, by the scope of the trace.
  private func makeGroups() throws -> [Group] {
    var groups: [Group] = []
    let product = words.first
    for entry in try Ledger(directory: traces).entries {
      let trace = entry.trace
      guard trace.form != .values, product == nil || trace.product == product,
        let specification = try Catalogue.specification(of: trace),
        scopes?.contains(specification.identity.scope) ?? true
      else { continue }
      let name = "\(trace.property): \(trace.culprit)"
      if let place = groups.firstIndex(where: { $0.specification.identity == specification.identity }) {
        groups[place].names.append(name)
      } else {
        groups.append(Group(specification: specification, names: [name]))
      }
    }
    return groups
  }

  private func measure(_ strategy: Strategy, seed: Int, in group: inout Group) {
    var plan = plan
    (plan.strategy, plan.seed, plan.isShrinking) = (strategy, UInt64(seed), false)
    let sought = Set(group.names)
    var found: Set<String> = []
    let monitor = FuzzMonitor(
      shouldStop: { _, _ in found.isSuperset(of: sought) ? .timeOver : nil },
      find: { finding, _ in found.insert("\(finding.trace.property): \(finding.trace.culprit)") })
    let properties = Set(group.names.map { $0.prefix { $0 != ":" } })
    let result = group.specification.fuzz(
      plan, only: { properties.contains($0.prefix { $0 != ":" }) }, monitor: monitor
    ).result
    for finding in result.findings {
      guard let run = finding.run else { continue }
      let name = "\(finding.trace.property): \(finding.trace.culprit)"
      group.costs[strategy.name, default: [:]][name, default: []].append(
        (run + 1, run * plan.stepCountMax + finding.length))
    }
  }

  // MARK: Table

  private func table(_ group: Group) -> String {
    let rows = group.names.sorted().map { name in
      [name] + strategies.map { cell(group.costs[$0.name]?[name] ?? []) }
    }
    let all =
      ["all of them"]
      + strategies.map { strategy in
        cell(
          worst(group.names.map { group.costs[strategy.name]?[$0] ?? [] }))
      }
    let title =
      "\(group.specification.identity.title): median runs / steps to find over \(seedCount.counted("seed")), "
      + "at most \((plan.runCount ?? 0).grouped) runs of \(plan.stepCountMax.grouped) steps"
    return ([title] + TextTable.columns([["finding"] + strategies.map(\.name)] + rows + [all])).joined(
      separator: "\n")
  }

  /// The greatest of several medians, with one that is missing as the greatest of all.
  private func worst(_ costs: [[(runs: Int, steps: Int)]]) -> [(runs: Int, steps: Int)] {
    let medians = costs.map(median)
    guard let first = medians.first, !medians.contains(where: { $0 == nil }) else { return [] }
    let greatest = medians.compactMap { $0 }.max { $0.steps < $1.steps } ?? first
    return Array(repeating: greatest ?? (0, 0), count: seedCount)
  }

  /// The lower median over all seeds, where a seed that found nothing counts as endless; nil when that is
  /// the median.
  private func median(_ costs: [(runs: Int, steps: Int)]) -> (runs: Int, steps: Int)? {
    let place = (seedCount - 1) / 2
    return place < costs.count ? costs.sorted { $0.steps < $1.steps }[place] : nil
  }

  private func cell(_ costs: [(runs: Int, steps: Int)]) -> String {
    median(costs).map { "\($0.runs.grouped) / \($0.steps.grouped)" } ?? "–"
  }
}
