import Foundation
import Model
import Spec

/// The report of a command that finds something, as people read it: news first, then what is known,
/// then what was looked at.
struct ReportDocument: CommandReport {
  /// How much of what is known already is told.
  enum Telling {
    /// A line for each defect.
    case lines
    /// The shortest stories, and what each defect is.
    case shortest
    /// The shortest story of each property, and a line for each of its others.
    case stories
    /// Nothing but how many there are.
    case counts
  }

  var report: Report
  var telling = Telling.stories
  /// What the command looked at.
  var body: [ReportSection] = []
  /// What became of known findings.
  var knownWord = " confirmed"
  /// What keeps what is new.
  var saving = "add --save"
  /// Whether entries that were not found are looked at too.
  var looksAtEntries = true

  /// The whole report.
  var sections: [ReportSection] {
    // What the published design shows too comes after what only this one does; each finding has
    // those after it with it whose stories show it on their way.
    let news = (own + published).grouped { $0.cause == $1.name && $0.trace.title == $1.trace.title }
      .map(story)
    let others = ledgerNews.isEmpty ? [] : [ReportSection("", [.lines(ledgerNews)])]
    let (before, after) = self.known(report.findings.filter(\.isKnown))
    let errors = SuiteErrors.section(report.errors).map { [$0] } ?? []
    return news + others + before + body + after + errors + [ending]
  }

  /// What is new, why scopes were not searched to their end where that decides, and the last line.
  var news: String {
    var document = self
    document.telling = .counts
    let open = exitStatus == 3 ? (report.scopes ?? []).filter { !$0.isExhausted } : []
    let lines = open.map { "\($0.product) \($0.scope): \($0.reason)".onOneLine }
    document.body = lines.isEmpty ? [] : [ReportSection("", [.lines(lines)])]
    return document.text
  }

  var suites: [TestSuite] { ReportSuites(report: report).all }
  var annotations: [String] { report.annotations }
  var json: String { get throws { try report.json } }
  var found: Report? { report }
  var exitStatus: Int {
    get { report.exitStatus }
    set { report.exitStatus = newValue }
  }

  // MARK: Findings

  /// The news that the ledger does not know of the published design either.
  private var own: [Report.Finding] { report.news.filter { $0.isPublished != true } }
  private var published: [Report.Finding] { report.news.filter { $0.isPublished == true } }

  /// What stands before and after the body of what is known.
  private func known(_ findings: [Report.Finding]) -> ([ReportSection], [ReportSection]) {
    let sorted = findings.sorted { Self.order($0) < Self.order($1) }
    switch telling {
    case .counts: return ([], [])
    case .stories:
      let groups = Dictionary(grouping: sorted) { "\($0.trace.title) · \($0.property)" }
      return (groups.sorted { $0.key < $1.key }.map { story($0.value) }, [])
    case .shortest:
      var (told, lineCount) = (0, 0)
      for finding in sorted {
        lineCount += finding.story.text.count(where: \.isNewline) + 4
        if lineCount > Self.storyLineCountMax { break }
        told += 1
      }
      let (defects, others) = (defects(sorted), sorted.dropFirst(told).filter { $0.repair == nil })
      return (
        sorted.prefix(told).map { story([$0]) },
        defects.filter { $0[0].repair != nil }.map(defect) + summary(Array(others))
      )
    case .lines: return ([], lines(defects(sorted)))
    }
  }

  // MARK: Defects

  /// Findings by product and repair, each with the story first that shows it best; those that no
  /// repair cures come last.
  private func defects(_ sorted: [Report.Finding]) -> [[Report.Finding]] {
    let groups = sorted.grouped {
      $0.trace.product == $1.trace.product && $0.trace.design == $1.trace.design
        && $0.repair == $1.repair
    }
    let ranked = groups.map { group in
      group.enumerated().sorted { first, second in
        let (isFirst, isSecond) = (Self.order(first.element).0, Self.order(second.element).0)
        return (isFirst, first.element.showingRank, first.offset)
          < (isSecond, second.element.showingRank, second.offset)
      }.map(\.element)
    }
    return ranked.sorted { first, second in
      func rank(_ findings: [Report.Finding]) -> (String, Int, Int) {
        (findings[0].trace.product, findings[0].repair == nil ? 1 : 0, -findings.count)
      }
      return rank(first) < rank(second)
    }
  }

