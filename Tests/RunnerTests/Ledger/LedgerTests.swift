import Foundation
import Testing

/// What a check and a walk say beside the ledger, and what they write into it.
@Suite(.waiting) struct LedgerTests {
  private static let crash = "runtime.crash: crash after didTapIncrementButton"
  /// The entry of the crash below the ledger's folder.

  @Test(arguments: [
    ["check", "counter"], ["check", "counter", "--json"],
    ["check", "animals", "--scope", "fields"],
    ["walk", "animals", "--scope", "fields", "--runs", "10", "--seed", "3"],
    ["walk", "counter", "--runs", "20", "--json"], ["list", "counter", "--json"],
    ["replay", TraceFiles.goal],
  ])
  func `two runs print the same bytes`(_ arguments: [String]) throws {
    let (one, other) = (try Runner.run(arguments), try Runner.run(arguments))
    #expect(one.status == 0)
    #expect(one.output != "")
    #expect(one.errors == "")
    #expect((one.status, one.output, one.errors) == (other.status, other.output, other.errors))
  }

  @Test func `a promise that only some scopes have gets a row of its own`() throws {
    let run = try Runner.run([
      "check", "quakes", "--scope", "calendar,sorts", "--property", "window.opened",
    ])
    #expect(run.status == 0)
    #expect(run.lines[2] == "  window.opened  step  holds in calendar; n/a in sorts")
  }

  @Test func `a check without a command is a check`() throws {
    let (short, long) = (try Runner.run(["counter"]), try Runner.run(["check", "counter"]))
    #expect((short.status, short.output, short.errors) == (long.status, long.output, long.errors))
  }

  // MARK: Saving

  @Test
  func `a check that saves writes the ledger of the repository and agrees with it afterwards`()
    throws
  {
    try Runner.withFolder { folder in
      let first = try Runner.run(["check", "counter", "--save"], in: folder)
      #expect(first.status == 1)
      #expect(first.errors == "")
      #expect(first.output.contains("\n4 traces written to traces\n"))
      #expect(try Runner.run(["defects", "counter", "--search", "--save"], in: folder).status == 0)
      let known = try TraceFiles.contents(of: Runner.root.appending(path: "traces/counter"))
      #expect(try TraceFiles.contents(of: folder.appending(path: "traces/counter")) == known)

      let second = try Runner.run(["check", "counter", "--save"], in: folder)
      #expect(second.status == 0)
      #expect(second.output.contains("\n0 traces written to traces\n"))
      #expect(second.lastLine == "4 known findings confirmed, 0 new, 0 stale (exit status 0)")
      #expect(try TraceFiles.contents(of: folder.appending(path: "traces/counter")) == known)
    }
  }

  @Test func `a check that does not save writes nothing`() throws {
    try Runner.withFolder { folder in
      let run = try Runner.run(["check", "counter"], in: folder)
      #expect(run.status == 1)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
  }

  /// A folder whose ledger is the one of the repository, but for one entry that makes a detour.
  private func withDetour(_ body: (URL) throws -> Void) throws {
    try Runner.withFolder { folder in
      let long = ["didTapDecrementButton", "didTapIncrementButton", "didTapIncrementButton"]
      try TraceFiles.copy("traces/counter", below: folder)
      try TraceFiles.write(to: folder.appending(path: TraceFiles.path)) {
        $0["labels"] = long.map(TraceFiles.tap)
      }
      #expect(try Runner.run(["replay", TraceFiles.path], in: folder).status == 0)
      try body(folder)
    }
  }

  @Test func `a saved trace is shortened and never lengthened by a later save`() throws {
    try withDetour { folder in
      let path = folder.appending(path: TraceFiles.path)
      let save = try Runner.run(["check", "counter", "--save"], in: folder)
      #expect(save.output.contains("\n1 trace written to traces\n"))
      let short = try Data(contentsOf: Runner.root.appending(path: TraceFiles.path))
      #expect(try Data(contentsOf: path) == short)
      _ = try Runner.run(["walk", "counter", "--save", "--seed", "1", "--runs", "50"], in: folder)
      #expect(try Data(contentsOf: path) == short)
    }
  }

  @Test func `a walk that saves agrees with itself afterwards`() throws {
    try Runner.withFolder { folder in
      let arguments = [
        "walk", "counter", "--seed", "1", "--runs", "20", "--traces", "kept", "--save",
      ]
      let first = try Runner.run(arguments, in: folder)
      #expect(first.status == 1)
      #expect(first.lastLine.hasPrefix("0 known findings, 4 new (reducer.total: "))
      #expect(first.lastLine.hasSuffix(" (exit status 1)"))
      #expect(try TraceFiles.contents(of: folder.appending(path: "kept")).count == 4)
      let second = try Runner.run(arguments, in: folder)
      #expect(second.status == 0)
      #expect(second.lastLine == "4 known findings, 0 new (exit status 0)")
    }
  }

  @Test func `a saved walk replays in a process of its own`() throws {
    try Runner.withFolder { folder in
      _ = try Runner.run(["walk", "counter", "--runs", "20", "--save"], in: folder)
      let paths = try TraceFiles.contents(of: folder).keys.sorted()
      let replay = try Runner.run(["replay"] + paths, in: folder)
      #expect(!paths.isEmpty)
      #expect(replay.status == 0)
    }
  }

  // MARK: News

  private func expectNews(_ line: String, counted counts: String, in folder: URL) throws {
    let run = try Runner.run(["check", "counter"], in: folder)
    #expect(run.status == 1)
    #expect(run.errors == "")
    #expect(run.flat.components(separatedBy: line).count == 2)
    #expect(run.lastLine == "4 known findings confirmed, 0 new, \(counts) (exit status 1)")
  }

  @Test func `an entry that no longer reproduces is news and names its file`() throws {
    try Runner.withFolder { folder in
      try TraceFiles.copy("traces/counter", below: folder)
      try TraceFiles.write(to: folder.appending(path: TraceFiles.path)) {
        $0["labels"] = [TraceFiles.tap("didTapDecrementButton")]
      }
      try expectNews(
        "stale: \(TraceFiles.path): passes", counted: "1 stale (\(TraceFiles.path))", in: folder)
    }
  }

  @Test func `a finding whose entry was removed is news and names the file to keep it`() throws {
    try Runner.withFolder { folder in
      try TraceFiles.copy("traces/counter", below: folder)
      try FileManager.default.removeItem(at: folder.appending(path: TraceFiles.path))
      let run = try Runner.run(["check", "counter"], in: folder)
      #expect(run.status == 1)
      #expect(run.flat.contains("new; add --save to keep it as \(TraceFiles.path) "))
      #expect(
        run.lastLine == "3 known findings confirmed, 1 new (\(Self.crash)), 0 stale (exit status 1)"
      )
    }
  }

