import Generators
import Testing

/// Messages that come and go, and what else comes by itself.
@Suite struct AlertAppTests: AppSuite {
  @Test func `an alert that is closed may come again, and is a failure as long as it is shown`()
    throws
  {
    try expectRight(FilesWithAlert())
  }

  @Test func `when an alert is closed state and rows have to agree`() throws {
    try expect(
      "memory.durable: state and rows differ", after: 7, in: FilesWithAlert(defect: .keepsList))
  }

  @Test func `a failure may not choose again what a person left`() throws {
    try expect(
      "deed.kept: undone by complete delete", after: 7, in: FilesWithAlert(defect: .chooses))
  }

  @Test func `a spinner may end before the message comes that is set next`() throws {
    try expectRight(SpinnerThenAlert())
    try expect(
      "failure.shown: save none after failed complete save", after: 3,
      in: SpinnerThenAlert(isSilent: true))
  }

  @Test func `what an interaction adds one after the other may fail before it is there`() throws {
    try expectRight(ImportedLines())
    try expect(
      "queue.bounded: lines failure without an item after complete add", after: 7,
      in: ImportedLines(tellsAdditions: false))
  }

  @Test func `what comes by itself undoes only what is stored`() throws {
    try expectRight(LinkedPage())
    try expect("deed.kept: undone by complete link", after: 3, in: LinkedPage(isForgetful: true))
  }

  @Test func `a draft that could not be sent may go back to where it was written`() throws {
    try expectRight(OutboxLetter())
    try expect("draft.kept: lost by complete send", after: 5, in: OutboxLetter(isForgetful: true))
  }

  @Test func `a save whose sheet is closed may not fail without a word`() throws {
    try expectRight(HastySheet())
    try expect(
      "failure.shown: complete rename unreported", after: 4, in: HastySheet(isSilent: true))
  }
}
