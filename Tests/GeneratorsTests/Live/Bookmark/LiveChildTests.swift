import Foundation
import Generators
import Model
import Spec
import Testing

/// What a check of live code in a child process says of the call that asked for it, and of nothing
/// else.
enum LiveChildTests {
  static let isChild = ProcessInfo.processInfo.environment["SPEC_LIVE_CHILD"] != nil

  static func runs(_ runCount: Int) -> LiveChecks {
    LiveChecks(search: .drawn(seed: 0, runCount: runCount))
  }

  /// Good and broken code under tests of one name.
  @Suite struct Sound {
    @Test func `the app is checked`() async throws {
      // More runs than the other suite needs, so that their outcomes come one after the other.
      let outcome = try await check(
        live: BookmarkSubject(), against: BookmarkTests.specification(), runs: runs(100))
      #expect(outcome.executionCount == 100)
    }
  }

  /// Good and broken code under tests of one name.
  @Suite struct Broken {
    @Test func `the app is checked`() async throws {
      try await withTraceFolder { folder in
        let failure = await #expect(throws: CheckFailure.self) {
          try await check(
            live: BrokenBookmark(defect: .answersEarly), against: BookmarkTests.specification(),
            runs: runs(20),
            CheckPlan(savingTo: folder))
        }
        #expect(failure?.description.contains("dispatch answer") == true)
      }
    }
  }

  static func withTraceFolder<Result>(_ body: (String) async throws -> Result) async throws
    -> Result
  {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "bookmark-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.path)
  }

  /// What a failure says; nothing must be saved for it.
  static func complaint(
    of defect: BrokenBookmark.Defect, _ checks: LiveChecks, secondsMax: Int = 60,
    isIsolated: Bool = true, case name: String = "", test: String = #function,
    fileID: String = #fileID,
    line: Int = #line, column: Int = #column
  ) async throws -> String {
    try await withTraceFolder { folder in
      let failure = await #expect(throws: CheckFailure.self) {
        try await check(
          live: BrokenBookmark(defect: defect), against: BookmarkTests.specification(),
          runs: checks,
          CheckPlan(secondsMax: secondsMax, savingTo: folder, isIsolated: isIsolated), case: name,
          test: test, fileID: fileID, line: line, column: column)
      }
      #expect(failure?.findings.isEmpty == true)
      #expect(!FileManager.default.fileExists(atPath: folder))
      return failure?.description ?? "nothing"
    }
  }

  @Suite struct Calls {
    @Test(arguments: [BrokenBookmark.Defect.sleeps, .answersEarly])
    func `cases of a parameterised test are told apart by their names`(
      defect: BrokenBookmark.Defect
    )
      async throws
    {
      try await withTraceFolder { folder in
        let run = {
          try await check(
            live: BrokenBookmark(defect: defect), against: BookmarkTests.specification(),
            runs: runs(20), CheckPlan(savingTo: folder), case: "\(defect)")
        }
        if defect == .sleeps {
          let outcome = try await run()
          #expect(outcome.executionCount == 20)
        } else {
          await #expect(throws: CheckFailure.self) { try await run() }
        }
      }
    }

    @Test func `cases of one test keep their traces apart, and a replay is taken by its own`()
      async throws
    {
      try await withTraceFolder { folder in
        func run(_ name: String, _ variables: [String: String] = [:]) async throws -> LiveOutcome {
          try await check(
            live: BrokenBookmark(defect: .answersEarly), against: BookmarkTests.specification(),
            runs: runs(20), CheckPlan(savingTo: folder, isIsolated: false).reading(variables),
            case: name, test: "cases()", fileID: "Tests/Calls.swift")
        }
        // No two of them are told apart by letters and digits.
        let names = ["a b", "a-b", "+", "-"]
        for name in names { await #expect(throws: CheckFailure.self) { try await run(name) } }
        let paths = FileManager.default.names(below: folder).filter { Trace.isTrace(path: $0) }
        #expect(paths.count == names.count, "\(paths)")
        for path in paths {
          var takers: [String] = []
          for name in names {
            do {
              #expect(try await run(name, ["SPEC_REPLAY": "\(folder)/\(path)"]).executionCount == 0)
            } catch is CheckFailure {
              takers.append(name)
            }
          }
          #expect(takers.count == 1, "\(path): \(takers)")
        }
        // A trace that was put elsewhere is for every case.
        let copy = "\(folder)/kept.json"
        try FileManager.default.copyItem(atPath: "\(folder)/\(paths[0])", toPath: copy)
        for name in names {
          await #expect(throws: CheckFailure.self) { try await run(name, ["SPEC_REPLAY": copy]) }
        }
      }
    }

    @Test(arguments: [BrokenBookmark.Defect.sleeps, .answersEarly])
    func `cases that cannot be told apart are an error`(defect: BrokenBookmark.Defect) async throws
    {
      let text = try await complaint(of: defect, runs(20))
      #expect(text.contains("cannot be told apart"), "\(text)")
    }

    @Test func `calls of a loop that cannot be told apart are an error`() async throws {
      for defect in [BrokenBookmark.Defect.answersEarly, .sleeps] {
        let text = try await complaint(of: defect, runs(5))
        #expect(text.contains("cannot be told apart"), "\(text)")
      }
    }

    @Test func `a call gets its own outcome, and a child passes over the calls before`()
      async throws
    {
      let specification = try BookmarkTests.specification()
      let first = try await check(live: BookmarkSubject(), against: specification, runs: runs(3))
      try #require(first.executionCount == 3)
      await #expect(throws: CheckFailure.self) {
        try await check(
          live: BrokenBookmark(defect: .leaks), against: specification, runs: runs(2),
          CheckPlan(isIsolated: false))
      }
      let second = try await check(live: BookmarkSubject(), against: specification, runs: runs(5))
      try #require(second.executionCount == 5)
    }

    @Test func `a function that hands on nothing is told what to hand on`() async throws {
      func helper() async throws -> String {
        try await complaint(of: .sleeps, runs(1), test: "helper()")
      }
      let text = try await helper()
      #expect(
        text.contains("did not come to the check") && text.contains("hand on test, fileID"),
        "\(text)")
    }

    @Test(arguments: [true, false])
    func `a check that asks for no run is an error`(isIsolated: Bool) async throws {
      let none = LiveChecks(
        plan: LivePlan(gestureCountMax: isIsolated ? 2 : 1), search: .drawn(seed: 0, runCount: 0))
      let text = try await complaint(of: .sleeps, none, isIsolated: isIsolated)
      #expect(text.contains("nothing was run"), "\(text)")
    }
  }

  @Suite struct Ends {
    /// Asks within one second, and within more where a busy machine did not come to the first run
    /// in it.
    private func inEnoughTime<Answer>(
      _ ask: (_ secondsMax: Int) async throws -> Answer, isEnough: (Answer) -> Bool
    ) async throws -> Answer {
      let answer = try await ask(1)
      if isEnough(answer) { return answer }
      let later = try await ask(10)
      return isEnough(later) ? later : try await ask(60)
    }

    @Test func `the end of the time is undecided, and no finding`() async throws {
      let text = try await complaint(of: .sleeps, runs(3_000_000), secondsMax: 1)
      #expect(text.contains("undecided: ") && text.contains("raise secondsMax"), "\(text)")
      let here = try await complaint(
        of: .remembersRuns, runs(3_000_000), secondsMax: 1, isIsolated: false)
      #expect(here.contains("undecided: ") && here.contains("raise secondsMax"), "\(here)")
    }

    @Test func `the end of the time may be allowed`() async throws {
      let outcome = try await inEnoughTime {
        try await check(
          live: BookmarkSubject(), against: BookmarkTests.specification(), runs: runs(3_000_000),
          CheckPlan(secondsMax: $0, allowing: [.unfinished]), case: "\($0) seconds")
      } isEnough: {
        $0.executionCount > 0
      }
      #expect(outcome.undecidedReason != nil)
      #expect((1..<3_000_000).contains(outcome.executionCount))
    }

    @Test func `a job that never ends is undecided, and its step is named`() async throws {
      let text = try await inEnoughTime {
        try await complaint(of: .spins, runs(20), secondsMax: $0, case: "\($0) seconds")
      } isEnough: {
        $0.contains("a run, whose last step is: ")
      }
      #expect(text.contains("undecided: a run, whose last step is: the user "), "\(text)")
      #expect(text.contains(", in a job of a task that was seen at no gate; "), "\(text)")
    }

    @Test func `a child that is killed is no trap`() async throws {
      let text = try await complaint(of: .isKilled, runs(20))
      #expect(text.contains("ended by signal 9; nothing is decided"), "\(text)")
    }

    @Test(arguments: [(BrokenBookmark.Defect.exits, "exit status 3"), (.isKilled, "signal 9")])
    func `a child that does not trap is told without the trap of an earlier case`(
      defect: BrokenBookmark.Defect, end: String
    ) async throws {
      if isChild {
        // As a test run prints it.
        let told =
          "Broken: expected a reply; the process ends: signal 4: Fatal error: a drop cannot fail\n"
        FileHandle.standardError.write(Data(told.utf8))
      }
      let text = try await complaint(of: defect, runs(20), case: "\(defect)")
      #expect(text.hasSuffix("ended by \(end); nothing is decided"), "\(text)")
    }

    @Test func `the words of a trap are those of the runtime, and not what quotes them`() {
      let own = "App.swift:12: Fatal error: Index out of range"
      let told = "Broken: the process ends: signal 4: Fatal error: a drop cannot fail"
      #expect(TrapWatch.words(in: "\(own)\n\(told)\n") == "Fatal error: Index out of range")
      #expect(TrapWatch.words(in: "Precondition failed\n\(told)\n") == "Precondition failed")
      #expect(TrapWatch.words(in: told) == nil)
    }

    @Test func `a trap after the check is no trap of the app`() async throws {
      defer { if isChild { abort() } }
      let text = try await complaint(of: .sleeps, runs(2))
      #expect(text.contains("ended after the check by signal 6; nothing is decided"), "\(text)")
    }

    /// Started with the variable set, this test is a parent that waits for its child.
    @Test func `a child ends when its parent does, however that ends`() async throws {
      let variable = "SPEC_LIVE_PARENT"
      if isChild || ProcessInfo.processInfo.environment[variable] != nil {
        // Whoever runs all tests in the background may have it ignored.
        signal(SIGINT, SIG_DFL)
        try await check(
          live: BookmarkSubject(), against: BookmarkTests.specification(), runs: runs(3_000_000))
        return
      }
      let arguments = [
        try #require(CommandLine.arguments.first), "--filter",
        "Ends/`a child ends when its parent does", "--testing-library", "swift-testing",
      ]
      // The last is the end of whoever runs the tests, and not of their process.
      let script = #""$0" "$@" & wait"#
      let ends = [
        (SIGKILL, arguments), (SIGINT, arguments),
        (SIGKILL, ["/bin/sh", "-c", script] + arguments),
      ]
      for (signal, arguments) in ends {
        let folder = FileManager.default.temporaryDirectory.appending(
          path: "parent-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let parent = Process()
        parent.executableURL = URL(filePath: arguments[0])
        parent.arguments = Array(arguments.dropFirst())
        parent.environment = ProcessInfo.processInfo.environment.merging(
          [variable: "1", "TMPDIR": folder.path]
        ) { $1 }
        parent.standardOutput = FileHandle.nullDevice
        parent.standardError = FileHandle.nullDevice
        try parent.run()
        let child = try #require(Self.child(in: folder))
        #expect(Self.isRunning(child))
        kill(parent.processIdentifier, signal)
        parent.waitUntilExit()
        #expect(Self.wait { !Self.isRunning(child) })
        #expect(
          Self.wait { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) == [] })
      }
    }

    /// The process of the child that leaves its files in a folder, once it has come to its check.
    private static func child(in folder: URL) -> String? {
      var child: String?
      _ = wait {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
          let claim = folder.appending(path: name).appending(path: "claim")
          if let text = try? String(contentsOf: claim, encoding: .utf8), !text.isEmpty {
            child = text
          }
        }
        return child != nil
      }
      return child
    }

    private static func isRunning(_ process: String) -> Bool {
      let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      let state = status?.split(separator: ")").last?.first { $0 != " " }
      return state.map { $0 != "Z" && $0 != "X" } ?? false
    }

    /// Waits up to half a minute.
    private static func wait(until isSo: () -> Bool) -> Bool {
      for _ in 0..<3000 {
        if isSo() { return true }
        usleep(10_000)
      }
      return false
    }
  }

  @Suite struct Limits {
    @Test func `jobs are counted since somebody did something`() async throws {
      let checks = LiveChecks(
        plan: LivePlan(gestureCountMax: 80, skipsIdleGestures: true),
        search: .drawn(seed: 0, runCount: 1))
      let report = try BookmarkTests.specification().live(
        BrokenBookmark(defect: .takesManyJobs), checks)
      #expect(report.jobCount > 100_000)
      #expect(report.complaint == nil)
      #expect(report.agreement == "live code and model agree")
    }

    @Test func `code that does not rest is not said to agree`() async throws {
      let report = try BookmarkTests.specification().live(
        BrokenBookmark(defect: .neverRests), runs(1))
      #expect(report.complaint?.hasPrefix("the code under test does not come to rest; ") == true)
      #expect(report.agreement == "whether live code and model agree is not decided")
    }

    @Test func `a run that ends at the most choices is undecided, and exhausts nothing`()
      async throws
    {
      var plan = LivePlan(gestureCountMax: 2, skipsIdleGestures: true, choiceCountMax: 2)
      let specification = try BookmarkTests.specification(relaunchesMax: 0)
      let failure = await #expect(throws: CheckFailure.self) {
        try await check(
          live: BookmarkSubject(), against: specification,
          runs: LiveChecks(plan: plan, search: .exhaustive), CheckPlan(isIsolated: false))
      }
      #expect(failure?.description.contains("ended at 2 choices") == true)
      let report = try specification.live(
        BookmarkSubject(), LiveChecks(plan: plan, search: .exhaustive))
      #expect(!report.isExhausted && report.cutCount > 0)
      #expect(report.agreement == "live code and model agree as far as they ran")
      plan.choiceCountMax = LivePlan(gestureCountMax: 34_000).choiceCountMax
      #expect(plan.choiceCountMax == 3_400_000)
    }

    @Test func `a model with too many steps to take each is undecided`() async throws {
      let failure = await #expect(throws: CheckFailure.self) {
        try await check(
          live: BookmarkSubject(), against: BookmarkTests.specification(),
          runs: LiveChecks(search: .everyStep(stepCountMax: 5)), CheckPlan(isIsolated: false))
      }
      #expect(failure?.description.contains("undecided: the model has too many steps") == true)
      #expect(failure?.description.contains("more than 5; raise stepCountMax") == true)
    }
  }
}
