import Model

/// What searches cost, for people and for CI.
struct BenchDocument: CommandReport, Sendable {
  var report = BenchReport()
  /// What was to be measured, by product and scope.
  var planned: [String]
  /// Whether the whole check was to be measured too.
  var measuresCheck: Bool
  var exitStatus = 0

  /// With the exit status that it comes to.
  var concluded: Self {
    var document = self
    document.exitStatus = grade
    return document
  }

  /// 3 when something was not measured to its end, else 0.
  var grade: Int { suites.flatMap(\.cases).contains(where: \.isError) ? 3 : 0 }

  var markdown: String {
    markdown(
      under: graded("\(report.searches.count) of \(planned.count.counted("scope")) measured"))
  }

  var sections: [ReportSection] {
    let rows =
      [[""] + BenchReport.Search.titles.map(\.0)] + report.searches.map { [$0.name] + $0.cells }
    let limits = report.searches.compactMap { search in search.limit.map { "\(search.name): \($0)" }
    }
    return [
      ReportSection("", [.table(rows), .lines(limits + (report.check.map { [$0.line] } ?? []))])
    ]
  }

  /// A case for each search: passed where it came to its end.
  var suites: [TestSuite] {
    let missing = TestCase.Outcome.cutShort("not measured")
    let searches = planned.enumerated().map { place, name in
      guard place < report.searches.count else { return TestCase(name: name, outcome: missing) }
      let search = report.searches[place]
      let figures = zip(BenchReport.Search.titles, search.cells).map { "\($0.0): \($1)" }
      return TestCase(
        name: name, outcome: search.limit.map { .cutShort($0) } ?? .passed,
        text: figures.joined(separator: "\n"), seconds: search.seconds)
    }
    let check = TestCase(
      name: "check", outcome: report.check == nil ? missing : .passed,
      text: report.check?.line ?? "", seconds: report.check?.seconds ?? 0)
    let cases = searches + (measuresCheck ? [check] : [])
    return [
      TestSuite(name: "bench.search", cases: cases, seconds: cases.map(\.seconds).reduce(0, +))
    ]
  }

  var json: String { get throws { try JSONReport.text(report) } }
}
