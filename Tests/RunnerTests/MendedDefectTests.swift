import Foundation
import Testing

/// Defects of spec-runner that were mended, so that they stay mended.
@Suite struct MendedDefectTests {
  private func defect(_ before: Comment, _ body: () throws -> Void) rethrows { try body() }

  private func replay(
    _ original: String = TraceFiles.path, _ edit: (inout [String: Any]) -> Void
  ) throws -> Runner.Run {
    try Runner.withFolder { folder in
      try TraceFiles.write(original, to: folder.appending(path: "trace.json"), edit)
      return try Runner.run(["replay", "trace.json"], in: folder)
    }
  }

  // MARK: Replay

  @Test func `an unknown label is told with its step and what was enabled`() throws {
    try defect("exit status 2 'is no label', while check calls the same trace obsolete") {
      let run = try replay { $0["labels"] = [TraceFiles.tap("didTapResetButton")] }
      #expect(run.status == 1)
      #expect(run.lastLine.contains("step 1"))
      #expect(run.lastLine.contains("didTapIncrementButton"))
    }
  }

  @Test func `a trace that passes does not say what is broken`() throws {
    try defect("the story ends with 'Broken: ' and the recorded culprit") {
      let run = try replay { $0["labels"] = [TraceFiles.tap("didTapDecrementButton")] }
      #expect(run.status == 1)
      #expect(!run.output.contains("Broken: "))
    }
  }

  @Test func `an initial state that is not there is told as such`() throws {
    try defect("'diverges at step 0, whose label is not enabled'") {
      let run = try replay { $0["initial"] = 5 }
      #expect(run.status == 1)
      #expect(!run.lastLine.contains("step 0"))
    }
  }

  @Test func `an environment that is not the scope's is refused`() throws {
    try defect("the trace reproduces") {
      let run = try replay { $0["environment"] = "closed" }
      #expect(run.status != 0)
    }
  }

  @Test func `a malformed trace is told without the words of Swift`() throws {
    try defect("'DecodingError.typeMismatch: … Path: [0].mailMax', 'a Array<Any> is expected', 'at 0'") {
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
  }

  @Test func `a folder where a trace is expected is told to be one`() throws {
    try defect("'cannot be read; check its permissions'") {
      try Runner.withFolder { folder in
        let run = try Runner.run(["replay", folder.path])
        #expect(run.errors.contains("folder"))
      }
    }
  }

  // MARK: Arguments

  @Test func `an argument with a line break is told on one line`() throws {
    try defect("the line break is printed as it is") {
      for command in ["check", "replay"] {
        let run = try Runner.run([command, "two\nlines"])
        #expect(run.errors.filter(\.isNewline).count == 1)
      }
    }
  }

  @Test func `a ledger that is a regular file is refused`() throws {
    try defect("it is an empty ledger: four findings are new") {
      try Runner.withFolder { folder in
        try Data().write(to: folder.appending(path: "file"))
        let run = try Runner.run(["check", "counter", "--traces", "file"], in: folder)
        #expect(run.status == 2)
        #expect(run.errors.contains("file"))
      }
    }
  }

  @Test func `a scope that is named twice is explored once`() throws {
    try defect("two equal columns") {
      let (once, twice) = (
        try Runner.run(["check", "counter", "--scope", "zero"]),
        try Runner.run(["check", "counter", "--scope", "zero,zero"])
      )
      #expect(twice.status == 2 || twice.output == once.output)
    }
  }

  @Test func `help about help is the overview`() throws {
    try defect("exit status 2 'there is no command 'help''") {
      let run = try Runner.run(["help", "help"])
      #expect(run.status == 0)
    }
  }

  // MARK: Check and walk

  @Test func `an entry of a product that is gone is stale when every product is checked`() throws {
    try defect("the entry is passed over, exit status 0") {
      try Runner.withFolder { folder in
        try TraceFiles.write(to: folder.appending(path: "traces/abacus.json")) { $0["product"] = "abacus" }
        let run = try Runner.run(["check", "--scope", "zero"], in: folder)
        #expect(run.status == 1)
        #expect(run.output.contains("traces/abacus.json"))
      }
    }
  }

  @Test func `a limit of less than a megabyte is named as it was given`() throws {
    try defect("'limit of 0 MiB of memory hit'") {
      let run = try Runner.run(["check", "animals", "--scope", "standard", "--limit-memory", "100K"])
      #expect(run.status == 3)
      #expect(!run.output.contains("limit of 0 MiB"))
    }
  }

  @Test func `a scope that Ctrl-C left out is named`() throws {
    try defect("the table has no column for it and no line names it") {
      let arguments = ["check", "animals", "--scope", "standard,concurrent", "--property", "animals"]
      let running = try Running(Runner.executable(), arguments)
      try running.waitUntilItWorks()
      running.interrupt()
      let run = try running.end(within: 15)
      #expect(run.status == 3)
      #expect(run.output.contains("concurrent"))
    }
  }

  @Test func `a walk shrinks the crash of the counter to one tap`() throws {
    try defect("seven steps: no single step of the run can be left out, two can") {
      let run = try Runner.run(["walk", "counter", "--scope", "top", "--seed", "1", "--runs", "1"])
      #expect(run.output.contains("crash after didTapIncrementButton (seed 1, 1 step)"))
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a report that cannot be written is no success`() throws {
    try defect("exit status 0 and nothing on the standard error") {
      let run = try Runner.shell(#""$0" list > /dev/full"#)
      #expect(run.status == 2)
    }
  }
}
