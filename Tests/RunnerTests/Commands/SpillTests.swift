import Foundation
import Testing

/// States that stand in a file.
@Suite(.waiting) struct SpillTests {
  @Test(arguments: [
    ["quakes", "--scope", "seven"], ["animals", "--scope", "killed,fields"], ["counter", "--json"],
  ])
  func `a check prints the same bytes where its states stand in a file`(_ words: [String]) throws {
    try Runner.withFolder { folder in
      let plain = try Runner.run(["check"] + words)
      let spilled = try Runner.run(["check"] + words + ["--spill", folder.path])
      #expect(spilled.output == plain.output)
      #expect(spilled.errors == "")
      #expect(spilled.status == plain.status)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
  }

  @Test func `a folder without room ends a search as a limit does`() throws {
    try Runner.withFolder { folder in
      let run = try Runner.shell(
        "trap '' XFSZ; ulimit -f 2000; exec \"$0\" check quakes --scope seven --spill "
          + "'\(folder.path)'"
      )
      #expect(run.status == 3)
      #expect(run.flat.contains("seven: no more room for states in \(folder.path), "))
    }
  }

  @Test func `a folder in which no file can be made is refused in one line`() throws {
    let run = try Runner.run(["check", "counter", "--spill", "/nowhere"])
    #expect(run.status == 2)
    #expect(run.output == "")
    let told =
      "--spill: no file can be made in '/nowhere'; name a folder that is there and writable"
    #expect(run.errors.contains(told))
  }
}
