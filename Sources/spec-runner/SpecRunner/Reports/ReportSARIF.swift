import Foundation
import Generators
import Model
import Spec

/// A report in the Static Analysis Results Interchange Format, version 2.1.0 (OASIS): what code
/// scanning shows beside the lines of a program.
struct ReportSARIF: Encodable {
  let version = "2.1.0"
  let schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
  let runs: [Run]

  private enum CodingKeys: String, CodingKey {
    case version, runs
    case schema = "$schema"
  }

  struct Text: Encodable { let text: String }

  struct Rule: Encodable {
    let id: String
    let shortDescription: Text
  }

  struct Driver: Encodable {
    let name = Surroundings.programName
    let semanticVersion = Help.version
    let rules: [Rule]
  }

  struct Tool: Encodable { let driver: Driver }

  struct Invocation: Encodable {
    let executionSuccessful: Bool
    let exitCode: Int
  }

  struct Location: Encodable {
    struct Artifact: Encodable { let uri: String }
    struct Region: Encodable { let startLine: Int }
    struct Physical: Encodable {
      let artifactLocation: Artifact
      let region: Region?
    }
    let physicalLocation: Physical
    let message: Text?
  }

  struct Suppression: Encodable {
    let kind = "external"
    let justification: String
  }

  struct Result: Encodable {
    let ruleId: String
    /// Nil for what breaks no promise.
    let ruleIndex: Int?
    let level = "error"
    let message: Text
    let locations: [Location]
    let relatedLocations: [Location]?
    let partialFingerprints: [String: String]
    let baselineState: String
    let suppressions: [Suppression]?
  }

  struct Run: Encodable {
    let tool: Tool
    let invocations: [Invocation]
    let results: [Result]
    let columnKind = "utf16CodeUnits"
  }

  /// - Parameter source: where a product is registered.
  init(_ report: Report, source: (_ product: String) -> SourceLocation?) {
    let findings = report.findings
    let names = findings.map(\.property).uniqued()
    let rules = names.map { name in
      let promise = findings.first { $0.property == name }?.story.promise ?? name
      return Rule(id: name, shortDescription: Text(text: promise))
    }
    let results = findings.map { finding in
      Result(
        finding, ruleIndex: names.firstIndex(of: finding.property) ?? 0,
        source(finding.trace.product))
    }
    let others = report.otherNews.map { Result($0, source(report.products.first ?? "")) }
    let isWhole = report.errors.isEmpty && report.unexplored.isEmpty
    runs = [
      Run(
        tool: Tool(driver: Driver(rules: rules)),
        invocations: [Invocation(executionSuccessful: isWhole, exitCode: report.exitStatus)],
        results: results + others)
    ]
  }
}

extension ReportSARIF.Result {
  /// A finding at the line that registers its product, with its trace beside it.
  ///
  /// The key of a finding is its fingerprint: it stays the same however long its story is.
  init(_ finding: Report.Finding, ruleIndex: Int, _ source: SourceLocation?) {
    let trace = finding.isKept ? finding.path : nil
    let told = finding.replay.map { "\n\($0)" } ?? ""
    let text =
      (finding.story.consequence.map { "\($0) " } ?? "")
      + "\(finding.name)\n\(finding.story.text)\(told)"
    let declared = source.map { location in
      ReportSARIF.Location(
        physicalLocation: .init(
          artifactLocation: .init(uri: SARIFPath.uri(location.path)),
          region: .init(startLine: location.line)),
        message: nil)
    }
    let replayed = trace.map { path in
      ReportSARIF.Location(
        physicalLocation: .init(artifactLocation: .init(uri: SARIFPath.uri(path)), region: nil),
        message: .init(text: "the trace that shows it"))
    }
    self.init(
      ruleId: finding.property, ruleIndex: ruleIndex, message: .init(text: text),
      locations: [declared ?? replayed].compactMap(\.self),
      relatedLocations: declared == nil ? nil : replayed.map { [$0] },
      partialFingerprints: ["finding/v1": finding.trace.findingTitle],
      baselineState: finding.standing == .known ? "unchanged" : "new",
      suppressions: finding.standing == .known
        ? [.init(justification: "known: \(finding.entry ?? "in the ledger")")] : nil)
  }
}

extension ReportSARIF.Result {
  /// News that is no finding with a story: an entry of the ledger that is stale, say.
  init(_ news: Report.News, _ source: SourceLocation?) {
    let uri = news.path.map(SARIFPath.uri) ?? source.map { SARIFPath.uri($0.path) }
    self.init(
      ruleId: news.kind, ruleIndex: nil, message: .init(text: news.words),
      locations: uri.map {
        [
          ReportSARIF.Location(
            physicalLocation: .init(artifactLocation: .init(uri: $0), region: nil), message: nil)
        ]
      } ?? [],
      relatedLocations: nil, partialFingerprints: ["finding/v1": "\(news.kind): \(news.words)"],
      baselineState: "new", suppressions: nil)
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
