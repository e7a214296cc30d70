import Testing

/// Apps whose request waits for what a person answers.
@Suite struct ConfirmedAppTests: AppSuite {
  @Test func `what waits for a person need not be pending where statuses says so`() throws {
    try expectRight(ConfirmedDelete())
  }

  @Test func `what waits for a person and is called waiting is found`() throws {
    try expect(
      "queue.consistent: delete waits, nothing pending after complete delete", after: 6,
      in: ConfirmedDelete(saysWhoIsAsked: false))
  }

  @Test func `a spinner that outlives the question is found`() throws {
    try expect(
      "queue.consistent: delete waits, nothing pending after cancel", after: 7,
      in: ConfirmedDelete(fault: .keepsSpinnerAtCancel))
    try expect(
      "queue.consistent: delete waits, nothing pending after confirm", after: 7,
      in: ConfirmedDelete(fault: .forgetsAtConfirm))
  }
}
