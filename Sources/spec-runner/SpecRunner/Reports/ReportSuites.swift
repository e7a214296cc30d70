import Generators
import Model
import Spec

/// The verdicts of a report: a suite for each scope, campaign, product asked for values, or scope
/// of live code; a case for each property and each finding.
struct ReportSuites {
  let report: Report
  private var findings: [Report.Finding] { report.findings }

  var all: [TestSuite] {
    let suites =
      (report.scopes ?? []).map(suite) + (report.campaigns ?? []).map(suite)
      + (report.values ?? []).map(suite) + (report.live ?? []).map(suite)
    let news = newsCases
    return suites + (news.isEmpty ? [] : [TestSuite(name: "ledger", cases: news)])
  }

  private func suite(_ campaign: Report.Campaign) -> TestSuite {
    let result = campaign.result
    let shown = findings.filter { campaign.found.contains($0.trace.findingTitle) }
    let broken = Set(shown.map(\.property))
    let cases =
      result.judged.filter { !broken.contains($0) }.map { TestCase(name: $0) } + shown.map(test)
    return TestSuite(
      name: result.identity.suiteName, cases: cases + sameAnswers(result.errors),
      seconds: result.seconds ?? 0)
  }

  private func suite(_ values: CheckedValues) -> TestSuite {
    let shown = findings.filter {
      ($0.trace.product, $0.trace.design) == (values.product, values.design)
    }
    let cases = values.results.flatMap { result -> [TestCase] in
      if result.findingCount != nil {
        return shown.filter { $0.property == result.property }.map(test)
      }
      if result.verdict == Verdict.holds.word || result.actions != nil {
        return [TestCase(name: result.property)]
      }
      return [TestCase(name: result.property, outcome: .skipped(result.verdict))]
    }
    return TestSuite(name: "\(values.product).\(values.design).values", cases: cases)
  }

  /// What live code did, and what it did otherwise than the model.
  private func suite(_ scope: LiveScope) -> TestSuite {
    let shown = findings.filter { $0.trace.title == scope.identity.titleOfSetting }
    let agrees = scope.divergences.isEmpty && scope.complaint == nil
    let name = "live code and the model agree"
    let agreement =
      agrees
      ? TestCase(name: name)
      : TestCase(
        name: name, outcome: .failed("live", scope.agreement),
        text: (scope.divergences + (scope.complaint.map { [$0] } ?? [])).joined(separator: "\n"))
    return TestSuite(
      name: scope.identity.suiteName + ".live", cases: [agreement] + shown.map(test),
      seconds: scope.statistics?.seconds ?? 0)
  }

  private func suite(_ scope: CheckedScope) -> TestSuite {
    let cases = scope.properties.flatMap { property -> [TestCase] in
      if property.findingCount != nil {
        let shown = findings.filter {
          $0.property == property.name && $0.trace.title == scope.identity.titleOfSetting
        }
        return shown.map(test) + untold(property.name, in: scope, besides: shown.map(\.name))
      }
      if property.isDecided { return [TestCase(name: property.name)] }
      let why = property.why.map { "\(property.verdict): \($0)" } ?? property.verdict
      return [TestCase(name: property.name, outcome: .skipped(why))]
    }
    return TestSuite(
      name: scope.identity.suiteName, cases: cases + sameAnswers(scope.errors),
      seconds: scope.seconds ?? 0)
  }

  /// What was not the same when it was worked out again, so that nothing holds.
  private func sameAnswers(_ errors: [String]?) -> [TestCase] {
    guard let first = errors?.first else { return [] }
    return [
      TestCase(
        name: "the same is answered again", outcome: .failed("error", "error: \(first.onOneLine)"),
        text: errors?.joined(separator: "\n") ?? "")
    ]
  }

  /// What a search found of a property and left without a story.
  private func untold(
    _ property: String, in scope: CheckedScope, besides told: [String]
  ) -> [TestCase] {
    let names = (scope.untold ?? []).filter { $0.hasPrefix("\(property): ") }.map(\.onOneLine)
    return names.filter { !told.contains($0) }.map { name in
      let isNew = report.untoldNews.contains { $0.name == name }
      let word = "ended before its story was worked out"
      if isNew { return TestCase(name: name, outcome: .failed("new", "new: \(name)"), text: word) }
      return TestCase(name: name, text: "known; \(word)")
    }
  }

  private func test(_ finding: Report.Finding) -> TestCase {
    let source = finding.replay.map { "replay: \($0)" } ?? "its trace was not saved"
    if finding.standing == .known { return TestCase(name: finding.name, text: "known; \(source)") }
    let word = finding.standing.rawValue
    return TestCase(
      name: finding.name, outcome: .failed(word, "\(word): \(finding.name)"),
      text: "\(finding.story.text)\n\(source)")
  }

  /// What is news although no promise of a suite above tells it.
  private var newsCases: [TestCase] {
    report.otherNews.filter { $0.kind != "untold" }.map { news in
      TestCase(
        name: news.path ?? news.words, outcome: .failed(news.kind, "\(news.kind): \(news.words)"))
    }
  }
}

extension Identity {
  /// "shop.published.open.small".
  fileprivate var suiteName: String { "\(product).\(design).\(environment).\(scope)" }
  /// The title of its traces.
  fileprivate var titleOfSetting: String { "\(product) · \(design) · \(environment)" }
}
