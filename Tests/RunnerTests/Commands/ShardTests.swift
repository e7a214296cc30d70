import Foundation
import Testing

/// Checks and planted defects in shards: what they leave on disk, and what `merge` makes of it.
@Suite(.waiting) struct ShardTests {
  /// Few runs and values, as a debug build takes its time.
  private static let mutate = "mutate counter --runs 40 --values 40"
  private static let forms = ["--html", "--junit", "--sarif", "--jsonl", "--markdown"]

  private func run(_ line: String, in folder: URL, environment: [String: String] = [:]) throws
    -> Runner.Run
  {
    try Runner.run(
      line.split(separator: " ").map(String.init), in: folder, environment: environment)
  }

  /// Hands a folder to the body in which a command left the results of its shards.
  ///
  /// The ledger of the product that the commands name is there, or that of all.
  private func withShards(
    _ command: String, _ numbers: [Int], of count: Int, before other: String = "",
    _ body: (URL) throws -> Void
  ) throws {
    try Runner.withFolder { folder in
      let products = ["counter", "animals", "quakes"]
      let words = "\(command) \(other)".split(separator: " ").map(String.init)
      let named = products.filter(words.contains)
      try FileManager.default.createDirectory(
        at: folder.appending(path: "traces"), withIntermediateDirectories: false)
      for product in named.isEmpty ? products : named {
        let path = "traces/\(product)"
        try FileManager.default.copyItem(
          at: Runner.root.appending(path: path), to: folder.appending(path: path))
      }
      for number in numbers {
        let run = try run("\(command) --shard \(number)/\(count) --results results", in: folder)
        #expect(run.status == 0, "\(run.errors)")
      }
      try body(folder)
    }
  }

  /// What a command prints and writes in the forms that it knows, and its exit status.
  private func told(_ command: String, _ forms: [String], in folder: URL) throws -> [String] {
    let files = forms.map { folder.appending(path: "told\($0)") }
    for file in files { try? FileManager.default.removeItem(at: file) }
    let options = forms.map { " \($0) told\($0)" }.joined()
    let text = try run(command + options, in: folder)
    let json = try run("\(command) --json", in: folder)
    return ["\(text.status)", text.output, json.output]
      + (try files.map { try String(contentsOf: $0, encoding: .utf8) })
  }

  private func expectOneLine(_ run: Runner.Run, _ fragments: String...) {
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors.filter(\.isNewline).count == 1, "\(run.errors)")
    for fragment in fragments { #expect(run.errors.contains(fragment), "\(run.errors)") }
  }

  // MARK: Joining

  @Test(arguments: [
    ("check counter", 3), ("check --scope bottom,fields,moved", 2),
    ("check quakes --scope malformed,moved --stories", 2),
    ("check counter --property counter --limit-depth 30", 2),
    ("check counter --never-fired error", 3),
  ])
  func `all shards of a check merge to the bytes of the whole one`(_ command: String, _ count: Int)
    throws
  {
    try withShards(command, Array(1...count), of: count) { folder in
      let whole = try told(command, Self.forms, in: folder)
      #expect(whole[0] == "0")
      #expect(try told("merge results", Self.forms, in: folder) == whole)
    }
  }

  @Test(arguments: [2, 3])
  func `all shards of planted defects merge to the bytes of the whole command`(_ count: Int) throws
  {
    try withShards(Self.mutate, Array(1...count), of: count) { folder in
      let whole = try told(Self.mutate, ["--junit", "--markdown"], in: folder)
      #expect(whole[0] == "0")
      #expect(try told("merge results", ["--junit", "--markdown"], in: folder) == whole)
    }
  }

