import Generators
import Testing

/// Messages that come once more, and replies to calls that are alike.
@Suite struct MessageAppTests: AppSuite {
  @Test func `what a server refuses may be told again after it was closed`() throws {
    try expectRight(RefusedSeat())
    try expect("deed.kept: undone by complete book", after: 10, in: RefusedSeat(bringsBack: true))
  }

  @Test func `a failure may be told by the message of before that was taken away`() throws {
    try expectRight(RepeatedWish())
    for defect in [RepeatedWish.Defect.tellsRefusalsOnly, .choosesAgain] {
      try expect(
        "failure.shown: save none after failed complete save", after: 3,
        in: RepeatedWish(defect: defect))
    }
  }

  @Test func `the reply to what a person asked for undoes nothing of it`() throws {
    try expectRight(AlikeEnds())
    try expect("deed.kept: undone by complete settle", after: 8, in: AlikeEnds(showsItself: true))
  }

  @Test func `of several that are chosen, one that is taken away is chosen no more`() throws {
    try expectRight(ChosenRows())
    try expect("deed.kept: undone by complete load", after: 7, in: ChosenRows(bringsBack: true))
  }

  @Test func `what a load brings back of a failure that was closed is undone`() throws {
    try expectRight(ReopenedBanner())
    try expect(
      "deed.kept: undone by complete load", after: 10, in: ReopenedBanner(isStubborn: true))
  }

  @Test func `what moves to another list is still there to be chosen`() throws {
    try expect("deed.kept: undone by complete load", after: 7, in: MovedRows())
  }
}
