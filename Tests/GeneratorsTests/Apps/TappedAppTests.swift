import Generators
import Testing

/// Apps in which a person taps again while the same is under way.
@Suite struct TappedAppTests: AppSuite {
  @Test func `what is coalesced in a line is not asked for twice`() throws {
    try expectRight(TappedUploads())
    try expect(
      "operation.once: uploads pending twice after complete upload", after: 4,
      in: TappedUploads(repetition: .queued))
  }

  @Test func `tasks that await one value may each say that it came`() throws {
    try expectRight(TappedUploads(repetition: .shared))
    try expect(
      "reply.once: complete upload", after: 4, in: TappedUploads(repetition: .sharedAndCounted))
  }

  @Test func `what was given up does not answer what is sent then`() throws {
    try expectRight(SentAgain(mayCancel: true))
    try expect(
      "queue.consistent: send waits, nothing pending after complete send", after: 4,
      in: SentAgain(mayCancel: true, mistake: .keepsTask))
  }

  @Test func `what is tried again is not what was dropped`() async {
    await #expect(processExitsWith: .success) {
      try TappedAppTests.expectInTime(
        "queue.consistent: send does not wait, one request pending after complete send", after: 7,
        in: SentAgain(mayCancel: true, isPatient: true, mistake: .forgetsTask),
        notIn: SentAgain(mayCancel: true, isPatient: true))
    }
  }

  @Test func `a limit belongs to what has it, not to what was dropped`() async {
    await #expect(processExitsWith: .success) {
      try TappedAppTests.expectInTime(
        "queue.consistent: send does not wait, one request pending after complete send", after: 7,
        in: SentAgain(isPatient: true, hasLimit: true, mistake: .forgetsTask),
        notIn: SentAgain(isPatient: true, hasLimit: true))
    }
  }

  @Test func `of what takes the place of what waits the newest is pending`() throws {
    try expectRight(PulledInTurn())
    try expect(
      "queue.consistent: first does not wait, one request pending after complete first", after: 4,
      in: PulledInTurn(keepsOthers: true))
  }

  @Test func `what a timer was set for is not what was dropped`() async {
    await #expect(processExitsWith: .success) {
      try TappedAppTests.expectInTime(
        "operation.once: load pending twice after pull", after: 2, in: PolledList(loadsTwice: true),
        notIn: PolledList())
    }
  }

  @Test func `what is opened again may be answered by what was cancelled`() throws {
    try expectRight(ReopenedScreen())
    try expect("reply.stale: late complete load", after: 3, in: ReopenedScreen(showsAll: true))
  }
}
