import Foundation
import Testing

/// A walk that somebody takes by hand.
@Suite(.waiting) struct ExploreTests {
  private static func explored(_ lines: [String], _ arguments: String, in folder: URL) throws
    -> Runner.Run
  {
    try Runner.shell(
      #"printf '%s\n' "# + lines.map { "'\($0)'" }.joined(separator: " ")
        + #" | "$0" explore "# + arguments, in: folder)
  }

  @Test func `every step says what it would break, and what was broken is saved and replays`()
    throws
  {
    try Runner.withFolder { folder in
      let run = try Self.explored(
        ["2", "u", "1", "l", "w story.json", "q"], "counter --scope top", in: folder)
      #expect(run.status == 0)
      #expect(run.output.contains("breaks runtime.crash: crash after\n"))
      #expect(run.output.contains("Broken: runtime.crash: crash after didTapIncrementButton"))
      #expect(run.output.contains("nothing can happen any more"))
      let replay = try Runner.run(["replay", "story.json"], in: folder)
      #expect(replay.status == 0)
      #expect(replay.output.hasSuffix("reproduces (as recorded)\n"))
    }
  }

  @Test func `a step back leads where one was, and windows are drawn`() throws {
    try Runner.withFolder { folder in
      let run = try Self.explored(
        ["1", "1", "1", "1", "u", "u", "u", "u", "u", "q"], "animals --scope fields", in: folder)
      let parts = run.output.components(separatedBy: "\n\n")
      #expect(parts.count == 11)
      #expect(parts[1] == parts[9])
      #expect(parts[5].contains("[Reload Sample Data]"))
      #expect(parts[4].contains("(Reload Sample Data)"))
    }
  }

  @Test func `a signal ends a walk that waits for a line`() throws {
    let line =
      #"sleep 8 | "$0" explore counter --scope top & "#
      + #"sleep 3; kill -TERM $!; wait $!; echo "status $?""#
    let run = try Runner.shell(line)
    #expect(run.output.hasSuffix("status 3\n"))
  }

  @Test func `what cannot be done is answered, and the end of the input is the end`() throws {
    try Runner.withFolder { folder in
      let run = try Self.explored(
        ["9", "x", "w", "w a.json", "?"], "counter --scope zero", in: folder)
      #expect(run.status == 0)
      #expect(run.output.contains("'9': type a number up to 2"))
      #expect(run.output.contains("'w' takes the name of a file"))
      #expect(run.output.contains("the last step breaks nothing"))
      #expect(run.output.contains("quit"))
      let wrong = try Runner.run(["explore"], in: folder)
      #expect(wrong.status == 2)
      #expect(wrong.errors == "spec-runner: explore takes one product: counter, animals, quakes\n")
      let two = try Runner.run(["explore", "animals", "--scope", "fields,forms"], in: folder)
      #expect(two.errors == "spec-runner: explore takes one scope; 'list' names them\n")
    }
  }

  @Test func `where a step breaks several promises, each can be saved by its number`() throws {
    try Runner.withFolder { folder in
      let keys = [2, 1, 5, 5, 1, 5, 5, 2, 1, 5, 5, 1, 5].map(String.init)
      let run = try Self.explored(
        keys + ["w 2 ", "w 3 c.json", "w 2 b.json", "w a.json", "q"], "quakes --scope malformed",
        in: folder)
      #expect(run.output.contains("Broken: 1. memory.durable: repeated row"))
      #expect(
        run.output.contains("Broken: 2. quakes.row.unique: repeated after perform syncLocalQuakes"))
      #expect(run.output.contains("'w 2 ' takes the name of a file as well"))
      #expect(run.output.contains("'w 3 c.json': what the last step broke has numbers up to 2"))
      for (file, property) in [("a.json", "memory.durable"), ("b.json", "quakes.row.unique")] {
        let replay = try Runner.run(["replay", file], in: folder)
        #expect(replay.status == 0 && replay.output.contains("· \(property): repeated"))
      }
    }
  }

  @Test func `a step is told that takes away what has to stay possible`() throws {
    try Runner.withFolder { folder in
      let run = try Self.explored(["2", "1", "q"], "quakes --scope malformed", in: folder)
      #expect(run.flat.contains("breaks recovery.possible: perform fetchRemoteQuakes"))
    }
  }
}
