/// A part of a report as people read it: a title, and what stands under it.
///
/// Every command makes its report of sections; text and Markdown are renderings of them.
struct ReportSection {
  /// What stands under a title.
  enum Part {
    /// Running text; each line by itself.
    case lines([String])
    /// Rows of as many cells each.
    ///
    /// - Parameter isTitled: whether the first row has the titles.
    case table([[String]], isTitled: Bool = true)
    /// Words after a title, separated by commas; nothing without words.
    case list(String, [String])
    /// A story as it is told, lines and indentation kept.
    case story(String)
    /// What all comes to, on one line.
    case result(String, isGood: Bool)
  }

  /// Empty where what stands under it needs none.
  var title = ""
  var parts: [Part]
  /// Whether it tells news.
  var isNews = false

  init(_ title: String = "", _ parts: [Part], isNews: Bool = false) {
    (self.title, self.parts, self.isNews) = (title, parts, isNews)
  }

  // MARK: Renderings

  /// Lines for a terminal.
  var text: String {
    let title = (isNews ? Style.bad : .heading).on(title)
    return ((title.isEmpty ? [] : [title]) + parts.flatMap(Self.lines)).joined(separator: "\n")
  }

  private static func lines(_ part: Part) -> [String] {
    switch part {
    case .lines(let lines): lines
    case .table(let rows, let isTitled): TextTable.columns(rows, isTitled: isTitled)
    case .list(let title, let words): TextTable.list(title, words)
    case .story(let story): [Style.onStory(story)]
    case .result(let line, let isGood): [(isGood ? Style.good : .bad).on(line)]
    }
  }

  /// A heading, tables, and blocks.
  var markdown: [String] {
    (title.isEmpty ? [] : ["### \(Markdown.cell(title))", ""]) + parts.flatMap(Self.markdown)
  }

  private static func markdown(_ part: Part) -> [String] {
    switch part {
    case .result(let line, _): return ["- \(Markdown.line(line))", ""]
    case .lines(let lines):
      return lines.isEmpty ? [] : lines.map { "- \(Markdown.line($0.trimmed))" } + [""]
    case .table(let rows, let isTitled):
      guard let first = rows.first else { return [] }
      let head = isTitled ? first : first.map { _ in "" }
      let rule = "|" + String(repeating: " --- |", count: head.count)
      return [Markdown.row(head), rule] + rows.dropFirst(isTitled ? 1 : 0).map(Markdown.row) + [""]
    case .list(_, let words) where words.isEmpty: return []
    case .list(let title, let words):
      return ["- \(Markdown.cell(title)) \(Markdown.cell(words.joined(separator: ", ")))", ""]
    case .story(let story): return Markdown.fenced(story)
    }
  }
}

extension String {
  /// Without spaces around it.
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
