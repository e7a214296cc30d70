import Foundation
import Testing

/// What a check says when a limit or Ctrl-C ends it, and what it writes into streams that end
/// early.
@Suite(.waiting) struct LimitTests {
  /// A check that is cut short, and the reason that it gives.
  struct Cut: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let reason: String
    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let cuts = [
    Cut(arguments: ["counter", "--limit-states", "5"], reason: "limit of 5 states hit"),
    Cut(arguments: ["counter", "--limit-depth", "2"], reason: "limit of depth 2 hit"),
    Cut(
      arguments: ["animals", "--scope", "calm", "--limit-states", "1_000"],
      reason: "limit of 1000 states hit"),
  ]
  /// Cut short before they are sure to have found anything.
  static let earlyCuts = [
    Cut(
      arguments: ["animals", "--scope", "standard", "--limit-time", "1s"],
      reason: "limit of time hit"),
    Cut(
      arguments: ["animals", "--scope", "standard", "--limit-memory", "1M"],
      reason: "limit of 1 MiB of memory hit"),
  ]

  /// The rows of the tables: lines with two spaces before and between their cells.
  private func cells(_ run: Runner.Run) -> [String] {
    run.lines.filter { $0.hasPrefix("  ") }.flatMap { $0.split(separator: "  ") }.map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  // MARK: Limits

  @Test func `how many scopes are explored at once changes nothing that is printed`() throws {
    let scopes = ["check", "animals", "--scope", "calm,closing,fields", "--stories"]
    let alone = try Runner.run(scopes + ["--jobs", "1"])
    let together = try Runner.run(scopes + ["--jobs", "4"])
    #expect(alone.output == together.output && alone.status == together.status)
    #expect(together.output.contains("closing"))
  }

  @Test(arguments: cuts + earlyCuts)
  func `a limit is named and never says that a property holds`(_ cut: Cut) throws {
    let run = try Runner.run(["check"] + cut.arguments)
    #expect(run.status == 3)
    #expect(run.errors == "")
    #expect(run.lines.contains { $0.contains(": \(cut.reason), ") })
    #expect(run.lines.contains { $0.hasPrefix("undecided") && $0.contains(cut.reason) })
    #expect(cells(run).contains("holds so far"))
    #expect(cells(run).contains("undecided"))
    #expect(!cells(run).contains("holds"))
    #expect(!cells(run).contains("vacuous"))
    #expect(run.lastLine.hasSuffix("0 new, 0 stale (exit status 3)"))
  }

  @Test(arguments: cuts)
  func `news counts for more than a limit`(_ cut: Cut) throws {
    try Runner.withFolder { folder in
      let run = try Runner.run(["check"] + cut.arguments, in: folder)
      #expect(run.status == 1)
      #expect(run.lines.contains { $0.contains(": \(cut.reason), ") })
      #expect(!cells(run).contains("holds"))
      #expect(run.lastLine.hasPrefix("0 known findings confirmed, "))
    }
  }

  @Test func `a limit is told to programs`() throws {
    let run = try Runner.run(["check", "counter", "--limit-states", "5", "--json"])
    let report =
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any] ?? [:]
    let scopes = report["scopes"] as? [[String: Any]] ?? []
    let verdicts = scopes.flatMap { $0["properties"] as? [[String: Any]] ?? [] }.map {
      $0["verdict"] as? String
    }
    #expect(run.status == 3)
    #expect(report["exitStatus"] as? Int == 3)
    #expect(scopes.map { $0["isExhausted"] as? Bool } == [false, false, false, false])
    #expect(
      scopes.map { $0["reason"] as? String } == Array(repeating: "limit of 5 states hit", count: 4))
    #expect(verdicts.contains("holds so far"))
    #expect(!verdicts.contains("holds"))
    #expect(!verdicts.contains("vacuous"))
  }

  @Test func `a limit that is not hit changes nothing`() throws {
    let limits = [
      "--limit-states", "1000", "--limit-depth", "100", "--limit-memory", "1G", "--limit-time",
      "1h",
    ]
    let (free, limited) = (
      try Runner.run(["check", "counter"]), try Runner.run(["check", "counter"] + limits)
    )
    #expect((free.status, free.output) == (limited.status, limited.output))
  }

  @Test func `a walk that runs out of time says so`() throws {
    let arguments = [
      "walk", "counter", "--scope", "zero", "--runs", "1000000", "--limit-time", "0.2s",
    ]
    let run = try Runner.run(arguments)
    #expect(run.status == 3)
    #expect(run.flat.contains(", 0 findings, stopped: limit of time hit "))
    #expect(run.lastLine == "0 known findings, 0 new (exit status 3)")
  }

  @Test func `a schedule that is repeated for longer than there is time ends`() throws {
    let run = try Runner.run(
      ["live", "counter", "--scope", "zero", "--repeat", "1000000", "--limit-time", "1s"])
    #expect(run.status == 3)
    #expect(run.output.contains(", stopped"))
  }

  // MARK: Values that grow

  /// A design whose table is five times as large after every sync.
  private static let growing = ["quakes", "--design", "sync-keeps-backups", "--scope", "refreshes"]

  @Test(arguments: [
    (["--limit-states", "10000"], "limit of 10000 states hit"),
    (["--limit-memory", "48M"], "limit of 48 MiB of memory hit"),
  ])
  func `limits hold for a design whose values grow, and what grows is named`(
    _ limits: [String], reason: String
  ) throws {
    try Runner.withFolder { folder in
      let run = try Runner.run(["check"] + Self.growing + limits + ["--statistics"], in: folder)
      #expect(run.lines.contains { $0.hasPrefix("refreshes: \(reason), ") })
      #expect(
        run.lines.contains {
          $0.hasPrefix("  grew as the search went on: ") && $0.hasSuffix(" elements in one value")
        })
      let peak = run.output.split(separator: "process peak ").dropFirst().first?.split(
        separator: " "
      ).first
      #expect(peak.flatMap { Int($0) } ?? 1000 <= 60)
    }
  }

  @Test func `what grows is told to programs`() throws {
    let run = try Runner.run(["check"] + Self.growing + ["--limit-states", "10000", "--json"])
    let report =
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any] ?? [:]
    let growth = (report["scopes"] as? [[String: Any]])?.first?["growth"] as? [String: Any] ?? [:]
    #expect((growth["path"] as? String ?? "").contains("."))
    #expect(growth["count"] as? Int ?? 0 >= 8)
  }

  @Test func `a limit on memory holds for the whole process`() throws {
    let run = try Runner.run(
      ["check", "animals", "--scope", "wide", "--limit-memory", "45M", "--statistics"])
    let peak = run.output.split(separator: "process peak ").dropFirst().first?.split(separator: " ")
      .first
    #expect(run.lines.contains { $0.hasPrefix("wide: limit of 45 MiB of memory hit, ") })
    #expect((40...60).contains(peak.flatMap { Int($0) } ?? 0))
  }

  @Test(arguments: [["walk", "--runs", "1000000"], ["fuzz", "--runs", "1000000"]])
  func `walks and campaigns of a design whose values grow keep to their limits`(_ command: [String])
    throws
  {
    try Runner.withFolder { folder in
      let limits = ["--limit-time", "1s", "--limit-memory", "300M"]
      let run = try Runner.run(command + Self.growing + limits + ["--reach", "100"], in: folder)
      #expect([1, 3].contains(run.status))
      #expect(run.output.contains("stopped"))
      #expect(run.output.contains("limit of"))
    }
  }

  @Test(arguments: ["check", "walk", "fuzz"])
  func `Ctrl-C is answered while values grow`(_ command: String) throws {
    try Runner.withFolder { folder in
      let runs = command == "check" ? [] : ["--runs", "1000000"]
      let run = try interrupted([command] + Self.growing + runs, in: folder)
      #expect([1, 3].contains(run.status))
      #expect(run.output.contains("(exit status "))
    }
  }

  // MARK: Ctrl-C

  private func interrupted(
    _ arguments: [String], by signal: Int32 = SIGINT, after secondsMin: Double = 0.4,
    in directory: URL = Runner.root, secondsMax: Double = 120
  ) throws -> Runner.Run {
    let running = try Running(Runner.executable(), arguments, in: directory)
    try running.waitUntilItWorks(for: secondsMin)
    running.interrupt(by: signal)
    return try running.end(within: secondsMax)
  }

  @Test(arguments: [
    ["walk", "counter", "--scope", "zero", "--runs", "1000000000"],
    ["fuzz", "counter", "--scope", "zero", "--runs", "1000000000"],
    ["values", "counter", "--runs", "1000000000"],
    ["live", "counter", "--scope", "zero", "--repeat", "1000000"],
  ])
  func `a request to end is answered as Ctrl-C is`(_ arguments: [String]) throws {
    let run = try interrupted(arguments, by: SIGTERM)
    #expect(run.status == 3)
    #expect(run.errors == "")
    #expect(run.lastLine.hasSuffix("(exit status 3)"))
  }

  @Test func `two signals at once, as timeout sends them, are one`() throws {
    let running = try Running(Runner.executable(), ["check", "animals", "--scope", "standard"])
    try running.waitUntilItWorks(for: 1)
    for _ in 1...2 { running.interrupt(by: SIGTERM) }
    let run = try running.end(within: 120)
    #expect(run.status == 3)
    #expect(run.lastLine.hasSuffix("(exit status 3)"))
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends a search with a table of what is known so far`(_ signal: Int32) throws {
    // Of a few states, nothing is known yet.
    let run = try interrupted(["check", "animals", "--scope", "standard"], by: signal, after: 1)
    #expect(run.status == 3)
    #expect(run.errors == "")
    #expect(run.lines.contains { $0.hasPrefix("standard: interrupted, ") })
    #expect(run.lines.contains { $0.hasPrefix("undecided, interrupted: ") })
    #expect(cells(run).contains("holds so far"))
    #expect(!cells(run).contains("holds"))
    #expect(run.lastLine.hasSuffix("(exit status 3)"))
  }

  @Test func `Ctrl-C does not hide news`() throws {
    try Runner.withFolder { folder in
      let run = try interrupted(["check", "--scope", "zero,top,standard"], in: folder)
      #expect(run.status == 1)
      #expect(run.lines.contains { $0.contains(/top +exhausted/) })
      #expect(run.lines.contains { $0.contains(/standard +interrupted/) })
    }
  }

  @Test(arguments: ["check", "fuzz"])
  func `known findings that Ctrl-C left alone are counted, and not stale`(_ command: String) throws
  {
    let runs = command == "check" ? [] : ["--runs", "1000000000"]
    let run = try interrupted([command, "quakes"] + runs)
    #expect(run.status == 3)
    #expect(run.output.contains(" known findings: not "))
    #expect(run.output.contains(" 0 stale"))
    #expect(run.errors == "")
  }

  @Test func `Ctrl-C ends a walk with what was found so far`() throws {
    let run = try interrupted(["walk", "counter", "--scope", "zero", "--runs", "1000000000"])
    #expect(run.status == 3)
    #expect(run.errors == "")
    #expect(
      run.flat.contains(
        ", 0 findings, stopped counter · published · open · zero: stopped before its end"))
  }

  @Test func `a check writes its report in every format`() throws {
    try Runner.withFolder { folder in
      let formats = ["--junit", "r.xml", "--markdown", "r.md", "--annotations"]
      let run = try Runner.run(["check", "counter", "--scope", "top,zero"] + formats, in: folder)
      #expect(run.status == 1)
      let tests = try String(contentsOf: folder.appending(path: "r.xml"), encoding: .utf8)
      #expect(tests.contains("<testsuite name=\"counter.published.open.top\""))
      #expect(tests.contains("name=\"counter.exact\" time=\"0.000\"/>"))
      #expect(
        tests.contains("<failure message=\"new: runtime.crash: crash after didTapIncrementButton\"")
      )
      #expect(tests.contains("<skipped message=\"not applicable: "))
      let summary = try String(contentsOf: folder.appending(path: "r.md"), encoding: .utf8)
      #expect(
        summary.contains("### counter · published · open · reducer.total: didTapIncrementButton"))
      #expect(summary.contains("- zero: exhausted, 11 states, 20 steps, depth 5"))
      #expect(run.output.contains("\n::error title=new%3A runtime.crash%3A crash after"))
    }
  }

  // MARK: Streams

  @Test(arguments: [#""$0" list counter | head -1"#, #""$0" list counter --json | head -1"#])
  func `a reader that stops reading is no error`(_ line: String) throws {
    let run = try Runner.shell(line)
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(run.lines.count == 2)
  }

  @Test(arguments: ["", "trap '' PIPE; "])
  func `a reader that is gone is no error`(_ trap: String) throws {
    let run = try Runner.shell(#"\#(trap){ sleep 0.3; "$0" check counter; } | true"#)
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(run.output == "")
  }

  @Test(arguments: ["nonsense", "check counter --limit-time 60s", "replay no-such-file.json"])
  func `a standard error that is closed changes nothing else`(_ command: String) throws {
    let (open, closed) = (
      try Runner.shell(#""$0" \#(command)"#), try Runner.shell(#""$0" \#(command) 2>&-"#)
    )
    #expect((closed.status, closed.output) == (open.status, open.output))
  }

  @Test(arguments: [
    ("1", "limit of 1 byte of"), ("1000", "limit of 1,000 bytes of"),
    ("100K", "limit of 100 KiB of"),
  ])
  func `a small limit on memory is named as it was given`(_ limit: String, _ words: String) throws {
    let run = try Runner.run(["check", "animals", "--scope", "standard", "--limit-memory", limit])
    #expect(run.status == 3)
    #expect(run.output.contains(words))
  }

  @Test func `a scope that Ctrl-C left out is named`() throws {
    let run = try interrupted(
      ["check", "animals", "--scope", "standard,concurrent", "--property", "animals"])
    #expect(run.status == 3)
    #expect(run.output.contains("concurrent"))
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: [
      "list counter", "replay \(TraceFiles.path) \(TraceFiles.values)",
      "check counter --junit /dev/stdout",
    ])
  func `a report that cannot be written is no success`(_ command: String) throws {
    let run = try Runner.shell(#""$0" \#(command) > /dev/full"#)
    #expect(run.status == 2)
    #expect(run.errors.contains("cannot be written"))
  }

  // MARK: Replay

  /// A trace of a design whose values grow, so that the states ahead of its end have no end.
  private func writeEndless(to url: URL) throws {
    let original = "traces/quakes/published/open/recovery.possible--perform-fetchRemoteQuakes.json"
    try TraceFiles.write(original, to: url) {
      $0["design"] = "mutant(sync-keeps-backups)"
      $0["labels"] = [Any]()
    }
  }

  @Test func `a look ahead without end comes to a limit, and no other verdict is lost`() throws {
    try Runner.withFolder { folder in
      try writeEndless(to: folder.appending(path: "endless.json"))
      let other = Runner.root.appending(path: TraceFiles.path).path
      let run = try Runner.run(
        ["replay", other, "endless.json", other, "--limit-time", "1s"], in: folder)
      #expect(run.status == 3)
      #expect(run.errors == "")
      #expect(run.lines.contains("reproduces (as recorded)"))
      // One answer of this design can take longer than all the time that there is; then it is given
      // up.
      let isGivenUp = run.lastLine == "1 trace: not replayed, limit of time hit"
      #expect(isGivenUp || run.lastLine == "reproduces (as recorded)")
      #expect(
        run.flat.contains(
          isGivenUp
            ? "undecided: the replay did not come to its end; limit of time hit"
            : "undecided: not all states ahead of its end were looked at; limit of time hit "
              + "(recorded was: broken)"))
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends a replay, with what is known, in a moment`(_ signal: Int32) throws {
    try Runner.withFolder { folder in
      try writeEndless(to: folder.appending(path: "endless.json"))
      let other = Runner.root.appending(path: TraceFiles.path).path
      let run = try interrupted(
        ["replay", other, "endless.json", other], by: signal, in: folder)
      #expect(run.status == 3)
      #expect(run.lines.contains("reproduces (as recorded)"))
      // A step that takes long is given up.
      #expect(
        run.lastLine == "1 trace: not replayed, interrupted"
          || run.errors.hasPrefix(
            "spec-runner: endless.json: interrupted, but something does not come to")
      )
    }
  }
}
