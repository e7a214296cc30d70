import Foundation
import Testing

/// A finding as the source of a test.
@Suite(.waiting) struct EmittedTestTests {
  private static let flag = "--emit-test"

  @Test func `traces are printed as one file of tests, the same each time`() throws {
    let arguments = ["replay", Self.flag, TraceFiles.path, TraceFiles.values, TraceFiles.windows]
    let run = try Runner.run(arguments)
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(run.lines.filter { $0.hasPrefix("@Test func ") }.count == 3)
    let imports = run.lines.prefix { !$0.isEmpty }
    #expect(
      imports == [
        "import Generators", "import Model", "@testable import ReferenceProducts", "import Spec",
        "import Testing",
      ])
    #expect(try Runner.run(arguments).output == run.output)
  }

  @Test func `a finding that is named twice is one test`() throws {
    let run = try Runner.run(["replay", Self.flag, TraceFiles.path, TraceFiles.path])
    #expect(run.output == (try Runner.run(["replay", Self.flag, TraceFiles.path]).output))
  }

  @Test func `a step stands below its words as the gesture that it is`() throws {
    let run = try Runner.run(["replay", Self.flag, TraceFiles.path])
    let lines = run.lines.map { $0.trimmingCharacters(in: .whitespaces) }
    let place = try #require(lines.firstIndex { $0.hasPrefix("// 1. the user taps Increment") })
    #expect(lines[place + 2] == "model.gesture(.didTapIncrementButton)")
    #expect(lines.contains("// Broken: arithmetic overflow at 9223372036854775807"))
    #expect(lines.contains(#"let breach = try await model.breach(of: "runtime.crash")"#))
  }

  @Test func `there is no test of what is no finding any more`() throws {
    try Runner.withFolder { folder in
      try TraceFiles.write(to: folder.appending(path: "kept.json")) {
        $0["labels"] = [TraceFiles.tap("didTapDecrementButton")]
      }
      let run = try Runner.run(["replay", Self.flag, "kept.json"], in: folder)
      #expect(run.status == 1)
      #expect(run.output == "")
      #expect(
        run.errors
          == "spec-runner: kept.json: no test, as there is no finding: passes: the property is "
          + "kept at the end of the path\n")
    }
  }

  @Test func `a file that cannot be read is told, and the others are printed`() throws {
    let run = try Runner.run(["replay", Self.flag, "nothing.json", TraceFiles.path])
    #expect(run.status == 2)
    #expect(run.errors == "spec-runner: nothing.json: no such file; check the path\n")
    #expect(run.output.contains("@Test func "))
  }

  @Test(arguments: ["--json", "--live", "--step"])
  func `a test is printed alone`(_ other: String) throws {
    let run = try Runner.run(["replay", Self.flag, other, TraceFiles.path])
    #expect(run.status == 2)
    #expect(
      run.errors
        == "spec-runner: --emit-test prints source and nothing else; leave out the other options\n")
  }
}
