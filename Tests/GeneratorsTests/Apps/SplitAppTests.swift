import Testing

@testable import Model

/// Replies that say several things, one after the other.
@Suite struct SplitAppTests: AppSuite {
  @Test func `a number that a person raised is no wish of what a reply goes on with`() throws {
    try expect("deed.kept: undone by complete save", after: 4, in: CountedGuests())
  }

  @Test func `what writes an item loads no list`() throws {
    try expect(
      "failure.shown: load failure ended by dispatch become", after: 12, in: LikedPost())
  }

  @Test func `a number may go down after what it counted is told`() throws {
    try expectRight(CountedLetters())
  }

  @Test func `a stored text that begins as a draft does takes its place`() throws {
    try expect("draft.kept: lost by complete load", after: 7, in: EditedTitle())
  }
}
