/// What a command came to, in the forms that every command with a result has.
///
/// Text, Markdown, JUnit XML and annotations are renderings of its sections and suites; `Outputs`
/// writes them.
protocol CommandReport {
  /// What stands in it for people.
  var sections: [ReportSection] { get }
  /// The verdicts for whatever shows tests; none has failed or is in error where the exit status is
  /// 0.
  var suites: [TestSuite] { get }
  var exitStatus: Int { get set }
  /// The report as data.
  var json: String { get throws }

  /// What is new, for a terminal, and what all comes to.
  var news: String { get }
  /// The report as Markdown.
  var markdown: String { get }
  /// Whether that is added to what a file holds, as the summary of a CI job is.
  var isMarkdownAdded: Bool { get }
  /// Notes beside a step of a workflow, one a line.
  var annotations: [String] { get }
  /// What it found, for the forms that tell nothing but findings; nil where it looks for none.
  var found: Report? { get }
}

extension CommandReport {
  /// The report for a terminal.
  var text: String { sections.map(\.text).joined(separator: "\n\n") }
  var news: String { text }
  /// The sections as Markdown, under a line that says what all comes to.
  func markdown(under line: String) -> String {
    let title = "## \(Surroundings.programName): \(Markdown.cell(line))"
    return ([title, ""] + sections.flatMap(\.markdown)).joined(separator: "\n") + "\n"
  }
  var isMarkdownAdded: Bool { true }
  var annotations: [String] { suites.annotations }
  var found: Report? { nil }

  /// Words for what all comes to, with the exit status.
  func graded(_ words: String) -> String { "\(words) (exit status \(exitStatus))" }
}
