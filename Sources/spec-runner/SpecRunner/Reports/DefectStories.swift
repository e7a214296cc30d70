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
    var findings: [SettledFinding]
    /// The shortest trace of the ledger that shows it, and where it stands.
    var trace: Trace?
    var path: String?
    var story: Story?
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
      + [(nil, nil, table.findings(of: nil))] as [(String?, String?, [SettledFinding])]
    chapters = groups.filter { !$0.2.isEmpty }.map { repair, words, findings in
      var chapter = Chapter(repair: repair, words: words, findings: findings)
      guard let entry = ledger.shortest(of: findings, in: table.product) else { return chapter }
      (chapter.trace, chapter.path) = (entry.trace, "\(ledger.directory)/\(entry.path)")
      if stop() != nil { return chapter }
      chapter.story = (try? ledger.registry.grade(entry.trace, isInterrupted: { stop() != nil }))?.story
      return chapter
    }
  }

  var text: String {
    let title = "\(table.product): \(table.summary)"
    return ([title] + chapters.map(text)).joined(separator: "\n\n")
  }

  private func text(_ chapter: Chapter) -> String {
    let rest = chapter.findings.count - (chapter.trace == nil ? 0 : 1)
    let title = "\(table.product) · \(chapter.repair ?? "no repair")"
    return
      ([title] + (chapter.story.map { [$0.text] } ?? [])
      + (chapter.words.map { ["Repair: \($0)"] } ?? [])
      + (chapter.path.map { ["replay: \(Layout.whole(Report.replay($0)))"] } ?? [
        "The ledger has no trace of it."
      ])
      + (rest > 0 ? ["It also shows in \(rest.counted("other finding"))."] : [])).joined(separator: "\n")
  }
}

extension DefectTable {
  /// "12 defects explain 53 of 53 findings".
  var summary: String {
    let explained = findings.count - findings(of: nil).count
    let verb = defects.count == 1 ? "explains" : "explain"
    return "\(defects.count.counted("defect")) \(verb) \(explained) of \(findings.count.counted("finding"))"
  }
}

extension Ledger {
  /// The entry that shows best what findings of the published design have in common.
  ///
  /// Of those that show it as well, it is the one with the shortest story; one with steps comes first.
  func shortest(of findings: [SettledFinding], in product: String) -> Entry? {
    let wanted = Set(findings)
    return entries.filter { entry in
      let trace = entry.trace
      return trace.product == product && trace.design == "published"
        && wanted.contains(
          SettledFinding(setting: trace.setting, property: trace.property, culprit: trace.culprit))
    }.min { rank($0) < rank($1) }
  }

  private func rank(_ entry: Entry) -> (Int, Int, Int, String) {
    let trace = entry.trace
    return (trace.form == .values ? 1 : 0, showingRank(of: trace), trace.length, entry.path)
  }
}
