import Model

/// Every state found so far: whole rows, packed, in the order of discovery, each with a word of what is known
/// of it and the place where its edges start.
///
/// A table of 32-bit places finds a row. A place holds the row's number in its low bits and some bits of
/// the row's digest in the rest, which spares most comparisons with other rows; a match is always decided
/// by the whole row, so no two states are ever taken for one.
///
/// - Complexity: O(1) expected an insertion; 16 bytes a row that fits into one word and 6 to 11 for the
///   table.
struct VisitedSet: ~Copyable {
  private static let chunkBits = 16
  private static let chunkCount = 1 << chunkBits

  private let width: Int
  private(set) var packing: RowPacking
  private(set) var count = 0
  private var stride: Int
  private let chunks = LargeArray<UnsafeMutablePointer<UInt64>>()
  private var places: UnsafeMutablePointer<UInt32>
  private var placeBits: UInt64 = 10
  /// The rows of the steps that are looked up together: packed, their digests, and what stands for each.
  private var packed = LargeArray<UInt64>()
  private var digests = LargeArray<UInt64>()
  private var candidates = LargeArray<UInt32>()
  /// Where rows stand beside the memory; nil for all in memory.
  private let spill: SpillFile?
  /// How many chunks stand in memory.
  private var heldChunkCount = 0

  init(width: Int, spillingTo spill: SpillFile? = nil) {
    self.width = width
    self.spill = spill
    packing = RowPacking(width: width, bits: .zero)
    stride = packing.wordCount + 1
    places = Self.emptyPlaces(bits: placeBits)
  }

  deinit {
    for number in 0..<chunks.count where spill?.owns(chunks[number]) != true { chunks[number].deallocate() }
    places.deallocate()
  }

  /// The most states that 32-bit numbers can name.
  static let countMax = Int(UInt32.max) - 1

  /// The memory in use; places are given back before there are twice as many.
  var memory: MemoryUse {
    let placeByteCount = 4 << Int(placeBits)
    let isNearlyFull = MemoryUse.isNearlyFull(count, of: 3 << Int(placeBits) / 4)
    return MemoryUse(
      heldChunkCount * Self.chunkCount * stride * 8 + placeByteCount,
      growing: isNearlyFull ? placeByteCount : 0)
  }

  private static func emptyPlaces(bits: UInt64) -> UnsafeMutablePointer<UInt32> {
    let places = LargeMemory.allocate(byteCount: 4 << Int(bits)).bindMemory(
      to: UInt32.self, capacity: 1 << Int(bits))
    places.initialize(repeating: 0, count: 1 << Int(bits))
    return places
  }

  // MARK: Records

  @inline(__always)
  private func record(_ index: Int) -> UnsafeMutablePointer<UInt64> {
    chunks[index >> Self.chunkBits] + (index & (Self.chunkCount - 1)) * stride
  }

  @inline(__always)
  func row(_ index: Int) -> Row { packing.row(at: record(index)) }

  /// What is known of a state, in a word that its user reads.
  @inline(__always)
  func word(_ index: Int) -> UInt32 { UInt32(truncatingIfNeeded: record(index)[stride - 1]) }

  /// Changes what is noted of a state.
  @inline(__always)
  func setWord(_ index: Int, _ word: UInt32) {
    let record = record(index)
    record[stride - 1] = record[stride - 1] & ~UInt64(UInt32.max) | UInt64(word)
  }

  @inline(__always)
  func edgeStart(_ index: Int) -> Int { Int(record(index)[stride - 1] >> 32) }

  /// Changes where the edges of a state start; below 2³².
  @inline(__always)
  func setEdgeStart(_ index: Int, _ start: Int) {
    let record = record(index)
    record[stride - 1] = UInt64(UInt32(truncatingIfNeeded: record[stride - 1])) | UInt64(start) << 32
  }

  @inline(__always)
  private func isEqual(_ packed: UnsafePointer<UInt64>, _ index: Int) -> Bool {
    let record = record(index)
    var difference: UInt64 = 0
    for word in 0..<stride - 1 { difference |= record[word] ^ packed[word] }
    return difference == 0
  }

  // MARK: Lookup

  /// A digest of a packed row, the same on every machine; it picks a place and is never taken for the row.
  @inline(__always)
  private func digest(_ packed: UnsafePointer<UInt64>) -> UInt64 {
    var digest: UInt64 = 0x1d8e_4e27_c47d_124f
    for word in 0..<stride - 1 {
      let product = (digest ^ packed[word] ^ 0xa076_1d64_78bd_642f)
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
      if places[Int(at)] == entry(number, digest) && isEqual(packed, Int(number) - 1) { break }
      at = (at + 1) & mask
    }
    return Int(at)
  }

  /// The number that a place holds; nil when it is free.
  private func number(at place: Int) -> Int? {
    let number = Int(UInt64(places[place]) & mask)
    return number == 0 ? nil : number - 1
  }

