/// A map from up to three handles to one: an open-addressed table for answers that are asked for
/// millions of times.
///
/// A slot holds the three handles and the answer in sixteen bytes, so that a lookup reads one line
/// of memory. What changes stands behind a constant pointer, as in a `LargeArray`.
///
/// - Complexity: a lookup is O(1) expected; memory is 21 bytes an entry and more, at a load of at
///   most three quarters, and 27 at most in large tables.
@usableFromInline
package final class HandleTable {
  /// Three handles and the value; a slot without a value is free.
  private typealias Slot = SIMD4<UInt32>

  private struct Header {
    var start: UnsafeMutablePointer<Slot>
    var slotCount: Int
    var count = 0
    var statistics = CacheStatistics()
  }

  private let header: UnsafeMutablePointer<Header>

  package init() {
    header = .allocate(capacity: 1)
    header.initialize(to: Header(start: Self.emptySlots(64), slotCount: 64))
  }

  deinit {
    header.pointee.start.deallocate()
    header.deallocate()
  }

  private static func emptySlots(_ count: Int) -> UnsafeMutablePointer<Slot> {
    let slots = LargeMemory.allocate(byteCount: count * MemoryLayout<Slot>.stride)
      .bindMemory(to: Slot.self, capacity: count)
    slots.initialize(repeating: Slot(repeating: absentHandle), count: count)
    return slots
  }

  /// Up to three handles.
  @usableFromInline
  package struct Key: Equatable {
    @usableFromInline var words: SIMD4<UInt32>

    @inlinable package init(_ first: UInt32, _ second: UInt32 = 0, _ third: UInt32 = 0) {
      words = SIMD4(first, second, third, 0)
    }

    /// The handle at a position from 0 to 2.
    @inlinable package subscript(position: Int) -> UInt32 {
      get { words[position] }
      set { words[position] = newValue }
    }

    /// The slot in which a search for the key begins: the high bits of its digest, scaled to the
    /// slots.
    @inline(__always)
    fileprivate func place(among slotCount: Int) -> Int {
      Int(truncatingIfNeeded: digest.multipliedFullWidth(by: UInt64(slotCount)).high)
    }

    @inline(__always)
    private var digest: UInt64 {
      let pairs = unsafeBitCast(words, to: SIMD2<UInt64>.self)
      let product = (pairs[0] ^ 0xa076_1d64_78bd_642f)
        .multipliedFullWidth(by: pairs[1] ^ 0xe703_7ed1_a0b4_28db)
      // Once more, so that the high bits of keys that follow each other differ, too.
      return (product.high ^ product.low) &* 0x9e37_79b9_7f4a_7c15
    }
  }

  package var count: Int { header.pointee.count }
  /// How often a key was looked up, and had no value.
  package var statistics: CacheStatistics { header.pointee.statistics }

  package var memory: MemoryUse {
    let slotCount = header.pointee.slotCount
    let isNearlyFull = MemoryUse.isNearlyFull(count, of: slotCount * 3 / 4)
    return MemoryUse(
      slotCount * MemoryLayout<Slot>.stride,
      growing: isNearlyFull ? Self.slotCount(after: slotCount) * MemoryLayout<Slot>.stride : 0)
  }

  /// The value of a key, nil when it has none yet.
  package func find(_ key: Key) -> UInt32? {
    header.pointee.statistics.lookupCount &+= 1
    // Every place is below the number of slots.
    let (slots, slotCount) = (header.pointee.start, header.pointee.slotCount)
    var place = key.place(among: slotCount)
    while true {
      var slot = slots[place]
      let value = slot[3]
      if value == absentHandle { break }
      slot[3] = 0
      if slot == key.words { return value }
      place = place &+ 1 == slotCount ? 0 : place &+ 1
    }
    header.pointee.statistics.missCount &+= 1
    return nil
  }

  /// The value of a key, which is worked out once.
  @inline(__always)
  package func value(of key: Key, workOut: () -> UInt32) -> UInt32 {
    if let known = find(key) { return known }
    let value = workOut()
    insert(key, value)
    return value
  }

  /// The value in the first slot of a key, whether it is the key's or not: a look that brings the
  /// slot near.
  @inline(__always)
  package func peek(_ key: Key) -> UInt32 {
    header.pointee.start[key.place(among: header.pointee.slotCount)][3]
  }

  /// Gives a key its value; the key must not have one, and the value must not be `absentHandle`.
  package func insert(_ key: Key, _ value: UInt32) {
    if (count + 1) * 4 > header.pointee.slotCount * 3 { grow() }
    place(key, value)
    header.pointee.count += 1
  }

  /// Tells every key with its value, in the order of slots: to fill another table in it would be
  /// slow.
  package func forEach(_ tell: (Key, UInt32) -> Void) {
    let slots = header.pointee.start
    for place in 0..<header.pointee.slotCount where slots[place][3] != absentHandle {
      tell(Key(slots[place][0], slots[place][1], slots[place][2]), slots[place][3])
    }
  }

  private func place(_ key: Key, _ value: UInt32) {
    let (slots, slotCount) = (header.pointee.start, header.pointee.slotCount)
    var place = key.place(among: slotCount)
    while slots[place][3] != absentHandle { place = place &+ 1 == slotCount ? 0 : place &+ 1 }
    slots[place] = Slot(lowHalf: key.words.lowHalf, highHalf: SIMD2(key[2], value))
  }

  /// How many slots follow when so many are no longer enough; large tables grow by a quarter, to
  /// save memory.
  private static func slotCount(after count: Int) -> Int {
    count < 1 << 14 ? count * 2 : count + count / 4
  }

  private func grow() {
    let (old, oldCount) = (header.pointee.start, header.pointee.slotCount)
    header.pointee.slotCount = Self.slotCount(after: oldCount)
    header.pointee.start = Self.emptySlots(header.pointee.slotCount)
    for number in 0..<oldCount where old[number][3] != absentHandle {
      place(Key(old[number][0], old[number][1], old[number][2]), old[number][3])
    }
    old.deallocate()
  }
}