  @Test func `the ledger is that of merge, which saves what a check would`() throws {
    try withShards("check counter", [1, 2], of: 2) { folder in
      let whole = try run("check counter --traces one --save", in: folder)
      let merged = try run("merge results --traces two --save", in: folder)
      #expect(merged.output == whole.output.replacing(/\bone\b/, with: "two"))
      let same = try Runner.shell("diff -r one two", in: folder)
      #expect(same.status == 0, "\(same.output)")
      #expect(try run("merge results --traces two", in: folder).status == 0)
      try FileManager.default.removeItem(at: folder.appending(path: "traces/counter"))
      #expect(try run("merge results", in: folder).status == 1)
    }
  }

  @Test func `two runs of a shard keep the same bytes`() throws {
    try withShards("check quakes --scope malformed,moved", [1], of: 2) { folder in
      let file = folder.appending(path: "results/check-quakes-shard-1-of-2.json")
      let first = try Data(contentsOf: file)
      _ = try run(
        "check quakes --scope malformed,moved --shard 1/2 --results results --jobs 1", in: folder)
      #expect(try Data(contentsOf: file) == first)
    }
  }

  // MARK: A shard alone

  @Test func `a shard tells what its scopes show, as if they had been named`() throws {
    try withShards("check counter", [], of: 2) { folder in
      let shard = try run("check counter --shard 2/2", in: folder)
      let named = try run("check counter --scope top,windows", in: folder)
      #expect(shard.status == 0 && shard.output == named.output)
    }
  }

  @Test func `a shard claims nothing of the scopes of others`() throws {
    try withShards("check counter", [], of: 2) { folder in
      // Not among the scopes of the first shard.
      let name =
        "traces/counter/published/open/runtime.crash--crash-after-didTapIncrementButton.json"
      try TraceFiles.write(name, to: folder.appending(path: name)) { $0["labels"] = [] }
      let shard = try run("check counter --never-fired error --shard 1/2", in: folder)
      #expect(shard.status == 0 && !shard.output.contains("never fired"), "\(shard.output)")
      #expect(shard.output.contains("0 stale"))
      #expect(try run("check counter", in: folder).lastLine.contains("1 stale"))
    }
  }

