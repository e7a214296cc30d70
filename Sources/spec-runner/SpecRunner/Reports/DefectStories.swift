import Generators
import Model
import Spec

/// The defects of a product, each with its shortest story, as text.
struct DefectStories {
  /// A defect, or what no repair cures.
  struct Chapter {
    /// The repair's name; nil for what no repair cures.
    var repair: String?
    var words: String?
    var findings: [FindingKey]
    /// The shortest trace of the ledger that shows it, and where it stands.
    var trace: Trace?
    var path: String?
    var story: Story?
    /// Why none was looked for, if so.
    var stop: ExitReason?
  }

  let table: DefectTable
  let chapters: [Chapter]

  /// Finds the stories in a ledger.
  ///
  /// - Parameter stop: why no further trace is replayed, if so.
  init(_ table: DefectTable, _ ledger: Ledger, stop: () -> ExitReason? = { nil }) {
    self.table = table
    let groups =
      table.defects.map { ($0.repair, $0.words, table.findings(of: $0.repair)) }
      + [(nil, nil, table.findings(of: nil))] as [(String?, String?, [FindingKey])]
    let ranks =
      stop() == nil ? ledger.registry.product(named: table.product)?.tellingRanks ?? [:] : [:]
    chapters = groups.filter { !$0.2.isEmpty }.map { repair, words, findings in
      var chapter = Chapter(repair: repair, words: words, findings: findings)
      let entry =
        stop() == nil
        ? ledger.shortest(of: findings, curedBy: repair, in: table.product, ranks) { stop() != nil }
        : nil
      let graded = entry.flatMap { try? ledger.registry.grade($0.trace) { stop() != nil } }
      chapter.stop = stop()
      guard let entry, chapter.stop == nil else { return chapter }
      (chapter.trace, chapter.path) = (entry.trace, "\(ledger.directory)/\(entry.path)")
      chapter.story = graded?.story
      return chapter
    }
  }

  /// What explains how much, and a section for each chapter.
  var sections: [ReportSection] {
    let idle = table.defects.map(\.repair).filter { table.findings(of: $0).isEmpty }
    let title = "\(table.product): \(table.summary)"
    return [ReportSection(title, [.list("repairs without a finding of their own:", idle)])]
      + chapters.map(section)
  }

  private func section(_ chapter: Chapter) -> ReportSection {
    let rest = chapter.findings.count - (chapter.trace == nil ? 0 : 1)
    let lines =
      (chapter.words.map { ["Repair: \($0)"] } ?? [])
      + [chapter.path.map { "replay: \(Layout.whole(Report.replay($0)))" } ?? chapter.lack]
      + (chapter.trace == nil
        ? ["It shows in \(rest.counted("finding"))."]
        : rest > 0 ? ["It also shows in \(rest.counted("other finding"))."] : [])
    return ReportSection(
      "\(table.product) · \(chapter.name)",
      (chapter.story.map { [.story($0.text)] } ?? []) + [.lines(lines)])
  }
}

extension DefectStories.Chapter {
  var name: String { repair ?? "no repair" }

  /// Why no trace is told.
  var lack: String {
    stop.map { "Its story was not looked for, \($0.words)." } ?? "The ledger has no trace of it."
  }
}

extension DefectTable {
  /// "12 defects explain 53 of 53 findings".
  var summary: String {
    let explained = findings.count - findings(of: nil).count
    // A repair that cures nothing here is of no defect.
    let count = defects.count { !findings(of: $0.repair).isEmpty }
    let verb = count == 1 ? "explains" : "explain"
    return "\(count.counted("defect")) \(verb) \(explained) of \(findings.count.counted("finding"))"
  }
}

extension Ledger {
  /// The entry that shows best what findings of the published design have in common: one whose
  /// story the repair cures, if there is a repair.
  ///
  /// Of those that show it as well, it is the one with the shortest story; one with steps comes
  /// first.
  ///
  /// - Parameter ranks: when each property is told.
  fileprivate func shortest(
    of findings: [FindingKey], curedBy repair: String?, in product: String, _ ranks: [String: Int],
    isInterrupted: () -> Bool
  ) -> Entry? {
    let wanted = Set(findings)
    func rank(_ entry: Entry) -> (Int, Int, Int, String) {
      let trace = entry.trace
      let showingRank = defects.showingRank(of: trace, ranks[trace.property] ?? 0)
      return (trace.form == .values ? 1 : 0, showingRank, trace.length, entry.path)
    }
    return entries.filter { entry in
      let trace = entry.trace
      return trace.product == product && trace.design == "published"
        && wanted.contains(trace.findingKey)
    }.sorted { rank($0) < rank($1) }
      .first { entry in
        repair.map { defects.cures($0, entry.trace, isInterrupted: isInterrupted) } ?? true
      }
  }
}

extension RegisteredProduct {
  /// When each property is told, by its name: a scope that cannot decide one knows nothing of its
  /// kind.
  fileprivate var tellingRanks: [String: Int] {
    let summaries = defaultScopes.compactMap { specification(scope: $0)?.propertySummaries }
      .joined()
    return Dictionary(summaries.map { ($0.name, $0.tellingRank) }, uniquingKeysWith: max)
  }
}
