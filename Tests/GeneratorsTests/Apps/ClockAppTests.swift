import Generators
import Testing

/// Apps in which a clock ends the waiting for a call that goes on.
@Suite struct ClockAppTests: AppSuite {
  @Test func `a clock may give up what goes on`() async {
    await #expect(processExitsWith: .success) {
      try ClockAppTests.expectInTime(
        "reply.stale: late complete load", after: 4, in: ClockedMenu(showsLate: true),
        notIn: ClockedMenu())
    }
  }

  @Test func `a clock gives up nothing that began after it`() async {
    await #expect(processExitsWith: .success) {
      try ClockAppTests.expectInTime(
        "queue.consistent: load does not wait, one request pending after occur timePasses",
        after: 5, in: OneClock(isShared: true), notIn: OneClock())
    }
  }

  @Test func `what is dropped as too late may not be waited for`() async {
    await #expect(processExitsWith: .success) {
      try ClockAppTests.expectInTime(
        "queue.consistent: load waits, nothing pending after complete load", after: 4,
        in: ClockedMenu(isTold: false), notIn: ClockedMenu())
    }
  }
}
