import Generators
import Spec

/// The defects of products, for people and for CI.
struct DefectsReport: CommandReport {
  /// What a search said beside the ledger.
  enum Search: Sendable {
    /// It is as the ledger has it, or the ledger has it now.
    case confirmed
    /// It is not as the ledger had it; nil where that had nothing.
    case news(DefectTable?)
    case cutShort

    fileprivate var isNews: Bool { if case .news = self { true } else { false } }
    fileprivate var isCutShort: Bool { if case .cutShort = self { true } else { false } }
  }

  let stories: [DefectStories]
  /// What is to be told of products whose defects the ledger does not have, each on one line.
  let missing: [String]
  /// By product.
  let searches: [String: Search]
  var exitStatus = 0

  init(stories: [DefectStories], missing: [String], searches: [String: Search]) {
    (self.stories, self.missing, self.searches) = (stories, missing, searches)
    let isCut =
      searches.values.contains(where: \.isCutShort)
      || stories.flatMap(\.chapters).contains { $0.stop != nil }
    exitStatus = isCut ? 3 : searches.values.contains(where: \.isNews) ? 1 : 0
  }

  var sections: [ReportSection] {
    stories.flatMap(\.sections) + missing.map { ReportSection("", [.lines([$0])]) }
  }

  /// A case for each defect, and one for each search.
  var suites: [TestSuite] {
    let told = stories.map { stories in
      let product = stories.table.product
      return TestSuite(
        name: "\(product).defects",
        cases: stories.chapters.map { test($0, of: stories.table) } + test(searches[product]))
    }
    let others = searches.keys.filter { name in !stories.contains { $0.table.product == name } }
    return told
      + others.sorted().map { TestSuite(name: "\($0).defects", cases: test(searches[$0])) }
  }

  private func test(_ chapter: DefectStories.Chapter, of table: DefectTable) -> TestCase {
    var test = TestCase(name: chapter.name, text: text(chapter), file: chapter.path)
    if chapter.stop != nil { test.outcome = .cutShort(chapter.lack) }
    if case .news(let before) = searches[table.product] {
      let isKnown = before?.findings(of: chapter.repair) == table.findings(of: chapter.repair)
      let words = "other findings go with it than the ledger has; add --save to keep that"
      if !isKnown { test.outcome = .failed("new", words) }
    }
    return test
  }

  private func text(_ chapter: DefectStories.Chapter) -> String {
    let source = chapter.path.map { "replay: \(Report.replay($0))" }
    let findings = chapter.findings.map { "\($0.setting) · \($0.name)" }
    return
      ([chapter.story?.text, chapter.words.map { "Repair: \($0)" }, source].compactMap(\.self)
      + findings)
      .joined(separator: "\n")
  }

  private func test(_ search: Search?) -> [TestCase] {
    let name = "the search says what the ledger has"
    return switch search {
    case nil: []
    case .confirmed: [TestCase(name: name)]
    case .news:
      [
        TestCase(
          name: name,
          outcome: .failed("new", "the search found other cures; add --save to keep them"))
      ]
    case .cutShort: [TestCase(name: name, outcome: .cutShort("the search did not come to its end"))]
    }
  }

  var json: String { get throws { try JSONReport.text(stories.map(\.table)) } }

  /// The page of findings, which stands for itself.
  var markdown: String { DefectPage(products: stories).text }
  var isMarkdownAdded: Bool { false }
}
