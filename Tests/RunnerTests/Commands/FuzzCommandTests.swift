import Foundation
import Testing

/// `fuzz` and `merge` as people and CI run them: what they leave on disk, and how they end.
@Suite(.waiting) struct FuzzCommandTests {
  private static let campaign = [
    "fuzz", "counter", "--scope", "top", "--runs", "60", "--steps", "12", "--seed", "5",
    "--strategy", "pos",
  ]

  /// The paths of all files below a folder.
  private func files(below folder: URL) -> [String] {
    (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []).filter
    {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(
        atPath: folder.appending(path: $0).path, isDirectory: &isFolder)
      return !isFolder.boolValue
    }.sorted()
  }

  // MARK: Repeating

  @Test func `the same arguments print and save the same bytes with any number of jobs`() throws {
    try Runner.withFolder { folder in
      var texts: Set<String> = []
      var saved: Set<[Data]> = []
      for jobs in ["1", "3"] {
        let out = folder.appending(path: "out")
        let arguments = Self.campaign + ["--jobs", jobs, "--results", "out"]
        texts.insert(try Runner.run(arguments, in: folder).output)
        saved.insert(try files(below: out).map { try Data(contentsOf: out.appending(path: $0)) })
        try FileManager.default.removeItem(at: out)
      }
      #expect(texts.count == 1 && saved.count == 1)
    }
  }

  // MARK: Shards

  @Test func `shards merge to the report of one process`() throws {
    try Runner.withFolder { folder in
      let whole = try Runner.run(Self.campaign + ["--results", "whole"], in: folder)
      #expect(whole.status == 1)
      for number in 1...3 {
        let run = try Runner.run(
          Self.campaign + ["--shard", "\(number)/3", "--results", "parts"], in: folder)
        #expect(run.status == 1)
        #expect(run.output.contains("20 runs from seed 5, shard \(number)/3, by pos"))
      }
      let merged = try Runner.run(["merge", "parts"], in: folder)
      #expect(merged.status == 1)
      let shown = merged.lines.map {
        $0.replacing(", 3 of 3 shards", with: "").replacing("parts/", with: "whole/")
      }
      #expect(shown == whole.lines)
    }
  }

