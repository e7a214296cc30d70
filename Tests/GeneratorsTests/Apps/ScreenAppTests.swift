import Testing

@testable import Model

/// What screens show before they come up, and what comes up one after the other.
@Suite struct ScreenAppTests: AppSuite {
  @Test func `a screen may show a spinner before it comes up`() throws {
    try expectRight(SkeletonScreen())
    try expect("operation.answered: load", after: 0, in: SkeletonScreen(defect: .neverAsks))
    try expect("operation.answered: load", after: 3, in: SkeletonScreen(defect: .swallowsFailures))
    try expect("operation.answered: load", after: 3, in: SkeletonScreen(defect: .dropsReplies))
  }

  @Test func `what could not be loaded may come by another load`() throws {
    try expectRight(RefreshedThread())
    try expect(
      "failure.shown: open failure ended by complete refresh", after: 6,
      in: RefreshedThread(defect: .pretends))
    try expect(
      "failure.shown: like failure ended by complete refresh", after: 9,
      in: RefreshedThread(defect: .takesLikeForSaved))
  }

  @Test(arguments: [true, false])
  func `pages are loaded one by one, under their tabs or in a list`(isList: Bool) throws {
    try expectRight(TabbedPages(isList: isList))
    try expect(
      "memory.durable: state and rows differ", after: 11,
      in: TabbedPages(isList: isList, defect: .fillsShownTab))
    try expect(
      "relaunch.sound: state and rows differ", after: 4,
      in: TabbedPages(isList: isList, defect: .losesLastRow))
  }

  @Test func `what one load brings is loaded as a whole`() throws {
    try expectRight(LoadedSettings())
    try expect(
      "memory.durable: state and rows differ", after: 3, in: LoadedSettings(isForgetful: true))
  }

  @Test func `of two equal loads of a screen the newest may count`() throws {
    try expectRight(NewestLoad())
    try expect("reply.stale: late complete load", after: 4, in: NewestLoad(defect: .showsAny))
    try expect(
      "operation.once: send pending twice after send", after: 5,
      in: NewestLoad(defect: .sendsTwice))
  }

  @Test func `what a launch goes on with may be said by an action`() throws {
    try expectRight(ResumedUploads())
    try expect("operation.answered: photos", after: 3, in: ResumedUploads(isForgetful: true))
  }
}
