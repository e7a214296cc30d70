import Foundation
import Generators
import Model
import Spec

/// The report of a check for programs.
struct CheckReportJSON {
  private let report: CheckReportText

  init(_ report: CheckReportText) { self.report = report }

  /// The report as readable JSON, keys sorted.
  var text: String {
    get throws {
      var fields: [String: JSONValue] = [
        "scopes": .array(report.outcomes.map(scope)),
        "findings": .array(
          try report.comparison.new.map { try finding($0, path: nil) }
            + report.comparison.known.map { try finding($0.finding, path: $0.path) }),
        "stale": .array(
          report.comparison.stale.map {
            .object(["path": .string($0.path), "grade": .string($0.grade.words)])
          }),
        "outdone": .array(
          report.comparison.outdone.map {
            .object(["path": .string($0.path), "length": .integer($0.length)])
          }),
        "wider": .array(report.comparison.wider.map(extent)),
        "narrower": .array(report.comparison.narrower.map(extent)),
        "unexplored": .array(report.unexplored.map(JSONValue.string)),
        "exitStatus": .integer(Int(report.status)),
      ]
      if let savedCount = report.savedCount { fields["savedCount"] = .integer(savedCount) }
      return try JSONReport.text(.object(fields))
    }
  }

  private func extent(_ news: ExtentNews) -> JSONValue {
    .object([
      "product": .string(news.identity.product), "design": .string(news.identity.design),
      "environment": .string(news.identity.environment), "scope": .string(news.identity.scope),
      "property": .string(news.property), "culprit": .string(news.culprit), "words": .string(news.words),
    ])
  }

  private func scope(_ outcome: CheckCommand.Outcome) -> JSONValue {
    let (identity, statistics) = (outcome.report.identity, outcome.report.statistics)
    var fields: [String: JSONValue] = [
      "product": .string(identity.product), "design": .string(identity.design),
      "environment": .string(identity.environment), "scope": .string(identity.scope),
      "reason": .string(outcome.report.reason.words),
      "isExhausted": .boolean(outcome.report.reason.isExhaustive),
      "stateCount": .integer(statistics.stateCount), "stepCount": .integer(statistics.stepCount),
      "depth": .integer(statistics.depth), "properties": .array(outcome.report.results.map(property)),
    ]
    if let growth = outcome.report.growth { fields["growth"] = Self.growth(growth) }
    if !outcome.report.untold.isEmpty {
      fields["untold"] = .array(outcome.report.untold.map(JSONValue.string))
    }
    if !outcome.report.errors.isEmpty {
      fields["errors"] = .array(outcome.report.errors.map(JSONValue.string))
    }
    if report.showsStatistics {
      let audit = outcome.report.audit
      fields["audit"] = .object([
        "stateCount": .integer(audit.stateCount), "stateTotal": .integer(audit.stateTotal),
        "judgementCount": .integer(audit.judgementCount), "stepCount": .integer(audit.stepCount),
        "differenceCount": .integer(audit.differences.count),
      ])
      fields["seconds"] = .number(outcome.seconds)
      fields["byteCount"] = .integer(statistics.byteCount)
      fields["peakByteCount"] = Surroundings.peakByteCount().map(JSONValue.integer)
      fields["transitionHitRate"] = .number(statistics.transitionCache.hitRate)
      fields["judgementHitRate"] = .number(statistics.judgementCache.hitRate)
      fields["terminalCount"] = .integer(statistics.terminalCount)
      fields["frontierCount"] = .integer(statistics.frontierCount)
    }
    return .object(fields)
  }

  /// The largest collection of values that grow.
  static func growth(_ growth: LargestCollection) -> JSONValue {
    .object(["path": .string(growth.path), "count": .integer(growth.count)])
  }

  private func property(_ result: CheckReport.Result) -> JSONValue {
    var fields: [String: JSONValue] = [
      "name": .string(result.property.name), "kind": .string(result.property.kind),
      "verdict": .string(result.verdict.word), "sentence": .string(result.property.sentence),
      "witness": .string(result.property.witness),
    ]
    switch result.verdict {
    case .violated(let count): fields["findingCount"] = .integer(count)
    case .notApplicable(let why), .undecided(let why): fields["why"] = .string(why)
    case .holdsForSample(let count): fields["stateCount"] = .integer(count)
    case .holdsWithin(let reason): fields["why"] = .string(reason.words)
    case .measured(let counts):
      fields["groups"] = .object(
        counts.mapValues {
          .object(["hitCount": .integer($0.hitCount), "totalCount": .integer($0.totalCount)])
        })
    case .holds, .vacuous: break
    }
    return .object(fields)
  }

  private func finding(_ finding: CheckReport.FindingReport, path: String?) throws -> JSONValue {
    var fields: [String: JSONValue] = [
      "property": .string(finding.property), "culprit": .string(finding.culprit),
      "story": .string(finding.story.text), "trace": try JSONValue(encoding: finding.trace),
      "isKnown": .boolean(path != nil),
    ]
    if let path { fields["path"] = .string(path) }
    return .object(fields)
  }
}

/// Reports as text.
enum JSONReport {
  /// Readable JSON, keys sorted.
  static func text(_ value: JSONValue) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
