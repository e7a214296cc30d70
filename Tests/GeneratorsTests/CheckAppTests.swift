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
      app: OwnedBookmark(), savingTo: folder.path, environment: [:])
    #expect(outcome.stateCount == 113)
    #expect(outcome.isExhausted)
  }

  private static func failure(
    _ misdeed: OwnedBookmark.Misdeed, secondsMax: Int = 600, stepSecondsMax: Int = 10,
    test: String = #function
  ) async throws -> String {
    let folder = try TemporaryFolder()
    let failure = try await #require(throws: CheckFailure.self) {
      try await check(
        app: OwnedBookmark(misdeed: misdeed), savingTo: folder.path,
        case: "\(misdeed)", secondsMax: secondsMax, stepSecondsMax: stepSecondsMax, environment: [:],
        test: test, line: 1, column: 1)
    }
    return failure.description
  }

  @Test func `what is hidden is told`() async throws {
    let counting = try await Self.failure(.countsAcrossLaunches)
    #expect(counting.contains("hidden state"), "\(counting)")
    let remembering = try await Self.failure(.remembersCalls)
    // What its server remembers lies further back than the steps that tell states apart.
    #expect(
      remembering.contains("hidden state: what looks alike goes on differently when the user taps "),
      "\(remembering)")
  }

  @Test func `what an app promises of itself is asked whenever it rests`() async throws {
    let text = try await Self.failure(.promisesTooMuch)
    #expect(
      text.contains("ownedbookmark · published · open · app: app.promise is broken: shelf\n"), "\(text)")
    #expect(text.contains("\n  1. the user taps keep\n"), "\(text)")
    #expect(
      text.contains("\nBroken: Nothing is kept for ever, and the article is kept\n"), "\(text)")
  }

  @Test func `a question without end names what the app was asked, within seconds`() async throws {
    let folder = try TemporaryFolder()
    let failure = try await #require(throws: CheckFailure.self) {
      try await check(
        app: OwnedBookmark(misdeed: .spins), savingTo: folder.path, stepSecondsMax: 1, environment: [:])
    }
    #expect(
      failure.description.contains(
        "undecided: the app, when the call save true ends, was still under way after 1 second, in a job of "
          + "the task that waited last at the gate of 'save true'; "
      ),
      "\(failure.description)")
    #expect(folder.files == [])
  }

  @Test func `a reducer that traps at the first interaction is a finding with its story`() async throws {
    let text = try await Self.failure(.trapsOnDrop)
    #expect(text.contains("runtime.crash is broken: crash after tap"), "\(text)")
    #expect(text.contains("nothing is dropped"), "\(text)")
  }

  @Test func `an app that traps when it is ended does not keep the check from its end`() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await check(
      app: OwnedBookmark(misdeed: .trapsAtEnd), savingTo: folder.path, environment: [:])
    #expect(outcome.isExhausted)
  }

  @Test func `an app that fetches at its launch is explored from there`() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await check(
      app: OwnedBookmark(misdeed: .fetchesAtLaunch), savingTo: folder.path, environment: [:])
    #expect(outcome.isExhausted)
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
        app: OwnedBookmark(misdeed: .promisesTooMuch),
        savingTo: "\(folder.path)/file", environment: [:])
    }
    #expect(failure.description.contains("\nNot saved: "), "\(failure)")
  }
}
