import Generators
import Spec
import Testing

@testable import Model

/// Apps whose states and effects have other shapes than most.
@Suite struct ShapedAppTests: AppSuite {
  @Test func `what is put off and tried again until it works is waited for`() async {
    await #expect(processExitsWith: .success) {
      try ShapedAppTests.expectInTime(
        "queue.consistent: search waits, nothing pending after complete find", after: 5,
        in: TirelessSearch(givesUp: true), notIn: TirelessSearch())
    }
  }

  @Test func `what failed without a spinner may succeed later`() throws {
    try expectRight(LastResult())
  }

  @Test func `a failure that leaves all as it was is not told`() throws {
    try expect(
      "failure.shown: complete load unreported", after: 3, in: LastResult(isForgetful: true))
    try expect(
      "failure.shown: order none after failed complete send", after: 4,
      in: Checkout(defect: .keepsSilent))
  }

  @Test func `waits for pushes that were given up do not pile up`() throws {
    try expectRight(Room())
  }

  @Test(arguments: [false, true])
  func `a draft may be sent as a part of something`(draftsCount: Bool) throws {
    try expectRight(Checkout(draftsCount: draftsCount))
    try expect(
      "draft.kept: lost by failed complete send", after: 4,
      in: Checkout(defect: .forgets, draftsCount: draftsCount))
  }

  @Test func `who closes a message may see what was loaded before, and nothing else`() throws {
    try expectRight(PulledList())
    let report = try AppKindTests.report(PulledList(pretends: true))
    let name = "status.transitions: list failure → success by close"
    #expect(AppKindTests.names(report).contains(name), "\(AppKindTests.names(report))")
  }

  @Test func `after a kill all pages of one kind have to come up before they are compared`() throws
  {
    try expectRight(ShownPages())
    try expect("relaunch.sound: state and rows differ", after: 7, in: ShownPages(mixesUp: true))
  }
}
