import Model

/// A map from readings, which are up to four handles each, to what was judged of them.
struct ReadingTable {
  /// Names for pairs of handles, so that four handles fit where three do.
  private let pairs = HandleTable()
  private let answers = HandleTable()

  /// A reading that was looked up; a place to insert its answer.
  typealias Key = HandleTable.Key

  /// How many readings there are.
  var count: Int { answers.count }
  /// How well answers were remembered.
  var statistics: CacheStatistics { answers.statistics }
  /// The memory of the tables.
  var memory: MemoryUse { pairs.memory + answers.memory }

  /// The key of up to three handles.
  @inline(__always)
  static func key(_ first: UInt32, _ second: UInt32 = 0, _ third: UInt32 = 0) -> Key {
    Key(first, second, third)
  }

  /// The key of four handles.
  mutating func key(_ first: UInt32, _ second: UInt32, _ third: UInt32, _ fourth: UInt32) -> Key {
    let pair = Key(first, second)
    if let known = pairs.find(pair) { return Key(known, third, fourth) }
    let name = UInt32(pairs.count)
    pairs.insert(pair, name)
    return Key(name, third, fourth)
  }

  /// A look that brings the place of a reading near; what it gives says nothing.
  @inline(__always)
  mutating func peek(_ key: Key) -> UInt32 { answers.peek(key) }

  /// The answer for a reading, nil when it was not judged yet.
  @inline(__always)
  mutating func find(_ key: Key) -> UInt32? { answers.find(key) }

  /// Remembers the answer for a reading that has none.
  mutating func insert(_ key: Key, _ answer: UInt32) { answers.insert(key, answer) }
}