  @Test func `a new finding of a shard is saved by merge`() throws {
    try Runner.withFolder { folder in
      let shard = try run("check counter --shard 2/2", in: folder)
      #expect(
        shard.status == 1 && shard.flat.contains("new; merge with --save to keep it as traces/"))
      expectOneLine(try run("check counter --shard 2/2 --save", in: folder), "'merge --save'")
    }
  }

  @Test(arguments: [
    ("check counter", "4 scopes"), ("\(mutate) --mutant stuck-at-zero", "1 mutant"),
  ])
  func `a shard for which nothing is left says so, and is no failure`(
    _ command: String, _ all: String
  ) throws {
    try withShards(command, Array(1...5), of: 5) { folder in
      let last = try run("\(command) --shard 5/5", in: folder)
      #expect(last.status == 0 && last.errors.contains("shard 5/5 has nothing to do, of"))
      #expect(last.errors.contains(all))
      #expect(try run("merge results", in: folder).output == run(command, in: folder).output)
    }
  }

  @Test(arguments: ["check counter", mutate])
  func `a job array names the shard of a command that keeps results`(_ command: String) throws {
    let environments = [
      ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "3"],
      ["SLURM_ARRAY_TASK_ID": "8", "SLURM_ARRAY_TASK_MIN": "7", "SLURM_ARRAY_TASK_COUNT": "3"],
      ["JOB_COMPLETION_INDEX": "1", "JOB_COMPLETIONS": "3"],
    ]
    try withShards(command, [], of: 3) { folder in
      let given = try run("\(command) --shard 2/3", in: folder)
      for environment in environments {
        let kept = try run("\(command) --results results", in: folder, environment: environment)
        #expect(kept.output == given.output)
      }
      let whole = try run(command, in: folder)
      #expect(whole.output != given.output)
      #expect(try run(command, in: folder, environment: environments[0]).output == whole.output)
      let half = ["CI_NODE_INDEX": "2"]
      expectOneLine(
        try run("\(command) --results results", in: folder, environment: half),
        "CI_NODE_TOTAL is not")
    }
  }

  // MARK: What is missing

  @Test func `a shard of a check that is missing is told on a line, with its scopes`() throws {
    try withShards("check counter", [1, 3], of: 3) { folder in
      let merged = try run("merge results", in: folder)
      #expect(merged.status == 3)
      #expect(merged.lines.contains("shard 2/3 is missing; left to do: counter top"))
      #expect(merged.lastLine == "2 known findings confirmed, 0 new, 0 stale (exit status 3)")
    }
  }

  @Test func `a shard that is missing does not hide what is news`() throws {
    try withShards("check counter", [1, 3], of: 3) { folder in
      try FileManager.default.removeItem(at: folder.appending(path: "traces/counter"))
      let merged = try run("merge results", in: folder)
      #expect(merged.status == 1)
      #expect(merged.lines.contains("shard 2/3 is missing; left to do: counter top"))
    }
  }

  @Test func `a shard of planted defects that is missing is told on a line`() throws {
    try withShards(Self.mutate, [1], of: 3) { folder in
      let merged = try run("merge results", in: folder)
      #expect(merged.status == 3)
      #expect(merged.lines.contains("shard 2/3 is missing; 6 mutants not planted"))
      #expect(merged.lines.contains("shard 3/3 is missing; 6 mutants not planted"))
      #expect(merged.output.hasPrefix("counter: ended early, 12 mutants not planted; "))
    }
  }

  @Test(arguments: [(SIGINT, "interrupted"), (SIGTERM, "interrupted")])
  func `a shard that is stopped keeps what it knows, and merge tells the rest`(
    _ signal: Int32, _ why: String
  ) throws {
    try withShards("check animals", [], of: 2) { folder in
      let words = ["check", "animals", "--jobs", "1", "--shard", "1/2", "--results", "results"]
      let running = try Running(Runner.executable(), words, in: folder)
      try running.waitUntilItWorks()
      running.interrupt(by: signal)
      #expect(try running.end(within: 60).status == 3)
      let merged = try run("merge results", in: folder)
      #expect(merged.status == 3)
      #expect(merged.flat.contains("standard: \(why), "), "what was under way is told")
      let left = "shard 1/2 ended early, \(why); left to do: animals standard, animals concurrent, "
      #expect(merged.flat.contains(left))
      #expect(merged.flat.contains("shard 2/2 is missing; left to do: animals retries, "))
    }
  }

  @Test(arguments: ["check animals", "mutate animals"])
  func `a shard that is killed leaves no result of an earlier run`(_ command: String) throws {
    try Runner.withFolder { folder in
      let words =
        command.split(separator: " ").map(String.init) + ["--shard", "1/2", "--results", "results"]
      _ = try Runner.run(words + ["--limit-time", "1s"], in: folder)
      let path = folder.appending(path: "results/\(words[0])-animals-shard-1-of-2.json").path
      #expect(FileManager.default.fileExists(atPath: path))
      let running = try Running(Runner.executable(), words, in: folder)
      try running.waitUntilItWorks()
      running.interrupt(by: SIGKILL)
      _ = try running.end(within: 60)
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test func `results and a ledger may be named by links`() throws {
    try withShards("check counter", [1, 2], of: 2) { folder in
      let ledger = Runner.root.appending(path: "traces").path
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending(path: "kept").path, withDestinationPath: "results")
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending(path: "linked").path, withDestinationPath: ledger)
      let merged = try run("merge kept --traces linked", in: folder)
      #expect(merged.lastLine == "4 known findings confirmed, 0 new, 0 stale (exit status 0)")
    }
  }

  @Test func `a shard that its time ends keeps what it knows`() throws {
    try withShards("mutate animals", [], of: 2) { folder in
      let shard = try run(
        "mutate animals --shard 1/2 --results results --limit-time 1s", in: folder)
      #expect(shard.status == 3)
      let merged = try run("merge results", in: folder)
      #expect(merged.status == 3)
      #expect(merged.flat.contains("shard 1/2 ended early, limit of time hit; "))
      #expect(merged.flat.contains("shard 2/2 is missing; "))
    }
  }

  // MARK: What cannot be joined

  @Test(arguments: [
    (
      "check quakes --scope moved,seven --shard 2/2",
      "is of 'check quakes --scope=moved,seven', and "
    ),
    ("check counter --scope zero,top --shard 2/2", "is of 'check counter --scope=zero,top', and "),
    ("\(mutate) --shard 2/2", "is of 'mutate counter --runs=40 --values=40', and "),
    ("check counter --shard 2/3", "shards 1/2 and 2/3 of one run overlap"),
    ("fuzz counter --scope zero --runs 20", "is a result of check, and "),
  ])
  func `results that do not belong together are refused`(_ other: String, _ words: String) throws {
    try withShards("check counter", [1], of: 2, before: other) { folder in
      #expect(try run("\(other) --results results/other", in: folder).status == 0)
      expectOneLine(try run("merge results", in: folder), words, "; name the results of one ")
    }
  }

  @Test func `a shard that is there twice is refused`() throws {
    try withShards("check counter", [1, 2], of: 2) { folder in
      let again = try run("merge results results/check-counter-shard-2-of-2.json", in: folder)
      expectOneLine(again, "shard 2/2 is there twice", "name each result once")
    }
  }

  @Test func `a result that is cut off is named`() throws {
    try withShards("check counter", [1, 2], of: 2) { folder in
      let file = folder.appending(path: "results/check-counter-shard-2-of-2.json")
      let data = try Data(contentsOf: file)
      for count in [0, 1, data.count / 2, data.count - 3] {
        try data.prefix(count).write(to: file)
        expectOneLine(try run("merge results", in: folder), "check-counter-shard-2-of-2.json: ")
      }
    }
  }

  @Test(arguments: [
    ("\"format\" : 1", "\"format\" : 2", "result format 2 is not known"),
    ("\"shard\" : \"2/2\"", "\"shard\" : \"3/2\"", "shard '3/2' makes no sense"),
    ("\"stepCount\" : ", "\"stepCount\" : -", "stepCount is -"),
    (
      "\"stepCount\" : ", "\"stepCount\" : \"1\", \"x\" : ",
      "malformed result: a whole number is expected"
    ),
    (
      "\"scope\" : \"top\"", "\"scope\" : \"bottom\"",
      "counter · published · open · bottom is no scope of this"
    ),
    ("\"counter\"", "\"abacus\"", "product 'abacus'"),
    ("\"check\"", "\"walk\"", "'walk' is no command with shards"),
  ])
  func `a result that another version wrote is named`(_ old: String, _ new: String, _ words: String)
    throws
  {
    try withShards("check counter", [2], of: 2) { folder in
      let file = folder.appending(path: "results/check-counter-shard-2-of-2.json")
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.contains(old))
      try text.replacing(old, with: new).write(to: file, atomically: false, encoding: .utf8)
      expectOneLine(
        try run("merge results", in: folder), "check-counter-shard-2-of-2.json: ", words)
    }
  }

  @Test(arguments: [
    (mutate, "--html page.html"), (mutate, "--traces traces"),
    ("fuzz counter --scope zero --runs 20", "--save"),
  ])
  func `merge refuses what the command does not know`(_ command: String, _ option: String) throws {
    try withShards(command, [1], of: 1) { folder in
      let name = option.prefix { $0 != " " }
      expectOneLine(try run("merge results \(option)", in: folder), "\(name) is no option of ")
    }
  }

  @Test(arguments: ["check counter", mutate])
  func `a folder that cannot be made is told before anything is done`(_ command: String) throws {
    try withShards(command, [], of: 1) { folder in
      try Data().write(to: folder.appending(path: "file"))
      expectOneLine(try run("\(command) --results file", in: folder), "name another with --results")
      expectOneLine(
        try run("\(command) --shard 0/3 --results results", in: folder), "--shard takes i/n")
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "results").path))
    }
  }
}
