import Spec
import Testing

struct DoorAppTests: AppSuite {
  @Test func `doors that all lead to the same are right`() throws {
    try expectRight(PageBehindDoors())
  }

  /// It shows three steps after the door, and not at the door that is taken first.
  @Test(arguments: 2...4)
  func `what one of several doors hides is told, however late it shows`(door: Int) throws {
    let report = try AppKindTests.report(PageBehindDoors(doorCount: 4, stuckDoor: door))
    let words = report.reason.words
    #expect(words.hasPrefix("invalid system: hidden state: what looks alike goes on"), "\(words)")
    #expect(words.contains("the user opens door \(door)"), "\(words)")
  }
}
