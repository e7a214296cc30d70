import Model

/// Rows by number, in as few bytes as can hold them, each with a note.
///
/// - Complexity: O(1) a row read or appended; all rows are packed anew when a component needs
///   another bit, or a note another byte.
struct RowStore: ~Copyable {
  private static let chunkBits = 16
  /// How many rows a chunk holds.
  static let chunkCount = 1 << chunkBits

  private let width: Int
  private(set) var packing: RowPacking
  private(set) var count = 0
  private var chunks: ChunkedMemory
  private var noteByteCount = 1
  private var noteBits: UInt32 = 0xff
  private var stride: Int

  /// Makes an empty store.
  ///
  /// - Parameter spill: where rows stand beside the memory; nil for all in memory.
  init(width: Int, spillingTo spill: SpillFile? = nil) {
    self.width = width
    packing = RowPacking(width: width, bits: .zero)
    stride = packing.byteCount + noteByteCount
    chunks = ChunkedMemory(chunkByteCount: Self.chunkByteCount(stride: stride), spillingTo: spill)
  }

  private static func chunkByteCount(stride: Int) -> Int {
    chunkCount * stride + RowPacking.slackByteCount
  }

  /// The memory in use.
  var memory: MemoryUse { chunks.memory }

  @inline(__always)
  private func record(_ index: Int) -> UnsafeMutableRawPointer {
    chunks[index >> Self.chunkBits] + (index & (Self.chunkCount - 1)) * stride
  }

  /// A row.
  @inline(__always)
  func row(_ index: Int) -> Row { packing.row(at: record(index)) }

  /// A word of a row, as it is packed.
  @inline(__always)
  func word(_ number: Int, _ index: Int) -> UInt64 { packing.word(number, at: record(index)) }

  /// Whether a row has these words.
  @inline(__always)
  func isEqual(_ packed: UnsafePointer<UInt64>, _ index: Int) -> Bool {
    let record = record(index)
    var difference: UInt64 = 0
    for number in 0..<packing.wordCount {
      difference |= packing.word(number, at: record) ^ packed[number]
    }
    return difference == 0
  }

  /// What is noted of a row; 0 at first.
  @inline(__always)
  func note(_ index: Int) -> UInt32 {
    (record(index) + packing.byteCount).loadUnaligned(as: UInt32.self) & noteBits
  }

  /// Changes what is noted of a row.
  @inline(__always)
  mutating func setNote(_ index: Int, _ note: UInt32) {
    if note & ~noteBits != 0 { widenNotes(toHold: note) }
    let place = record(index) + packing.byteCount
    let others = place.loadUnaligned(as: UInt32.self) & ~noteBits
    place.storeBytes(of: others | note, as: UInt32.self)
  }

  /// Adds a row of which the words are given.
  mutating func append(_ packed: UnsafePointer<UInt64>) {
    if count >> Self.chunkBits == chunks.count { chunks.append() }
    let record = record(count)
    for number in 0..<packing.wordCount { packing.keep(packed[number], number: number, at: record) }
    (record + packing.byteCount).storeBytes(of: 0, as: UInt32.self)
    count += 1
  }

  // MARK: Packing anew

  /// Makes room for rows with these bits.
  ///
  /// - Complexity: O(count).
  mutating func widen(toHold bits: SIMD8<UInt32>) {
    var all = bits
    for index in 0..<count { all |= row(index).words }
    // A component grows fastest at first.
    let spareBitCount = count < Self.chunkCount ? 3 : 1
    let growing = packing.firstExcess(of: bits)
    let least = RowPacking(width: width, bits: all, growing: growing, spareBitCount: spareBitCount)
    // What others were given for values to come stays where that costs nothing.
    let generous = RowPacking(
      width: width, bits: all | packing.bits, growing: growing, spareBitCount: spareBitCount)
    repack(
      generous.byteCount == least.byteCount ? generous : least, noteByteCount: noteByteCount)
  }

  private mutating func widenNotes(toHold note: UInt32) {
    repack(packing, noteByteCount: note >> 16 != 0 ? 4 : 2)
  }

  private mutating func repack(_ new: RowPacking, noteByteCount: Int) {
    let (old, oldStride, oldNoteBits, count) = (packing, stride, noteBits, count)
    let stride = new.byteCount + noteByteCount
    chunks.replaceAll(chunkByteCount: Self.chunkByteCount(stride: stride)) {
      number, source, target in
      for place in 0..<min(Self.chunkCount, count - number << Self.chunkBits) {
        let (kept, record) = (source + place * oldStride, target + place * stride)
        let row = old.row(at: kept)
        for word in 0..<new.wordCount {
          new.keep(new.word(word, of: row), number: word, at: record)
        }
        let note = (kept + old.byteCount).loadUnaligned(as: UInt32.self) & oldNoteBits
        (record + new.byteCount).storeBytes(of: note, as: UInt32.self)
      }
    }
    (packing, self.stride, self.noteByteCount) = (new, stride, noteByteCount)
    noteBits = .max >> UInt32(32 - 8 * noteByteCount)
  }
}
