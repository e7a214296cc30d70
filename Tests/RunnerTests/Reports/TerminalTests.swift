import Foundation
import Testing

@testable import SpecRunner

/// What is seen on a terminal: lines that fit, colours, and one line of progress.
@Suite(.waiting) struct TerminalTests {
  // MARK: Lines

  static let screens: [[String]] =
    [
      ["check", "counter"], ["check", "counter", "--stories"],
      ["check", "animals", "--scope", "calm"],
      ["list", "animals"], ["help"], ["defects", "animals"],
      ["replay", TraceFiles.path, TraceFiles.values],
      ["replay", TraceFiles.goal, "--live"], ["walk", "counter", "--runs", "50"],
      ["fuzz", "counter", "--runs", "50"], ["values", "quakes", "--runs", "50"],
      ["live", "counter", "--runs", "20"], ["mutate", "counter", "--runs", "20", "--values", "20"],
    ] + Help.commandNames.map { [$0, "--help"] }
    + HelpTopics.texts.keys.sorted().map { ["help", $0] }

  @Test(arguments: screens)
  func `every line fits 80 columns, and no word is broken`(_ arguments: [String]) throws {
    let narrow = try Terminal.shows(arguments).withoutCodes
    let wide = try Terminal.shows(arguments, columnCount: 1000).withoutCodes
    let lines = narrow.split(separator: "\n")
    #expect(!lines.isEmpty)
    for line in lines where line.count > 80 {
      let words = line.drop { $0 == " " }
      #expect(words.hasPrefix("swift run ") || !words.contains(" "), "\(line)")
    }
    let words = Set(wide.split(whereSeparator: \.isWhitespace))
    let broken = Set(narrow.split(whereSeparator: \.isWhitespace)).subtracting(words)
    #expect(broken.isEmpty)
  }

  @Test func `a table of measurements fits 80 columns`() throws {
    let shown = try Terminal.shows(["bench", "search", "counter", "--scope", "zero"]).withoutCodes
    #expect(shown.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(shown)")
  }

  @Test(
    arguments: [
      (UInt16(40), nil, 40), (60, "30", 30), (60, "200", 60), (60, "3", 60), (60, "wide", 60),
      (0, nil, 80), (0, "50", 50),
    ] as [(UInt16, String?, Int)])
  func `lines are as wide as the terminal at most`(
    _ width: UInt16, _ wanted: String?, _ columnCount: Int
  )
    throws
  {
    let shown = try Terminal.shows(
      ["help", "list"], columnCount: width, environment: ["COLUMNS": wanted ?? ""])
    let lines = shown.withoutCodes.split(whereSeparator: \.isNewline)
    let widest = lines.map(\.count).max() ?? 0
    #expect(widest <= columnCount && widest > min(columnCount, 57) - 20, "\(lines)")
  }

  @Test func `output that goes to no terminal is the same everywhere`() throws {
    let outputs = try ["20", "80", "200"].map {
      try Runner.run(["help", "check"], environment: ["COLUMNS": $0]).output
    }
    #expect(Set(outputs).count == 1)
  }

  // MARK: Colours

  private static let broken = ["replay", TraceFiles.path]

  @Test func `what is broken is red on a terminal, and headings are bold`() throws {
    let shown = try Terminal.shows(Self.broken)
    #expect(shown.contains("\u{1b}[31mBroken:\u{1b}[0m"))
    #expect(shown.hasPrefix("\u{1b}[1m\(TraceFiles.path)\u{1b}[0m\n"))
    #expect(shown.contains("\u{1b}[32mreproduces (as recorded)\u{1b}[0m"))
  }

  @Test(arguments: [["NO_COLOR": "1"], ["NO_COLOR": "0"], ["TERM": "dumb"]])
  func `colours can be turned off, and say nothing that words do not`(
    _ environment: [String: String]
  ) throws {
    let plain = try Terminal.shows(Self.broken, environment: environment)
    #expect(!plain.contains("\u{1b}"))
    #expect(try Terminal.shows(Self.broken).withoutCodes == plain)
  }

  @Test func `what goes into a file has no colours, on a terminal too`() throws {
    try Runner.withFolder { folder in
      let path = folder.appending(path: "report.md").path
      _ = try Terminal.shows(["check", "counter", "--markdown", path])
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text.contains("broken in top, bottom; holds in zero"))
      #expect(!text.unicodeScalars.contains { $0 == "\u{1b}" || $0.value >= 0x10FFF0 })
      #expect(try !Terminal.shows(["list", "counter", "--json"]).contains("\u{1b}"))
    }
  }

  // MARK: Progress

  @Test func `the line of progress is as wide as the terminal, whenever that changes`() throws {
    let terminal = try Terminal(columnCount: 40)
    defer { close(terminal.reader) }
    let running = try Running(
      Runner.executable(), ["check", "animals", "--scope", "standard", "--limit-time", "3s"],
      environment: ["COLUMNS": "200", "TERM": "xterm"], terminal: terminal.writer)
    /// How wide the lines are that were shown one after the other.
    func shown() -> [Int] {
      terminal.read().components(separatedBy: "\r\u{1b}[K").filter { !$0.isEmpty }.map(\.count)
    }
    usleep(2_000_000)
    let wide = shown()
    terminal.resize(to: 20)
    usleep(500_000)
    _ = shown()
    _ = try running.end(within: 60)
    let narrow = shown()
    #expect(!wide.isEmpty && wide.allSatisfy { $0 == 39 }, "\(wide)")
    #expect(!narrow.isEmpty && narrow.allSatisfy { $0 == 19 }, "\(narrow)")
  }

  @Test func `the line of progress tells what is left, never scrolls, and is taken away`() throws {
    let shown = try Terminal.shows(["walk", "animals", "--scope", "calm", "--runs", "2000"])
    let lines =
      shown.components(separatedBy: "\n").first?.components(separatedBy: "\r\u{1b}[K") ?? []
    #expect(lines.count > 2)
    for line in lines.dropFirst().dropLast() {
      #expect(
        line.contains(/^animals calm: [0-9,]+ of 2,000 runs, [0-9.,]+ runs\/s, [0-9]+ (s|min) left/)
      )
    }
    #expect(lines.last?.contains("runs/s") == false)
  }

  @Test(arguments: [["TERM": "dumb"], [:]])
  func `where a line cannot be written over, a short run says nothing of progress`(
    _ environment: [String: String]
  ) throws {
    let arguments = ["walk", "animals", "--scope", "calm", "--runs", "500"]
    if environment.isEmpty {
      #expect(try Runner.run(arguments).errors == "")
    } else {
      #expect(try !Terminal.shows(arguments, environment: environment).contains("runs/s"))
    }
  }
}
