import Generators
import Testing

/// How failures are told, and what takes turns.
@Suite struct ToldAppTests: AppSuite {
  @Test func `what was loaded may stay where a message tells that it could not be loaded again`()
    throws
  {
    try expectRight(BannerFeed())
    try expect(
      "failure.shown: feed success after failed complete load", after: 6,
      in: BannerFeed(isSilent: true))
  }

  @Test func `what was taken for not sent had arrived where the rows have it`() throws {
    try expectRight(CommentThread())
    try expect(
      "failure.shown: comments failure ended by complete load", after: 9,
      in: CommentThread(isHopeful: true))
  }

  @Test func `the last reply may tell that an earlier one of its request failed`() throws {
    try expectRight(BulkDelete())
    try expect(
      "memory.durable: state and rows differ", after: 11, in: BulkDelete(isForgetful: true))
  }

  @Test func `what is asked for in turn, each time for something else, is one request`() throws {
    try expectRight(DraggedPlaylist())
    try expect(
      "queue.consistent: save does not wait, one request pending after complete save", after: 4,
      in: DraggedPlaylist(defect: .endsEarly))
    try expect(
      "operation.once: save pending twice after complete save", after: 4,
      in: DraggedPlaylist(defect: .savesTwice))
  }

  @Test func `what was typed is sent where the rows have it`() throws {
    try expectRight(EditedName())
    try expect("draft.kept: lost by complete load", after: 7, in: EditedName(isHasty: true))
  }

  @Test func `a number goes with what comes by itself`() throws {
    try expectRight(UnreadBadge())
    try expect("deed.kept: undone by complete arrive", after: 3, in: UnreadBadge(isMixedUp: true))
  }

  @Test func `a failure ends where its item is shown elsewhere`() throws {
    try expectRight(FriendRequests())
    try expect(
      "failure.shown: accepts failure ended by complete load", after: 9,
      in: FriendRequests(isForgetful: true))
  }

  @Test func `a spinner that ends, and another one that begins, tell of no failure`() throws {
    try expectRight(InlineField())
    try expect(
      "failure.shown: name none after failed complete save", after: 4,
      in: InlineField(isSilent: true))
  }

  @Test func `what has its turn later is asked for by who was signed in then`() throws {
    try expectRight(SwitchedAccounts())
    try expect(
      "user.apart: changed by complete sync", after: 4, in: SwitchedAccounts(mixesUp: true))
  }
}
