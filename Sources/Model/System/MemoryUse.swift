/// The memory of tables, in bytes: what they take, and what the growth of one takes that is about
/// to happen.
///
/// A table that grows holds its old memory and its new memory at once, so that a search which looks
/// only at what there is would go beyond its limit.
package struct MemoryUse: Hashable, Sendable {
  package var byteCount: Int
  /// The most that one nearly full table takes beside that while it grows; 0 when none is nearly
  /// full.
  package var growthByteCount: Int

  package init(_ byteCount: Int = 0, growing growthByteCount: Int = 0) {
    self.byteCount = byteCount
    self.growthByteCount = growthByteCount
  }

  /// Both together; tables grow one after the other.
  package static func + (first: MemoryUse, second: MemoryUse) -> MemoryUse {
    MemoryUse(
      first.byteCount + second.byteCount,
      growing: max(first.growthByteCount, second.growthByteCount))
  }

  /// Whether a table with this many entries comes to more before anybody looks again.
  package static func isNearlyFull(_ count: Int, of capacity: Int) -> Bool {
    count + count >> 4 + 4096 > capacity
  }
}

extension Sequence<MemoryUse> {
  package var sum: MemoryUse { reduce(MemoryUse()) { $0 + $1 } }
}
