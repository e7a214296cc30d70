import Generators
import Spec
import Testing

@testable import Model

/// Apps that put off what they send.
@Suite struct PutOffAppTests: AppSuite {
  @Test func `a flag that says that there is something to send goes as that is sent`() async {
    await #expect(processExitsWith: .success) {
      try PutOffAppTests.expectInTime(
        "deed.kept: undone by complete save", after: 5, in: SavedAgain(isForgetful: true),
        notIn: SavedAgain())
    }
  }

  @Test func `a reply that asks again excuses no flag where it sends nothing`() throws {
    try expectRight(PolledRoom())
    try expect("deed.kept: undone by complete poll", after: 4, in: PolledRoom(isForgetful: true))
  }

  @Test func `what is asked for once more is found as it is called once more`() throws {
    try expectRight(TokenTill())
    try expect(
      "operation.once: pay pending twice after dispatch begins", after: 8,
      in: TokenTill(isHasty: true))
  }

  @Test func `a loop may come back to a wish that it calls for now`() throws {
    try expectRight(WishLoop())
    try expect("reply.stale: late complete save", after: 6, in: WishLoop(isHasty: true))
  }

  @Test func `what is sent at most once a second may wait until the second is over`() async {
    await #expect(processExitsWith: .success) {
      try PutOffAppTests.expectInTime(
        "memory.durable: state and rows differ", after: 6, in: Slider(fault: .drops),
        notIn: Slider())
      try AppKindTests.expect(
        "queue.consistent: save does not wait, one request pending after occur timePasses",
        after: 6, in: Slider(fault: .isSilent), #_sourceLocation)
    }
  }
}
