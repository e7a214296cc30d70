import Generators
import Testing

@testable import Model

/// What goes on by itself: jobs that are followed, commands whose time is over, counts, and pairs.
@Suite struct FollowedAppTests: AppSuite {
  @Test func `what begins to wait with a timer waits for what that leads to`() async {
    await #expect(processExitsWith: .success) {
      try FollowedAppTests.expectInTime(
        "queue.consistent: work waits, nothing pending after complete progress", after: 6,
        in: FollowedJob(isStuck: true), notIn: FollowedJob())
    }
  }

  @Test func `who was told that the time is over need not be told of the reply`() async {
    await #expect(processExitsWith: .success) {
      try FollowedAppTests.expectInTime(
        "failure.shown: complete command unreported", after: 9,
        in: TimedDevice(isHopeful: true), notIn: TimedDevice())
    }
  }

  @Test func `a number that is stored nowhere may say how much is to be saved`() throws {
    try expectRight(CountedCells())
    try expect("deed.kept: undone by complete save", after: 9, in: CountedCells(isHasty: true))
  }

  @Test func `a status that is about two items goes by one of them`() throws {
    try expectRight(TaggedNotes())
    try expect(
      "queue.bounded: taps of n failure without an item after complete delete", after: 9,
      in: TaggedNotes(isForgetful: true))
  }

  @Test func `a loop that alone knows how often it has been is followed to its end`() async {
    await #expect(processExitsWith: .success) {
      try FollowedAppTests.expectInTime(
        "queue.consistent: load waits, nothing pending after complete order", after: 3,
        in: TrackedOrder(isForgetful: true), notIn: TrackedOrder())
    }
  }

  @Test func `what is kept beside the store of earlier answers tells states apart`() throws {
    try expectRight(KeptContacts())
    try expect(
      "memory.durable: state and rows differ", after: 8, in: KeptContacts(isForgetful: true))
  }
}
