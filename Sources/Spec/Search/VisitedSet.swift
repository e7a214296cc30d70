import Model

/// Every state found so far, in the order of discovery: whole rows in a store, and a table that
/// finds them.
///
/// The table is of 32-bit places. A place holds the row's number in its low bits and some bits of
/// the row's digest in the rest, which spares most comparisons with other rows; a match is always
/// decided by the whole row, so no two states are ever taken for one.
///
/// - Complexity: O(1) expected an insertion; for the table 6 to 11 bytes a row.
struct VisitedSet: ~Copyable {
  private(set) var rows: RowStore
  private var places: UnsafeMutablePointer<UInt32>
  private var placeBits: UInt64 = 10
  /// The rows of the steps that are looked up together: packed, their digests, and what stands for
  /// each.
  private var packed = LargeArray<UInt64>()
  private var digests = LargeArray<UInt64>()
  private var candidates = LargeArray<UInt32>()

  init(width: Int, spillingTo spill: SpillFile? = nil) {
    rows = RowStore(width: width, spillingTo: spill)
    places = Self.emptyPlaces(bits: placeBits)
  }

  deinit { places.deallocate() }

  /// The most states that 32-bit numbers can name.
  static let countMax = Int(UInt32.max) - 1

  var count: Int { rows.count }

  /// The memory in use; places are given back before there are twice as many.
  var memory: MemoryUse {
    let placeByteCount = 4 << Int(placeBits)
    let isNearlyFull = MemoryUse.isNearlyFull(count, of: 3 << Int(placeBits) / 4)
    return rows.memory + MemoryUse(placeByteCount, growing: isNearlyFull ? placeByteCount : 0)
  }

  private static func emptyPlaces(bits: UInt64) -> UnsafeMutablePointer<UInt32> {
    let places = LargeMemory.allocate(byteCount: 4 << Int(bits)).bindMemory(
      to: UInt32.self, capacity: 1 << Int(bits))
    places.initialize(repeating: 0, count: 1 << Int(bits))
    return places
  }

  /// The row of a state.
  @inline(__always)
  func row(_ index: Int) -> Row { rows.row(index) }

  /// What is noted of a state; 0 at first.
  @inline(__always)
  func note(_ index: Int) -> UInt32 { rows.note(index) }

  /// Changes what is noted of a state.
  @inline(__always)
  mutating func setNote(_ index: Int, _ note: UInt32) { rows.setNote(index, note) }

  // MARK: Lookup

  /// A digest of a packed row, the same on every machine; it picks a place and is never taken for
  /// the row.
  @inline(__always)
  private func digest(wordCount: Int, _ word: (Int) -> UInt64) -> UInt64 {
    var digest: UInt64 = 0x1d8e_4e27_c47d_124f
    for number in 0..<wordCount {
      let product = (digest ^ word(number) ^ 0xa076_1d64_78bd_642f)
        .multipliedFullWidth(by: 0xe703_7ed1_a0b4_28db)
      digest = product.high ^ product.low
    }
    return digest
  }

  @inline(__always)
  private var mask: UInt64 { UInt64(1) << placeBits - 1 }

  @inline(__always)
  private func entry(_ number: UInt32, _ digest: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: (digest >> 32) << placeBits) | number
  }

  /// Where a packed row stands, or the free place where it would.
  @inline(__always)
  private func place(of packed: UnsafePointer<UInt64>, digest: UInt64) -> Int {
    let mask = mask
    var at = digest & mask
    while places[Int(at)] != 0 {
      let number = places[Int(at)] & UInt32(truncatingIfNeeded: mask)
      if places[Int(at)] == entry(number, digest) && rows.isEqual(packed, Int(number) - 1) { break }
      at = (at + 1) & mask
    }
    return Int(at)
  }

  /// The number that a place holds; nil when it is free.
  private func number(at place: Int) -> Int? {
    let number = Int(UInt64(places[place]) & mask)
    return number == 0 ? nil : number - 1
  }

  /// Looks at the likely places of the rows of several steps, all of them at once, so that the
  /// processor can overlap the waiting for memory; `insert(step:)` answers for each of them then.
  mutating func prepare(_ steps: UnsafeBufferPointer<RowStep>) {
    var bits = SIMD8<UInt32>.zero
    for step in steps { bits |= step.row.words }
    if !rows.packing.holds(bits) {
      rows.widen(toHold: bits)
      fillPlaces(bits: placeBits)
    }
    let wordCount = rows.packing.wordCount
    packed.extend(to: steps.count * wordCount, with: 0)
    digests.extend(to: steps.count, with: 0)
    candidates.extend(to: steps.count, with: 0)
    // Short loops, so that as many of their looks into memory as possible are under way at once.
    let (packed, digests, candidates) = (packed.start, digests.start, candidates.start)
    for step in 0..<steps.count {
      let words = packed + step * wordCount
      for word in 0..<wordCount { words[word] = rows.packing.word(word, of: steps[step].row) }
      digests[step] = digest(wordCount: wordCount) { words[$0] }
    }
    let mask = mask
    for step in 0..<steps.count { candidates[step] = places[Int(digests[step] & mask)] }
    for step in 0..<steps.count {
      candidates[step] = likelyNumber(digests[step], first: candidates[step])
    }
    for step in 0..<steps.count {
      let number = candidates[step]
      if number != 0 && !rows.isEqual(packed + step * wordCount, Int(number) - 1) {
        candidates[step] = 0
      }
    }
  }

  /// The number, counted from 1, of the first row with the bits of a digest that its place holds; 0
  /// for none.
  @inline(__always)
  private func likelyNumber(_ digest: UInt64, first: UInt32) -> UInt32 {
    let mask = mask
    let numberMask = UInt32(truncatingIfNeeded: mask)
    let tag = entry(0, digest)
    var at = digest & mask
    var place = first
    while place != 0 {
      if place & ~numberMask == tag { return place & numberMask }
      at = (at + 1) & mask
      place = places[Int(at)]
    }
    return 0
  }

  /// The number of the row of a step that was prepared; the row is added when it is new.
  @inline(__always)
  mutating func insert(step: Int) -> (index: Int, isNew: Bool) {
    if candidates[step] != 0 { return (Int(candidates[step]) - 1, false) }
    return insert(packed.start + step * rows.packing.wordCount, digest: digests[step])
  }

  /// The number of the row of a step that was prepared, nil when it is not known.
  func index(step: Int) -> Int? {
    if candidates[step] != 0 { return Int(candidates[step]) - 1 }
    return number(
      at: place(of: packed.start + step * rows.packing.wordCount, digest: digests[step]))
  }

  private mutating func insert(
    _ packed: UnsafePointer<UInt64>, digest: UInt64
  ) -> (index: Int, isNew: Bool) {
    let place = place(of: packed, digest: digest)
    if let known = number(at: place) { return (known, false) }
    places[place] = entry(UInt32(count + 1), digest)
    rows.append(packed)
    if count * 4 > 3 << Int(placeBits) { fillPlaces(bits: placeBits + 1) }
    return (count - 1, true)
  }

  private mutating func fillPlaces(bits: UInt64) {
    places.deallocate()
    placeBits = bits
    places = Self.emptyPlaces(bits: bits)
    let (mask, wordCount) = (mask, rows.packing.wordCount)
    for index in 0..<count {
      let digest = digest(wordCount: wordCount) { rows.word($0, index) }
      var at = digest & mask
      while places[Int(at)] != 0 { at = (at + 1) & mask }
      places[Int(at)] = entry(UInt32(index + 1), digest)
    }
  }
}