  /// For each defect how many findings it explains, what a user suffers, and its repair in words;
  /// and a line for each of the shortest few stories that no repair is known to cure, with the
  /// command that tells it.
  private func lines(_ defects: [[Report.Finding]]) -> [ReportSection] {
    let known = defects.filter { $0[0].repair != nil }.map { findings in
      let first = findings[0]
      let repair = first.repairWords.map { " Repair: \($0)" } ?? ""
      return
        "  \(first.trace.product) · \(first.repair ?? "") (\(findings.count.counted("finding"))): "
        + "\(first.story.consequence ?? first.property)\(repair)"
    }
    let others = defects.filter { $0[0].repair == nil }.flatMap { $0.prefix(Self.lineCountMax) }
      .map { [$0.trace.lengthWords, Layout.whole($0.replay ?? "")] }
    let titles = (
      "known defects by the names of their repairs, and what a user suffers; 'defects' tells all:",
      "the shortest known stories; 'check --stories' tells all:"
    )
    return (known.isEmpty ? [] : [ReportSection(titles.0, [.lines(known)])])
      + (others.isEmpty ? [] : [ReportSection(titles.1, [.table(others, isTitled: false)])])
  }

  /// What a defect is, in a few lines.
  private func defect(_ findings: [Report.Finding]) -> ReportSection {
    let shortest = findings[0]
    let name = shortest.repair ?? ""
    let others = findings.count - 1
    let explains = others > 0 ? "; it explains \(others.counted("other finding"))" : ""
    return ReportSection(
      "\(shortest.trace.product) · \(name): \(shortest.name) "
        + "(\(shortest.trace.lengthWords))\(explains)",
      [
        .lines(
          (shortest.story.consequence.map { ["For the user: \($0)"] } ?? [])
            + (shortest.repairWords.map { ["Repair: \($0)"] } ?? []) + [source(shortest)])
      ])
  }

  /// How many findings of a product that no repair cures get a line.
  private static let lineCountMax = 3
  /// How many lines the shortest stories may take together.
  private static let storyLineCountMax = 24

  /// Stories with steps first, short ones before long ones.
  private static func order(_ finding: Report.Finding) -> (Int, Int, String, String) {
    let trace = finding.trace
    return (
      trace.form == .values ? 1 : 0, trace.length, "\(trace.product) \(trace.setting)", finding.name
    )
  }

  /// A line for each property: how many findings, and the command that tells the shortest story of
  /// them.
  private func summary(_ findings: [Report.Finding]) -> [ReportSection] {
    if findings.isEmpty { return [] }
    let groups = Dictionary(grouping: findings, by: \.property)
    let rows = groups.sorted { $0.key < $1.key }.map { property, findings in
      let told = findings[0].ledgerLength?.counted("step") ?? findings[0].trace.lengthWords
      return ["\(property) (\(findings.count))", told, Layout.whole(findings[0].replay ?? "")]
    }
    let title =
      "also known, with the shortest of each; 'check --stories' tells all, and whole tables:"
    return [ReportSection(title, [.table(rows, isTitled: false)])]
  }

  /// The first story of some findings, and a line for each of the others.
  private func story(_ findings: [Report.Finding]) -> ReportSection {
    let shortest = findings[0]
    let origin =
      shortest.origin.map { "\($0), shrunk to " } ?? shortest.trace.seed.map { "seed \($0), " }
      ?? ""
    let also = findings.dropFirst().map { finding in
      let isAlike = finding.property == shortest.property
      let name = isAlike ? finding.culprit.onOneLine : finding.name
      return "also \(name) (\(finding.trace.lengthWords)): \(source(finding))"
    }
    let title = "\(shortest.trace.findingTitle) (\(origin)\(shortest.trace.lengthWords))"
    return ReportSection(
      title, [.story(shortest.story.text), .lines([source(shortest)] + also)],
      isNews: !shortest.isKnown)
  }

