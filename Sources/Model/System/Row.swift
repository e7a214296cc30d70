/// A state as the search holds it: up to eight handles, one for each component of the state.
///
/// Every distinct component value is stored once and named by a 32-bit handle, so that a state is a
/// few words and equality of states is equality of words (the collapse compression of Spin,
/// Holzmann 1997). Words beyond a system's `width` are zero.
@usableFromInline
package struct Row: Hashable, Sendable, BitwiseCopyable {
  @inlinable package static var widthMax: Int { 8 }

  @usableFromInline package var words: SIMD8<UInt32>

  @inlinable package init() { words = .zero }

  /// The handle at a position from 0 up to `widthMax`.
  @inlinable package subscript(position: Int) -> UInt32 {
    get { words[position] }
    set { words[position] = newValue }
  }

  @inlinable package static func == (first: Row, second: Row) -> Bool {
    first.words == second.words
  }
}

/// A handle that names no component value.
@inlinable package var absentHandle: UInt32 { .max }
