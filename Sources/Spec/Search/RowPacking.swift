import Model

/// Where the components of a row stand in as few 64-bit words as can hold them.
///
/// Handles are small numbers, so six components that fill 192 bits of a row have about sixty significant
/// ones. Packing is exact: a packed row is the whole row, and equal packed rows are equal rows. A
/// component that outgrows its bits needs another packing, and every row packed before is packed again.
struct RowPacking {
  /// What one word holds of each component: which of its bits, and how far they are shifted.
  private struct Word {
    var masks = SIMD8<UInt32>.zero
    var shifts = SIMD8<UInt64>.zero
  }

  private let width: Int
  private let words = LargeArray<Word>()
  /// The bits of each component that no word holds.
  private var excess = SIMD8<UInt32>(repeating: .max)

  /// Makes a packing for rows whose bits are all among `bits`.
  ///
  /// Bits that are left over go to components that may grow: half of them to `growing`, the rest to all.
  init(width: Int, bits: SIMD8<UInt32>, growing: Int? = nil) {
    self.width = width
    var counts = (0..<Row.widthMax).map { $0 < width ? max(1, 32 - bits[$0].leadingZeroBitCount) : 0 }
    let wordCount = Self.wordCount(for: counts)
    var spare = 64 * wordCount - counts.reduce(0, +)
    if let growing {
      counts[growing] = min(32, counts[growing] + (spare + 1) / 2)
      spare /= 2
    }
    let share = spare / max(width, 1)
    let generous = counts.enumerated().map { $0 < width ? min(32, $1 + share) : 0 }
    place(Self.wordCount(for: generous) == wordCount ? generous : counts)
  }

  var wordCount: Int { words.count }

  private static func wordCount(for counts: [Int]) -> Int {
    var rooms: [Int] = []
    for count in counts where count > 0 {
      if let word = rooms.firstIndex(where: { $0 >= count }) {
        rooms[word] -= count
      } else {
        rooms.append(64 - count)
      }
    }
    return max(1, rooms.count)
  }

  private mutating func place(_ counts: [Int]) {
    var rooms: [Int] = []
    for (position, count) in counts.enumerated() where count > 0 {
      let word = rooms.firstIndex { $0 >= count } ?? rooms.count
      if word == rooms.count {
        rooms.append(64)
        words.append(Word())
      }
      let mask = UInt32.max >> UInt32(32 - count)
      words[word].masks[position] = mask
      words[word].shifts[position] = UInt64(64 - rooms[word])
      excess[position] = ~mask
      rooms[word] -= count
    }
    if words.count == 0 { words.append(Word()) }
  }

  /// Whether rows with these bits can be packed.
  @inline(__always)
  func holds(_ bits: SIMD8<UInt32>) -> Bool { (bits & excess) == .zero }

  /// The first component whose bits are more than the packing holds.
  func firstExcess(of bits: SIMD8<UInt32>) -> Int? { (0..<width).first { bits[$0] & excess[$0] != 0 } }

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

  @inline(__always)
  func row(at packed: UnsafePointer<UInt64>) -> Row {
    var row = Row()
    for number in 0..<words.count {
      let word = words[number]
      for position in 0..<Row.widthMax {
        row.words[position] |=
          UInt32(truncatingIfNeeded: packed[number] &>> word.shifts[position]) & word.masks[position]
      }
    }
    return row
  }
}