  /// Where a finding is kept.
  private func source(_ finding: Report.Finding) -> String {
    if let replay = finding.replay {
      let other = finding.ledgerLength.map {
        "; that is the ledger's story of it, with \($0.counted("step"))"
      }
      return "replay: \(Layout.whole(replay))\(other ?? "")"
    }
    let word =
      finding.isKnown ? "" : finding.isPublished == true ? "as in the published design; " : "new; "
    if finding.trace.isTrap { return "\(word)not kept as a trace, as its replay would end with it" }
    guard let path = finding.path else { return "\(word)add --results DIR to keep its trace" }
    return "\(word)\(report.savedCount == nil ? "\(saving) to keep it as" : "not written:") \(path)"
  }

  // MARK: Ledger

  /// What is news although its story is known.
  private var ledgerNews: [String] {
    let hint = report.savedCount == nil ? "; \(saving) to keep that" : ""
    let remedy = report.savedPaths == nil ? "\(saving) to remove it, if that is right" : "removed"
    return report.stale.map {
      "stale: \($0.path): \($0.grade); "
        + ($0.isGone == true
          ? "the finding shows nowhere any more; \(remedy)" : "remove the file if that is right")
    } + report.narrower.map { "stale: \($0.line)\(hint)" }
      + report.outdone.map { finding in
        let remedy = finding.path == finding.entry ? "\(saving) to replace it" : source(finding)
        return
          "longer than needed: \(finding.entry ?? ""): \(finding.trace.lengthWords) will do; "
          + "\(remedy)"
      } + report.wider.map { "wider: \($0.line)\(hint)" }
  }

  private var ending: ReportSection {
    let isMissing = !FileManager.default.fileExists(atPath: report.ledger)
    let hint = "every finding counts as new; 'check --save' makes it"
    let missing =
      isMissing ? ["there is no ledger folder '\(report.ledger.onOneLine)' yet: \(hint)"] : []
    let saved =
      (report.savedCount.map { ["\($0.counted("trace")) written to \(report.ledger)"] } ?? [])
      + (report.savedPaths ?? []).map { "written: \(report.ledger)/\($0)" }
    return ReportSection(
      "",
      [
        .lines(missing + report.unexplored + saved),
        .result(lastLine, isGood: report.exitStatus == 0),
      ])
  }

  var markdown: String { markdown(under: lastLine) }

  /// How many findings are known, new and stale, the news by name.
  var lastLine: String {
    let known = report.findings.count(where: \.isKnown)
    let untold = report.untoldNews
    let news = Self.named(own.map(\.name) + untold.filter { !$0.isPublished }.map(\.name), "new")
    let publishedCount = published.count + untold.count(where: \.isPublished)
    let wider = report.wider.map(\.name.description)
    let stale = report.stale.map(\.path) + report.narrower.map(\.name.description)
    let counts =
      ["\(known.counted("known finding"))\(knownWord)", news]
      + (publishedCount == 0 ? [] : ["\(publishedCount) as in the published design"])
      + (wider.isEmpty ? [] : [Self.named(wider, "wider")])
      + (report.outdone.isEmpty
        ? [] : [Self.named(report.outdone.map(\.name), "longer than needed")])
      + (looksAtEntries ? [Self.named(stale, "stale")] : [])
      + (report.reachErrors.isEmpty ? [] : [Self.named(report.reachErrors, "about what fires")])
    return graded(counts.joined(separator: ", "))
  }

  /// A number with the first names of what it counts.
  private static func named(_ names: [String], _ word: String) -> String {
    if names.isEmpty { return "0 \(word)" }
    let more = names.count > 3 ? "; and \(names.count - 3) more" : ""
    return "\(names.count) \(word) (\(names.prefix(3).joined(separator: "; "))\(more))"
  }
}
