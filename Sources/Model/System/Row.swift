/// A state as the search holds it: up to eight handles, one for each component of the state.
///
/// Every distinct component value is stored once and named by a 32-bit handle, so that a state is a few
/// words and equality of states is equality of words (the collapse compression of Spin, Holzmann 1997).
/// Words beyond a system's `width` are zero.
public struct Row: Hashable, Sendable, BitwiseCopyable {
  /// The most handles that a row can hold.
  public static let widthMax = 8

  /// The handles.
  public var words: SIMD8<UInt32>

  /// Makes a row of zeros.
  @inlinable public init() { words = .zero }

  /// The handle at a position from 0 up to `widthMax`.
  @inlinable public subscript(position: Int) -> UInt32 {
    get { words[position] }
    set { words[position] = newValue }
  }

  /// A 64-bit digest of the words, the same on every machine; equal rows have equal digests.
  ///
  /// It picks a place in a table and is never taken for the row itself.
  @inlinable public var digest: UInt64 {
    let pairs = unsafeBitCast(words, to: SIMD4<UInt64>.self)
    let first = (pairs[0] ^ 0xa076_1d64_78bd_642f).multipliedFullWidth(by: pairs[1] ^ 0xe703_7ed1_a0b4_28db)
    let second = (pairs[2] ^ 0x8ebc_6af0_9c88_c6e3).multipliedFullWidth(by: pairs[3] ^ 0x5899_65cc_7537_4cc3)
    let folded = (first.high ^ first.low ^ 0x1d8e_4e27_c47d_124f)
      .multipliedFullWidth(by: second.high ^ second.low ^ 0xeb44_acca_b455_d165)
    return folded.high ^ folded.low
  }
}

/// A handle that names no component value.
public let absentHandle = UInt32.max
