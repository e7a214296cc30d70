/// A 64-bit digest of what a value holds: the same on every machine, in every process and for every
/// worker.
///
/// `hashValue` differs from run to run and handles differ from worker to worker; where what several
/// workers met has to be counted or compared, this tells it apart. It is for statistics and
/// guidance only: no verdict rests on it, as two values may share a digest, once in about 2⁶⁴.
package enum ContentDigest {
  /// The digest of a value, read by reflection: strings, numbers and everything made of them by
  /// structures, enumerations, tuples, arrays, sets and dictionaries.
  ///
  /// The order of sets and dictionaries does not matter. Types that reflect less than they hold are
  /// told apart by their description only.
  ///
  /// - Complexity: O(size of the value), some microseconds.
  package static func digest(of value: Any) -> UInt64 {
    if let word = leaf(value) { return word }
    let mirror = Mirror(reflecting: value)
    let isUnordered = mirror.displayStyle == .dictionary || mirror.displayStyle == .set
    var sum: UInt64 = isUnordered ? 11 : 7
    var count: UInt64 = 0
    for child in mirror.children {
      let part = join(
        digest(of: child.value), mirror.displayStyle == .enum ? text(child.label ?? "") : 0)
      sum = isUnordered ? sum &+ mix(part) : join(sum, part)
      count += 1
    }
    if count > 0 || mirror.displayStyle == .collection || isUnordered { return join(sum, count) }
    return text(String(describing: value))
  }

  private static func leaf(_ value: Any) -> UInt64? {
    switch value {
    case let value as String: text(value)
    case let value as Int: mix(UInt64(bitPattern: Int64(value)))
    case let value as Double: mix(value.bitPattern)
    case let value as Bool: mix(value ? 1 : 2)
    default: nil
    }
  }

  /// The digest of a text's bytes (FNV-1a, Fowler, Noll and Vo 1991, mixed once more).
  package static func text(_ text: String) -> UInt64 {
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return mix(digest)
  }

  /// The digest of two digests in their order.
  @inline(__always)
  package static func join(_ first: UInt64, _ second: UInt64) -> UInt64 {
    mix(first &* 0x9e37_79b9_7f4a_7c15 &+ mix(second))
  }

  /// A word whose every bit depends on every bit of another (the finaliser of SplitMix64, Steele,
  /// Lea and Flood 2014); no two words give the same.
  @inline(__always)
  package static func mix(_ word: UInt64) -> UInt64 {
    var word = word &+ 0x9e37_79b9_7f4a_7c15
    word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
    return word ^ word >> 31
  }
}
