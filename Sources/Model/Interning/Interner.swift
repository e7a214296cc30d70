/// Distinct values, each stored once and named by a handle: 0, 1, 2 and so on in the order of first
/// appearance.
///
/// Handles follow the order in which a search meets values, so nothing that a person sees may depend on
/// them. Places are found by hash values, which differ from run to run, but never show in a handle.
package final class Interner<Value: Hashable> {
  private var values: ContiguousArray<Value> = []
  /// A handle in the low half, and bits of its value's hash in the high half; `free` for none.
  private var places = LargeArray<UInt64>(repeating: .max, count: 16)
  private static var free: UInt64 { .max }

  package init() {}

  /// How many distinct values there are.
  package var count: Int { values.count }

  /// The value of a handle.
  package subscript(handle: UInt32) -> Value { values[Int(handle)] }

  /// The handle of a value, new when the value is.
  package func handle(of value: Value) -> UInt32 {
    let hash = UInt64(truncatingIfNeeded: value.hashValue)
    let mask = places.count - 1
    var place = Int(truncatingIfNeeded: hash >> 32) & mask
    while places[place] != Self.free {
      let handle = UInt32(truncatingIfNeeded: places[place])
      if places[place] >> 32 == hash >> 32 && values[Int(handle)] == value { return handle }
      place = (place + 1) & mask
    }
    let handle = UInt32(values.count)
    values.append(value)
    places[place] = hash & ~UInt64(UInt32.max) | UInt64(handle)
    if values.count * 2 > places.count { grow() }
    return handle
  }

  private func grow() {
    let old = places
    places = LargeArray(repeating: Self.free, count: old.count * 2)
    let mask = places.count - 1
    for number in 0..<old.count where old[number] != Self.free {
      var place = Int(truncatingIfNeeded: old[number] >> 32) & mask
      while places[place] != Self.free { place = (place + 1) & mask }
      places[place] = old[number]
    }
  }

  /// The memory of the table itself, in bytes; what values hold beside their own size is not seen.
  ///
  /// An array grows by doubling, to whatever the allocator had at hand; that is not counted, so that two
  /// searches alike take the same memory.
  package var byteCount: Int {
    let capacity = values.isEmpty ? 0 : 1 << (Int.bitWidth - (values.count - 1).leadingZeroBitCount)
    return capacity * MemoryLayout<Value>.stride + places.byteCount
  }
}
