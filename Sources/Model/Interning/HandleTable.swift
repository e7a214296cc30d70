/// A map from up to three handles to one: an open-addressed table for answers that are asked for millions of
/// times.
///
/// A slot holds the three handles and the answer in sixteen bytes, so that a lookup reads one line of
/// memory.
///
/// - Complexity: a lookup is O(1) expected; memory is 32 bytes an entry and more, at a load of at most one
///   half.
package struct HandleTable {
  /// Three handles and the value; a slot without a value is free.
  private typealias Slot = SIMD4<UInt32>

  private var slots = LargeArray<Slot>(repeating: Slot(repeating: absentHandle), count: 64)
  private var mask = 63
  package private(set) var count = 0
  package private(set) var statistics = CacheStatistics()

  package init() {}

  /// Up to three handles.
  package struct Key {
    fileprivate var words: SIMD4<UInt32>

    @inline(__always)
    package init(_ first: UInt32, _ second: UInt32 = 0, _ third: UInt32 = 0) {
      words = SIMD4(first, second, third, 0)
    }

    /// The handle at a position from 0 to 2.
    package subscript(position: Int) -> UInt32 {
      get { words[position] }
      set { words[position] = newValue }
    }

    @inline(__always)
    fileprivate var digest: Int {
      let pairs = unsafeBitCast(words, to: SIMD2<UInt64>.self)
      let product = (pairs[0] ^ 0xa076_1d64_78bd_642f)
        .multipliedFullWidth(by: pairs[1] ^ 0xe703_7ed1_a0b4_28db)
      return Int(truncatingIfNeeded: product.high ^ product.low)
    }
  }

  /// The memory of the table.
  package var memory: MemoryUse {
    let isNearlyFull = MemoryUse.isNearlyFull(count, of: slots.count / 2)
    return MemoryUse(slots.byteCount, growing: isNearlyFull ? slots.byteCount * 2 : 0)
  }

  /// The value of a key, nil when it has none yet.
  package mutating func find(_ key: Key) -> UInt32? {
    statistics.lookupCount &+= 1
    var place = key.digest & mask
    while true {
      var slot = slots[place]
      let value = slot[3]
      if value == absentHandle { break }
      slot[3] = 0
      if slot == key.words { return value }
      place = (place &+ 1) & mask
    }
    statistics.missCount &+= 1
    return nil
  }

  /// The value in the first slot of a key, whether it is the key's or not: a look that brings the slot near.
  ///
  /// It changes nothing, but is asked in place: a copy of the table would cost more than the look.
  @inline(__always)
  package mutating func peek(_ key: Key) -> UInt32 { slots[key.digest & mask][3] }

  /// Gives a key its value; the key must not have one, and the value must not be `absentHandle`.
  package mutating func insert(_ key: Key, _ value: UInt32) {
    if (count + 1) * 2 > slots.count { grow() }
    place(key, value)
    count += 1
  }

  /// Tells every key with its value, in no order.
  package func forEach(_ tell: (Key, UInt32) -> Void) {
    for place in 0..<slots.count where slots[place][3] != absentHandle {
      tell(Key(slots[place][0], slots[place][1], slots[place][2]), slots[place][3])
    }
  }

  private mutating func place(_ key: Key, _ value: UInt32) {
    var place = key.digest & mask
    while slots[place][3] != absentHandle { place = (place &+ 1) & mask }
    slots[place] = Slot(lowHalf: key.words.lowHalf, highHalf: SIMD2(key[2], value))
  }

  private mutating func grow() {
    let old = slots
    slots = LargeArray(repeating: Slot(repeating: absentHandle), count: old.count * 2)
    mask = slots.count - 1
    for place in 0..<old.count where old[place][3] != absentHandle {
      self.place(Key(old[place][0], old[place][1], old[place][2]), old[place][3])
    }
  }
}
