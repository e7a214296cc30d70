import Model

/// Every state found so far: whole rows, in the order of discovery, each with its parent and a word of
/// notes.
///
/// A table of 32-bit places finds a row. A place holds the row's number in its low bits and some bits of
/// the row's digest in the rest, which spares most comparisons with other rows; a match is always decided
/// by the whole row, so no two states are ever taken for one.
///
/// - Complexity: O(1) expected an insertion; `4 · (width + 2)` bytes a row and 6 to 11 for the table, 16
///   while it grows.
struct VisitedSet: ~Copyable {
  private static let chunkBits = 16
  private static let chunkCount = 1 << chunkBits

  let width: Int
  private let stride: Int
  private(set) var count = 0
  private var chunks: [UnsafeMutablePointer<UInt32>] = []
  private var places: UnsafeMutablePointer<UInt32>
  private var placeBits: UInt64

  init(width: Int) {
    self.width = width
    stride = width + 2
    placeBits = 10
    places = Self.emptyPlaces(bits: placeBits)
  }

  deinit {
    for chunk in chunks { chunk.deallocate() }
    places.deallocate()
  }

  /// The most states that 32-bit numbers can name.
  static let countMax = Int(UInt32.max) - 1

  /// The memory in use, in bytes.
  var byteCount: Int { chunks.count * Self.chunkCount * stride * 4 + (1 << Int(placeBits)) * 4 }

  private static func emptyPlaces(bits: UInt64) -> UnsafeMutablePointer<UInt32> {
    let places = LargeMemory.allocate(byteCount: 4 << Int(bits)).bindMemory(
      to: UInt32.self, capacity: 1 << Int(bits))
    places.initialize(repeating: 0, count: 1 << Int(bits))
    return places
  }

  // MARK: Records

  @inline(__always)
  private func record(_ index: Int) -> UnsafeMutablePointer<UInt32> {
    chunks[index >> Self.chunkBits] + (index & (Self.chunkCount - 1)) * stride
  }

  /// The row of a number.
  @inline(__always)
  func row(_ index: Int) -> Row {
    let record = record(index)
    var row = Row()
    for word in 0..<width { row[word] = record[word] }
    return row
  }

  /// The state from which a state is reached best; its own number for an initial state.
  func parent(_ index: Int) -> Int { Int(record(index)[width]) }

  /// Changes the state from which a state is reached best.
  func setParent(_ index: Int, _ parent: Int) { record(index)[width] = UInt32(parent) }

  /// What the oracle noted of a state.
  @inline(__always)
  func notes(_ index: Int) -> UInt32 { record(index)[width + 1] }

  /// Changes what is noted of a state.
  @inline(__always)
  func setNotes(_ index: Int, _ notes: UInt32) { record(index)[width + 1] = notes }

  @inline(__always)
  private func isEqual(_ row: Row, _ index: Int) -> Bool {
    let record = record(index)
    var difference: UInt32 = 0
    for word in 0..<width { difference |= record[word] ^ row[word] }
    return difference == 0
  }

  // MARK: Lookup

  /// What stands at the first place of a digest: a look that a processor can overlap with others of its
  /// kind.
  @inline(__always)
  func place(of digest: UInt64) -> UInt32 { places[Int(digest & (UInt64(1) << placeBits - 1))] }

  /// The number of a row, if it is what stands at its first place; else `absentHandle`, which says nothing.
  @inline(__always)
  func likelyIndex(of row: Row, digest: UInt64, place: UInt32) -> UInt32 {
    let number = place & UInt32(truncatingIfNeeded: UInt64(1) << placeBits - 1)
    guard number != 0, place == entry(number, digest), isEqual(row, Int(number) - 1) else {
      return absentHandle
    }
    return number - 1
  }

  @inline(__always)
  private func entry(_ number: UInt32, _ digest: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: (digest >> 32) << placeBits) | number
  }

  /// The number of a row, nil when it is not known.
  func index(of row: Row) -> Int? {
    let digest = row.digest
    let mask = UInt64(1) << placeBits - 1
    var at = digest & mask
    while places[Int(at)] != 0 {
      let number = places[Int(at)] & UInt32(truncatingIfNeeded: mask)
      if places[Int(at)] == entry(number, digest) && isEqual(row, Int(number) - 1) { return Int(number) - 1 }
      at = (at + 1) & mask
    }
    return nil
  }

  /// The number of a row, which is added when it is new.
  @inline(__always)
  mutating func insert(_ row: Row, digest: UInt64, parent: Int) -> (index: Int, isNew: Bool) {
    let mask = UInt64(1) << placeBits - 1
    var at = digest & mask
    while places[Int(at)] != 0 {
      let number = places[Int(at)] & UInt32(truncatingIfNeeded: mask)
      if places[Int(at)] == entry(number, digest) && isEqual(row, Int(number) - 1) {
        return (Int(number) - 1, false)
      }
      at = (at + 1) & mask
    }
    places[Int(at)] = entry(UInt32(count + 1), digest)
    append(row, parent: parent)
    if count * 4 > 3 << Int(placeBits) { grow() }
    return (count - 1, true)
  }

  private mutating func append(_ row: Row, parent: Int) {
    if count >> Self.chunkBits == chunks.count {
      let capacity = Self.chunkCount * stride
      chunks.append(
        LargeMemory.allocate(byteCount: capacity * 4).bindMemory(to: UInt32.self, capacity: capacity))
    }
    let record = record(count)
    for word in 0..<width { record[word] = row[word] }
    record[width] = UInt32(parent)
    record[width + 1] = 0
    count += 1
  }

  private mutating func grow() {
    places.deallocate()
    placeBits += 1
    places = Self.emptyPlaces(bits: placeBits)
    let mask = UInt64(1) << placeBits - 1
    for index in 0..<count {
      let digest = row(index).digest
      var at = digest & mask
      while places[Int(at)] != 0 { at = (at + 1) & mask }
      places[Int(at)] = entry(UInt32(index + 1), digest)
    }
  }
}
