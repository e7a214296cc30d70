import Testing

/// Apps in which each tap begins a task of its own, and one after the other has its turn.
@Suite struct GuardedAppTests: AppSuite {
  @Test(arguments: [false, true])
  func `what waits in a task of its own is not passed by`(namesItem: Bool) throws {
    let ids = ["a", "b", "c"]
    try expectRight(SavedOneByOne(ids: ids, order: .newestFirst, namesItem: namesItem))
    try expectRight(SavedOneByOne(order: .loadsFirst, namesItem: namesItem, loads: true))
    try expect(
      "queue.consistent: saves waits, nothing pending after complete save", after: 5,
      in: SavedOneByOne(ids: ids, order: .newestOnly, namesItem: namesItem))
  }

  @Test func `what keeps the turn of others is found in any order`() throws {
    try expect(
      "queue.consistent: saves waits, nothing pending after complete save", after: 4,
      in: SavedOneByOne(order: .newestFirst, keepsPlace: true))
    try expect(
      "queue.consistent: load waits, nothing pending after complete save", after: 4,
      in: SavedOneByOne(order: .loadsFirst, loads: true, keepsPlace: true))
  }

  @Test func `a call belongs to that for which its task began, not to what was cancelled`() throws {
    try expectRight(SentInChain())
    try expect("reply.stale: late complete send", after: 3, in: SentInChain(tellsCancelled: true))
  }
}
