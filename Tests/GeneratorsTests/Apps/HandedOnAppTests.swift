import Generators
import Spec
import Testing

@testable import Model

/// Apps in which one request waits for another one, or takes its place.
@Suite struct HandedOnAppTests: AppSuite {
  @Test func `what is refused may wait for what another one renews`() throws {
    try expectRight(OneRenewal())
    try expect(
      "queue.consistent: panels waits, nothing pending after complete renew", after: 8,
      in: OneRenewal(isForgetful: true))
  }

  @Test func `what is refused may wait for a pause of another one`() async {
    await #expect(processExitsWith: .success) {
      try HandedOnAppTests.expectInTime(
        "queue.consistent: panels waits, nothing pending after complete get", after: 6,
        in: SharedPause(isForgetful: true), notIn: SharedPause())
    }
  }

  @Test func `what cancels a load and loads anew is waited for`() throws {
    try expectRight(ReloadedNotes())
    try expect(
      "queue.consistent: list waits, nothing pending after complete add", after: 7,
      in: ReloadedNotes(isForgetful: true))
  }

  @Test func `what a timer cancels and loads anew is waited for once`() async {
    await #expect(processExitsWith: .success) {
      try HandedOnAppTests.expectInTime(
        "queue.consistent: load waits, nothing pending after complete departures", after: 4,
        in: DepartureBoard(isForgetful: true), notIn: DepartureBoard())
    }
  }

  @Test func `a number that an answer takes back was no item`() throws {
    try expectRight(CartStepper())
    try expect(
      "deed.kept: undone by complete send", after: 5, in: CartStepper(isForgetful: true))
  }

  @Test func `what could not be sent stays where it was`() throws {
    try expectRight(PendingMessage())
    try expect(
      "queue.bounded: sending failure without an item after complete load", after: 9,
      in: PendingMessage(isForgetful: true))
  }
}
