/// Distinct values, each stored once and named by a handle: 0, 1, 2 and so on in the order of first appearance.
///
/// Handles follow the order in which a search meets values, so nothing that a person sees may depend on them.
package final class Interner<Value: Hashable> {
  private var handles: [Value: UInt32] = [:]
  private var values: ContiguousArray<Value> = []

  package init() {}

  /// How many distinct values there are.
  package var count: Int { values.count }

  /// The value of a handle.
  package subscript(handle: UInt32) -> Value { values[Int(handle)] }

  /// The handle of a value, new when the value is.
  package func handle(of value: Value) -> UInt32 {
    if let handle = handles[value] { return handle }
    let handle = UInt32(values.count)
    handles[value] = handle
    values.append(value)
    return handle
  }

  /// The memory of the table itself, in bytes; what values hold beside their own size is not seen.
  package var byteCount: Int {
    values.capacity * MemoryLayout<Value>.stride
      + handles.capacity * (MemoryLayout<Value>.stride + MemoryLayout<UInt32>.stride) * 4 / 3
  }
}
