import Model
import Spec

/// What a check tells of the scopes that it explored.
struct CheckText {
  let scopes: [CheckedScope]
  /// What the open environment shows and windows do not.
  let unreached: (CheckedScope) -> Ledger.Unreached?

  // MARK: Overview

  /// A table for each product, with a line for each scope: what was exhausted, how many promises
  /// hold, how many are broken.
  var overview: [ReportSection] {
    let products = scopes.grouped { $0.product == $1.product }.map { own in
      // A verdict that no promise of any scope has needs no column.
      let words = Self.words.filter { word in scopes.contains { Self.counts($0)[word] != nil } }
      let rows = own.map { scope in
        let name =
          scope.environment == "open" ? scope.scope : "\(scope.scope) (\(scope.environment))"
        let counts = words.map { Self.counts(scope)[$0].map(String.init) ?? "–" }
        return [name, scope.isExhausted ? "exhausted" : scope.reason, scope.stateCount.grouped]
          + counts
      }
      return ReportSection(
        own[0].product, [.table([["scope", "search", "states"] + words] + rows)])
    }
    let details = scopes.compactMap { scope -> ReportSection? in
      let lines = remarks(scope) + statistics(scope)
      return lines.isEmpty ? nil : ReportSection("\(scope.product) \(scope.scope)", [.lines(lines)])
    }
    return products + details
  }

  /// The verdicts as titles of columns: what holds, what holds for a sample of the values, what
  /// holds so far.
  private static let words = ["hold", "sample", "so far", "broken", "vacuous", "undecided", "n/a"]

  /// How many promises have each verdict.
  private static func counts(_ scope: CheckedScope) -> [String: Int] {
    let words = ["holds": "hold", "holds so far": "so far"]
    return Dictionary(grouping: scope.properties.filter { $0.groups == nil }) {
      if $0.cell == "n/a" { return $0.cell }
      return $0.stateCount == nil ? words[$0.verdict] ?? Verdict.told($0.verdict) : "sample"
    }.mapValues(\.count)
  }

  // MARK: Tables

  /// A table of verdicts for each product and environment.
  ///
  /// - Parameter isWhole: whether what holds wherever it applies gets a row too, and whether
  ///   reasons and what windows do not reach are told.
  func tables(isWhole: Bool) -> [ReportSection] {
    scopes.grouped { $0.title == $1.title }.map { group in
      ReportSection(group[0].title, isWhole ? wholeTable(group) : shortTable(group))
    }
  }

  private func wholeTable(_ scopes: [CheckedScope]) -> [ReportSection.Part] {
    Self.table(Self.rows(scopes), of: scopes) + [
      .lines(remarks(of: scopes) + Self.reasons(scopes) + unreachedLines(scopes[0]))
    ]
  }

  /// What is broken, vacuous or undecided somewhere as rows, and the rest by name.
  private func shortTable(_ scopes: [CheckedScope]) -> [ReportSection.Part] {
    let rows = Self.rows(scopes)
    let held = rows.filter {
      $0.cells.contains("holds") && Set($0.cells).isSubset(of: ["n/a", "holds"])
    }
    let shown = rows.filter { row in row.isPromise && !held.contains { $0.name == row.name } }
    return Self.table(shown, of: scopes) + [
      .list("kept wherever they apply:", held.map(\.name)),
      .list("apply in none of these scopes:", rows.filter(\.isIdle).map(\.name)),
      .lines(
        remarks(of: scopes)
          + Self.reasons(scopes) { !["n/a", Verdict.vacuous.word].contains($0.cell) }),
    ]
  }

  private func remarks(of scopes: [CheckedScope]) -> [String] {
    scopes.flatMap { [Self.summary($0)] + remarks($0) + statistics($0) }
  }

  /// A property in each of several scopes.
  private struct Row {
    let name, kind: String
    let cells: [String]
    let isPromise: Bool

    var isIdle: Bool { cells.allSatisfy { $0 == "n/a" } }
  }

  /// A row for each property that some scope has: what the values of one scope subscribe to may be
  /// none of another's.
  private static func rows(_ scopes: [CheckedScope]) -> [Row] {
    scopes.flatMap(\.properties).map(\.name).uniqued().map { name in
      let all = scopes.map { scope in scope.properties.first { $0.name == name } }
      let present = all.compactMap(\.self)
      // A property that the first scope cannot decide has its kind from one that can.
      return Row(
        name: name, kind: present.map(\.kind).first { $0 != "–" } ?? "–",
        cells: all.map { $0?.cell ?? "n/a" }, isPromise: present.allSatisfy { $0.groups == nil })
    }
  }

  /// A row for each property, with its verdicts; what no scope can decide is told below the table.
  private static func table(_ rows: [Row], of scopes: [CheckedScope]) -> [ReportSection.Part] {
    let names = scopes.map(\.scope)
    let lines = rows.filter { !$0.isIdle }.map {
      [$0.name, $0.kind, words(for: $0.cells, in: names)]
    }
    return lines.isEmpty ? [] : [.table([["property", "kind", "verdict"]] + lines)]
  }

