import Testing

@testable import SpecRunner

/// Lines and tables that fit the terminal.
@Suite struct LayoutTests {
  private func wrapped(_ text: String, to columnCount: Int = 20) -> [String] {
    Layout.wrapped(text, to: columnCount).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  @Test func `what fits stays as it is`() {
    #expect(wrapped("  a  b\n\ntwenty columns wide.") == ["  a  b", "", "twenty columns wide."])
  }

  @Test func `running text is broken between words, with a hanging indent`() {
    #expect(wrapped("one two three four five six") == ["one two three four", "  five six"])
    #expect(wrapped("  one two three four five") == ["  one two three four", "    five"])
  }

  @Test func `a step goes on behind its number`() {
    #expect(wrapped("  12. the user taps Add") == ["  12. the user taps", "      Add"])
  }

  @Test func `words behind a title go on behind it`() {
    let line = "  --name TEXT  the name that is asked for first"
    #expect(
      wrapped(line, to: 40) == [
        "  --name TEXT  the name that is asked", "               for first",
      ])
  }

  @Test func `a long word is broken`() {
    #expect(wrapped("abcdefghij,klmnopqrs,tuv wx") == ["abcdefghij,", "  klmnopqrs,tuv wx"])
    #expect(wrapped("a 一二三四五六七八九十") == ["a", "  一二三四五六七八九", "  十"])
  }

  @Test func `a command and a path stand alone and whole`() {
    let command = "swift run replay traces/a.json"
    #expect(wrapped("replay: " + Layout.whole(command)) == ["replay:", "  " + command])
    #expect(
      wrapped("kept as traces/animals/a.json now") == [
        "kept as", "  traces/animals/a.json", "  now",
      ])
  }

  @Test func `paragraphs are joined, titles and tables are not`() {
    let text =
      "One\ntwo.\n\nOPTIONS\n  --a  does\n       more\n  --b  less\n  1  news\n     more\n 70  "
      + "error"
    let joined = "One two.\n\nOPTIONS\n  --a  does more\n  --b  less\n  1  news more\n 70  error"
    #expect(Layout.joined(text) == joined)
  }

  // MARK: Tables

  private static let verdicts = [
    ["property", "kind", "verdict"],
    ["runtime.crash", "invariant", "broken (2) in top; holds elsewhere"],
  ]

  @Test func `a table that fits has padded columns`() {
    #expect(
      TextTable.columns(Self.verdicts, isTitled: true, columnCount: 80) == [
        "  property       kind       verdict",
        "  runtime.crash  invariant  broken (2) in top; holds elsewhere",
      ])
  }

  @Test(arguments: [
    (["holds", "holds", "holds"], "holds"),
    (["broken", "holds", "holds"], "broken in a; holds elsewhere"),
    (["holds", "broken (2)", "broken"], "broken (2) in b; broken in c; holds in a"),
    (["n/a", "vacuous", "n/a"], "vacuous in b; n/a elsewhere"),
    (["broken", "broken", "undecided"], "broken in a, b; undecided in c"),
  ])
  func `a promise is told by its verdicts, what is broken first`(_ cells: [String], _ words: String)
  {
    #expect(CheckText.words(for: cells, in: ["a", "b", "c"]) == words)
  }

  @Test func `cells of running text are broken into lines`() {
    let rows = [["name", "words"], ["a", "some words that do not fit on a line"]]
    #expect(
      TextTable.columns(rows, isTitled: true, columnCount: 30) == [
        "  name  words", "  a     some words that do not", "        fit on a line",
      ])
  }

  @Test func `a table of what cannot be broken is told row by row`() {
    let path = "traces/animals/published/open/a.json"
    let rows = [["", "property", "trace"], ["new", "queue.bounded", path]]
    #expect(
      TextTable.columns(rows, isTitled: true, columnCount: 40) == [
        "  new", "    property  queue.bounded", "    trace     " + path,
      ])
  }

  @Test(arguments: [20, 34, 40, 55, 80])
  func `no line of a table is wider than there are columns`(_ columnCount: Int) {
    let tables = [
      Self.verdicts, [["", "b"], ["new", "some words and more words and all of them"]],
    ]
    for table in tables {
      let lines = TextTable.columns(table, isTitled: true, columnCount: columnCount)
      let told = Layout.wrapped(lines.joined(separator: "\n"), to: columnCount)
      #expect(told.split(separator: "\n").allSatisfy { $0.columnCount <= columnCount }, "\(told)")
    }
  }

  // MARK: Styles

  @Test func `a styled word takes as much room as it does without`() {
    let styled = Style.heading.on("one two three", inColor: true) + " four five six"
    #expect(styled.columnCount == "one two three four five six".count)
    #expect(
      Style.rendered(Layout.wrapped(styled, to: 10))
        == "\u{1b}[1mone two\u{1b}[0m\n\u{1b}[1m  three\u{1b}[0m\n  four\n  five six")
  }

  @Test func `where there are no colours nothing is marked`() {
    #expect(Style.bad.on("broken", inColor: false) == "broken")
  }

  // MARK: Progress

  @Test(
    arguments: [
      (1_200, 10_000, 3.0, "1,200 of 10,000 runs, 400 runs/s, 22 s left"),
      (30, 3_030, 10, "30 of 3,030 runs, 3.0 runs/s, 17 min left"),
      (0, 1, 2, "0 of 1 run, 0.0 runs/s"), (1, 20_001, 1, "1 of 20,001 runs, 1.0 runs/s, 6 h left"),
      (3, 3, 0.1, "3 of 3 runs, 30 runs/s, 0 s left"),
      (5, nil, 0.1, "5 runs, 50 runs/s"),
    ] as [(Int, Int?, Double, String)])
  func `progress tells what is done, how fast, and what is left`(
    _ count: Int, _ total: Int?, _ seconds: Double, _ words: String
  ) {
    #expect(ProgressLine.words(count, of: total, "run", seconds) == words)
  }
}
