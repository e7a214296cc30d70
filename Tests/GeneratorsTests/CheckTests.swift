import Foundation
import Generators
import Spec
import Testing

/// A check in a test of an adopter: what passes, what fails, and what the failure says.
@Suite struct CheckTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func counter(_ scope: String) throws -> any Checkable {
    try CatalogueCase(product: "counter", scope: scope).specification()
  }

  /// A check without the environment of this process, saving to a folder of its own.
  @discardableResult
  private func check(
    _ subject: any Checkable, _ mode: CheckMode = .exhaustive(), known: Set<String> = [],
    replaying path: String? = nil
  ) throws -> CheckReport? {
    try Generators.check(
      subject, mode, known: known, savingTo: folder.path,
      environment: path.map { ["SPEC_REPLAY": $0] } ?? [:])
  }

  private func failure(
    _ subject: any Checkable, _ mode: CheckMode = .exhaustive(), known: Set<String> = [],
    replaying path: String? = nil
  ) throws -> CheckFailure {
    try #require(throws: CheckFailure.self) {
      try check(subject, mode, known: known, replaying: path)
    }
  }

  private static let crash = "runtime.crash: crash after didTapIncrementButton"
  private static let total = "reducer.total: didTapIncrementButton"

  private func replayLine(_ path: String) -> String {
    "Replay: SPEC_REPLAY=\(folder.path)/\(path) swift test"
  }

  // MARK: Exhaustive

  @Test func `a specification that keeps its promises passes and saves nothing`() throws {
    let report = try check(counter("zero"))
    #expect(report?.statistics.stateCount == 11)
    #expect(report?.reason == .exhausted)
    #expect(report?.findings.isEmpty == true)
    #expect(folder.files == [])
  }

  @Test func `a failure holds each story and the line that replays it`() throws {
    let failure = try failure(counter("top"))
    let expected = """
      counter · published · open · top: runtime.crash is broken: crash after didTapIncrementButton
      Promised: No product function crashes.
        1. the user taps Increment; the app crashes (arithmetic overflow at 9223372036854775807)
             value: 9223372036854775807 → none
      Broken: arithmetic overflow at 9223372036854775807
      \(replayLine(CounterTraces.crashPath))

      counter · published · open · top: reducer.total is broken: didTapIncrementButton
      Promised: The reducer answers every action in every state: a new state or a thrown error.
      Broken: arithmetic overflow at 9223372036854775807
      \(replayLine(CounterTraces.totalPath))
      """
    #expect(failure.description == expected)
    #expect(failure.findings.map(\.name) == [Self.crash, Self.total])
  }

  @Test func `a failure saves the traces that its replay lines name`() throws {
    let failure = try failure(counter("top"))
    #expect(folder.files == [CounterTraces.totalPath, CounterTraces.crashPath])
    for finding in failure.findings {
      let saved = try Trace(path: folder.path + "/" + finding.trace.ledgerPath)
      #expect(saved == finding.trace)
      #expect(saved == (try CounterTraces.entry(finding.trace.ledgerPath)))
    }
  }

  @Test func `known findings are no failure`() throws {
    let report = try check(counter("top"), known: [Self.crash, Self.total])
    #expect(report?.findings.map(\.name) == [Self.crash, Self.total])
    #expect(folder.files == [])
  }

  @Test func `what is not known fails alone`() throws {
    let failure = try failure(counter("top"), known: [Self.crash])
    #expect(failure.findings.map(\.name) == [Self.total])
    #expect(folder.files == [CounterTraces.totalPath])
  }

  @Test func `a known finding that is not found is no failure`() throws {
    #expect(try check(counter("zero"), known: [Self.crash])?.findings.isEmpty == true)
  }

  // MARK: Limits

  @Test func `a limit that is hit is a failure although nothing is broken`() throws {
    let calm = try CatalogueCase(product: "animals", scope: "calm").specification()
    let failure = try failure(calm, .exhaustive(Limits(depthMax: 3)))
    let expected =
      "animals · published · open · calm: nothing is broken so far, but the limit of depth 3 hit; "
      + "raise the limit, choose a smaller scope, or check with .walk"
    #expect(failure.description == expected)
    #expect(failure.findings.isEmpty)
    #expect(folder.files == [])
  }

  @Test func `a limit that is hit is a failure although all findings are known`() throws {
    let known: Set = [Self.crash, Self.total]
    let failure = try failure(counter("top"), .exhaustive(Limits(depthMax: 2)), known: known)
    #expect(failure.description.contains("limit of depth 2 hit"))
  }

  @Test func `what is broken within a limit is told before the limit`() throws {
    let failure = try failure(counter("top"), .exhaustive(Limits(stateCountMax: 3)))
    #expect(failure.findings.map(\.name) == [Self.crash, Self.total])
  }

  // MARK: Walking

  @Test func `a check that walks finds and shrinks, and names the seed`() throws {
    let failure = try failure(counter("top"), .walk(WalkPlan(seed: 3, runCount: 5, stepCountMax: 50)))
    #expect(Set(failure.findings.map(\.name)) == [Self.crash, Self.total])
    let crash = try #require(failure.findings.first { $0.name == Self.crash })
    let seed = try #require(crash.trace.seed)
    #expect((3..<8).contains(seed))
    #expect(crash.trace.labels == CounterTraces.taps("+"))
    #expect(failure.description.contains("is broken: crash after didTapIncrementButton (seed \(seed))\n"))
    #expect(failure.description.contains(replayLine(CounterTraces.crashPath)))
    #expect(try Trace(path: folder.path + "/" + CounterTraces.crashPath) == crash.trace)
  }

  @Test func `a check that walks and finds nothing passes without a report`() throws {
    #expect(try check(counter("zero"), .walk(WalkPlan(runCount: 5))) == nil)
    #expect(folder.files == [])
  }

  @Test func `known findings of a walk are no failure`() throws {
    let walk = CheckMode.walk(WalkPlan(runCount: 5))
    #expect(try check(counter("top"), walk, known: [Self.crash, Self.total]) == nil)
  }

  @Test func `the environment decides the seed and the runs of a walk`() throws {
    let failure = try #require(throws: CheckFailure.self) {
      try Generators.check(
        counter("top"), .walk(WalkPlan(runCount: 1000)), savingTo: folder.path,
        environment: ["SPEC_SEED": "77", "SPEC_RUNS": "1"])
    }
    #expect(failure.findings.allSatisfy { $0.trace.seed == 77 })
    #expect(!failure.findings.isEmpty)
  }

  // MARK: Replaying

  @Test func `the line of a failure replays what failed`() throws {
    _ = try failure(counter("top"))
    let path = folder.path + "/" + CounterTraces.crashPath
    let again = try failure(counter("top"), replaying: path)
    let expected = """
      \(path): reproduces
      Promised: No product function crashes.
        1. the user taps Increment; the app crashes (arithmetic overflow at 9223372036854775807)
             value: 9223372036854775807 → none
      Broken: arithmetic overflow at 9223372036854775807
      """
    #expect(again.description == expected)
  }

  @Test(arguments: [CounterTraces.crashPath, CounterTraces.totalPath])
  func `a replay passes once the design is mended`(_ entry: String) throws {
    let path = Package.path("traces/" + entry)
    _ = try failure(counter("top"), replaying: path)
    #expect(try check(CounterTraces.top(design: "mutant(wrap-around)"), replaying: path) == nil)
    #expect(folder.files == [])
  }

  @Test func `a replay looks at nothing else`() throws {
    let path = try folder.write(CounterTraces.detour("-+").data, to: "kept.json")
    #expect(try check(counter("top"), replaying: path) == nil)
  }

  @Test func `a replay that diverges fails with what is enabled`() throws {
    let path = try folder.write(CounterTraces.detour("++").data, to: "diverging.json")
    let expected = "\(path): diverges at step 2, whose label is not enabled; enabled there: nothing"
    #expect(try failure(counter("top"), replaying: path).description == expected)
  }

  @Test func `a replay of a property that is gone fails`() throws {
    let trace = try CounterTraces.crash().with { $0.property = "runtime.gone" }
    let path = try folder.write(trace.data, to: "gone.json")
    let expected = "\(path): obsolete: there is no property 'runtime.gone' any more"
    #expect(try failure(counter("top"), replaying: path).description == expected)
  }

  @Test func `a replay of a file that is not there is an error that names it`() throws {
    let path = folder.path + "/none.json"
    #expect(throws: TraceError("\(path): no such file; check the path")) {
      try check(counter("top"), replaying: path)
    }
  }
}
