import Foundation
import Generators
import Model
import Spec

/// The report of campaigns for programs and for CI.
public enum FuzzReportFormats {
  // MARK: JSON

  /// The report as JSON.
  ///
  /// - Throws: an `EncodingError`.
  public static func json(_ report: FuzzReport) throws -> JSONValue {
    let findings = try report.items.map { item -> JSONValue in
      var fields: [String: JSONValue] = [
        "standing": .string(word(item.standing)), "finding": try JSONValue(encoding: item.finding),
      ]
      if let path = item.path { fields["path"] = .string(path) }
      return .object(fields)
    }
    let campaigns = try report.campaigns.map { campaign -> JSONValue in
      var result = campaign.result
      result.findings = []
      return .object([
        "result": try JSONValue(encoding: result),
        "distinctStateCount": .integer(result.distinctStates.count),
        "isDistinctStateCountExact": .boolean(result.distinctStates.isExact),
        "shards": .array(campaign.shards.map { .string($0.words) }),
        "missingShards": .array(campaign.missing.map(JSONValue.integer)),
      ])
    }
    return .object([
      "campaigns": .array(campaigns), "findings": .array(findings),
      "stale": .array(
        report.stale.map { .object(["path": .string($0.path), "grade": .string($0.grade.words)]) }),
      "omissions": .array(report.omissions.map(JSONValue.string)),
      "exitStatus": .integer(Int(report.status)),
    ])
  }

  private static func word(_ standing: FuzzReport.Standing) -> String {
    switch standing {
    case .new: "new"
    case .known: "known"
    case .outdone: "shorter"
    }
  }

  // MARK: Markdown

  /// The report as Markdown, for the summary of a CI job.
  public static func markdown(_ report: FuzzReport) -> String {
    var lines = ["## Fuzzing: \(cell(FuzzReportText.counts(report)))", ""]
    for item in report.news {
      let trace = item.finding.trace
      lines += [
        "### \(word(item.standing)): \(cell("\(trace.product) · \(trace.property): \(trace.culprit)"))", "",
      ]
      lines += fenced(item.finding.story)
      if let path = item.path {
        lines += fenced("swift run -c release spec-runner replay \(FuzzReportText.quoted(path))")
      }
    }
    lines += [
      "| campaign | runs | steps | distinct states | kinds of labels taken |",
      "| --- | --: | --: | --: | --- |",
    ]
    for campaign in report.campaigns {
      let result = campaign.result
      let title = "\(result.identity.title), seed \(result.seed), \(result.strategy)"
      let cells = [
        title, result.runCount.grouped, result.stepCount.grouped, result.distinctStates.words,
        FuzzReportText.coverage(result),
      ]
      lines.append("| \(cells.map(cell).joined(separator: " | ")) |")
    }
    if !report.items.isEmpty {
      lines += ["", "| finding | steps | | trace |", "| --- | --: | --- | --- |"]
      for item in report.items {
        let trace = item.finding.trace
        let cells = [
          "\(trace.product) · \(trace.setting) · \(trace.property): \(trace.culprit)", "\(trace.length)",
          word(item.standing), item.path ?? "",
        ]
        lines.append("| \(cells.map(cell).joined(separator: " | ")) |")
      }
    }
    for omission in report.omissions { lines += ["", "- \(cell(omission))"] }
    for entry in report.stale { lines += ["", "- stale: \(cell("\(entry.path): \(entry.grade.words)"))"] }
    return lines.joined(separator: "\n") + "\n\n"
  }

