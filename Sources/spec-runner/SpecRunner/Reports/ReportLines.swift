import Foundation
import Model
import Spec

/// A report as JSON Lines: what its `json` holds with an object for each part, and the summary
/// last.
///
/// Every object names its kind; `docs/report.schema.json` describes each.
struct ReportLines {
  let report: Report

  var text: String {
    get throws {
      let (findings, errors) = (report.findings, report.errors)
      var lines = try line("scope", report.scopes) + line("reach", report.reach)
      lines += try line("values", report.values) + line("live", report.live)
      lines += try line("campaign", report.campaigns)
      lines += try findings.map { try Line(kind: "finding", part: $0, trace: $0.trace).text }
      lines += try line("untold", report.untold) + line("stale", report.stale)
      lines += try line("wider", report.wider) + line("narrower", report.narrower)
      lines += try line("unexplored", report.unexplored.map(Words.init))
      lines += try line("error", errors.map(Words.init))
      let summary = Summary(
        ledger: report.ledger, exitStatus: report.exitStatus,
        knownCount: findings.count(where: \.isKnown),
        newCount: report.news.count + report.untoldNews.count,
        staleCount: report.stale.count + report.narrower.count,
        savedCount: report.savedCount, savedPaths: report.savedPaths)
      return try (lines + line("summary", [summary])).map { $0 + "\n" }.joined()
    }
  }

  private func line(_ kind: String, _ parts: [some Encodable]?) throws -> [String] {
    try (parts ?? []).map { try Line(kind: kind, part: $0).text }
  }

  /// What is told in words.
  private struct Words: Encodable {
    let words: String
  }

  private struct Summary: Encodable {
    let ledger: String
    let exitStatus, knownCount, newCount, staleCount: Int
    let savedCount: Int?
    let savedPaths: [String]?
  }

  /// A part of the report with its kind; a finding with what tells it from others, too.
  private struct Line<Part: Encodable>: Encodable {
    let kind: String
    let part: Part
    var trace: Trace?

    private enum Keys: String, CodingKey { case kind, product, design, environment }

    func encode(to encoder: any Encoder) throws {
      try part.encode(to: encoder)
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(kind, forKey: .kind)
      try container.encodeIfPresent(trace?.product, forKey: .product)
      try container.encodeIfPresent(trace?.design, forKey: .design)
      try container.encodeIfPresent(trace?.environment, forKey: .environment)
    }

    var text: String {
      get throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self).onOneLine
      }
    }
  }
}
