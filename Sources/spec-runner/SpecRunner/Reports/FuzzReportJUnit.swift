import Generators
import Model
import Spec

extension FuzzReport {
  /// A case of a suite of JUnit XML.
  private struct TestCase {
    var name: String
    /// What stands between its tags.
    var content = ""
    var isFailure = false
  }

  /// The report as JUnit XML: a suite for each campaign, a case for each property and for each finding.
  func unitTests() -> String {
    let suites = campaigns.enumerated().map { number, campaign in
      (result: campaign.result, cases: testCases(of: campaign.result) + (number == 0 ? staleCases : []))
    }
    let cases = suites.flatMap(\.cases)
    let failureCount = cases.count(where: \.isFailure)
    let seconds = campaigns.compactMap(\.result.seconds).reduce(0, +)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="spec-runner fuzz" tests="\(cases.count)" failures="\(failureCount)" errors="0" \
      time="\(XML.thousandths(seconds))">
      \(suites.map { suite($0.result, $0.cases) }.joined(separator: "\n"))
      </testsuites>

      """
  }

  private func testCases(of result: FuzzResult) -> [TestCase] {
    let broken = Set(result.findings.map(\.trace.property))
    let shown = findings.filter { item in
      result.findings.contains { $0.trace.isSameFinding(as: item.finding.trace) }
    }
    return result.judged.filter { !broken.contains($0) }.map { TestCase(name: $0) }
      + shown.map { item in
        let title = "\(item.finding.trace.property): \(item.finding.trace.culprit)"
        if item.standing == .known {
          let text = XML.content("known; \(item.replay)")
          return TestCase(name: title, content: "<system-out>\(text)</system-out>")
        }
        let text = "\(item.finding.story)\n\(item.replay)"
        return failure(title, "\(item.standing.rawValue): \(title)", item.standing.rawValue, text)
      }
  }

  private var staleCases: [TestCase] { stale.map { failure($0.path, "stale: \($0.grade)", "stale", "") } }

  private func failure(_ name: String, _ message: String, _ type: String, _ text: String) -> TestCase {
    let tag = "<failure message=\"\(XML.attribute(message))\" type=\"\(type)\">"
    return TestCase(name: name, content: "\(tag)\(XML.content(text))</failure>", isFailure: true)
  }

  private func suite(_ result: FuzzResult, _ cases: [TestCase]) -> String {
    let name = XML.attribute(
      "\(result.product).\(result.design).\(result.environment).\(result.scopeName)")
    let head =
      "  <testsuite name=\"\(name)\" tests=\"\(cases.count)\" "
      + "failures=\"\(cases.count(where: \.isFailure))\" errors=\"0\" skipped=\"0\" "
      + "time=\"\(XML.thousandths(result.seconds ?? 0))\">"
    // Runs judge every property at each step, so that there is one time for all: the suite's.
    let lines = cases.map { test in
      "    <testcase classname=\"\(name)\" name=\"\(XML.attribute(test.name))\" time=\"0.000\""
        + (test.content.isEmpty ? "/>" : ">\n      \(test.content)\n    </testcase>")
    }
    return ([head] + lines + ["  </testsuite>"]).joined(separator: "\n")
  }
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
