import Generators
import Testing

/// Apps as they are published to teach a framework: carts, chats, lists and documents.
@Suite struct SampleAppTests: AppSuite {
  @Test func `what failed to be sent is back where it is a draft again`() throws {
    try expectRight(ShoppingCart())
    try expect(
      "draft.kept: lost by failed complete buy", after: 7, in: ShoppingCart(isForgetful: true))
  }

  @Test func `what was sent is not refused as something else has failed`() throws {
    try expectRight(SocketChat())
    try expect(
      "draft.kept: lost by failed complete send", after: 4, in: SocketChat(isForgetful: true))
  }

  @Test func `what a tap gives up is waited for no more by what it begins`() throws {
    try expectRight(OptimisticList())
    try expect(
      "deed.kept: undone by complete items", after: 10, in: OptimisticList(isHasty: true))
  }

  @Test func `what was deleted where a status stands does not come back`() throws {
    try expectRight(PayloadList())
    try expect("deed.kept: undone by complete items", after: 7, in: PayloadList(isHasty: true))
  }

  @Test func `what comes by itself may take the place of what is opened`() throws {
    try expectRight(HandedDocument())
    try expect(
      "reply.stale: late complete document", after: 5, in: HandedDocument(isMixedUp: true))
  }

  @Test func `a listener may decide by the state of the moment`() throws {
    try expectRight(QueuedSwitch())
    try expect(
      "failure.shown: complete save unreported", after: 6, in: QueuedSwitch(isForgetful: true))
  }

  @Test func `a question whether to give something up goes when that is over`() throws {
    try expectRight(StoppedDownload())
    try expect("deed.kept: undone by complete part", after: 4, in: StoppedDownload(isHasty: true))
  }

  @Test func `what was added may have another name from then on`() throws {
    try expectRight(RenamedMessages())
    try expect(
      "operation.answered: messages.status", after: 3, in: RenamedMessages(isDoubled: true))
  }

  @Test func `a page may fail with what was asked for on it`() throws {
    try expectRight(FailingPage())
    try expect(
      "status.transitions: page success → failure by complete count", after: 6,
      in: FailingPage(isStuck: true))
  }
}
