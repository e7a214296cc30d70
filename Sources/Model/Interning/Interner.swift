/// Distinct values, each stored once and named by a handle: 0, 1, 2 and so on in the order of first
/// appearance.
///
/// Handles follow the order in which a search meets values, so nothing that a person sees may depend on
/// them. Places are found by hash values, which differ from run to run, but never show in a handle.
package final class Interner<Value: Hashable> {
  private var values: ContiguousArray<Value> = []
  private var tags: ContiguousArray<UInt32> = []
  private var places: ContiguousArray<UInt32> = ContiguousArray(repeating: absentHandle, count: 16)

  package init() {}

  /// How many distinct values there are.
  package var count: Int { values.count }

  /// The value of a handle.
  package subscript(handle: UInt32) -> Value { values[Int(handle)] }

  /// The handle of a value, new when the value is.
  package func handle(of value: Value) -> UInt32 {
    let hash = value.hashValue
    let tag = UInt32(truncatingIfNeeded: hash)
    let mask = places.count - 1
    var place = Int(tag) & mask
    while places[place] != absentHandle {
      let handle = Int(places[place])
      if tags[handle] == tag && values[handle] == value { return UInt32(handle) }
      place = (place + 1) & mask
    }
    let handle = UInt32(values.count)
    values.append(value)
    tags.append(tag)
    places[place] = handle
    if values.count * 2 > places.count { grow() }
    return handle
  }

  private func grow() {
    let mask = places.count * 2 - 1
    places = ContiguousArray(repeating: absentHandle, count: mask + 1)
    for (handle, tag) in tags.enumerated() {
      var place = Int(tag) & mask
      while places[place] != absentHandle { place = (place + 1) & mask }
      places[place] = UInt32(handle)
    }
  }

  /// The memory of the table itself, in bytes; what values hold beside their own size is not seen.
  package var byteCount: Int {
    values.capacity * MemoryLayout<Value>.stride + tags.capacity * 4 + places.capacity * 4
  }
}
