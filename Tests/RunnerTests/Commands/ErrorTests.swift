import Foundation
import Testing

/// What cannot be understood or read: exit status 2 and one line on the standard error that says
/// what to do.
@Suite(.waiting) struct ErrorTests {
  /// Arguments that are wrong, and what the line about them says.
  struct Wrong: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let fragments: [String]

    init(_ arguments: String, _ fragments: String...) {
      self.arguments = arguments.split(separator: " ").map(String.init)
      self.fragments = fragments
    }

    var testDescription: String { arguments.joined(separator: " ") }
  }

  private func expectOneLine(
    _ run: Runner.Run, _ fragments: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(run.status == 2, sourceLocation: sourceLocation)
    #expect(run.output == "", sourceLocation: sourceLocation)
    #expect(run.errors.hasPrefix("spec-runner: "), sourceLocation: sourceLocation)
    #expect(run.errors.hasSuffix("\n"), sourceLocation: sourceLocation)
    #expect(run.errors.filter(\.isNewline).count == 1, sourceLocation: sourceLocation)
    for fragment in fragments {
      #expect(run.errors.contains(fragment), sourceLocation: sourceLocation)
    }
  }

  // MARK: Arguments

  @Test(arguments: [
    Wrong("check abacus", "product 'abacus'", "products: counter, animals, quakes"),
    Wrong("abacus", "product 'abacus'", "products: counter, animals, quakes"),
    Wrong("walk abacus", "product 'abacus'", "products: counter, animals, quakes"),
    Wrong("list abacus", "product 'abacus'", "products: counter, animals, quakes"),
    Wrong(
      "help abacus", "no command or topic 'abacus'",
      "commands: check, walk, fuzz, merge, values, defects, mutate, replay, live, list, graph, "
        + "explore",
      "topics: exit, promises, scopes, traces"),
    Wrong("check counter --scope tiny", "no scope 'tiny'", "zero, top, bottom"),
    Wrong("check counter --scope zero,tiny", "no scope 'tiny'", "zero, top, bottom"),
    Wrong("check counter --scope calm", "no scope 'calm'", "zero, top, bottom"),
    Wrong(
      "check --scope tiny", "no scope 'tiny'", "zero, top, bottom",
      "standard, retries, concurrent"),
    Wrong(
      "check counter --design draft", "no design 'draft'", "published", "mutate counter --list"),
    Wrong("mutate abacus", "product 'abacus'", "products: counter, animals, quakes"),
    Wrong("mutate counter --mutant luck", "counter has no mutant 'luck'", "mutate counter --list"),
    Wrong("mutate counter quakes", "one product at most"),
    Wrong("defects abacus", "product 'abacus'", "products: counter, animals, quakes"),
    Wrong("defects counter --save", "add --search"),
    Wrong("check counter --design mutant(none)", "no design 'mutant(none)'", "published"),
    Wrong("check counter --property beauty", "no property 'beauty'", "spec-runner list"),
    Wrong("check counter --property animals.key", "no property 'animals.key'", "spec-runner list"),
  ])
  func `a name that nothing has is answered with the names that are known`(_ wrong: Wrong) throws {
    expectOneLine(try Runner.run(wrong.arguments), wrong.fragments)
  }

  @Test(arguments: [
    Wrong("check --speed", "'--speed' is no option of check", "spec-runner check --help"),
    Wrong("--speed", "'--speed' is no option of check", "spec-runner check --help"),
    Wrong("check -s", "'-s' is no option of check", "spec-runner check --help"),
    Wrong("check counter --runs 5", "'--runs' is no option of check", "spec-runner check --help"),
    Wrong("check counter --json=1", "nothing belongs to --json", "not '1'", "> FILE"),
    Wrong("check --json out.json", "nothing belongs to --json", "not 'out.json'", "> FILE"),
    Wrong("counter --stories all", "nothing belongs to --stories", "leave 'all' out"),
    Wrong("check --stories conter", "no command or product 'conter'", "did you mean 'counter'?"),
    Wrong("mutate --json out.json", "nothing belongs to --json", "not 'out.json'"),
    Wrong(
      "walk --limit-depth 5", "'--limit-depth' is no option of walk", "spec-runner walk --help"),
    Wrong("list --scope zero", "'--scope' is no option of list", "spec-runner list --help"),
    Wrong("replay --save", "'--save' is no option of replay", "spec-runner replay --help"),
    Wrong("check counter --scope", "--scope needs a value", "spec-runner check --help"),
    Wrong("walk counter --seed", "--seed needs a value", "spec-runner walk --help"),
    Wrong("check --scope zero --scope=top", "--scope is given twice", "give it once"),
    Wrong("check counter animals", "one product at most"),
    Wrong("list counter animals", "one product at most"),
    Wrong("walk counter animals", "one product at most"),
    Wrong("replay", "needs the path of a trace", "traces/"),
    Wrong("replay --json", "needs the path of a trace", "traces/"),
    Wrong("replay traces/quakes/defects.json", "no trace among these files"),
    Wrong(
      "check counter --limit-states few", "--limit-states takes a whole number from 1", "'few'"),
    Wrong("check counter --limit-states 0", "--limit-states takes a whole number from 1", "'0'"),
    Wrong("check counter --limit-states 1.5", "--limit-states takes a whole number", "'1.5'"),
    Wrong("check counter --limit-states=", "--limit-states needs a value, not ''", "check --help"),
    Wrong("mutate counter --mutant=", "--mutant needs a value, not ''"),
    Wrong("mutate counter --mutant ,", "counter has no mutant ''", "mutate counter --list"),
    Wrong("mutate animals --mutant wrap-around", "animals has no mutant 'wrap-around'"),
    Wrong("mutate --list --json", "leave out --json"),
    Wrong(
      "check animals --scope pair --never-fired warn", "all default scopes", "animals standard"),
    Wrong(
      "check counter --limit-states 99999999999999999999", "--limit-states takes a whole number"),
    Wrong("check counter --limit-depth -1", "--limit-depth takes a whole number from 0", "'-1'"),
    Wrong(
      "check counter --limit-memory much", "--limit-memory takes bytes such as 512M or 2G", "'much'"
    ),
    Wrong("check counter --limit-memory 99999999999G", "--limit-memory takes bytes such as 512M"),
    Wrong(
      "check counter --limit-time soon", "--limit-time takes a time such as 30s, 5m or 1h", "'soon'"
    ),
    Wrong(
      "check counter --limit-time 0s", "--limit-time takes a time such as 30s, 5m or 1h", "'0s'"),
    Wrong("check counter --limit-time infs", "--limit-time takes a time such as 30s, 5m or 1h"),
    Wrong("walk counter --runs 0", "--runs takes a whole number from 1", "'0'"),
    Wrong("walk counter --steps many", "--steps takes a whole number from 1", "'many'"),
    Wrong("walk counter --seed -1", "--seed takes a whole number from 0", "'-1'"),
    Wrong("check counter --limit-time 1e308h", "--limit-time takes a time such as 30s, 5m or 1h"),
    Wrong(
      "walk counter --limit-time 1y", "--limit-time takes a time such as 30s, 5m or 1h", "'1y'"),
  ])
  func `what is out of place or makes no sense is named`(_ wrong: Wrong) throws {
    expectOneLine(try Runner.run(wrong.arguments), wrong.fragments)
  }

  @Test(arguments: [
    "check counter --limit-depth", "check counter --limit-states", "walk counter --runs",
    "walk counter --steps", "walk counter --reach", "values counter --runs", "fuzz counter --runs",
    "fuzz counter --steps", "fuzz counter --reach", "fuzz counter --jobs", "live counter --runs",
    "live counter --gestures", "live counter --repeat",
    "live counter --exhaustive --limit-schedules",
  ])
  func `a number that is too large or negative is answered with its range`(_ option: String) throws
  {
    for number in [Int.max, -1, Int.min] {
      let words = option.split(separator: " ").map(String.init)
      let name = words.last ?? ""
      let run = try Runner.run(words.dropLast() + ["\(name)=\(number)"])
      expectOneLine(run, ["\(name) takes a whole number from ", " to ", "not '\(number)'"])
    }
  }

  @Test(arguments: ["fuzz", "walk", "values", "live"])
  func `the greatest seed is as good as any`(_ command: String) throws {
    let run = try Runner.run([command, "counter", "--seed", "\(Int.max)", "--runs", "100"])
    #expect(run.status <= 1)
    #expect(run.errors == "")
  }

  @Test(arguments: [
    Wrong("fuzz abacus", "product 'abacus'", "products: counter"),
    Wrong("fuzz counter --strategy luck", "no strategy 'luck'", "pct:3", "portfolio"),
    Wrong("fuzz counter --strategy pct:0", "no strategy 'pct:0'"),
    Wrong("fuzz counter --strategy coverage", "no strategy 'coverage'", "pos"),
    Wrong("fuzz counter --shard 0/4", "--shard takes i/n", "such as 2/8", "'0/4'"),
    Wrong("fuzz counter --shard -9223372036854775808/4", "--shard takes i/n"),
    Wrong("fuzz counter --shard 5/4", "--shard takes i/n", "'5/4'"),
    Wrong("fuzz counter --for soon", "--for takes a time such as 30s", "'soon'"),
    Wrong("fuzz counter --runs 0", "--runs takes a whole number from 1", "'0'"),
    Wrong("fuzz counter --jobs 0", "--jobs takes a whole number from 1 to 256", "'0'"),
    Wrong("fuzz counter --steps 0", "--steps takes a whole number from 1 to 1000000", "'0'"),
    Wrong("fuzz counter --seed x", "--seed takes a whole number from 0", "'x'"),
    Wrong("fuzz counter --json --annotations", "--json and --annotations", "give one"),
    Wrong("fuzz counter --limit-depth 5", "'--limit-depth' is no option of fuzz", "fuzz --help"),
    Wrong("merge", "merge needs results", "'fuzz --results'"),
    Wrong("merge none", "none: no such file or folder", "check the path"),
    Wrong("merge docs", "docs: there is no result in it", "'fuzz --results'"),
    Wrong("merge README.md", "README.md: not a result"),
  ])
  func `what fuzz and merge cannot understand is named`(_ wrong: Wrong) throws {
    expectOneLine(try Runner.run(wrong.arguments), wrong.fragments)
  }

  @Test(arguments: [
    (["CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "4"], "CI_NODE_INDEX=0 is none of 4"),
    (["CI_NODE_INDEX": "1"], "CI_NODE_TOTAL is not"),
    (["JOB_COMPLETION_INDEX": "1"], "JOB_COMPLETIONS is not"),
    (
      ["SLURM_ARRAY_TASK_ID": "-9223372036854775808", "SLURM_ARRAY_TASK_COUNT": "2"],
      "SLURM_ARRAY_TASK_ID is '-9223372036854775808'"
    ),
    (["SLURM_ARRAY_TASK_ID": "a", "SLURM_ARRAY_TASK_COUNT": "2"], "SLURM_ARRAY_TASK_ID is 'a'"),
  ])
  func `a job array that makes no sense is named`(
    _ environment: [String: String], _ fragment: String
  ) throws {
    let run = try Runner.run(["fuzz", "counter", "--runs", "1"], environment: environment)
    expectOneLine(run, [fragment, "--shard i/n"])
  }

  @Test func `an argument with a line break is told on one line`() throws {
    for command in ["check", "replay"] {
      let run = try Runner.run([command, "two\nlines"])
      #expect(run.errors.filter(\.isNewline).count == 1)
    }
  }

  @Test(arguments: [
    "check --limit-time", "check --property", "check --traces", "replay", "fuzz --shard",
  ])
  func `at most 200 characters of an argument are echoed`(_ command: String) throws {
    let text = String(repeating: "x", count: 100_081)
    let run = try Runner.run(command.split(separator: " ").map(String.init) + [text])
    expectOneLine(run, ["xxx…xxx"])
    #expect(run.errors.count { $0 == "x" } <= 205)
  }

  @Test(arguments: [
    "check --scope", "check --traces", "replay", "help", "fuzz --strategy", "merge",
  ])
  func `an argument cannot steer the terminal`(_ command: String) throws {
    let run = try Runner.run(
      command.split(separator: " ").map(String.init) + ["no\u{1b}[31m\u{7}\r/such"])
    expectOneLine(run, [#"no\u001b[31m\u0007\r/such"#])
  }

  @Test func `the environment cannot steer the terminal`() throws {
    let run = try Runner.run(
      ["fuzz", "counter"], environment: ["CI_NODE_INDEX": "\u{1b}c", "CI_NODE_TOTAL": "2"])
    expectOneLine(run, [#"'\u001bc'"#])
  }

  @Test func `a ledger that is a regular file is refused`() throws {
    try Runner.withFolder { folder in
      try Data().write(to: folder.appending(path: "file"))
      let run = try Runner.run(["check", "counter", "--traces", "file"], in: folder)
      #expect(run.status == 2)
      #expect(run.errors.contains("file"))
    }
  }

  @Test func `a scope that is named twice is explored once`() throws {
    let (once, twice) = (
      try Runner.run(["check", "counter", "--scope", "zero"]),
      try Runner.run(["check", "counter", "--scope", "zero,zero"])
    )
    #expect(twice.status == 2 || twice.output == once.output)
  }

  @Test func `help about help is the overview`() throws {
    let run = try Runner.run(["help", "help"])
    #expect(run.status == 0)
  }

  // MARK: Files

  @Test func `a folder that cannot be written is named before anything is done`() throws {
    try Runner.withFolder { folder in
      try Data().write(to: folder.appending(path: "file"))
      let run = try Runner.run(
        ["fuzz", "counter", "--runs", "9", "--results", "file/out"], in: folder)
      expectOneLine(run, ["file/out: no folder can be made there"])
    }
  }

  @Test(arguments: ["--markdown", "--junit", "--html", "--sarif"])
  func `a report that cannot be written is named before anything is done`(_ option: String) throws {
    try Runner.withFolder { folder in
      try Data().write(to: folder.appending(path: "file"))
      for path in ["file/report", "."] {
        let run = try Runner.run(["fuzz", "counter", "--runs", "9", option, path], in: folder)
        expectOneLine(run, ["\(path): cannot be written"])
      }
    }
  }

  @Test func `two reports are not written into one file`() throws {
    let run = try Runner.run(["check", "counter", "--html", "a/../r", "--junit", "r"])
    expectOneLine(run, ["two reports cannot be in one file", "name a file for each"])
  }

  @Test func `a result that is damaged is named`() throws {
    try Runner.withFolder { folder in
      try Data("{}".utf8).write(to: folder.appending(path: "a-shard-1-of-1.json"))
      expectOneLine(
        try Runner.run(["merge", "."], in: folder), ["a-shard-1-of-1.json: not a result"])
    }
  }

  @Test func `a missing trace is named`() throws {
    expectOneLine(
      try Runner.run(["replay", "none.json"]), ["none.json: no such file", "check the path"])
  }

  @Test func `a folder where a trace is expected is named`() throws {
    try Runner.withFolder { folder in
      expectOneLine(try Runner.run(["replay", folder.path]), ["\(folder.path): "])
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func `a trace without permission to read is named`() throws {
    try Runner.withFolder { folder in
      let file = folder.appending(path: "shut.json")
      try TraceFiles.write(to: file) { _ in }
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file.path)
      let wanted = ["shut.json: cannot be read", "permissions"]
      expectOneLine(try Runner.run(["replay", "shut.json"], in: folder), wanted)
    }
  }

  @Test(arguments: [
    "", "{", "[]", "7", #"{"a": [1,,2]}"#, #"{"format": "1"}"#, #"{"product": "counter"}"#,
    "\u{0}\u{1}",
  ])
  func `data that is no JSON with a format is named`(_ text: String) throws {
    try Runner.withFolder { folder in
      try Data(text.utf8).write(to: folder.appending(path: "odd.json"))
      let wanted = [
        "odd.json: not a trace", "a JSON object with a number under \"format\" is expected",
      ]
      expectOneLine(try Runner.run(["replay", "odd.json"], in: folder), wanted)
    }
  }

  @Test(arguments: [0, 2, 1000])
  func `a format of another time is answered with the version to use`(_ format: Int) throws {
    try Runner.withFolder { folder in
      try TraceFiles.write(to: folder.appending(path: "odd.json")) { $0["format"] = format }
      let wanted = ["odd.json: trace format \(format)", "reads up to 1", "use the version"]
      expectOneLine(try Runner.run(["replay", "odd.json"], in: folder), wanted)
    }
  }

  @Test func `at most 200 characters of a trace are echoed`() throws {
    let text = String(repeating: "x", count: 100_081)
    try Runner.withFolder { folder in
      for key in ["form", "expected", "environment", text] {
        try TraceFiles.write(to: folder.appending(path: "odd.json")) { $0[key] = text }
        let run = try Runner.run(["replay", "odd.json"], in: folder)
        expectOneLine(run, ["odd.json: ", "xxx…xxx"])
        #expect(run.errors.count { $0 == "x" } <= 205)
      }
    }
  }

  @Test func `a wrong type is named with its place`() throws {
    try expectMalformed(["product"]) { $0["product"] = 7 }
    try expectMalformed(["labels"]) { $0["labels"] = "none" }
    try expectMalformed(["initial"]) { $0["initial"] = [1] }
    try expectMalformed(["form", "poem"]) { $0["form"] = "poem" }
    try expectMalformed(["expected"]) { $0["expected"] = true }
    try expectMalformed(["scope", "mailMax"]) { $0["scope"] = Self.scope($0, "mailMax", "1") }
    try expectMalformed(["scope", "discipline"]) {
      $0["scope"] = Self.scope($0, "discipline", "none")
    }
    try expectMalformed(["step 1"]) { $0["labels"] = [7] }
  }

  @Test func `a bound that makes no sense is answered with its range`() throws {
    try expectMalformed(["mailMax is 0", "from 1 to 64"]) {
      $0["scope"] = Self.scope($0, "mailMax", 0)
    }
  }

  @Test func `a missing or surplus field is named`() throws {
    try expectMalformed(["\"culprit\" is missing"]) { $0["culprit"] = nil }
    try expectMalformed(["form 'path' needs labels"]) { $0["labels"] = nil }
    try expectMalformed(["form 'values' needs values"]) { $0["form"] = "values" }
    try expectMalformed(["the values need an action"], TraceFiles.values) {
      $0["values"] = ["state": ["value": "1"]]
    }
  }

  private func expectMalformed(
    _ fragments: [String], _ original: String = TraceFiles.path,
    _ edit: (inout [String: Any]) -> Void
  ) throws {
    try Runner.withFolder { folder in
      try TraceFiles.write(original, to: folder.appending(path: "odd.json"), edit)
      expectOneLine(try Runner.run(["replay", "odd.json"], in: folder), ["odd.json: "] + fragments)
    }
  }

  private static func scope(_ fields: [String: Any], _ name: String, _ value: Any) -> [String: Any]
  {
    (fields["scope"] as? [String: Any] ?? [:]).merging([name: value]) { $1 }
  }
}
