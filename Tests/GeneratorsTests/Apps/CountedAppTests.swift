import Generators
import Testing

/// Apps that show how many of their items are so, beside the items.
@Suite struct CountedAppTests: AppSuite {
  @Test func `a count follows its items, where another one is taken back`() throws {
    try expectRight(LikedPosts())
    try expect(
      "deed.kept: undone by complete like", after: 9, in: LikedPosts(answer: .count))
    try expect("deed.kept: undone by complete like", after: 9, in: LikedPosts(answer: .all))
  }

  @Test func `a count follows its items, where another one comes by itself`() throws {
    try expectRight(UnreadInbox())
    try expect(
      "memory.durable: state and rows differ", after: 8, in: UnreadInbox(takesBadge: true))
  }
}
