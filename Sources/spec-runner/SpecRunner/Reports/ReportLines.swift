import Foundation
import Generators
import Model
import Spec

extension Report {
  /// The report as JSON Lines: what `json` holds with an object for each part, and the summary last.
  ///
  /// Every object names its kind; `docs/report.schema.json` describes each.
  var jsonLines: String {
    get throws {
      var lines = try line("scope", scopes) + line("reach", reach) + line("values", values)
      lines += try line("live", live) + line("campaign", campaigns)
      lines += try findings.map { try Line(kind: "finding", part: $0, trace: $0.trace).text }
      lines += try line("untold", untold) + line("stale", stale)
      lines += try line("wider", wider) + line("narrower", narrower)
      lines += try line("unexplored", unexplored.map(Words.init)) + line("error", errors.map(Words.init))
      let summary = Summary(
        ledger: ledger, exitStatus: exitStatus, knownCount: findings.count(where: \.isKnown),
        newCount: news.count + untoldNews.count, staleCount: stale.count + narrower.count,
        savedCount: savedCount, savedPaths: savedPaths)
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
