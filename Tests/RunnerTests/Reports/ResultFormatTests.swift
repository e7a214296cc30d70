import Foundation
import Testing

@testable import SpecRunner

/// Commands that look for no findings write the forms that every command with a result has.
@Suite(.waiting) struct ResultFormatTests {
  /// A command, the exit status that it has to end with, and what its forms say.
  struct Case: Sendable, CustomTestStringConvertible {
    let line: String
    let status: Int32
    /// What JUnit XML and Markdown hold.
    let tests, summary: String

    init(_ line: String, _ status: Int32, tests: String, summary: String) {
      (self.line, self.status, self.tests, self.summary) = (line, status, tests, summary)
    }

    var testDescription: String { line }
  }

  private static let cases = [
    Case(
      "replay good.json", 0,
      tests: "name=\"runtime.crash: crash after didTapIncrementButton (good.json)\"",
      summary: "## spec-runner: 1 of 1 trace as recorded (exit status 0)"),
    Case(
      "replay good.json other.json", 1,
      tests: "<failure message=\"passes, but the property is broken otherwise",
      summary: "## spec-runner: 1 of 2 traces as recorded (exit status 1)"),
    Case(
      "replay --live good.json other.json", 1, tests: "type=\"not as recorded\">Promised: ",
      summary: "- live: real code takes every step"),
    Case(
      "replay odd.json other.json good.json", 2, tests: "<error message=\"odd.json: ",
      summary: "## spec-runner: 1 of 3 traces as recorded (exit status 2)"),
    Case(
      "mutate counter --mutant wrap-around --runs 9", 0,
      tests: "<system-out>caught\nby search of bottom: ",
      summary: "| wrap-around | bottom: contract(reducer) counter.exact | contract(reducer) |"),
    Case(
      "mutate counter --mutant wrap-around --runs 9 --without contract,counter", 1,
      tests:
        "<failure message=\"neither search nor values show that a promise is broken\" "
        + "type=\"hole\">",
      summary: "## spec-runner: 0 of 1 mutant caught, 0 equivalent, 1 hole (exit status 1)"),
    Case(
      "mutate counter --limit-time 0.001s", 3,
      tests: "<error message=\"not planted\" type=\"cut short\">",
      summary: "## spec-runner: 0 of 18 mutants caught, 0 equivalent, 0 holes (exit status 3)"),
    Case(
      "defects", 0, tests: "<testcase classname=\"counter.defects\" name=\"stop-at-the-ends\"",
      summary: "# What is broken, and what would mend it\n"),
    Case(
      "list counter", 0, tests: "<skipped message=\"listed, not judged\"/>",
      summary: "| runtime.crash | invariant | No product function crashes. |"),
  ]

  /// A folder with the counter's ledger and a trace that is good, one that shows another culprit,
  /// and a file that is none.
  private static func withTraces<Result>(_ body: (URL) throws -> Result) throws -> Result {
    try Runner.withFolder { folder in
      try TraceFiles.copy("traces/counter", below: folder)
      try TraceFiles.write(to: folder.appending(path: "good.json")) { _ in }
      try TraceFiles.write(to: folder.appending(path: "other.json")) { $0["culprit"] = "another" }
      try Data("{".utf8).write(to: folder.appending(path: "odd.json"))
      return try body(folder)
    }
  }

  private static func words(_ line: String) -> [String] {
    line.split(separator: " ").map(String.init)
  }

