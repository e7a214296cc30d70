import Foundation
import Testing
@testable import ReferenceProducts

@testable import Generators
@testable import Spec
@testable import SpecRunner

/// Shards by name, sketches of states, joined results, and the formats of reports.
@Suite struct CampaignReportTests {
  // MARK: Shards

  @Test(arguments: [("1/1", 0, 1), ("2/8", 1, 8), ("8/8", 7, 8)])
  func `a shard is read`(_ text: String, _ index: Int, _ count: Int) throws {
    let shard = try #require(Shard(text: text))
    #expect(shard.index == index && shard.count == count && shard.words == text)
  }

  @Test(arguments: ["", "1", "0/4", "5/4", "-1/4", "1/0", "a/b", "1/2/3", "1/", "1 /2"])
  func `a shard that makes no sense is not read`(_ text: String) {
    #expect(Shard(text: text) == nil)
  }

  @Test(arguments: [
    (["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "4"], "1/4"),
    (["CI_NODE_INDEX": "4", "CI_NODE_TOTAL": "4"], "4/4"),
    (["SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_COUNT": "3"], "1/3"),
    (
      ["SLURM_ARRAY_TASK_ID": "5", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "4"],
      "2/3"
    ),
    (
      [
        "SLURM_ARRAY_TASK_ID": "9", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "1",
        "SLURM_ARRAY_TASK_STEP": "4",
      ], "3/3"
    ),
    (["JOB_COMPLETION_INDEX": "0", "JOB_COMPLETIONS": "2"], "1/2"),
    (["JOB_COMPLETION_INDEX": "1", "JOB_COMPLETIONS": "2", "CI_NODE_INDEX": ""], "2/2"),
  ])
  func `a job array tells the shard`(_ environment: [String: String], _ shard: String) throws {
    #expect(try JobArray.shard(in: environment)?.words == shard)
  }

  @Test func `without a job array no shard is told`() throws {
    #expect(try JobArray.shard(in: ["CI": "true", "CI_NODE_TOTAL": "4"]) == nil)
  }

  @Test(arguments: [
    (["CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "4"], "CI_NODE_INDEX=0"),
    (["CI_NODE_INDEX": "5", "CI_NODE_TOTAL": "4"], "CI_NODE_INDEX=5"),
    (["CI_NODE_INDEX": "1"], "CI_NODE_TOTAL is not"),
    (["SLURM_ARRAY_TASK_ID": "x", "SLURM_ARRAY_TASK_COUNT": "4"], "SLURM_ARRAY_TASK_ID is 'x'"),
    (["JOB_COMPLETION_INDEX": "1"], "JOB_COMPLETIONS is not"),
    (
      ["SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_STEP": "2"],
      "=3 is none of"
    ),
  ])
  func `variables that make no sense are named`(_ environment: [String: String], _ fragment: String)
  {
    let error = #expect(throws: UsageError.self) { try JobArray.shard(in: environment) }
    #expect(error?.message.contains(fragment) == true)
    #expect(error?.message.contains("--shard i/n") == true)
  }

  // MARK: Distinct states

  @Test func `few states are counted exactly`() {
    var sketch = DistinctStates()
    for number in 0..<900 { for _ in 0..<2 { sketch.insert(RandomSource.word(of: number)) } }
    #expect(sketch.isExact && sketch.count == 900)
    #expect(sketch.words == "900 distinct states")
    #expect(DistinctStates(digests: [7]).words == "1 distinct state")
  }

  @Test(arguments: [5_000, 60_000])
  func `many states are estimated within a tenth`(_ count: Int) {
    var sketch = DistinctStates()
    for number in 0..<count { sketch.insert(RandomSource.word(of: number)) }
    #expect(!sketch.isExact && sketch.digests.count == DistinctStates.keptMax)
    #expect(abs(sketch.count - count) < count / 10)
    #expect(sketch.words.hasPrefix("about "))
  }

  @Test func `sketches of parts join to the sketch of the whole`() {
    var (whole, odd, even) = (DistinctStates(), DistinctStates(), DistinctStates())
    for number in 0..<4000 {
      let word = RandomSource.word(of: number)
      whole.insert(word)
      if number.isMultiple(of: 2) { even.insert(word) } else { odd.insert(word) }
      if number.isMultiple(of: 3) { odd.insert(word) }
    }
    odd.formUnion(even)
    #expect(odd == whole)
  }

  // MARK: Joining

  private static let scope = JSONValue.object(["name": .string("top")])

  private static func trace(_ culprit: String, length: Int, property: String = "runtime.crash")
    -> Trace
  {
    Trace(
      format: 1, product: "counter", design: "published", environment: "open", scope: scope,
      property: property, culprit: culprit, expected: .violated, form: .path, initial: nil,
      labels: Array(repeating: .string("deliver"), count: length), values: nil
    ).with { $0.seed = 5 }
  }

  private static func result(
    _ shard: String, seed: Int = 1, findings: [Trace] = [], isFinished: Bool = true
  ) -> FuzzResult {
    var result = FuzzResult(
      product: "counter", design: "published", environment: "open", scopeName: "top", scope: scope,
      seed: String(seed), strategy: "uniform", shard: shard, stepCountMax: 10)
    (result.runCount, result.stepCount, result.isFinished) = (3, 30, isFinished)
    result.states = ["1", shard == "1/2" ? "2" : "3"]
    result.labelCounts = ["deliver": 4, "relaunch": 0]
    result.judged = ["runtime.crash", "operation.once"]
    result.findings = findings.map {
      FuzzResult.Finding(
        run: 2, strategy: "uniform", length: 9,
        report: CheckReport.Finding(
          story: Story(text: "Promised: <all> & 100%\n  1. a|b"), trace: $0))
    }
    result.seconds = 1.5
    return result
  }

  private static func report(
    _ results: [FuzzResult], isWhole: Bool = true
  ) throws -> Report {
    let ledger = try Ledger(directory: "none-there", of: .catalogue)
    return try Report(results.map { ($0, "out") }, ledger: ledger, isWhole: isWhole)
  }

  @Test func `two shards join to one campaign with the shortest trace of each finding`() throws {
    let report = try Self.report([
      Self.result("2/2", findings: [Self.trace("a", length: 3), Self.trace("b", length: 2)]),
      Self.result("1/2", findings: [Self.trace("a", length: 5)]),
    ])
    let campaign = try #require(report.campaigns?.first)
    #expect(report.campaigns?.count == 1 && campaign.missingShards == [])
    #expect((campaign.result.runCount, campaign.result.stepCount) == (6, 60))
    #expect(campaign.result.distinctStates.count == 3)
    #expect(campaign.result.labelCounts == ["deliver": 8, "relaunch": 0])
    #expect(campaign.result.seconds == 3)
    #expect(report.findings.map(\.culprit) == ["a", "b"])
    #expect(report.findings.map(\.trace.length) == [3, 2])
    #expect(report.findings.map(\.standing) == [.new, .new])
    #expect(report.exitStatus == 1)
    let path = "out/traces/counter/published/open/runtime.crash--a.json"
    #expect(report.findings[0].path == path)
    let line = "replay:\n  swift run -c release spec-runner replay \(path)"
    #expect(Layout.wrapped(ReportDocument(report: report).text, to: 80).contains(line))
  }

  @Test func `a shard that is missing or was cut short is no success`() throws {
    let missing = try Self.report([Self.result("1/3"), Self.result("3/3")])
    #expect(missing.exitStatus == 3)
    #expect(
      missing.unexplored == ["counter · published · open · top: of 3 shards these are missing: 2"])
    let short = try Self.report([Self.result("1/2"), Self.result("2/2", isFinished: false)])
    #expect(short.exitStatus == 3)
    #expect(short.unexplored == ["counter · published · open · top: stopped before its end"])
    #expect(try Self.report([Self.result("1/3")], isWhole: false).exitStatus == 0)
    #expect(try Self.report([Self.result("1/1")]).exitStatus == 0)
  }

  @Test func `results with runs in common are refused`() throws {
    #expect(throws: TraceError.self) { try Self.report([Self.result("1/2"), Self.result("1/2")]) }
    #expect(throws: TraceError.self) { try Self.report([Self.result("1/2"), Self.result("3/4")]) }
    #expect(
      try Self.report([Self.result("1/1"), Self.result("1/1", seed: 2)]).campaigns?.count == 2)
  }

  @Test func `a result comes back from its data as it was`() throws {
    let result = Self.result("1/2", findings: [Self.trace("a", length: 3)])
    #expect(try FuzzResult(data: result.data) == result)
    #expect(result.fileName == "counter--published--top-shard-1-of-2.json")
  }

  @Test func `campaigns of any products, designs and scopes have results of their own`() {
    let names = [("todo", "model-small"), ("todo-model", "small")].flatMap { product, scope in
      ["published", "mutant(x+1)", "mutant(x-1)"].map { design in
        var result = Self.result("1/2")
        (result.product, result.design, result.scopeName) = (product, design, scope)
        return result.fileName
      }
    }
    #expect(Set(names).count == 6)
  }

  @Test(arguments: [2, 3, 4])
  func `a result of a format before is read, whatever strategy it names, and joins no new campaign`(
    format: Int
  ) throws {
    var result = Self.result("1/2", findings: [Self.trace("a", length: 3)])
    (result.format, result.strategy) = (format, "coverage")
    guard case .object(var fields) = try JSONValue(encoding: result) else { return }
    fields["corpusRunCount"] = .integer(3)
    let data = try JSONEncoder().encode(JSONValue.object(fields))
    #expect(try FuzzResult(data: data) == result)
    result.strategy = Self.result("2/2").strategy
    #expect(try Self.report([result, Self.result("2/2")]).campaigns?.count == 2)
  }

  @Test(arguments: ["", "{}", "[1]", "{\"format\": 2}", "{\"format\": 1}", "{\"format\": 4}"])
  func `data that is no result is refused`(_ text: String) {
    #expect(throws: TraceError.self) { try FuzzResult(data: Data(text.utf8)) }
  }

  // MARK: Formats

  @Test func `workflow commands are escaped by their rules`() {
    #expect(WorkflowCommand.data("50% of a,b: c\r\nd") == "50%25 of a,b: c%0D%0Ad")
    #expect(WorkflowCommand.property("50%, a:b\n") == "50%25%2C a%3Ab%0A")
  }

  @Test func `a step has ten annotations at most and the tenth counts the rest`() throws {
    let traces = (0..<25).map { Self.trace("c\($0)", length: 1) }
    let report = try Self.report([Self.result("1/1", findings: traces)])
    let annotations = report.annotations
    #expect(annotations.count == 10)
    #expect(annotations.allSatisfy { $0.hasPrefix("::error ") && !$0.contains("\n") })
    #expect(annotations.last == "::error title=more::16 more; see the report")
    #expect(
      annotations[0].hasPrefix(
        "::error title=new%3A runtime.crash%3A c0,"
          + "file=out/traces/counter/published/open/runtime.crash--c0.json::"
          + "Promised: <all> & 100%25%0A  1. a|b%0Areplay: swift run"))
  }

  @Test func `JUnit XML names every property and every finding, times in three decimals`() throws {
    let report = try Self.report([
      Self.result("1/1", findings: [Self.trace("a \"b\" & <c>", length: 2)])
    ])
    let text = ReportSuites(report: report).all.unitTests
    #expect(
      text.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"spec-runner\"")
    )
    #expect(text.contains("tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\" time=\"1.500\">"))
    #expect(text.contains("name=\"operation.once\" time=\"0.000\"/>"))
    #expect(text.contains("message=\"new: runtime.crash: a &quot;b&quot; &amp; &lt;c&gt;\""))
    #expect(text.contains("Promised: &lt;all&gt; &amp; 100%"))
  }

  @Test(arguments: [
    (0.0, "0.000"), (1.5, "1.500"), (12.3456, "12.346"), (0.0004, "0.000"), (59.9999, "60.000"),
    (-1, "0.000"),
  ])
  func `seconds have three decimals`(_ seconds: Double, _ text: String) {
    #expect(XML.thousandths(seconds) == text)
  }

  @Test func `what XML cannot hold is replaced`() {
    #expect(XML.content("a\u{0}\u{1B}[0m\tb\u{FFFE}") == "a\u{FFFD}\u{FFFD}[0m\tb\u{FFFD}")
    #expect(XML.attribute("a\nb") == "a&#10;b")
  }

  @Test func `Markdown holds no text that changes it`() throws {
    #expect(Markdown.cell("a|b <i> *c* `d`\ne_f") == "a\\|b &lt;i&gt; \\*c\\* \\`d\\` e\\_f")
    let report = try Self.report([Self.result("1/1", findings: [Self.trace("a|b", length: 2)])])
    let text = report.campaignDocument(showsStatistics: false).markdown
    #expect(text.contains("### counter · published · open · runtime.crash: a\\|b"))
    #expect(text.contains("- replay: `swift run -c release spec-runner replay out/traces/counter/"))
    let counts = "0 known findings, 1 new (runtime.crash: a\\|b), 0 stale (exit status 1)"
    #expect(text.hasPrefix("## spec-runner: \(counts)\n"))
  }

  @Test func `a path with odd characters is quoted for a shell`() {
    #expect(Shell.quoted("a/b-c_1.json") == "a/b-c_1.json")
    #expect(Shell.quoted("it's here") == "'it'\\''s here'")
  }

  // MARK: Guidance

  @Test func `PCT prints the bound of its paper`() {
    var result = Self.result("1/1")
    result.yields = [
      .init(strategy: "pct:3", runCount: 1), .init(strategy: "uniform", runCount: 1),
    ]
    result.agentCountMax = 4
    #expect(result.bounds.count == 1)
    #expect(result.bounds[0].contains("1/(n·k^(d−1)) = 1/(4·10^2) = 1/400, for n = 4 agents"))
  }
}

extension RandomSource {
  /// A word that a number decides.
  fileprivate static func word(of number: Int) -> UInt64 {
    var source = RandomSource(seed: UInt64(number))
    return source.nextWord()
  }
}