  @Test func `a job array names the shard`() throws {
    let environments = [
      ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "3"],
      ["SLURM_ARRAY_TASK_ID": "8", "SLURM_ARRAY_TASK_MIN": "7", "SLURM_ARRAY_TASK_COUNT": "3"],
      ["JOB_COMPLETION_INDEX": "1", "JOB_COMPLETIONS": "3"],
    ]
    let given = try Runner.run(Self.campaign + ["--shard", "2/3"])
    for environment in environments {
      #expect(try Runner.run(Self.campaign, environment: environment).output == given.output)
    }
  }

  /// Each shard shows it; the shortest story is not of the first run.
  @Test(arguments: [0, 1, 2])
  func `merged shards name the first run that shows a finding`(_ seed: Int) throws {
    try Runner.withFolder { folder in
      let words = ["fuzz", "animals", "--scope", "faults", "--steps", "30", "--reach", "1"]
      let campaign = words + ["--property", "queue", "--runs", "60", "--seed", "\(seed)"]
      let whole = try Runner.run(campaign + ["--results", "whole"], in: folder)
      for number in 1...3 {
        _ = try Runner.run(campaign + ["--shard", "\(number)/3", "--results", "parts"], in: folder)
      }
      let merged = try Runner.run(["merge", "parts"], in: folder)
      let runs = { (run: Runner.Run) in run.flat.matches(of: /run [0-9,]+ by/).map { String($0.0) }
      }
      #expect(!runs(whole).isEmpty && runs(merged) == runs(whole))
    }
  }

  @Test func `a shard that is missing ends a merge with news with 1`() throws {
    try Runner.withFolder { folder in
      let run = try Runner.run(
        Self.campaign + ["--shard", "1/3", "--results", "parts"], in: folder)
      #expect(run.status == 1)
      let merged = try Runner.run(["merge", "parts"], in: folder)
      #expect(merged.status == 1)
      #expect(merged.output.contains("of 3 shards these are missing: 2, 3"))
    }
  }

  @Test func `a shard that is missing ends a merge with 3`() throws {
    try Runner.withFolder { folder in
      let quiet = Self.campaign + ["--property", "counter"]
      for number in [1, 3] {
        let run = try Runner.run(
          quiet + ["--shard", "\(number)/3", "--results", "parts"], in: folder)
        #expect(run.status == 0)
      }
      let merged = try Runner.run(["merge", "parts"], in: folder)
      #expect(merged.status == 3)
      #expect(merged.output.contains("of 3 shards these are missing: 2"))
    }
  }

  // MARK: News

  @Test func `a new finding names its trace and the line that replays it`() throws {
    try Runner.withFolder { folder in
      let run = try Runner.run(Self.campaign + ["--results", "my results"], in: folder)
      #expect(run.status == 1)
      let path =
        "my results/traces/counter/published/open/"
        + "runtime.crash--crash-after-didTapIncrementButton.json"
      #expect(run.lines.contains("  swift run -c release spec-runner replay '\(path)'"))
      #expect(
        run.errors.contains("new: runtime.crash: crash after didTapIncrementButton: \(path)\n"))
      #expect(try Runner.run(["replay", path], in: folder).status == 0)
    }
  }

  @Test func `a finding that the ledger holds longer than needed is news`() throws {
    try Runner.withFolder { folder in
      let name =
        "traces/counter/published/open/runtime.crash--crash-after-didTapIncrementButton.json"
      try TraceFiles.write(name, to: folder.appending(path: name)) { fields in
        var scope = fields["scope"] as? [String: Any] ?? [:]
        scope["values"] = ["initial": String(Int.max - 19), "reach": 25]
        let labels = fields["labels"] as? [Any] ?? []
        (fields["scope"], fields["labels"]) = (
          scope, Array(repeating: labels, count: 20).flatMap(\.self)
        )
      }
      let run = try Runner.run(Self.campaign + ["--property", "runtime.crash"], in: folder)
      #expect(run.status == 1)
      #expect(
        run.lastLine.contains(", 1 longer than needed (runtime.crash: crash after"), "\(run.output)"
      )
    }
  }

  // MARK: Ending

  @Test func `Ctrl-C ends a campaign with what is known so far`() throws {
    try Runner.withFolder { folder in
      let running = try Running(
        Runner.executable(),
        ["fuzz", "counter", "--for", "300s", "--results", "out", "--scope", "top"], in: folder)
      try running.waitUntilItWorks()
      running.interrupt()
      let run = try running.end(within: 120)
      #expect(run.status == 1, "the findings are new, as there is no ledger")
      #expect(run.output.contains("counter · published · open · top: stopped before its end"))
      #expect(try Runner.run(["merge", "out"], in: folder).output == run.output)
    }
  }

  @Test func `a campaign keeps its time, shrinking included`() throws {
    try Runner.withFolder { folder in
      let running = try Running(
        Runner.executable(),
        [
          "fuzz", "animals", "--scope", "wide", "--for", "4s", "--jobs", "1", "--reach",
          "1000000000",
        ],
        in: folder)
      let run = try running.end(within: 120)
      #expect(run.status == 1)
      #expect(run.output.contains("Not checked whether it can be shorter: stopped before that."))
    }
  }

  @Test func `what the ledger knows is not shrunk`() throws {
    let known = try Runner.run(Self.campaign + ["--json"])
    #expect(known.status == 0)
    #expect(known.output.contains("\"promise\"") && !known.output.contains("Shortest: "))
    try Runner.withFolder { folder in
      let new = try Runner.run(Self.campaign + ["--json"], in: folder)
      #expect(new.output.contains("Shortest: "))
    }
  }

  @Test func `a time that is over is no interruption`() throws {
    let run = try Runner.run(["fuzz", "counter", "--for", "0.2s", "--scope", "zero"])
    #expect(run.status == 0)
    #expect(!run.output.contains("stopped"))
  }

  /// Whatever the moment: every file is whole, and what was told is there and replays.
  @Test(arguments: [90, 140, 210, 320, 480, 700, 1000, 1500])
  func `a campaign that is killed leaves whole files and all that it told of`(_ milliseconds: Int)
    throws
  {
    try Runner.withFolder { folder in
      let running = try Running(
        Runner.executable(),
        [
          "fuzz", "animals", "--scope", "faults", "--steps", "30", "--for", "300s", "--results",
          "out", "--property", "queue",
        ], in: folder)
      usleep(UInt32(milliseconds) * 1000)
      running.kill()
      let run = try running.end(within: 120)
      #expect(run.status == 128 + 9)
      let out = files(below: folder.appending(path: "out"))
      #expect(out.allSatisfy { $0.hasSuffix(".json") }, "\(out)")
      for name in files(below: folder) where name.hasSuffix(".json") {
        let data = try Data(contentsOf: folder.appending(path: name))
        #expect(throws: Never.self, "\(name)") { try JSONSerialization.jsonObject(with: data) }
      }
      let told = run.errors.split(separator: "\n").filter { $0.hasPrefix("new: ") }.compactMap {
        $0.split(separator: ": ").last.map(String.init)
      }
      if !told.isEmpty { #expect(try Runner.run(["replay"] + told, in: folder).status == 0) }
      let traces = files(below: folder.appending(path: "out")).filter { $0.hasPrefix("traces/") }
      #expect(traces.count >= told.count)
      if files(below: folder.appending(path: "out")).contains(where: { $0.contains("-shard-") }) {
        let merged = try Runner.run(["merge", "out"], in: folder)
        #expect(merged.status == 1 || merged.status == 3)
        #expect(merged.output.contains("stopped before its end"))
      }
    }
  }

  // MARK: Formats

  @Test func `Markdown is added to a file and JUnit XML replaces one`() throws {
    try Runner.withFolder { folder in
      for _ in 0..<2 {
        _ = try Runner.run(
          Self.campaign + ["--markdown", "summary.md", "--junit", "fuzz.xml", "--statistics"],
          in: folder)
      }
      let summary = try String(contentsOf: folder.appending(path: "summary.md"), encoding: .utf8)
      #expect(summary.components(separatedBy: "## spec-runner: 0 known findings, 2 new").count == 3)
      let report = try String(contentsOf: folder.appending(path: "fuzz.xml"), encoding: .utf8)
      #expect(report.components(separatedBy: "<?xml").count == 2)
      #expect(report.contains("<testsuites name=\"spec-runner\" tests=\"7\" failures=\"2\""))
      #expect(
        report.matches(of: /time="[0-9]+\.[0-9]{3}"/).count == report.components(
          separatedBy: "time="
        ).count
          - 1)
    }
  }

  @Test func `a pipe that nobody reads ends a campaign quietly`() throws {
    let run = try Runner.shell(
      #""$0" fuzz counter --scope zero --runs 20 --json | true; echo "${PIPESTATUS:-0}""#)
    #expect(run.errors == "")
  }
}