  private static func text(_ name: String, in folder: URL) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// How many cases have failed or are in error, of all.
  private static func redCount(_ report: String) throws -> Int {
    let counts = try #require(
      report.firstMatch(of: /<testsuites .* failures="([0-9]+)" errors="([0-9]+)"/))
    return try #require(Int(counts.1)) + #require(Int(counts.2))
  }

  @Test(arguments: cases)
  func `JUnit XML and Markdown say what the exit status says, the same in each run`(_ known: Case)
    throws
  {
    try Self.withTraces { folder in
      let runs = try ["1", "2"].map { number in
        let files = ["--junit", "out/\(number).xml", "--markdown", "out/\(number).md"]
        let run = try Runner.run(Self.words(known.line) + files, in: folder)
        #expect(run.status == known.status)
        return try (
          Self.text("out/\(number).xml", in: folder), Self.text("out/\(number).md", in: folder)
        )
      }
      let (tests, summary) = runs[0]
      #expect(runs[0] == runs[1])
      #expect(
        tests.hasPrefix(
          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"spec-runner\""))
      #expect(tests.hasSuffix("</testsuites>\n") && tests.contains(known.tests), "\(tests)")
      #expect(try (Self.redCount(tests) == 0) == (known.status == 0))
      #expect(summary.contains(known.summary), "\(summary)")
      #expect(summary.hasSuffix("\n"))
    }
  }

  @Test(arguments: cases)
  func `what is asked for in files changes nothing that is printed`(_ known: Case) throws {
    try Self.withTraces { folder in
      let words = Self.words(known.line)
      let plain = try Runner.run(words, in: folder)
      let run = try Runner.run(words + ["--junit", "r.xml", "--markdown", "r.md"], in: folder)
      #expect((run.output, run.errors) == (plain.output, plain.errors))
    }
  }

  @Test(arguments: [
    (
      "replay good.json other.json",
      "::error title=not as recorded%3A runtime.crash%3A another (other.json),file=other.json"
        + "::counter.published.open: passes, but the property is broken otherwise"
    ),
    ("replay odd.json", "::error title=unreadable%3A odd.json,file=odd.json::traces: odd.json: "),
    (
      "mutate counter --mutant wrap-around --runs 9 --without contract,counter",
      "::error title=hole%3A wrap-around::counter.mutants: neither search nor values show"
    ),
    (
      "mutate counter --limit-time 0.001s --mutant wrap-around",
      "::warning title=cut short%3A wrap-around::"
    ),
    ("list counter", "::warning title=counter%3A windows::subscriptions that lag"),
  ])
  func `annotations name what is to be done, after the report`(_ line: String, _ note: String)
    throws
  {
    try Self.withTraces { folder in
      let words = Self.words(line)
      let (plain, run) = try (
        Runner.run(words, in: folder), Runner.run(words + ["--annotations"], in: folder)
      )
      #expect(run.status == plain.status)
      #expect(run.output.hasPrefix(plain.output))
      let notes = run.output.dropFirst(plain.output.count)
      #expect(notes.hasPrefix(note) && notes.count(where: \.isNewline) == 1, "\(notes)")
    }
  }

  @Test(arguments: [
    "replay good.json", "mutate counter --mutant wrap-around --runs 9", "defects counter",
    "bench search counter --scope zero",
  ])
  func `what is as it should be has no annotation`(_ line: String) throws {
    try Self.withTraces { folder in
      let run = try Runner.run(Self.words(line) + ["--annotations"], in: folder)
      #expect(run.status == 0)
      #expect(!run.output.contains("::"))
    }
  }

  // MARK: Defects

  @Test func `a search that says otherwise than the ledger fails its case and that of the defect`()
    throws
  {
    try Self.withTraces { folder in
      try TraceFiles.write(
        "traces/counter/defects.json", to: folder.appending(path: "traces/counter/defects.json")
      ) { table in
        table["defects"] = [Any]()
      }
      let run = try Runner.run(
        ["defects", "counter", "--search", "--junit", "r.xml", "--annotations"], in: folder)
      #expect(run.status == 1)
      let tests = try Self.text("r.xml", in: folder)
      #expect(try Self.redCount(tests) == 2)
      #expect(tests.contains("name=\"the search says what the ledger has\""))
      #expect(run.output.contains("\n::error title=new%3A stop-at-the-ends,file=traces/counter/"))
    }
  }

  @Test func `a search that says what the ledger has passes`() throws {
    try Self.withTraces { folder in
      let run = try Runner.run(["defects", "counter", "--search", "--junit", "r.xml"], in: folder)
      #expect(run.status == 0)
      let tests = try Self.text("r.xml", in: folder)
      #expect(tests.contains("tests=\"2\" failures=\"0\" errors=\"0\""))
    }
  }

  // MARK: Figures

  @Test func `a measured search is a case with its time`() throws {
    try Runner.withFolder { folder in
      let files = ["--junit", "r.xml", "--markdown", "r.md"]
      let run = try Runner.run(
        ["bench", "search", "counter", "--scope", "zero,top"] + files, in: folder)
      #expect(run.status == 0)
      let (tests, summary) = try (Self.text("r.xml", in: folder), Self.text("r.md", in: folder))
      #expect(tests.contains("tests=\"2\" failures=\"0\" errors=\"0\""))
      #expect(
        tests.contains(
          /<testcase classname="bench.search" name="counter zero" time="[0-9]+\.[0-9]{3}">/))
      #expect(
        summary.hasPrefix(
          "## spec-runner: 2 of 2 scopes measured (exit status 0)\n\n|  | states | steps |"))
      #expect(summary.contains("| counter zero | 11 | 20 |"))
    }
  }

  @Test func `what was not measured is in error, and no success`() throws {
    let document = BenchDocument(planned: ["counter zero", "counter top"], measuresCheck: true)
    #expect(document.grade == 3)
    #expect(try Self.redCount(document.suites.unitTests) == 3)
    #expect(document.annotations.count == 3)
  }

  // MARK: Arguments

  @Test(arguments: [
    "replay good.json", "mutate counter", "defects", "list counter", "bench search counter",
  ])
  func `a file that cannot be written is told on one line, before anything is done`(_ line: String)
    throws
  {
    try Self.withTraces { folder in
      try Data().write(to: folder.appending(path: "file"))
      for option in ["--junit", "--markdown"] {
        let run = try Runner.run(Self.words(line) + [option, "file/report"], in: folder)
        #expect((run.status, run.output) == (2, ""))
        #expect(run.errors.hasPrefix("spec-runner: file/report: cannot be written"))
        #expect(run.errors.count(where: \.isNewline) == 1)
      }
    }
  }

  @Test(arguments: [
    ("replay good.json --junit good.json", "--junit would write over 'good.json', which is read"),
    ("replay good.json --emit-test --markdown r.md", "--emit-test prints source and nothing else"),
    ("replay good.json --emit-test --annotations", "--emit-test prints source and nothing else"),
    (
      "mutate counter --list --junit r.xml", "--list prints names, one on a line; leave out --junit"
    ),
    ("list --json --annotations", "--json and --annotations both print on standard output"),
    ("bench search --junit r --markdown r", "two reports cannot be in one file"),
    ("defects --junit traces/counter/defects.json", "which is read; name another file"),
    ("list --sarif r", "'--sarif' is no option of list"),
  ])
  func `what cannot be together is told on one line`(_ line: String, _ words: String) throws {
    try Self.withTraces { folder in
      let run = try Runner.run(Self.words(line), in: folder)
      #expect((run.status, run.output) == (2, ""))
      #expect(
        run.errors.contains(words) && run.errors.count(where: \.isNewline) == 1, "\(run.errors)")
    }
  }

  @Test func `an answer that was another one the second time is a failure in JUnit XML`() {
    var report = Report(findings: [])
    report.scopes = [
      CheckedScope(
        product: "shop", design: "published", environment: "open", scope: "small",
        reason: "exhausted", isExhausted: true, stateCount: 2, stepCount: 2, depth: 1,
        symmetricStateCount: 2, properties: [], errors: ["a state is judged otherwise by one"])
    ]
    let failed = ReportSuites(report: report).all.flatMap(\.cases).filter(\.hasFailed)
    #expect(failed.map(\.name) == ["the same is answered again"])
  }
}
