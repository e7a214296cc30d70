import Model

/// Where the components of a row stand in few bytes.
///
/// Handles are small numbers, so six components that fill 192 bits of a row have about sixty
/// significant ones. They stand in words, each of which is kept in as many bytes as it has bits
/// for. Packing is exact: a packed row is the whole row, and equal packed rows are equal rows. A
/// component that outgrows its bits needs another packing, and every row packed before is packed
/// again.
struct RowPacking {
  /// What one word holds of each component: which of its bits, and how far they are shifted; and
  /// which bytes it is kept in.
  private struct Word {
    var masks = SIMD8<UInt32>.zero
    var shifts = SIMD8<UInt64>.zero
    var bits: UInt64 = 0
    var start = 0
  }

  /// How many bytes after a kept row may be read or written.
  static let slackByteCount = 7

  private let width: Int
  private let words = LargeArray<Word>()
  /// How many bytes a row is kept in.
  private(set) var byteCount = 0
  /// The bits of each component that no word holds.
  private var excess = SIMD8<UInt32>(repeating: .max)

  /// Makes a packing for rows whose bits are all among `bits`.
  ///
  /// - Parameters:
  ///   - growing: a component that gets bits for values to come: `spareBitCount`, and what is left
  ///     over in the bytes of its word. In other words, that goes to the component with the most
  ///     bits.
  init(width: Int, bits: SIMD8<UInt32>, growing: Int? = nil, spareBitCount: Int = 0) {
    self.width = width
    var counts = (0..<width).map { max(1, 32 - bits[$0].leadingZeroBitCount) }
    if let growing { counts[growing] = min(32, counts[growing] + spareBitCount) }
    let (words, rooms) = Self.distribution(of: counts)
    for (word, room) in rooms.enumerated() where room % 8 > 0 {
      let members = counts.indices.filter { words[$0] == word }
      guard let widest = members.max(by: { counts[$0] < counts[$1] }) else { continue }
      let luckiest = members.first { $0 == growing } ?? widest
      counts[luckiest] = min(32, counts[luckiest] + room % 8)
    }
    place(counts, words, wordCount: max(1, rooms.count))
  }

  var wordCount: Int { words.count }

  /// In which word each component stands, and how many bits each word has left.
  private static func distribution(of counts: [Int]) -> (words: [Int], rooms: [Int]) {
    var rooms: [Int] = []
    let words = counts.map { count in
      let word = rooms.firstIndex { $0 >= count } ?? rooms.count
      if word == rooms.count { rooms.append(64) }
      rooms[word] -= count
      return word
    }
    return (words, rooms)
  }

  private mutating func place(_ counts: [Int], _ wordNumbers: [Int], wordCount: Int) {
    for number in 0..<wordCount {
      var word = Word(start: byteCount)
      var bitCount = 0
      for (position, count) in counts.enumerated() where wordNumbers[position] == number {
        let mask = UInt32.max >> UInt32(32 - count)
        word.masks[position] = mask
        word.shifts[position] = UInt64(bitCount)
        excess[position] = ~mask
        bitCount += count
      }
      let wordByteCount = max(1, (bitCount + 7) / 8)
      word.bits = .max >> UInt64(64 - 8 * wordByteCount)
      byteCount += wordByteCount
      words.append(word)
    }
  }

  /// The bits of each component that it holds.
  var bits: SIMD8<UInt32> { ~excess }

  /// Whether rows with these bits can be packed.
  @inline(__always)
  func holds(_ bits: SIMD8<UInt32>) -> Bool { (bits & excess) == .zero }

  /// The first component whose bits are more than the packing holds.
  func firstExcess(of bits: SIMD8<UInt32>) -> Int? {
    (0..<width).first { bits[$0] & excess[$0] != 0 }
  }

  /// A word of a row.
  @inline(__always)
  func word(_ number: Int, of row: Row) -> UInt64 {
    let word = words[number]
    let held = row.words & word.masks
    var packed: UInt64 = 0
    for position in 0..<Row.widthMax {
      packed |= UInt64(held[position]) &<< word.shifts[position]
    }
    return packed
  }

  /// A word of a row that is kept.
  @inline(__always)
  func word(_ number: Int, at kept: UnsafeRawPointer) -> UInt64 {
    let word = words.start + number
    return (kept + word.pointee.start).loadUnaligned(as: UInt64.self) & word.pointee.bits
  }

  /// Keeps a word of a row; what stands after it is overwritten.
  @inline(__always)
  func keep(_ packed: UInt64, number: Int, at place: UnsafeMutableRawPointer) {
    (place + words[number].start).storeBytes(of: packed, as: UInt64.self)
  }

  /// A row that is kept.
  @inline(__always)
  func row(at kept: UnsafeRawPointer) -> Row {
    var row = Row()
    for number in 0..<words.count {
      let word = words[number]
      let packed = (kept + word.start).loadUnaligned(as: UInt64.self)
      for position in 0..<Row.widthMax {
        row.words[position] |=
          UInt32(truncatingIfNeeded: packed &>> word.shifts[position]) & word.masks[position]
      }
    }
    return row
  }
}
