import Generators
import Testing

/// Apps in which one tap asks for something anew, or a reply goes on to another screen.
@Suite struct RenewedAppTests: AppSuite {
  @Test func `what is asked for anew beside something else waits for the newer answer`() throws {
    try expectRight(RecordedSearch())
    try expectRight(RecordedSearch(cancels: false))
    try expect(
      "reply.stale: late complete find", after: 6,
      in: RecordedSearch(mistake: .takesAny, cancels: false))
    try expect(
      "queue.consistent: search waits, nothing pending after complete find", after: 5,
      in: RecordedSearch(mistake: .forgetsSpinner))
  }

  @Test(arguments: [CodeSignIn.Mistake.beginsAnew, .forgetsTrust])
  func `a flag that came with a call goes with its screen`(mistake: CodeSignIn.Mistake) async {
    await #expect(processExitsWith: .success) { [mistake] in
      try RenewedAppTests.expectInTime(
        "deed.kept: undone by complete verify", after: 4, in: CodeSignIn(mistake: mistake),
        notIn: CodeSignIn())
    }
  }
}
