import Generators
import Spec
import Testing

@testable import Model

/// Apps that let people go on while something is under way, and in which things come late.
@Suite struct PatientAppTests: AppSuite {
  @Test func `what was taken for lost may have arrived`() throws {
    try expectRight(ArrivedMessage())
    try expect(
      "failure.shown: outbox.status failure ended by complete load", after: 9,
      in: ArrivedMessage(isForgetful: true))
  }

  @Test func `what is cancelled as a time is over was answered by that`() async {
    await #expect(processExitsWith: .success) {
      LiveScheduler.ownSleep()
      let (right, wrong) = (
        try AppKindTests.report(BridgedDevice()),
        try AppKindTests.report(BridgedDevice(isForgetful: true, hasLimit: false))
      )
      #expect(right.reason == .exhausted && right.findings.isEmpty, "\(AppKindTests.names(right))")
      #expect(
        AppKindTests.names(wrong).contains(
          "queue.consistent: link waits, nothing pending after complete connect"),
        "\(AppKindTests.names(wrong))")
    }
  }

  @Test func `a cell that is loaded by itself is its own item`() throws {
    try expectRight(LoadedCells())
    try expect(
      "failure.shown: cells none after failed complete cell", after: 5,
      in: LoadedCells(isForgetful: true))
  }
}