  /// A text that no Markdown or HTML in it can change.
  static func cell(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "|", "*", "_", "`", "[", "]", "\\", "#", "~": result += "\\\(character)"
      default: result += character.isNewline ? " " : String(character)
      }
    }
    return result
  }

  /// A block that shows a text as it is.
  private static func fenced(_ text: String) -> [String] {
    var fence = "```"
    while text.contains(fence) { fence += "`" }
    return ["\(fence)text", text, fence, ""]
  }

  // MARK: JUnit

  /// The report as JUnit XML: a suite for each campaign, a case for each property and for each finding.
  public static func unitTests(_ report: FuzzReport) -> String {
    let suites = report.campaigns.enumerated().map { suite($1, isFirst: $0 == 0, report) }
    let seconds = report.campaigns.compactMap(\.result.seconds).reduce(0, +)
    let (tests, failures) = suites.reduce((0, 0)) { ($0.0 + $1.tests, $0.1 + $1.failures) }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="spec-runner fuzz" tests="\(tests)" failures="\(failures)" errors="0" \
      time="\(thousandths(seconds))">
      \(suites.map(\.text).joined(separator: "\n"))
      </testsuites>

      """
  }

  private static func suite(
    _ campaign: FuzzReport.Campaign, isFirst: Bool, _ report: FuzzReport
  ) -> (text: String, tests: Int, failures: Int) {
    let result = campaign.result
    let name = attribute("\(result.product).\(result.design).\(result.environment).\(result.scopeName)")
    let mine = Set(result.findings.map { "\($0.trace.property): \($0.trace.culprit)" })
    var cases: [String] = []
    var failureCount = 0
    let broken = Set(result.findings.map(\.trace.property))
    // Runs judge every property at each step, so that there is one time for all: the suite's.
    func open(_ title: String) -> String {
      "    <testcase classname=\"\(name)\" name=\"\(attribute(title))\" time=\"0.000\""
    }
    for property in result.judged where !broken.contains(property) { cases.append(open(property) + "/>") }
    for item in report.items {
      let trace = item.finding.trace
      let title = "\(trace.property): \(trace.culprit)"
      guard mine.contains(title), trace.product == result.product, trace.design == result.design else {
        continue
      }
      let replay = FuzzReportText.replay(item) ?? "its trace was not saved"
      if case .known = item.standing {
        cases.append(
          "\(open(title))>\n      <system-out>\(content("known; \(replay)"))</system-out>\n    </testcase>")
      } else {
        failureCount += 1
        let text = content("\(item.finding.story)\n\(replay)")
        cases.append(
          "\(open(title))>\n      <failure message=\"\(attribute("\(word(item.standing)): \(title)"))\" "
            + "type=\"\(word(item.standing))\">\(text)</failure>\n    </testcase>")
      }
    }
    for entry in isFirst ? report.stale : [] {
      failureCount += 1
      cases.append(
        "\(open(entry.path))>\n      <failure message=\"\(attribute("stale: \(entry.grade.words)"))\" "
          + "type=\"stale\"></failure>\n    </testcase>")
    }
    let head =
      "  <testsuite name=\"\(name)\" tests=\"\(cases.count)\" failures=\"\(failureCount)\" errors=\"0\" "
      + "skipped=\"0\" time=\"\(thousandths(result.seconds ?? 0))\">"
    return (([head] + cases + ["  </testsuite>"]).joined(separator: "\n"), cases.count, failureCount)
  }

  /// Seconds with three decimals.
  static func thousandths(_ seconds: Double) -> String {
    let count = Int((min(max(seconds, 0), FuzzResult.secondsMax) * 1000).rounded())
    let decimals = String(count % 1000)
    return "\(count / 1000).\(String(repeating: "0", count: 3 - decimals.count))\(decimals)"
  }

  /// A text between tags of XML; what XML 1.0 cannot hold becomes U+FFFD.
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

  /// A text in an attribute of XML.
  static func attribute(_ text: String) -> String {
    content(text).replacing("\n", with: "&#10;").replacing("\t", with: "&#9;")
  }

  // MARK: GitHub

  /// How many annotations of a kind GitHub shows of one step.
  public static let annotationCountMax = 10

  /// The report as workflow commands of GitHub, one a line, at most ten.
  public static func annotations(_ report: FuzzReport) -> [String] {
    let findings = report.news.map { item -> String in
      let trace = item.finding.trace
      let title = "\(word(item.standing)): \(trace.property): \(trace.culprit)"
      let replay = FuzzReportText.replay(item) ?? "its trace was not saved"
      let file = item.path.map { ",file=\(property($0))" } ?? ""
      return "::error title=\(property(title))\(file)::\(data("\(item.finding.story)\n\(replay)"))"
    }
    let stale = report.stale.map { entry in
      let path = "\(report.ledgerDirectory)/\(entry.path)"
      return "::error title=stale,file=\(property(path))::\(data(entry.grade.words))"
    }
    let omissions = report.omissions.map { "::warning title=cut short::\(data($0))" }
    let all = findings + stale + omissions
    if all.count <= annotationCountMax { return all }
    let rest = all.count - annotationCountMax + 1
    return all.prefix(annotationCountMax - 1) + ["::error title=more::\(rest) more; see the job summary"]
  }

  /// The message of a workflow command.
  static func data(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A property of a workflow command.
  static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
