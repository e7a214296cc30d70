import Foundation
import Generators
import Model
import Spec

/// A report in the Static Analysis Results Interchange Format, version 2.1.0 (OASIS): what code
/// scanning shows beside the lines of a program.
struct ReportSARIF {
  let report: Report
  /// Where a product is registered.
  let source: (_ product: String) -> SourceLocation?

  private static let schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

  var json: JSONValue {
    let names = report.findings.map(\.property).uniqued()
    let rules = names.map { name in
      let promise = report.findings.first { $0.property == name }?.story.promise ?? name
      return JSONValue.object(["id": .string(name), "shortDescription": Self.text(promise)])
    }
    let results =
      report.findings.map { result($0, ruleIndex: names.firstIndex(of: $0.property) ?? 0) }
      + report.otherNews.map(result)
    let driver = JSONValue.object([
      "name": .string(Surroundings.programName), "semanticVersion": .string(Help.version),
      "rules": .array(rules),
    ])
    let invocation = JSONValue.object([
      "executionSuccessful": .boolean(report.errors.isEmpty && report.unexplored.isEmpty),
      "exitCode": .integer(report.exitStatus),
    ])
    let run = JSONValue.object([
      "tool": .object(["driver": driver]), "invocations": .array([invocation]),
      "results": .array(results), "columnKind": .string("utf16CodeUnits"),
    ])
    return .object([
      "version": .string("2.1.0"), "$schema": .string(Self.schema), "runs": .array([run]),
    ])
  }

  /// A finding at the line that registers its product, with its trace beside it.
  ///
  /// The key of a finding is its fingerprint: it stays the same however long its story is.
  private func result(_ finding: Report.Finding, ruleIndex: Int) -> JSONValue {
    let told = finding.replay.map { "\n\($0)" } ?? ""
    let words =
      (finding.story.consequence.map { "\($0) " } ?? "")
      + "\(finding.name)\n\(finding.story.text)\(told)"
    let declared = source(finding.trace.product).map { Self.location($0.path, line: $0.line) }
    let replayed = (finding.isKept ? finding.path : nil).map {
      Self.location($0, message: "the trace that shows it")
    }
    var fields = Self.fields(
      finding.property, words, at: declared ?? replayed, fingerprint: finding.trace.findingTitle)
    fields["ruleIndex"] = .integer(ruleIndex)
    if declared != nil, let replayed { fields["relatedLocations"] = .array([replayed]) }
    if finding.standing == .known {
      fields["baselineState"] = .string("unchanged")
      let why = JSONValue.string("known: \(finding.entry ?? "in the ledger")")
      fields["suppressions"] = .array([
        .object(["kind": .string("external"), "justification": why])
      ])
    }
    return .object(fields)
  }

  /// News that is no finding with a story: an entry of the ledger that is stale, say.
  private func result(_ news: Report.News) -> JSONValue {
    let path = news.path ?? source(report.products.first ?? "")?.path
    return .object(
      Self.fields(
        news.kind, news.words, at: path.map { Self.location($0) },
        fingerprint: "\(news.kind): \(news.words)"))
  }

  /// What every result has; it is new until something else is said.
  private static func fields(
    _ rule: String, _ words: String, at location: JSONValue?, fingerprint: String
  ) -> [String: JSONValue] {
    [
      "ruleId": .string(rule), "level": .string("error"), "message": text(words),
      "locations": .array([location].compactMap(\.self)),
      "partialFingerprints": .object(["finding/v1": .string(fingerprint)]),
      "baselineState": .string("new"),
    ]
  }

  private static func text(_ words: String) -> JSONValue { .object(["text": .string(words)]) }

  private static func location(
    _ path: String, line: Int? = nil, message: String? = nil
  ) -> JSONValue {
    var physical: [String: JSONValue] = [
      "artifactLocation": .object(["uri": .string(SARIFPath.uri(path))])
    ]
    physical["region"] = line.map { .object(["startLine": .integer($0)]) }
    var fields: [String: JSONValue] = ["physicalLocation": .object(physical)]
    fields["message"] = message.map(text)
    return .object(fields)
  }
}

/// Paths as SARIF has them.
enum SARIFPath {
  /// A path below the folder where the command runs, or a whole one, as a reference of RFC 3986.
  static func uri(_ path: String) -> String {
    let folder = FileManager.default.currentDirectoryPath + "/"
    let below = path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
    let text = below.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? below
    return text.hasPrefix("/") ? "file://" + text : text
  }
}
