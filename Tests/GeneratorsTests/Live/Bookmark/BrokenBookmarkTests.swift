import Foundation
import Generators
import Model
import Spec
import Testing

/// Live code with a planted defect is caught, and told apart.
@Suite struct BrokenBookmarkTests {
  /// What a check of a defect says, when the runs stay in this process.
  private static func failure(
    _ defect: BrokenBookmark.Defect, _ search: LiveSearch = .drawn(seed: 0, runCount: 100),
    repeatCount: Int = 1, relaunchesMax: Int = 1, in folder: String
  ) async throws -> String {
    let checks = LiveChecks(search: search, repeatCount: repeatCount)
    do {
      try await check(
        live: BrokenBookmark(defect: defect),
        against: BookmarkTests.specification(relaunchesMax: relaunchesMax), runs: checks,
        CheckPlan(savingTo: folder, isIsolated: false))
      return "nothing"
    } catch let failure as CheckFailure {
      return failure.description
    }
  }

  private static func withFolder<Result>(_ body: (String) async throws -> Result) async throws
    -> Result
  {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "bookmark-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.path)
  }

  @Test(arguments: [
    (BrokenBookmark.Defect.forgetsFailures, "live.conforms is broken: operations at rest", 4),
    (.asksTwice, "live.conforms is broken: operations at rest", 4),
    (.answersEarly, "live.conforms is broken: dispatch answer", 1),
  ])
  func `code that leaves its model is caught, and the way there is short`(
    defect: BrokenBookmark.Defect, words: String, length: Int
  ) async throws {
    try await Self.withFolder { folder in
      let text = try await Self.failure(defect, in: folder)
      #expect(text.contains(words), "\(text)")
      let path = try #require(
        text.split(separator: "\n").first { $0.hasPrefix("Replay: ") }?.split(separator: " ")
          .first { $0.hasPrefix("SPEC_REPLAY=") }?.dropFirst("SPEC_REPLAY=".count))
      let trace = try Trace(path: String(path))
      #expect(trace.labels?.count == length, "\(text)")
      let replays = [
        CheckPlan(replaying: String(path), isIsolated: false),
        // A replay looks at nothing else, so not at allowances either.
        CheckPlan(allowing: [.vacuous("queue.bouned")], isIsolated: false)
          .reading(["SPEC_REPLAY": String(path)]),
      ]
      for replay in replays {
        let failure = await #expect(throws: CheckFailure.self) {
          try await check(
            live: BrokenBookmark(defect: defect), against: BookmarkTests.specification(), replay)
        }
        #expect(failure?.description.hasPrefix("\(path): reproduces") == true)
        try await check(live: BookmarkSubject(), against: BookmarkTests.specification(), replay)
      }
    }
  }

  @Test(arguments: [
    (BrokenBookmark.Defect.leaks, "4 objects outlived their executions: 4 Listener"),
    (.neverRests, "does not come to rest"),
    (.remembersRuns, "unlike the first of their schedules"),
  ])
  func `code that leaks, never rests or remembers earlier runs is caught`(
    defect: BrokenBookmark.Defect, words: String
  ) async throws {
    try await Self.withFolder { folder in
      let search = LiveSearch.drawn(seed: 0, runCount: 2)
      let text = try await Self.failure(
        defect, search, repeatCount: 2, relaunchesMax: 0, in: folder)
      #expect(text.contains(words), "\(text)")
    }
  }

  @Test func `code that sleeps and yields stays under the scheduler, and time passes at once`()
    async throws
  {
    let checks = LiveChecks(search: .drawn(seed: 0, runCount: 30), repeatCount: 2)
    let outcome = try await check(
      live: BrokenBookmark(defect: .sleeps), against: BookmarkTests.specification(), runs: checks)
    #expect(outcome.executionCount == 60)
  }

  @Test func `a plan that names no property of the model fails before anything runs`() async throws
  {
    let mistyped = FindingName(property: "live.confirms", culprit: "dispatch answer")
    let failure = await #expect(throws: CheckFailure.self) {
      try await check(
        live: BookmarkSubject(), against: BookmarkTests.specification(),
        CheckPlan(known: [mistyped], allowing: [.vacuous("queue.bouned")]))
    }
    #expect(
      failure?.description.contains("'\(mistyped)' is known and names no property of it") == true)
    #expect(
      failure?.description.contains(".vacuous(\"queue.bouned\") names no property of it") == true)
  }

  @Test func `a live check takes no walk, and says what it takes`() async throws {
    let failure = await #expect(throws: CheckFailure.self) {
      try await check(
        live: BookmarkSubject(), against: BookmarkTests.specification(), CheckPlan(walk: WalkPlan())
      )
    }
    #expect(
      failure?.description.contains("a live check takes no walk; write runs: LiveChecks(") == true)
  }

  @Test(arguments: LiveGranularity.allCases)
  func `a trap is a finding of a child process, with its steps`(granularity: LiveGranularity)
    async throws
  {
    try await Self.withFolder { folder in
      do {
        try await check(
          live: BrokenBookmark(defect: .trapsOnFailedDrop), against: BookmarkTests.specification(),
          runs: LiveChecks(
            plan: LivePlan(granularity: granularity, gestureCountMax: 8),
            search: .drawn(seed: 0, runCount: 100)), CheckPlan(savingTo: folder),
          case: granularity.rawValue)
        Issue.record("no trap was found")
      } catch let failure as CheckFailure {
        #expect(failure.description.contains("live.conforms is broken: trap after complete drop"))
        #expect(failure.description.contains("a drop cannot fail"))
        #expect(failure.findings.first?.trace.length == 4, "\(failure.description)")
      }
    }
  }
}
