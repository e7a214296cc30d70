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
      wrapped(line, to: 40) == ["  --name TEXT  the name that is asked", "               for first"])
  }

  @Test func `a long word is broken`() {
    #expect(wrapped("abcdefghij,klmnopqrs,tuv wx") == ["abcdefghij,", "  klmnopqrs,tuv wx"])
    #expect(wrapped("a 一二三四五六七八九十") == ["a", "  一二三四五六七八九", "  十"])
  }

  @Test func `a command and a path stand alone and whole`() {
    let command = "swift run replay traces/a.json"
    #expect(wrapped("replay: " + Layout.whole(command)) == ["replay:", "  " + command])
    #expect(wrapped("kept as traces/animals/a.json now") == ["kept as", "  traces/animals/a.json", "  now"])
  }

  @Test func `paragraphs are joined, titles and tables are not`() {
    let text = "One\ntwo.\n\nOPTIONS\n  --a  does\n       more\n  --b  less\n  1  news\n     more\n 70  error"
    let joined = "One two.\n\nOPTIONS\n  --a  does more\n  --b  less\n  1  news more\n 70  error"
    #expect(Layout.joined(text) == joined)
  }

  // MARK: Tables

  private static let verdicts =
    [["property", "kind", "zero", "top", "bottom"]]
    + [["runtime.crash", "invariant", "holds", "violated (2)", "holds so far"]]

  @Test func `a table that fits has padded columns`() {
    #expect(
      TextTable.columns(Self.verdicts, isTitled: true, keyCount: 2, columnCount: 80) == [
        "  property       kind       zero   top           bottom",
        "  runtime.crash  invariant  holds  violated (2)  holds so far",
      ])
  }

  @Test func `a table of short cells is cut into groups of columns`() {
    #expect(
      TextTable.columns(Self.verdicts, isTitled: true, keyCount: 2, columnCount: 50) == [
        "  property       kind       zero   top", "  runtime.crash  invariant  holds  violated (2)", "",
        "  property       kind       bottom", "  runtime.crash  invariant  holds so far",
      ])
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
    let tables = [Self.verdicts, [["", "b"], ["new", "some words and more words and all of them"]]]
    for table in tables {
      let lines = TextTable.columns(table, isTitled: true, columnCount: columnCount)
      let told = Layout.wrapped(lines.joined(separator: "\n"), to: columnCount)
      #expect(told.split(separator: "\n").allSatisfy { $0.columnCount <= columnCount }, "\(told)")
    }
  }
}
