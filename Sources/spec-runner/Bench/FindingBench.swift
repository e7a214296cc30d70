import Generators
import Spec

/// Counts the runs that it takes to find each finding of a scope: the median over many seeds.
struct FindingBench {
  private let selection: Selection
  private let seedCount: Int
  private let plan: WalkPlan

  init(_ words: [String]) throws(UsageError) {
    let arguments = try Arguments(
      words, options: ["--scope", "--property", "--design", "--seeds", "--runs", "--steps"], flags: [],
      command: "bench")
    selection = try Selection(arguments)
    seedCount = try arguments.number("--seeds") ?? 11
    plan = WalkPlan(
      runCount: try arguments.number("--runs") ?? 1000, stepCountMax: try arguments.number("--steps") ?? 100)
  }

  /// Runs the command.
  ///
  /// - Returns: the exit status.
  func run() throws -> Int32 {
    for specification in selection.specifications {
      var counts: [String: [Int]] = [:]
      for number in 0..<seedCount {
        var plan = plan
        plan.seed = UInt64(number * plan.runCount)
        for finding in specification.walk(plan, only: selection.includes).findings {
          guard let seed = finding.trace.seed else { continue }
          counts["\(finding.property): \(finding.culprit)", default: []].append(Int(seed - plan.seed) + 1)
        }
      }
      let rows = counts.sorted { $0.key < $1.key }.map { name, counts in
        [name, median(counts).map(\.grouped) ?? "more than \(plan.runCount.grouped)"]
      }
      print(specification.identity.title)
      print(TextTable.columns([["finding", "median runs"]] + rows).joined(separator: "\n"))
    }
    return 0
  }

  /// The lower median over all seeds, where a seed that found nothing counts as endless; nil when that is
  /// the median.
  private func median(_ counts: [Int]) -> Int? {
    let place = (seedCount - 1) / 2
    return place < counts.count ? counts.sorted()[place] : nil
  }
}
