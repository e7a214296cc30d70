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

  @Test func `where nothing is loaded, all that is there came with what people did`() throws {
    try expectRight(KeyedPayment())
    try expect(
      "memory.durable: state and rows differ", after: 6, in: KeyedPayment(isForgetful: true))
  }
}
