import Foundation
import SpecTesting
import Synchronization
import Testing

/// What a test of its own says of a check that fails: issues at the line of the call, and
/// attachments.
struct RecordingIssuesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func plan(allowing allowances: Set<Allowance> = [], stepSecondsMax: Int = 10) -> CheckPlan
  {
    CheckPlan(stepSecondsMax: stepSecondsMax, allowing: allowances, savingTo: folder.path).reading(
      [:])
  }

  /// Checks the counter: "top" has two findings, and each scope a promise that is never put to the
  /// test.
  private func check(_ scope: String, allowing allowances: Set<Allowance> = [CheckTests.rollback])
    async throws -> CheckReport?
  {
    let specification = try CatalogueCase(product: "counter", scope: scope).specification()
    return try await Generators.check(specification, plan(allowing: allowances))
  }

  /// The issues that a body records, or throws.
  private static func issues(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
  ) async throws -> [Issue] {
    let issues = Collected()
    try await withKnownIssue(isIntermittent: true) {
      try await body()
    } matching: {
      issues.add($0)
      return true
    }
    return issues.all
  }

  private final class Collected: Sendable {
    private let content = Mutex<[Issue]>([])
    var all: [Issue] { content.withLock { $0 } }
    func add(_ issue: Issue) { content.withLock { $0.append(issue) } }
  }

  @Test func `each finding is an issue with its story, at the line of the call`() async throws {
    var line = 0
    let issues = try await Self.issues {
      line = #line + 1
      try await recordingIssues { try await check("top") }
    }
    #expect(issues.map(\.names) == [[CheckTests.crash], [CheckTests.total]])
    #expect(issues.allSatisfy { $0.sourceLocation?.line == line })
    #expect(issues.allSatisfy { $0.sourceLocation?.fileName == "RecordingIssuesTests.swift" })
    let title =
      "counter · published · open · top: runtime.crash is broken: crash after didTapIncrementButton"
    #expect(issues.first.map { "\($0.error, default: "")" } == title)
    let path = "\(folder.path)/RecordingIssuesTests-check/top/\(CounterTraces.crashPath)"
    let told = """
      Promised: No product function crashes.
        1. the user taps Increment; the app crashes (arithmetic overflow at 9223372036854775807)
             value: 9223372036854775807 → none
      Broken: arithmetic overflow at 9223372036854775807
      For the user: The app closes by itself.
      Replay: SPEC_REPLAY=\(path) swift test
      """
    #expect(issues.first?.comments.map(\.rawValue) == [told])
  }

  @Test func `what was not put to the test is an issue beside the findings`() async throws {
    let issues = try await Self.issues {
      try await recordingIssues { try await check("top", allowing: []) }
      try await recordingIssues { try await check("zero", allowing: []) }
    }
    #expect(issues.map(\.names) == [[CheckTests.crash], [CheckTests.total], [], []])
    for issue in issues.suffix(2) {
      let text = "\(issue.error, default: "")"
      #expect(
        text.hasSuffix("\nIf that is meant, write allowing: [.vacuous(\"reducer.throw.rollback\")]")
      )
      #expect(issue.comments == [])
    }
  }

  @Test func `a check that passes records nothing, and returns what it returns`() async throws {
    let report = try await recordingIssues { try await check("zero") }
    #expect(report??.statistics.stateCount == 11)
  }

  @MainActor @Test func `a check is called where the caller is`() async throws {
    var count = 0
    try await recordingIssues {
      MainActor.assertIsolated()
      count += 1
    }
    #expect(count == 1)
  }

  @Test func `the test goes on below a check that fails`() async throws {
    let issues = try await Self.issues {
      for number in 1...2 {
        let report = try await recordingIssues {
          try Generators.check("never", Generator<Int>.integers(in: 0...9)) { _ in false }
        }
        #expect(report == nil, "\(number)")
      }
    }
    #expect(issues.map(\.names) == [[], []])
    #expect(issues.allSatisfy { "\($0.error, default: "")".hasPrefix("never is broken by:\n") })
  }

  @Test func `a finding that is known to a test leaves the others`() async throws {
    let issues = try await Self.issues {
      try await withKnownIssue {
        try await recordingIssues { try await check("top") }
      } matching: {
        $0.names == [CheckTests.crash]
      }
    }
    #expect(issues.map(\.names) == [[CheckTests.total]])
  }

  @Test(arguments: [OwnedBookmark.Misdeed.promisesTooMuch, .trapsOnDrop])
  func `what an app breaks in a process of its own is an issue too`(
    _ misdeed: OwnedBookmark.Misdeed
  ) async throws {
    let issues = try await Self.issues {
      try await recordingIssues {
        try await Generators.check(
          app: OwnedBookmark(misdeed: misdeed), plan(),
          case: "\(misdeed)")
      }
    }
    #expect(!issues.isEmpty)
    let crash = "runtime.crash"
    #expect(
      issues.contains {
        $0.names.first?.property == (misdeed == .trapsOnDrop ? crash : "app.promise")
      })
    // Last stands what a trap keeps a search from.
    for issue in issues where !issue.names.isEmpty {
      #expect(issue.comments.first?.rawValue.contains("\nReplay: ") == true)
    }
  }

  @Test func `an app that hangs is an issue, whatever is allowed`() async throws {
    let issues = try await Self.issues {
      try await recordingIssues {
        try await Generators.check(
          app: OwnedBookmark(misdeed: .spins), plan(allowing: [.unfinished], stepSecondsMax: 1))
      }
    }
    #expect(issues.map(\.names) == [[]])
    #expect(
      "\(issues.first?.error, default: "")".contains(
        "undecided: the app, when the call save true ends"))
  }

  @Test func `what is no failure of a check is thrown as it was`() async throws {
    let specification = try CatalogueCase(product: "counter", scope: "top").specification()
    await #expect(throws: TraceError.self) {
      try await recordingIssues {
        try await Generators.check(specification, CheckPlan(known: .ledger("no/such/folder")))
      }
    }
  }

  @Test func `a failure that no test would hear of is thrown`() async throws {
    let task = Task.detached { () async throws -> Void in
      try await recordingIssues {
        _ = try Generators.check("never", Generator<Int>.integers(in: 0...9)) { _ in false }
      }
    }
    await #expect(throws: CheckFailure.self) { try await task.value }
  }

  /// Runs a test of this file in a process of its own, which writes attachments to the folder.
  ///
  /// - Returns: what it prints.
  private func output(of test: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: try #require(CommandLine.arguments.first))
    process.arguments = [
      "--testing-library", "swift-testing", "--filter", test, "--attachments-path", folder.path,
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(["NO_COLOR": "1"]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(
      decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(output.contains("Test run with 1 test "), "\(output)")
    return output
  }

  @Test func `nothing is attached where there is no story`() throws {
    _ = try output(of: "the test goes on below a check that fails")
    #expect(folder.files == [])
  }

  @Test func `traces and stories are attached, and the story is printed once`() throws {
    let output = try output(of: "each finding is an issue with its story")
    let shown = [
      "Caught error: counter · published · open · top: runtime.crash is broken: ",
      "\n↳ Promised: No product function crashes.\n    1. the user taps Increment",
    ]
    #expect(shown.allSatisfy(output.contains), "\(output)")
    #expect(output.ranges(of: "Promised: No product function crashes.").count == 1, "\(output)")
    let crash = try #require(CounterTraces.crashPath.split(separator: "/").last)
    let total = try #require(CounterTraces.totalPath.split(separator: "/").last)
    #expect(folder.files == [String(total), String(crash), "stories.txt"].sorted())
    #expect(try Trace(path: "\(folder.path)/\(crash)").labels == CounterTraces.crash().labels)
  }
}

extension Issue {
  /// The findings that it tells.
  fileprivate var names: [FindingName] { (error as? CheckFailure)?.findings.map(\.name) ?? [] }
}
