import Foundation
import Generators
import Model
import Spec
import Testing

/// What `check(app:)` makes of a running app.
struct CheckAppTests {
  @Test func `an app that keeps its promises is explored, and takes every step`() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await check(
      app: OwnedBookmark(), CheckPlan(savingTo: folder.path).reading([:]))
    #expect(outcome.stateCount == 113)
    #expect(outcome.isExhausted)
  }

  @Test func `an app walks at random where a search would take too long`() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await check(
      app: OwnedBookmark(),
      CheckPlan(walk: WalkPlan(runCount: 3), savingTo: folder.path).reading([:]))
    #expect(outcome.executionCount > 0 && outcome.stateCount == nil && !outcome.isExhausted)
  }

  private static func failure(
    _ misdeed: OwnedBookmark.Misdeed, test: String = #function
  ) async throws -> String {
    let folder = try TemporaryFolder()
    let failure = try await #require(throws: CheckFailure.self) {
      try await check(
        app: OwnedBookmark(misdeed: misdeed), CheckPlan(savingTo: folder.path).reading([:]),
        case: "\(misdeed)", test: test, line: 1, column: 1)
    }
    return failure.description
  }

  @Test func `what is hidden is told`() async throws {
    let counting = try await Self.failure(.countsAcrossLaunches)
    #expect(counting.contains("hidden state"), "\(counting)")
    let skipping = try await Self.failure(.skipsSaves)
    // What its server counts shows in no answer, and not in the last steps.
    #expect(
      skipping.contains(
        "hidden state: what looks alike goes on differently when the user taps "),
      "\(skipping)")
  }

  @Test func `what an app promises of itself is asked whenever it rests`() async throws {
    let text = try await Self.failure(.promisesTooMuch)
    #expect(
      text.contains("ownedbookmark · published · open · app: app.promise is broken: shelf\n"),
      "\(text)")
    #expect(text.contains("\n  1. the user taps keep\n"), "\(text)")
    #expect(
      text.contains("\nBroken: Nothing is kept for ever, and the article is kept\n"), "\(text)")
  }

  @Test(arguments: [[], [Allowance.unfinished]])
  func `a question without end names what the app was asked, whatever is allowed`(
    _ allowances: [Allowance]
  )
    async throws
  {
    let folder = try TemporaryFolder()
    let failure = try await #require(throws: CheckFailure.self) {
      try await check(
        app: OwnedBookmark(misdeed: .spins),
        CheckPlan(stepSecondsMax: 1, allowing: Set(allowances), savingTo: folder.path).reading([:]),
        case: "\(allowances)")
    }
    #expect(
      failure.description.contains(
        "undecided: the app, when the call save true ends, was still under way after 1 second, in "
          + "a job of the task that waited last at the gate of 'save true'; "
      ),
      "\(failure.description)")
    #expect(folder.files == [])
  }

  @Test func `a reducer that traps at the first interaction is a finding with its story`()
    async throws
  {
    let text = try await Self.failure(.trapsOnDrop)
    #expect(text.contains("runtime.crash is broken: crash after tap"), "\(text)")
    #expect(text.contains("nothing is dropped"), "\(text)")
  }

  @Test(arguments: [[], [Allowance.unfinished]])
  func `a reducer that traps is a finding of walks with its shortest story, whatever is allowed`(
    _ allowances: [Allowance]
  ) async throws {
    let folder = try TemporaryFolder()
    let failure = try await #require(throws: CheckFailure.self) {
      try await check(
        app: OwnedBookmark(misdeed: .trapsOnDrop),
        CheckPlan(walk: WalkPlan(runCount: 10), allowing: Set(allowances), savingTo: folder.path)
          .reading([:]
          ),
        case: "\(allowances)")
    }
    #expect(failure.description.contains("runtime.crash is broken: crash after tap"), "\(failure)")
  }

  @Test func `a search that a limit cuts says so where that is allowed`() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await check(
      app: OwnedBookmark(),
      CheckPlan(limits: Limits(depthMax: 3), allowing: [.unfinished], savingTo: folder.path)
        .reading([:]))
    #expect(outcome.undecidedReason == "limit of depth 3 hit")
    #expect(!outcome.isExhausted)
  }

  @Test func `an app that is asked for one property of its own needs no allowance of the others`()
    async throws
  {
    let folder = try TemporaryFolder()
    let outcome = try await check(
      app: OwnedBookmark(), CheckPlan(savingTo: folder.path).reading([:])
    ) { _ in
      [
        Property<AppSystem<OwnedBookmark>>(
          "bookmark.whole", "It holds.", witness: "a state", .invariant { _ in .holds })
      ]
    }
    #expect(outcome.isExhausted)
  }

  @Test func `the environment names the trace that an app takes`() async throws {
    let folder = try TemporaryFolder()
    var plan = CheckPlan(savingTo: folder.path, isIsolated: false).reading([:])
    let failure = try await #require(throws: CheckFailure.self) {
      try await check(app: OwnedBookmark(misdeed: .promisesTooMuch), plan)
    }
    let path = try #require(failure.description.firstMatch(of: /SPEC_REPLAY=(\S+)/)).1
    plan = plan.reading(["SPEC_REPLAY": String(path)])
    let again = try await #require(throws: CheckFailure.self) {
      try await check(app: OwnedBookmark(misdeed: .promisesTooMuch), plan)
    }
    #expect(again.description == "\(path): reproduces")
    let mended = try await check(app: OwnedBookmark(), plan)
    #expect(mended.stateCount == nil)
  }

  @Test func `an app that traps when it is ended does not keep the check from its end`()
    async throws
  {
    let folder = try TemporaryFolder()
    let outcome = try await check(
      app: OwnedBookmark(misdeed: .trapsAtEnd), CheckPlan(savingTo: folder.path).reading([:]))
    #expect(outcome.isExhausted)
  }

  @Test func `an app that fetches at its launch is explored from there`() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await check(
      app: OwnedBookmark(misdeed: .fetchesAtLaunch), CheckPlan(savingTo: folder.path).reading([:]))
    #expect(outcome.isExhausted)
  }

  @Test func `a ledger that is not there is named`() async throws {
    await #expect {
      try await check(
        app: OwnedBookmark(), CheckPlan(known: .ledger("no/such/folder")).reading([:]))
    } throws: { "\($0)".hasPrefix("no/such/folder: no folder that can be read") }
  }

  @Test func `a story is told although its trace cannot be written`() async throws {
    let folder = try TemporaryFolder()
    try Data().write(to: URL(fileURLWithPath: "\(folder.path)/file"))
    let failure = try await #require(throws: CheckFailure.self) {
      try await check(
        app: OwnedBookmark(misdeed: .promisesTooMuch),
        CheckPlan(savingTo: "\(folder.path)/file").reading([:]))
    }
    #expect(failure.description.contains("\nNot saved: "), "\(failure)")
  }
}
