import Generators

/// The kill matrices of products, for people and for CI.
struct MutationDocument: CommandReport {
  let reports: [MutationReport]
  /// The mutants that were to be planted, by product.
  let planned: [(product: String, mutants: [String])]
  /// What shards that are missing or ended early leave out, each on one line.
  let missing: [String]
  var exitStatus = 0

  init(
    _ reports: [MutationReport], planned: [(product: String, mutants: [String])],
    missing: [String] = []
  ) {
    (self.reports, self.planned, self.missing) = (reports, planned, missing)
    exitStatus = hasHoles ? 1 : isFinished ? 0 : 3
  }

  private var hasHoles: Bool { reports.contains { !$0.holes.isEmpty } }
  private var isFinished: Bool {
    reports.count == planned.count && reports.allSatisfy(\.isFinished)
  }

  var markdown: String {
    let count = planned.map(\.mutants.count).reduce(0, +).counted("mutant")
    let caught = reports.map { $0.mutants.count { $0.outcome == .caught } }.reduce(0, +)
    let equivalent = reports.map(\.equivalents.count).reduce(0, +)
    let holes = reports.map(\.holes.count).reduce(0, +).counted("hole")
    return markdown(
      under: graded("\(caught) of \(count) caught, \(equivalent) equivalent, \(holes)"))
  }

  var sections: [ReportSection] {
    reports.flatMap(\.sections) + (missing.isEmpty ? [] : [ReportSection("", [.lines(missing)])])
  }

  /// A case for each mutant: failed where it is a hole.
  var suites: [TestSuite] {
    planned.map { product, mutants in
      let known = reports.first { $0.product == product }?.mutants ?? []
      return TestSuite(
        name: "\(product).mutants",
        cases: mutants.map { name in
          known.first { $0.name == name }?.test
            ?? TestCase(name: name, outcome: .cutShort("not planted"))
        })
    }
  }

  var json: String { get throws { try JSONReport.text(reports) } }
}

extension MutantReport {
  fileprivate var test: TestCase {
    let ways = [
      (scope.map { "by search of \($0)" } ?? "by search", byCheck), ("by values", byValues),
      ("by random runs", byRuns),
    ].filter { !$0.1.isEmpty }
    let lines = ways.map { "\($0): \($1.joined(separator: " "))" }
    var test = TestCase(name: name, text: ([outcome.rawValue] + lines).joined(separator: "\n"))
    if outcome == .hole {
      test.outcome = .failed("hole", "neither search nor values show that a promise is broken")
    } else if let complaint {
      test.outcome = .cutShort(complaint)
    }
    return test
  }
}
