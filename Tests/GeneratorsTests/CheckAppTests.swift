import Foundation
import Generators
import Model
import Spec
import Testing

/// What `check(app:)` makes of a running app.
struct CheckAppTests {
  private static let allowances: Set<Allowance> = [
    .vacuous("reducer.throw.rollback")
  ]

  @Test func `an app that keeps its promises is explored, and takes every step`() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await check(
      app: OwnedBookmark(), allowing: Self.allowances, savingTo: folder.path, environment: [:])
    #expect(outcome.stateCount == 154)
    #expect(outcome.isExhausted)
  }

  private static func failure(
    _ misdeed: OwnedBookmark.Misdeed, secondsMax: Int = 600, stepSecondsMax: Int = 10,
    test: String = #function
  ) async throws -> String {
    let folder = try TemporaryFolder()
    let failure = try await #require(throws: CheckFailure.self) {
      try await check(
        app: OwnedBookmark(misdeed: misdeed), allowing: allowances, savingTo: folder.path,
        case: "\(misdeed)", secondsMax: secondsMax, stepSecondsMax: stepSecondsMax, environment: [:],
        test: test, line: 1, column: 1)
    }
    return failure.description
  }

  @Test func `what is hidden is told`() async throws {
    let counting = try await Self.failure(.countsAcrossLaunches)
    #expect(counting.contains("hidden state"), "\(counting)")
    let remembering = try await Self.failure(.remembersCalls)
    #expect(remembering.contains("live.conforms is broken: dispatch answer"), "\(remembering)")
    #expect(remembering.hasSuffix("hidden state, or work that nobody waits for."), "\(remembering)")
  }

  @Test func `what an app promises of itself is asked whenever it rests`() async throws {
    let text = try await Self.failure(.promisesTooMuch)
    #expect(
      text.hasPrefix("ownedbookmark · published · open · app: live.conforms is broken: shelf\n"),
      "\(text)")
    #expect(text.contains("\nPromised: Nothing is kept for ever.\n  1. the user taps keep\n"), "\(text)")
    #expect(text.contains("\nBroken: the article is kept\nReplay: "), "\(text)")
  }

  @Test func `a question without end names what the app was asked, within seconds`() async throws {
    let folder = try TemporaryFolder()
    let failure = try await #require(throws: CheckFailure.self) {
      try await check(
        app: OwnedBookmark(misdeed: .spins), savingTo: folder.path, stepSecondsMax: 1, environment: [:])
    }
    #expect(
      failure.description.contains(
        "undecided: a question to the app, what it does when the call save true succeeds, was still under "
          + "way after 1 second, in a job of the task that waited last at the gate of 'save true'; "),
      "\(failure.description)")
    #expect(folder.files == [])
  }

  @Test func `a reducer that traps at the first deed is a finding with its story`() async throws {
    let text = try await Self.failure(.trapsOnDrop)
    #expect(text.contains("runtime.crash is broken: crash after tap"), "\(text)")
    #expect(text.contains("nothing is dropped"), "\(text)")
  }

  @Test func `an app that traps when it is ended does not keep the check from its end`() async throws {
    let text = try await Self.failure(.trapsAtEnd)
    #expect(text.contains("it goes on for ever"), "\(text)")
  }

  @Test func `what an app does before anybody does anything is told`() async throws {
    let text = try await Self.failure(.fetchesAtLaunch)
    #expect(text.contains("at its launch, before anybody does anything"), "\(text)")
  }

  @Test func `a ledger that is not there is named`() async throws {
    await #expect {
      try await check(app: OwnedBookmark(), known: .ledger("no/such/folder"), environment: [:])
    } throws: { "\($0)".hasPrefix("no/such/folder: no folder that can be read") }
  }

  @Test func `a story is told although its trace cannot be written`() async throws {
    let folder = try TemporaryFolder()
    try Data().write(to: URL(fileURLWithPath: "\(folder.path)/file"))
    let failure = try await #require(throws: CheckFailure.self) {
      try await check(
        app: OwnedBookmark(misdeed: .promisesTooMuch), allowing: Self.allowances,
        savingTo: "\(folder.path)/file", environment: [:])
    }
    #expect(failure.description.contains("\nBroken: the article is kept\nNot saved: "), "\(failure)")
  }
}
