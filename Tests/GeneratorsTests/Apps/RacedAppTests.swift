import Generators
import Spec
import Testing

@testable import Model

/// Apps whose calls race with a time, with each other, or with people who leave.
@Suite struct RacedAppTests: AppSuite {
  @Test func `a call that is cancelled as its time is over leaves that to its task`() async {
    await #expect(processExitsWith: .success) {
      try RacedAppTests.expectInTime(
        "queue.consistent: panels waits, nothing pending after complete load", after: 4,
        in: RacedPanels(isForgetful: true), notIn: RacedPanels())
      try AppKindTests.expectRight(RacedPanels(isGroup: true), #_sourceLocation)
    }
  }

  @Test func `who comes back may share a call with somebody else`() throws {
    try expectRight(SharedPhoto())
    try expect("reply.stale: late complete photo", after: 4, in: SharedPhoto(comesBack: true))
  }

  @Test func `a switch is told of at the note, whether or not it is on`() throws {
    try expectRight(TagSwitches())
    try expect(
      "queue.bounded: tags of 1 failure without an item after complete turn", after: 6,
      in: TagSwitches(goesAway: true))
  }
}
