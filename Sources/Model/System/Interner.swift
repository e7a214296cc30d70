/// Distinct values, each stored once and named by a handle: 0, 1, 2 and so on in the order of first
/// appearance.
///
/// Handles follow the order in which a search meets values, so nothing that a person sees may
/// depend on them. Places are found by hash values, which differ from run to run, but never show in
/// a handle.
package final class Interner<Value: Hashable> {
  // Unchecked, as no value's own functions reach the interner.
  @exclusivity(unchecked) private var values: ContiguousArray<Value> = []
  /// Measures what values hold, if anybody wants to know; interners of one worker share it.
  package var meter: ContentMeter?
  /// Told of values that are taken for known ones, if anybody wants to know; a worker has one.
  package var likeness: LikenessWatch? {
    didSet { likeness?.watch { [weak self] in self?.wordsForChange } }
  }
  /// Whether a value is kept beside the known one that it equals, for `turnToTwins(_:)`.
  package var keepsTwins = false
  /// Of values that were met again, by their handles, another one that is equal.
  private var twins: [UInt32: Value] = [:]
  /// The word for several values.
  private let noun: String
  /// The most elements that a collection in some value has, and the first value with so many.
  private var elementCountMax = 0
  private var largestHandle: UInt32 = 0
  /// A handle in the low half, and bits of its value's hash in the high half; `free` for none.
  private var places = LargeArray<UInt64>(repeating: .max, count: 16)
  private static var free: UInt64 { .max }

  /// - Parameter noun: the word for several values.
  package init(of noun: String = "values") { self.noun = noun }

  package var count: Int { values.count }

  /// The value of a handle.
  package subscript(handle: UInt32) -> Value { values[Int(handle)] }

  package func handle(of value: Value) -> UInt32 {
    let hash = UInt64(truncatingIfNeeded: value.hashValue)
    let mask = places.count - 1
    var place = Int(truncatingIfNeeded: hash >> 32) & mask
    while places[place] != Self.free {
      let handle = UInt32(truncatingIfNeeded: places[place])
      if places[place] >> 32 == hash >> 32 {
        if values[Int(handle)] == value {
          confirm(value, is: handle)
          return handle
        }
        likeness?.wonder(value, values[Int(handle)])
      }
      place = (place + 1) & mask
    }
    let handle = UInt32(values.count)
    values.append(value)
    if let meter, !_isPOD(Value.self) { measure(value, handle, with: meter) }
    places[place] = hash & ~UInt64(UInt32.max) | UInt64(handle)
    if values.count * 2 > places.count { grow() }
    return handle
  }

  /// Whether the value of a handle is found where it was put: an instance of a class may have been
  /// changed in place since.
  package func isIntact(_ handle: UInt32) -> Bool {
    let hash = UInt64(truncatingIfNeeded: values[Int(handle)].hashValue)
    let (own, mask) = (hash & ~UInt64(UInt32.max) | UInt64(handle), places.count - 1)
    var place = Int(truncatingIfNeeded: hash >> 32) & mask
    while places[place] != Self.free && places[place] != own { place = (place + 1) & mask }
    return places[place] == own
  }

  /// That some value of a sample was changed in place; nil where none was.
  private var wordsForChange: String? {
    if _isPOD(Value.self) { return nil }
    let spacing = AuditSample.spacing(ofFirst: values.count, 256)
    let areIntact = stride(from: 0, to: values.count, by: spacing).allSatisfy {
      isIntact(UInt32($0))
    }
    return areIntact ? nil : LikenessWatch.wordsForChange(of: noun)
  }

  /// Told that a value is equal to the one of a handle, wherever they were compared.
  @inline(__always)
  package func confirm(_ value: Value, is handle: UInt32) {
    if let likeness, likeness.isDue, !likeness.compare(value, values[Int(handle)], noun),
      keepsTwins && AuditSample.contains(Int(handle))
    {
      twins[handle] = value
    }
  }

  /// Puts another value that is equal in the place of some that hold sets or dictionaries, evenly
  /// spread over all, and of each one that was met again.
  ///
  /// A function that goes by what equal values need not have in common, as by the order of a set,
  /// then shows as one that gives two answers to one question.
  package func turnToTwins(_ reordering: inout Reordering) {
    // A fourth of them, or some more: that takes its time, which a small search has not.
    let spacing = AuditSample.spacing(ofFirst: values.count, 64 + values.count / 4)
    for handle in stride(from: 0, to: values.count, by: spacing) {
      // What `==` tells from it is another question.
      guard let other = reordering.reordered(values[handle]), other == values[handle],
        other.hashValue == values[handle].hashValue
      else { continue }
      values[handle] = other
      twins[UInt32(handle)] = nil
    }
    for (handle, twin) in twins { values[Int(handle)] = twin }
    twins = [:]
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

  /// Measures the first values, a few of those that follow, and every value once some are large;
  /// looks for large collections in some others, so that no growth goes unseen for long.
  ///
  /// Those that are measured stand for the others; they follow each other, as such values share the
  /// most.
  private func measure(_ value: Value, _ handle: UInt32, with meter: ContentMeter) {
    let spacing: UInt32 = handle < 256 ? 8 : handle < 1 << 14 ? 16 : 64
    let period = handle < 16 || elementCountMax >= 64 ? 8 : handle < 256 ? 64 : spacing * 16
    let isSample = handle & (period - 8) == 0
    guard isSample || handle & (spacing - 1) == 0 else { return }
    var content = meter.measure(value, weight: isSample ? Int(period / 8) : 0)
    // The first large value counts, though it was only looked through.
    if !isSample && content.elementCount >= 64 { content = meter.measure(value) }
    if content.elementCount > elementCountMax {
      elementCountMax = content.elementCount
      largestHandle = handle
    }
  }
}

/// What can be told of an interner without its type.
package protocol InternedValues: AnyObject {
  /// Measures what values hold, if anybody wants to know; interners of one worker share it.
  var meter: ContentMeter? { get set }
  /// Told of values that are taken for known ones, if anybody wants to know; a worker has one.
  var likeness: LikenessWatch? { get set }
  /// Whether a value is kept beside the known one that it equals, for `turnToTwins(_:)`.
  var keepsTwins: Bool { get set }
  /// Puts another value that is equal in the place of each one that has such a twin.
  func turnToTwins(_ reordering: inout Reordering)
  /// The memory of the table itself; what values hold beside their own size is the meter's to tell.
  var memory: MemoryUse { get }
  /// The part that grew most from the first values to the last; nil where none did.
  ///
  /// - Parameters:
  ///   - name: a word for what the values are.
  ///   - tellsNumbers: whether numbers count, too: those of handles say nothing.
  func growingPart(named name: String, tellsNumbers: Bool) -> LargePart?
}

extension Interner: InternedValues {
  /// An array grows by doubling, to whatever the allocator had at hand; that is not counted, so
  /// that two searches alike take the same memory.
  package var memory: MemoryUse {
    let capacity = values.isEmpty ? 0 : 1 << (Int.bitWidth - (values.count - 1).leadingZeroBitCount)
    let byteCount = capacity * MemoryLayout<Value>.stride
    let valueGrowth = MemoryUse.isNearlyFull(values.count, of: capacity) ? byteCount * 2 : 0
    let placeGrowth =
      MemoryUse.isNearlyFull(values.count, of: places.count / 2) ? places.byteCount * 2 : 0
    return MemoryUse(byteCount + places.byteCount, growing: max(valueGrowth, placeGrowth))
  }

  package func growingPart(named name: String, tellsNumbers: Bool) -> LargePart? {
    LargePart.growing(
      among: count, and: Int(largestHandle), named: name, tellsNumbers: tellsNumbers
    ) { values[$0] }
  }
}