  @Test func `an entry that is longer than needed is news and names its file`() throws {
    try withDetour { folder in
      try expectNews(
        "longer than needed: \(TraceFiles.path): 1 step",
        counted: "1 longer than needed (\(Self.crash)), 0 stale", in: folder)
    }
  }

  @Test func `a known finding that shows in a further scope is news until it is saved`() throws {
    try Runner.withFolder { folder in
      try TraceFiles.copy("traces/counter", below: folder)
      let file = folder.appending(path: "traces/counter/published/open/findings.json")
      let text = try String(contentsOf: file, encoding: .utf8)
      try Data(text.replacing("\"top\"", with: "\"wide\"").utf8).write(to: file)
      try TraceFiles.write(to: folder.appending(path: TraceFiles.path)) {
        $0["scope"] = ($0["scope"] as? [String: Any])?.merging(["name": "wide"]) { $1 }
      }
      let run = try Runner.run(["check", "counter"], in: folder)
      #expect(run.status == 1)
      let title =
        "counter · published · open · top: runtime.crash: crash after didTapIncrementButton"
      #expect(
        run.flat.contains(
          "wider: \(title): shows here, which was not known; add --save to keep that"))
      #expect(
        run.lastLine
          == "4 known findings confirmed, 0 new, 1 wider (\(Self.crash)), 0 stale (exit status 1)")
      let save = try Runner.run(["check", "counter", "--save"], in: folder)
      #expect(save.lines.contains("written: traces/counter/published/open/findings.json"))
      #expect(try Runner.run(["check", "counter"], in: folder).status == 0)
    }
  }

  @Test func `a known finding that is said to show where it does not is stale until it is saved`()
    throws
  {
    try Runner.withFolder { folder in
      try TraceFiles.copy("traces/counter", below: folder)
      let file = folder.appending(path: "traces/counter/published/open/findings.json")
      let text = try String(contentsOf: file, encoding: .utf8)
      let more = #""zero" : { "circumstances" : [], "length" : 4 }, "top" :"#
      try Data(text.replacing("\"top\" :", with: more).utf8).write(to: file)
      let run = try Runner.run(["check", "counter"], in: folder)
      #expect(run.status == 1)
      #expect(
        run.flat.components(separatedBy: "stale: counter · published · open · zero: ").count == 3)
      let stale = "2 stale (reducer.total: didTapIncrementButton; \(Self.crash))"
      #expect(run.lastLine == "4 known findings confirmed, 0 new, \(stale) (exit status 1)")
      _ = try Runner.run(["check", "counter", "--save"], in: folder)
      #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }
  }

  @Test
  func `a trace whose finding shows nowhere any more is told once, and removed when that is saved`()
    throws
  {
    try Runner.withFolder { folder in
      try TraceFiles.copy("traces/counter", below: folder)
      let open = folder.appending(path: "traces/counter/published/open")
      let known = open.appending(path: "findings.json")
      let text = try String(contentsOf: known, encoding: .utf8)
      let name = "crash after reload"
      let gone =
        #""\#(name)" : { "top" : { "circumstances" : [], "length" : 1 } }, "crash after didTapI"#
      try Data(text.replacing("\"crash after didTapI", with: gone).utf8).write(to: known)
      let file = open.appending(path: "runtime.crash--crash-after-reload.json")
      try FileManager.default.copyItem(at: folder.appending(path: TraceFiles.path), to: file)
      try TraceFiles.write(to: file) {
        ($0["culprit"], $0["labels"]) = (name, [TraceFiles.tap("didTapDecrementButton")])
      }
      let path = "traces/counter/published/open/\(file.lastPathComponent)"
      try expectNews(
        "the finding shows nowhere any more; add --save", counted: "1 stale (\(path))", in: folder)
      let saved = try Runner.run(["check", "counter", "--save"], in: folder)
      #expect(saved.flat.contains("the finding shows nowhere any more; removed"))
      #expect(!FileManager.default.fileExists(atPath: file.path))
      #expect(try String(contentsOf: known, encoding: .utf8) == text)
    }
  }

  @Test func `a planted defect is news of its own design`() throws {
    let run = try Runner.run([
      "check", "counter", "--scope", "zero", "--design", "mutant(increment-by-two)",
    ])
    #expect(run.status == 1)
    #expect(run.output.hasPrefix("counter · mutant(increment-by-two) · open · contract(reducer):"))
    // What the same step breaks besides is told with it.
    #expect(run.output.contains("\nalso counter.exact: didTapIncrementButton (1 step): new; "))
  }

  @Test func `an entry of a property that is not asked for is left alone`() throws {
    try Runner.withFolder { folder in
      try TraceFiles.copy("traces/counter", below: folder)
      try TraceFiles.write(to: folder.appending(path: TraceFiles.path)) { $0["labels"] = [Any]() }
      #expect(
        try Runner.run(["check", "counter", "--property", "reducer"], in: folder).status == 0)
      #expect(
        try Runner.run(["check", "counter", "--property", "runtime"], in: folder).status == 1)
    }
  }

  @Test func `an entry of a product that is gone is stale when every product is checked`() throws {
    try Runner.withFolder { folder in
      try TraceFiles.write(to: folder.appending(path: "traces/abacus.json")) {
        $0["product"] = "abacus"
      }
      let run = try Runner.run(["check", "--scope", "zero"], in: folder)
      #expect(run.status == 1)
      #expect(run.output.contains("traces/abacus.json"))
    }
  }

  // MARK: Folders

  @Test func `a first run needs no ledger folder, and says how to make one`() throws {
    try Runner.withFolder { folder in
      let hint = "every finding counts as new; 'check --save' makes it"
      let line = "there is no ledger folder 'traces' yet: \(hint)"
      let run = try Runner.run(["check", "counter", "--scope", "zero"], in: folder)
      #expect(run.status == 0)
      #expect(run.flat.components(separatedBy: line).count == 2)
      let save = try Runner.run(["check", "counter", "--save"], in: folder)
      #expect(!save.flat.contains(line))
      #expect(try Runner.run(["check", "counter"], in: folder).status == 0)
    }
  }

  @Test(arguments: ["check", "walk", "fuzz", "values", "live", "merge campaign", "merge shard"])
  func `a ledger folder that is named has to be there`(_ command: String) throws {
    try Runner.withFolder { folder in
      let words = command.split(separator: " ").map(String.init)
      if words.last == "campaign" {
        _ = try Runner.run(["fuzz", "counter", "--runs", "9", "--results", "campaign"], in: folder)
      } else if words.last == "shard" {
        _ = try Runner.run(
          ["check", "counter", "--scope", "zero", "--results", "shard"], in: folder)
      }
      let run = try Runner.run(words + ["--traces", "trases"], in: folder)
      #expect(run.status == 2)
      #expect(run.output == "")
      #expect(
        run.errors == "spec-runner: trases: no such folder; correct --traces, or make it with "
          + "'check --save' and the same --traces\n")
    }
  }

  @Test(arguments: [
    ["check", "counter"], ["check", "counter", "--save"], ["fuzz", "counter", "--runs", "9"],
  ])
  func `what a kill left beside a folder is gone after the next command that reads it`(
    _ command: [String]
  ) throws {
    try Runner.withFolder { folder in
      let beside = folder.appending(path: ".traces.saving")
      try FileManager.default.createDirectory(at: beside, withIntermediateDirectories: true)
      // No process has such a number.
      try Data("half".utf8).write(to: beside.appending(path: "999999999"))
      _ = try Runner.run(command, in: folder)
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(!left.contains(".traces.saving"))
    }
  }

  @Test func `what somebody writes beside a folder now is left alone`() throws {
    try Runner.withFolder { folder in
      let beside = folder.appending(path: ".traces.saving")
      try FileManager.default.createDirectory(at: beside, withIntermediateDirectories: true)
      let number = ProcessInfo.processInfo.processIdentifier
      try Data("half".utf8).write(to: beside.appending(path: "\(number)"))
      _ = try Runner.run(["check", "counter"], in: folder)
      #expect(FileManager.default.fileExists(atPath: beside.path))
    }
  }
}