  /// Looks at the likely places of the rows of several steps, all of them at once, so that the processor
  /// can overlap the waiting for memory; `insert(step:)` answers for each of them then.
  mutating func prepare(_ steps: UnsafeBufferPointer<RowStep>) {
    var bits = SIMD8<UInt32>.zero
    for step in steps { bits |= step.row.words }
    if !packing.holds(bits) { widen(toHold: bits) }
    let wordCount = packing.wordCount
    packed.extend(to: steps.count * wordCount, with: 0)
    digests.extend(to: steps.count, with: 0)
    candidates.extend(to: steps.count, with: 0)
    // Short loops, so that as many of their looks into memory as possible are under way at once.
    let (packed, digests, candidates) = (packed.start, digests.start, candidates.start)
    for step in 0..<steps.count {
      let words = packed + step * wordCount
      for word in 0..<wordCount { words[word] = packing.word(word, of: steps[step].row) }
      digests[step] = digest(words)
    }
    let mask = mask
    for step in 0..<steps.count { candidates[step] = places[Int(digests[step] & mask)] }
    for step in 0..<steps.count { candidates[step] = likelyNumber(digests[step], first: candidates[step]) }
    for step in 0..<steps.count {
      let number = candidates[step]
      if number != 0 && !isEqual(packed + step * wordCount, Int(number) - 1) { candidates[step] = 0 }
    }
  }

  /// The number, counted from 1, of the first row with the bits of a digest that its place holds; 0 for
  /// none.
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
    return insert(packed.start + step * packing.wordCount, digest: digests[step])
  }

  /// The number of the row of a step that was prepared, nil when it is not known.
  func index(step: Int) -> Int? {
    if candidates[step] != 0 { return Int(candidates[step]) - 1 }
    return number(at: place(of: packed.start + step * packing.wordCount, digest: digests[step]))
  }

  private mutating func insert(
    _ packed: UnsafePointer<UInt64>, digest: UInt64
  ) -> (index: Int, isNew: Bool) {
    let place = place(of: packed, digest: digest)
    if let known = number(at: place) { return (known, false) }
    places[place] = entry(UInt32(count + 1), digest)
    append(packed)
    if count * 4 > 3 << Int(placeBits) { fillPlaces(bits: placeBits + 1) }
    return (count - 1, true)
  }

  private mutating func append(_ packed: UnsafePointer<UInt64>) {
    if count >> Self.chunkBits == chunks.count { chunks.append(makeChunk()) }
    let record = record(count)
    for word in 0..<stride - 1 { record[word] = packed[word] }
    record[stride - 1] = 0
    count += 1
  }

  /// Room for rows; in memory where there is no more in the file, so that what was begun comes to its end.
  private mutating func makeChunk() -> UnsafeMutablePointer<UInt64> {
    let byteCount = Self.chunkCount * stride * 8
    let spilled = spill?.allocate(byteCount: byteCount)
    if spilled == nil { heldChunkCount += 1 }
    return (spilled ?? LargeMemory.allocate(byteCount: byteCount))
      .bindMemory(to: UInt64.self, capacity: Self.chunkCount * stride)
  }

  private mutating func drop(_ chunk: UnsafeMutablePointer<UInt64>, stride: Int) {
    if let spill, spill.owns(chunk) {
      spill.discard(chunk, byteCount: Self.chunkCount * stride * 8)
    } else {
      chunk.deallocate()
      heldChunkCount -= 1
    }
  }

  private mutating func fillPlaces(bits: UInt64) {
    places.deallocate()
    placeBits = bits
    places = Self.emptyPlaces(bits: bits)
    let mask = mask
    for index in 0..<count {
      let digest = digest(record(index))
      var at = digest & mask
      while places[Int(at)] != 0 { at = (at + 1) & mask }
      places[Int(at)] = entry(UInt32(index + 1), digest)
    }
  }

  // MARK: Packing anew

  /// Packs every row anew, so that rows with these bits can be packed as well.
  ///
  /// - Complexity: O(count); a component asks for it only when its greatest handle needs another bit.
  private mutating func widen(toHold bits: SIMD8<UInt32>) {
    var all = bits
    for index in 0..<count { all |= row(index).words }
    let old = packing
    packing = RowPacking(width: width, bits: all, growing: old.firstExcess(of: bits))
    let oldStride = stride
    stride = packing.wordCount + 1
    for number in 0..<chunks.count {
      let source = chunks[number]
      let target = stride == oldStride ? source : makeChunk()
      for record in 0..<min(Self.chunkCount, count - number << Self.chunkBits) {
        let row = old.row(at: source + record * oldStride)
        let known = source[record * oldStride + oldStride - 1]
        for word in 0..<packing.wordCount { target[record * stride + word] = packing.word(word, of: row) }
        target[record * stride + stride - 1] = known
      }
      if target != source { drop(source, stride: oldStride) }
      chunks[number] = target
    }
    fillPlaces(bits: placeBits)
  }
}
