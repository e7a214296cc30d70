import Generators
import Testing

/// Apps with mistakes that were reported of stores and data libraries, and as they were mended.
@Suite struct ReportedAppTests: AppSuite {
  @Test func `one spinner waits for several saves, each of which may fail`() throws {
    try expectRight(TickedRows())
    try expectRight(TickedRows(isSerial: true))
    try expectRight(TickedRows(telling: .row))
    try expectRight(TickedRows(telling: .row, isSerial: true))
    try expectRight(TickedRows(telling: .row, marksRows: true))
    try expectRight(TickedRows(telling: .row, marksRows: true, isSerial: true))
    try expect(
      "queue.consistent: saving waits, nothing pending after complete tick", after: 6,
      in: TickedRows(isForgetful: true))
    try expect(
      "queue.consistent: saving waits, nothing pending after complete tick", after: 6,
      in: TickedRows(telling: .row, marksRows: true, isForgetful: true))
    try expect("reply.stale: late complete tick", after: 9, in: TickedRows(endsEarly: true))
    try expect(
      "failure.shown: saving none after failed complete tick", after: 6,
      in: TickedRows(telling: .nothing))
  }

  @Test func `one spinner waits for requests of several kinds`() throws {
    try expectRight(BusyIssue())
    try expectRight(BusyIssue(spinner: .tellsErrors))
    try expect(
      "queue.consistent: busy waits, nothing pending after complete archive", after: 6,
      in: BusyIssue(spinner: .staysOnFailure))
    try expect("reply.stale: late complete archive", after: 9, in: BusyIssue(spinner: .endsEarly))
  }

  @Test func `what is shown of a wish stays as the wish has its turn`() throws {
    try expectRight(ChosenScope())
    try expect("deed.kept: undone by complete save", after: 7, in: ChosenScope(isHasty: true))
  }

  @Test func `rows that are loaded may say how they fared`() throws {
    try expectRight(DeliveredMessages())
    try expectRight(DeliveredMessages(loaded: nil))
    try expectRight(DeliveredMessages(loaded: .failure("No such number")))
    try expect(
      "status.transitions: messages.delivery none → success by complete send", after: 6,
      in: DeliveredMessages(loaded: nil, isForgetful: true))
  }

  @Test func `a copy of what a person gave may go while that stands`() throws {
    try expectRight(PushedNote())
    try expect("deed.kept: undone by complete push", after: 8, in: PushedNote(isHasty: true))
  }

  @Test func `what is stored does not say how many calls are under way`() throws {
    try expectRight(ScoredTasks())
    try expect("deed.kept: undone by complete score", after: 7, in: ScoredTasks(isHasty: true))
  }
}
