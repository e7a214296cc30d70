import Foundation
import Generators
import Model
import Spec
import Testing
@testable import SpecRunner

/// Commands whose code traps, each in a process of its own: this test once more.
@Suite struct CodeTrapTests {
  /// Steps that trap where they come to the third state.
  private struct Broken: ExplicitSystem {
    typealias State = Int
    typealias Label = Int
    let lastState: Int
    var initialStates: [Int] { [0] }
    func steps(from state: Int) -> [Step<Int, Int>] {
      // The planted trap: each command has to tell it.
      if state == 3 { fatalError("no step leads on") }
      return state == lastState ? [] : [Step(state, to: state + 1)]
    }
  }

  private static func products() throws -> [RegisteredProduct] {
    let scope = try Scope(
      name: "small", mailMax: 2, faultsMax: 1, relaunchesMax: 1, values: Bookmark.Values())
    let small = Property<Broken>(
      "state.small", "States are small.", witness: "any",
      .invariant { .require($0 < 10, culprit: "large", "it is \($0)") })
    return [
      RegisteredProduct(
        "bookmark", scopes: [scope], subject: BrokenBookmark(defect: .trapsOnFailedDrop)
      ) { _ in Bookmark() },
      RegisteredProduct(
        "steps", systems: ["whole": Broken(lastState: 2), "broken": Broken(lastState: 5)],
        properties: [small]),
      RegisteredProduct(app: BrittlePage(), named: "page"),
      RegisteredProduct(app: BrittlePage(canBeTapped: false), named: "calm"),
    ]
  }

  private struct Run {
    let status: Int32
    let output, errors: String
    var flat: String { output.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
  }

  /// Runs commands one after the other, in a folder.
  private func run(_ lines: [String], test: String = #function, _ look: ([Run], URL) throws -> Void)
    throws
  {
    let variable = "SPEC_TRAPPING_COMMAND"
    if let line = ProcessInfo.processInfo.environment[variable] {
      main(try Self.products(), line.split(separator: " ").map(String.init))
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "trap-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = URL(filePath: try #require(CommandLine.arguments.first)).path
    let runs = try lines.map { line in
      let process = Process()
      process.executableURL = URL(filePath: program)
      let name = test.prefix { $0 != "(" }.filter { $0 != "`" && $0 != "," }.split(separator: " ")
        .prefix(5)
      let filter = "CodeTrapTests/.*\(name.joined(separator: " "))"
      process.arguments = ["--filter", filter, "--testing-library", "swift-testing"]
      process.environment = ProcessInfo.processInfo.environment.merging([variable: line]) { $1 }
      process.currentDirectoryURL = folder
      let files = try ["output", "errors"].map { name in
        let url = folder.appending(path: name)
        try Data().write(to: url)
        return try FileHandle(forWritingTo: url)
      }
      (process.standardOutput, process.standardError) = (files[0], files[1])
      try process.run()
      for file in files { try file.close() }
      process.waitUntilExit()
      let texts = try ["output", "errors"].map {
        try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
      }
      return Run(status: process.terminationStatus, output: texts[0], errors: texts[1])
    }
    try look(runs, folder)
  }

  @Test func `a trap of live code is a finding, with its story and the seed that repeats it`()
    throws
  {
    try run(["live bookmark --runs 200 --save", "live bookmark --runs 200 --seed 1"]) {
      runs, folder in
      for run in runs {
        #expect(run.status == 1, "\(run.errors)")
        #expect(run.flat.contains("live.conforms: trap after complete drop"), "\(run.output)")
        #expect(
          run.flat.contains("Broken: the process ends: a trap, of which standard error tells"))
        #expect(run.errors.contains("Fatal error: a drop cannot fail"))
        #expect(
          run.errors.contains("traps in bookmark · published · open · small"), "\(run.errors)")
        #expect(run.errors.contains(/--seed [0-9]+ --runs 1\ in/))
      }
      #expect(runs[0].flat.contains("new; not kept as a trace, as its replay would end with it"))
      // Else no check could compare what it finds with the ledger.
      let names = FileManager.default.names(below: folder.appending(path: "traces").path)
      #expect(!names.contains { $0.hasSuffix(".json") }, "\(names)")
    }
  }

  @Test func `a trap in a search ends it with 3, with what other scopes came to`() throws {
    try run(["check steps --jobs 1"]) { runs, _ in
      #expect(runs[0].status == 3, "\(runs[0].errors)")
      #expect(runs[0].errors.contains("Fatal error: no step leads on"))
      #expect(
        runs[0].errors.contains("traps in steps · published · open · broken"), "\(runs[0].errors)")
      #expect(runs[0].errors.contains("SWIFT_BACKTRACE=enable=yes"))
      #expect(runs[0].flat.contains("whole: exhausted, 3 states"), "\(runs[0].output)")
    }
  }

  @Test func `a trap in random runs keeps their results`() throws {
    try run(["fuzz steps --scope broken --results out --jobs 2", "merge out"]) { runs, folder in
      #expect(runs.map(\.status) == [3, 3], "\(runs.map(\.errors))")
      #expect(
        runs[0].errors.contains("traps in steps · published · open · broken"), "\(runs[0].errors)")
      #expect(runs[1].flat.contains("broken: stopped before its end"), "\(runs[1].output)")
    }
  }

  @Test func `a command goes on after a trap of an app, and is not ended by what watched it`()
    throws
  {
    try run(["check page"]) { runs, _ in
      #expect(runs[0].status == 1, "\(runs[0].errors)")
      #expect(runs[0].flat.contains("the app crashes (Fatal error: nothing can be tapped)"))
      #expect(runs[0].flat.contains("kept wherever they apply: reducer.pure, app.promise"))
    }
  }

  @Test func `of several tests those have a process of their own whose app traps`() throws {
    let paths = [
      "page/published/open/runtime.crash--crash-after-tap",
      "calm/published/open/operation.answered--state",
    ]
    let replay = "replay --emit-test \(paths.map { "traces/\($0).json" }.joined(separator: " "))"
    try run(["check page --save", "check calm --save", replay]) { runs, _ in
      #expect(runs[2].status == 0, "\(runs.map(\.errors))")
      let tests = runs[2].output.components(separatedBy: "@Test")
      #expect(tests.map { $0.contains("it runs in a process of its own") } == [false, true, false])
    }
  }
}
