import Foundation
import Testing

/// How a replay grades traces that do not say what they said when they were saved.
@Suite(.waiting) struct ReplayTests {
  private func replay(
    _ original: String = TraceFiles.path, flags: [String] = [],
    _ edit: (inout [String: Any]) throws -> Void
  ) throws -> Runner.Run {
    try Runner.withFolder { folder in
      try TraceFiles.write(original, to: folder.appending(path: "trace.json"), edit)
      return try Runner.run(["replay", "trace.json"] + flags, in: folder)
    }
  }

  @Test func `every trace of the ledger is as recorded`() throws {
    let files = try TraceFiles.contents(of: Runner.root.appending(path: "traces")).keys.sorted()
    let traces = files.filter { !$0.hasSuffix("/findings.json") && !$0.hasSuffix("/defects.json") }
    #if DEBUG
      let paths = traces.enumerated().filter { $0.offset.isMultiple(of: 4) }.map(\.element)
    #else
      let paths = traces
    #endif
    #expect(!paths.isEmpty)
    let run = try Runner.run(["replay"] + paths.map { "traces/\($0)" })
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(run.lines.filter { $0 == "reproduces (as recorded)" }.count == paths.count)
  }

  @Test func `a trace that is not as recorded decides the exit status of all`() throws {
    try Runner.withFolder { folder in
      try TraceFiles.write(to: folder.appending(path: "one.json")) { $0["culprit"] = "another" }
      try TraceFiles.write(to: folder.appending(path: "two.json")) { _ in }
      let run = try Runner.run(["replay", "one.json", "two.json"], in: folder)
      #expect(run.status == 1)
      #expect(run.output.contains("one.json\n"))
      #expect(run.lastLine == "reproduces (as recorded)")
    }
  }

