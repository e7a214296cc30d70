import Generators
import Spec
import Testing

@testable import Model

/// Apps in which something is typed, set or sent while something else is under way.
@Suite struct DraftAppTests: AppSuite {
  @Test func `what was typed after a draft was sent is no part of it`() throws {
    try expectRight(Comments())
    try expect(
      "draft.kept: lost by complete comment", after: 5, in: Comments(defect: .clearsNewer))
  }

  @Test(arguments: [Comments.Defect.clearsRefused, .clearsFailed])
  func `what was refused or failed leaves the draft`(defect: Comments.Defect) throws {
    try expect("draft.kept: lost by complete comment", after: 4, in: Comments(defect: defect))
  }

  @Test func `what was typed beside an item goes with it, and nothing else does`() throws {
    try expectRight(NotedRows())
    try expect("deed.kept: undone by complete delete", after: 4, in: NotedRows(isForgetful: true))
  }

  @Test func `where nothing is loaded, all that is there came with what people did`() throws {
    try expectRight(KeyedPayment())
    try expect(
      "memory.durable: state and rows differ", after: 6, in: KeyedPayment(isForgetful: true))
  }

  @Test func `a state may be set twice`() throws {
    try expectRight(LateRows())
    try expect(
      "failure.shown: load success after failed complete read", after: 3,
      in: LateRows(isForgetful: true))
  }

  @Test func `what comes by itself may end a success`() throws {
    try expectRight(BrokenLine())
    try expect(
      "failure.shown: line success after failed complete connect", after: 3,
      in: BrokenLine(isForgetful: true))
  }

  @Test func `an empty text is told as a text`() {
    #expect(Story.Change("draft", from: "", to: "Dear").text == "draft: '' → Dear")
    #expect(Story.Change("draft", from: "Dear", to: nil).text == "draft: Dear → none")
  }
}