  /// What stands out first; what is neither broken nor undecided comes last, where most scopes have
  /// it.
  private static let telling = [
    "broken", "undecided", "vacuous", "holds so far", "holds for", "holds",
  ]

  /// "broken (2) in top, bottom; holds elsewhere", or one verdict where all scopes have the same.
  static func words(for cells: [String], in scopes: [String]) -> String {
    func rank(_ cell: String) -> Int { telling.firstIndex { cell.hasPrefix($0) } ?? telling.count }
    let groups = cells.uniqued().map { cell in
      (cell: cell, scopes: zip(scopes, cells).filter { $1 == cell }.map(\.0))
    }.sorted { rank($0.cell) < rank($1.cell) }
    if groups.count == 1 { return cells[0] }
    let usual = groups.filter { rank($0.cell) > 1 }.max { $0.scopes.count < $1.scopes.count }
    let others = groups.filter { $0.cell != usual?.cell || $0.scopes.count == 1 }
      .map { "\($0.cell) in \($0.scopes.joined(separator: ", "))" }
    let rest = usual.map { $0.scopes.count > 1 ? ["\($0.cell) elsewhere"] : [] } ?? []
    return (others + rest).joined(separator: "; ")
  }

  /// "zero: exhausted, 11 states, 20 steps, depth 5".
  private static func summary(_ scope: CheckedScope) -> String {
    let count = scope.symmetricStateCount
    let orders =
      count == scope.stateCount ? "" : "at most \(count.grouped) with those that are alike, "
    return "\(scope.scope): \(scope.reason), \(scope.stateCount.counted("state")), \(orders)"
      + "\(scope.stepCount.counted("step")), depth \(scope.depth)"
  }

  /// Why something in a table is not decided, with the properties that it is true of.
  private static func reasons(
    _ scopes: [CheckedScope], where isTold: (CheckedScope.Property) -> Bool = { _ in true }
  ) -> [String] {
    var names: [String: [String]] = [:]
    for property in scopes.flatMap(\.properties) where isTold(property) {
      guard let remark = property.remark, names[remark]?.contains(property.name) != true else {
        continue
      }
      names[remark, default: []].append(property.name)
    }
    return names.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.joined(separator: ", "))" }
  }

  /// The findings of the open environment that people cannot bring about through windows.
  private func unreachedLines(_ scope: CheckedScope) -> [String] {
    guard let unreached = unreached(scope), !unreached.findings.isEmpty else { return [] }
    let title =
      "not reached through windows, all of \(unreached.scopes.joined(separator: ", ")) exhausted:"
    let culprits = Dictionary(grouping: unreached.findings, by: \.property)
    return [title]
      + culprits.sorted { $0.key < $1.key }.map {
        "  \($0): \($1.map(\.culprit).joined(separator: "; "))"
      }
  }

  // MARK: Scopes

  private func remarks(_ scope: CheckedScope) -> [String] {
    (scope.growth.map { ["  grew as the search went on: \($0.words)"] } ?? [])
      + (scope.toldApart.map { ["  every state was visited, as \($0)"] } ?? [])
      + (scope.untold ?? []).map { "  found, ended before its story was worked out: \($0)" }
  }

  private func statistics(_ scope: CheckedScope) -> [String] {
    guard let seconds = scope.seconds, let byteCount = scope.byteCount, let audit = scope.audit
    else {
      return []
    }
    let rate = Int(Double(scope.stateCount) / max(seconds, 0.001))
    let perState = { (byteCount: Int) in "\(byteCount / max(scope.stateCount, 1))" }
    let percent = { (rate: Double?) in "\(Double(Int((rate ?? 0) * 10000)) / 100) %" }
    let peak = scope.peakByteCount.map {
      ", process peak \(($0 >> 20).grouped) MiB: \(perState($0)) bytes a state"
    }
    return [
      "  \(Double(Int(seconds * 100)) / 100) s, \(rate.grouped) states/s on one thread",
      "  \(perState(byteCount)) bytes a state (\((byteCount >> 20).grouped) MiB)\(peak ?? "")",
      "  answers remembered: product functions \(percent(scope.transitionHitRate)), "
        + "judgements \(percent(scope.judgementHitRate))",
      "  worked out again: \(audit.words)",
      "  terminal states \((scope.terminalCount ?? 0).grouped), "
        + "frontier \((scope.frontierCount ?? 0).grouped)",
    ]
  }
}

extension CheckedScope {
  /// What the scopes of one table have in common.
  fileprivate var title: String { "\(product) · \(design) · \(environment)" }
}

extension CheckedScope.Audit {
  /// "64 of 3,119 states, 5,678 judgements, and 234 steps with every transition of theirs: 0
  /// differences".
  fileprivate var words: String {
    "\(stateCount.grouped) of \(stateTotal.counted("state")), "
      + "\(judgementCount.counted("judgement")), and \(stepCount.counted("step")) with every "
      + "transition of theirs: "
      + differenceCount.counted("difference")
  }
}
