import Generators
import Spec
import Testing

@testable import Model

/// Apps that ask a moment after a person has done something, and may ask for the same again.
@Suite struct TypedAgainAppTests: AppSuite {
  @Test func `what is typed again takes the place of the same call`() async {
    await #expect(processExitsWith: .success) {
      try TypedAgainAppTests.expectInTime(
        "failure.shown: load none after failed complete search", after: 4,
        in: TypedAgain(isSilent: true), notIn: TypedAgain())
    }
  }

  @Test func `what is sent twice a moment later is found`() async {
    await #expect(processExitsWith: .success) {
      try TypedAgainAppTests.expectInTime(
        "queue.consistent: load does not wait, one request pending after complete send", after: 7,
        in: SentLater(isTwofold: true), notIn: SentLater())
    }
  }
}
