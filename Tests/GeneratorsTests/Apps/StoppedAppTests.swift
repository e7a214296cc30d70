import Testing

@testable import Model

/// What people stop, and what is left of it.
@Suite struct StoppedAppTests: AppSuite {
  @Test(arguments: [false, true])
  func `a spinner may turn until its task hears that it was cancelled`(mayChange: Bool) throws {
    try expectRight(StoppedReport(mayChange: mayChange))
  }

  @Test func `a spinner that turns on after that is found`() throws {
    try expect("operation.answered: load", after: 3, in: StoppedReport(defect: .waitsOn))
  }

  @Test func `only what was stopped fails without a word`() throws {
    try expect(
      "failure.shown: load none after failed complete report", after: 3,
      in: StoppedReport(defect: .keepsSilent))
  }

  @Test func `what was stopped and begun anew is not shown late`() throws {
    try expect(
      "reply.stale: late complete report", after: 4,
      in: StoppedReport(defect: .showsLate, mayChange: true))
  }

  @Test func `an empty field is no draft`() throws {
    try expectRight(SuggestedAddress())
    try expect(
      "draft.kept: lost by complete suggest", after: 5, in: SuggestedAddress(isForgetful: true))
  }

  @Test func `what an app hides is told where few steps lead to it`() throws {
    try Self.expectInTime(
      "operation.answered: load", after: 5, in: PausedRequests(isForgetful: true),
      notIn: PausedRequests())
  }
}
