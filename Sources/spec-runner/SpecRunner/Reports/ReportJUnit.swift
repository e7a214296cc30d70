import Generators
import Model
import Spec

extension Report {
  /// A suite of JUnit XML, and its cases.
  private struct TestSuite {
    var name: String
    var cases: [TestCase]
    var seconds: Double
  }

  private struct TestCase {
    enum Outcome { case passed, failed, skipped }

    var name: String
    var outcome = Outcome.passed
    /// What stands between its tags.
    var content = ""
  }

  /// The report as JUnit XML: a suite for each scope, campaign, product asked for values, or scope of live
  /// code; a case for each property and each finding.
  func unitTests() -> String {
    var suites =
      (scopes ?? []).map(suite) + (campaigns ?? []).map(suite) + (values ?? []).map(suite)
      + (live ?? []).map(suite)
    let news = newsCases
    if !news.isEmpty { suites.append(TestSuite(name: "ledger", cases: news, seconds: 0)) }
    let cases = suites.flatMap(\.cases)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="spec-runner" \(Self.counts(cases)) \
      time="\(XML.thousandths(suites.map(\.seconds).reduce(0, +)))">
      \(suites.map(Self.text).joined(separator: "\n"))
      </testsuites>

      """
  }

  private func suite(_ campaign: Campaign) -> TestSuite {
    let result = campaign.result
    let shown = findings.filter { campaign.found.contains($0.trace.findingTitle) }
    let broken = Set(shown.map(\.property))
    let cases = result.judged.filter { !broken.contains($0) }.map { TestCase(name: $0) } + shown.map(test)
    return TestSuite(name: result.identity.suiteName, cases: cases, seconds: result.seconds ?? 0)
  }

  private func suite(_ values: CheckedValues) -> TestSuite {
    let shown = findings.filter {
      ($0.trace.product, $0.trace.design) == (values.product, values.design)
    }
    let cases = values.results.flatMap { result -> [TestCase] in
      if result.findingCount != nil { return shown.filter { $0.property == result.property }.map(test) }
      if result.verdict == Verdict.holds.word || result.actions != nil {
        return [TestCase(name: result.property)]
      }
      return [Self.skipped(result.property, result.verdict)]
    }
    return TestSuite(name: "\(values.product).\(values.design).values", cases: cases, seconds: 0)
  }

  /// What live code did, and what it did otherwise than the model.
  private func suite(_ scope: LiveScope) -> TestSuite {
    let shown = findings.filter { $0.trace.title == scope.identity.titleOfSetting }
    let agrees = scope.divergences.isEmpty && scope.complaint == nil
    let name = "live code and the model agree"
    let agreement =
      agrees
      ? TestCase(name: name)
      : Self.failure(
        name, scope.agreement, "live",
        (scope.divergences + (scope.complaint.map { [$0] } ?? [])).joined(separator: "\n"))
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
      return [Self.skipped(property.name, why)]
    }
    return TestSuite(name: scope.identity.suiteName, cases: cases, seconds: scope.seconds ?? 0)
  }

  /// What a search found of a property and left without a story.
  private func untold(
    _ property: String, in scope: CheckedScope, besides told: [String]
  ) -> [TestCase] {
    let names = (scope.untold ?? []).filter { $0.hasPrefix("\(property): ") }.map(\.onOneLine)
    return names.filter { !told.contains($0) }.map { name in
      let isNew = untoldNews.contains { $0.name == name }
      let word = "ended before its story was worked out"
      if isNew { return Self.failure(name, "new: \(name)", "new", word) }
      return TestCase(name: name, content: "<system-out>\(XML.content("known; \(word)"))</system-out>")
    }
  }

  private func test(_ finding: Finding) -> TestCase {
    let source = finding.replay.map { "replay: \($0)" } ?? "its trace was not saved"
    if finding.standing == .known {
      let content = "<system-out>\(XML.content("known; \(source)"))</system-out>"
      return TestCase(name: finding.name, content: content)
    }
    let word = finding.standing.rawValue
    return Self.failure(finding.name, "\(word): \(finding.name)", word, "\(finding.story.text)\n\(source)")
  }

  /// What is news although no promise of a suite above tells it.
  private var newsCases: [TestCase] {
    otherNews.filter { $0.kind != "untold" }.map { news in
      Self.failure(news.path ?? news.words, "\(news.kind): \(news.words)", news.kind, "")
    }
  }

  private static func skipped(_ name: String, _ why: String) -> TestCase {
    TestCase(name: name, outcome: .skipped, content: "<skipped message=\"\(XML.attribute(why))\"/>")
  }

  private static func failure(
    _ name: String, _ message: String, _ type: String, _ text: String
  ) -> TestCase {
    let tag = "<failure message=\"\(XML.attribute(message))\" type=\"\(type)\">"
    return TestCase(name: name, outcome: .failed, content: "\(tag)\(XML.content(text))</failure>")
  }

  private static func counts(_ cases: [TestCase]) -> String {
    "tests=\"\(cases.count)\" failures=\"\(cases.count { $0.outcome == .failed })\" errors=\"0\""
  }

  private static func text(_ suite: TestSuite) -> String {
    let name = XML.attribute(suite.name)
    let head =
      "  <testsuite name=\"\(name)\" \(counts(suite.cases)) "
      + "skipped=\"\(suite.cases.count { $0.outcome == .skipped })\" "
      + "time=\"\(XML.thousandths(suite.seconds))\">"
    // Every property is judged at each step, so that there is one time for all: the suite's.
    let lines = suite.cases.map { test in
      "    <testcase classname=\"\(name)\" name=\"\(XML.attribute(test.name))\" time=\"0.000\""
        + (test.content.isEmpty ? "/>" : ">\n      \(test.content)\n    </testcase>")
    }
    return ([head] + lines + ["  </testsuite>"]).joined(separator: "\n")
  }
}

extension Identity {
  /// "shop.published.open.small".
  fileprivate var suiteName: String { "\(product).\(design).\(environment).\(scope)" }
  /// The title of its traces.
  fileprivate var titleOfSetting: String { "\(product) · \(design) · \(environment)" }
}

/// The rules of XML.
enum XML {
  /// Seconds with three decimals.
  static func thousandths(_ seconds: Double) -> String {
    let count = Int((min(max(seconds, 0), FuzzResult.secondsMax) * 1000).rounded())
    let decimals = String(count % 1000)
    return "\(count / 1000).\(String(repeating: "0", count: 3 - decimals.count))\(decimals)"
  }

  /// A text between tags; what XML 1.0 cannot hold becomes U+FFFD.
  static func content(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar.value < 0x20 ? "\u{FFFD}" : scalar)
      }
    }
    return result
  }

  static func attribute(_ text: String) -> String {
    content(text).replacing("\n", with: "&#10;").replacing("\t", with: "&#9;")
  }
}
