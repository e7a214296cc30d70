import Generators
import Testing

/// Apps in which some requests have their turn one after the other, and others go beside them.
@Suite struct QueueAppTests: AppSuite {
  @Test func `what waits for its turn is not passed by as something else begins`() throws {
    try expectRight(SavedInTurn())
    try expect(
      "queue.consistent: saves waits, nothing pending after complete load", after: 4,
      in: SavedInTurn(mistake: .dropsSaves))
    try expect(
      "queue.consistent: saves waits, nothing pending after complete save", after: 3,
      in: SavedInTurn(mistake: .forgetsSave))
  }

  @Test func `of what one tap asks for, one part may have its turn later`() throws {
    try expectRight(SavedInTurn(reloads: true))
    try expect(
      "queue.consistent: saves waits, nothing pending after complete load", after: 3,
      in: SavedInTurn(reloads: true, mistake: .dropsSaves))
    try expect(
      "queue.consistent: saves waits, nothing pending after complete save", after: 5,
      in: SavedInTurn(reloads: true, mistake: .forgetsSave))
  }

  @Test func `what takes the place of something that waits has its turn`() throws {
    try expectRight(NewestFirstSaves())
    try expect(
      "failure.shown: saves success after failed complete save", after: 3,
      in: NewestFirstSaves(isDeaf: true))
  }

  @Test(arguments: [1, 2], [false, true])
  func `what is dropped as the same is under way is pending once`(
    attemptCount: Int, hasOther: Bool
  ) throws {
    func app(_ repetition: SentOnce.Repetition) -> SentOnce {
      SentOnce(repetition: repetition, hasOther: hasOther, attemptCount: attemptCount)
    }
    try expectRight(app(.dropped))
    try expect("operation.once: send pending twice after send", after: 2, in: app(.atOnce))
    try expect(
      "operation.once: send pending twice after complete send", after: 4, in: app(.inTurn))
  }
}