  @Test func `a label that is not enabled is told with its step and what was enabled`() throws {
    let run = try replay {
      $0["labels"] = [TraceFiles.tap("didTapDecrementButton"), ["deliver": [:]]]
    }
    #expect(run.status == 1)
    #expect(run.errors == "")
    #expect(
      run.lastLine
        == "diverges at step 2, which cannot be taken; what can be: the user taps Increment; "
        + "the user taps Decrement (recorded was: broken)")
  }

  @Test func `a path that keeps the property passes`() throws {
    let run = try replay { $0["labels"] = [TraceFiles.tap("didTapDecrementButton")] }
    #expect(run.status == 1)
    #expect(
      run.lastLine == "passes: the property is kept at the end of the path (recorded was: broken)")
  }

  @Test func `a path that keeps the property is as recorded when that was expected`() throws {
    let run = try replay {
      $0["labels"] = [TraceFiles.tap("didTapDecrementButton")]
      $0["expected"] = "holds"
    }
    #expect(run.status == 0)
    #expect(run.lastLine == "passes: the property is kept at the end of the path (as recorded)")
  }

  @Test func `a path that breaks the property otherwise names the other culprit`() throws {
    let run = try replay { $0["culprit"] = "another" }
    #expect(run.status == 1)
    #expect(run.lastLine.contains("broken otherwise: crash after didTapIncrementButton"))
  }

  @Test func `values that keep the property pass`() throws {
    let run = try replay(TraceFiles.values) {
      $0["values"] = ["action": "didTapIncrementButton", "state": ["value": "0"]]
    }
    #expect(run.status == 1)
    #expect(run.lastLine.hasPrefix("passes"))
  }

  @Test func `a product that is gone makes a trace obsolete`() throws {
    let run = try replay { $0["product"] = "abacus" }
    #expect(run.status == 1)
    #expect(run.errors == "")
    #expect(
      run.lastLine == "obsolete: there is no product 'abacus' any more (recorded was: broken)")
  }

  @Test func `a design that is gone makes a trace obsolete`() throws {
    let run = try replay { $0["design"] = "mutant(gone)" }
    #expect(run.status == 1)
    #expect(
      run.lastLine
        == "obsolete: counter has no design 'mutant(gone)' any more (recorded was: broken)")
  }

  @Test func `a property that is gone makes a trace obsolete`() throws {
    let run = try replay { $0["property"] = "beauty" }
    #expect(run.status == 1)
    #expect(
      run.lastLine == "obsolete: there is no property 'beauty' any more (recorded was: broken)")
  }

  @Test func `a replay for programs tells path, grade and story`() throws {
    let run = try Runner.run(["replay", TraceFiles.path, TraceFiles.values, "--json"])
    let replays =
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]] ?? []
    #expect(run.status == 0)
    #expect(replays.map { $0["path"] as? String } == [TraceFiles.path, TraceFiles.values])
    #expect(replays.map { $0["grade"] as? String } == ["reproduces", "reproduces"])
    #expect(replays.map { $0["isConfirmed"] as? Bool } == [true, true])
    let story = replays.first?["story"] as? [String: Any]
    #expect(story?["promise"] as? String == "No product function crashes.")
    #expect((story?["lines"] as? [Any])?.isEmpty == false)
  }

  @Test func `an unknown label is told with its step and what was enabled`() throws {
    let run = try replay { $0["labels"] = [TraceFiles.tap("didTapResetButton")] }
    #expect(run.status == 1)
    #expect(run.lastLine.contains("step 1"))
    #expect(run.lastLine.contains("the user taps Increment"))
  }

  @Test func `a trace that passes does not say what is broken`() throws {
    let run = try replay { $0["labels"] = [TraceFiles.tap("didTapDecrementButton")] }
    #expect(run.status == 1)
    #expect(!run.output.contains("Broken: "))
  }

  @Test func `an initial state that is not there is told as such`() throws {
    let run = try replay { $0["initial"] = 5 }
    #expect(run.status == 1)
    #expect(!run.lastLine.contains("step 0"))
  }

  @Test func `an environment that is not the scope's is refused`() throws {
    let run = try replay { $0["environment"] = "closed" }
    #expect(run.status != 0)
  }

  @Test func `a malformed trace is told without the words of Swift`() throws {
    let edits: [(inout [String: Any]) -> Void] = [
      { $0["scope"] = ["name": "zero"] }, { $0["labels"] = "none" }, { $0["labels"] = [7] },
    ]
    for edit in edits {
      let errors = try replay(TraceFiles.path, edit).errors
      for word in ["DecodingError", "Path: [0]", "CodingKeys", "Any>", " at 0"] {
        #expect(!errors.contains(word))
      }
    }
  }

  @Test func `a folder where a trace is expected is told to be one`() throws {
    try Runner.withFolder { folder in
      let run = try Runner.run(["replay", folder.path])
      #expect(run.errors.contains("folder"))
    }
  }

  @Test func `what a trace holds cannot steer the terminal`() throws {
    let run = try replay {
      $0["culprit"] = "a\u{1b}[31mb\nc\u{7}\u{9b}"
    }
    #expect(run.status == 1)
    #expect(run.lines[1].hasSuffix(#"runtime.crash: a\u001b[31mb\nc\u0007\u009b"#))
    #expect(
      !run.output.unicodeScalars.contains {
        $0.properties.generalCategory == .control && $0 != "\n"
      })
  }

  @Test func `a story cannot steer the terminal`() throws {
    let run = try replay(
      "traces/animals/published/open-concurrent/recovery.possible--complete-addAnimal.json"
    ) {
      let text = String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self)
      let odd = text.replacing(#""Dog""#, with: #""Dog\u001b[2J\n  2. done""#)
      $0 = try JSONSerialization.jsonObject(with: Data(odd.utf8)) as? [String: Any] ?? [:]
    }
    #expect(run.status == 0)
    #expect(run.flat.contains(#"as 'Dog\u001b[2J\n 2. done'"#))
    #expect(!run.output.contains("\u{1b}"))
  }

  // MARK: Live code

  @Test func `a path that the model does not take is not tried by live code`() throws {
    let run = try replay(flags: ["--live"]) {
      $0["labels"] = [TraceFiles.tap("didTapDecrementButton"), ["deliver": [:]]]
    }
    #expect(run.status == 1)
    #expect(run.output.contains("\ndiverges at step 2, which cannot be taken"))
    #expect(run.lastLine == "live: not run, as the model does not take the path")
  }

  @Test func `live code takes nothing of values, and nobody says that they reproduce`() throws {
    let run = try Runner.run(["replay", "--live", TraceFiles.values])
    #expect(run.status == 0)
    #expect(!run.output.contains("reproduces"))
    #expect(
      run.lastLine
        == "live: not run: the trace holds values and no steps, so that live code takes nothing of "
        + "it"
    )
  }

  @Test func `a story is told step by step, with windows where they change`() throws {
    let path = "traces/animals/published/windows/draft.kept--complete-updateAnimal.json"
    let run = try Runner.shell("printf '\\n\\n' | \"$0\" replay --step \(path)")
    #expect(run.status == 0)
    let steps = run.lines.count { $0.contains(#/^  [0-9]+\. /#) }
    #expect(steps >= 10)
    #expect(
      run.output.contains("(Reload Sample Data)") && run.output.contains("[Reload Sample Data]"))
    #expect(run.output.ranges(of: "– Edit Dog").count < steps)
    #expect(run.output.contains("\nBroken: "))
    #expect(try Runner.run(["replay", path, "--step", "--json"]).status == 2)
  }
}
