/// A map from up to four handles to one: an open-addressed table for answers that are asked for millions of
/// times.
///
/// - Complexity: a lookup is O(1) expected; memory is 20 bytes an entry at a load of at most one half.
package struct HandleTable {
  package typealias Key = SIMD4<UInt32>

  private var keys: LargeArray<Key>
  private var values: LargeArray<UInt32>
  private var mask: Int
  package private(set) var count = 0
  package private(set) var statistics = CacheStatistics()

  package init() {
    keys = LargeArray(repeating: .zero, count: 64)
    values = LargeArray(repeating: absentHandle, count: 64)
    mask = 63
  }

  /// The key of two handles.
  @inline(__always)
  package static func key(_ first: UInt32, _ second: UInt32) -> Key { Key(first, second, 0, 0) }

  /// The memory of the table, in bytes.
  package var byteCount: Int { keys.byteCount + values.byteCount }

  @inline(__always)
  private static func digest(_ key: Key) -> Int {
    let pairs = unsafeBitCast(key, to: SIMD2<UInt64>.self)
    let product = (pairs[0] ^ 0xa076_1d64_78bd_642f).multipliedFullWidth(by: pairs[1] ^ 0xe703_7ed1_a0b4_28db)
    return Int(truncatingIfNeeded: product.high ^ product.low)
  }

  /// The value of a key, nil when it has none yet.
  package mutating func find(_ key: Key) -> UInt32? {
    statistics.lookupCount &+= 1
    var place = Self.digest(key) & mask
    while values[place] != absentHandle {
      if keys[place] == key { return values[place] }
      place = (place &+ 1) & mask
    }
    statistics.missCount &+= 1
    return nil
  }

  /// Gives a key its value; the key must not have one, and the value must not be `absentHandle`.
  package mutating func insert(_ key: Key, _ value: UInt32) {
    if (count + 1) * 2 > keys.count { grow() }
    place(key, value)
    count += 1
  }

  private mutating func place(_ key: Key, _ value: UInt32) {
    var place = Self.digest(key) & mask
    while values[place] != absentHandle { place = (place &+ 1) & mask }
    keys[place] = key
    values[place] = value
  }

  private mutating func grow() {
    let oldKeys = keys
    let oldValues = values
    keys = LargeArray(repeating: .zero, count: oldKeys.count * 2)
    values = LargeArray(repeating: absentHandle, count: oldKeys.count * 2)
    mask = keys.count - 1
    for place in 0..<oldKeys.count where oldValues[place] != absentHandle {
      self.place(oldKeys[place], oldValues[place])
    }
  }
}
