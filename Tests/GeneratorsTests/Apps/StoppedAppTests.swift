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

  @Test func `what was left ends its spinner as it hears of that, and does no more`() throws {
    try expectRight(LeftPage())
    try expect("operation.answered: page", after: 5, in: LeftPage(mistake: .keepsSpinner))
    try expect(
      "reply.stale: late complete load", after: 5, in: LeftPage(mistake: .tellsCancelled))
    try expect("reply.stale: late complete load", after: 6, in: LeftPage(mistake: .opensAgain))
  }
}
