import Model

/// Choices drawn from a pseudo-random generator: the same seed gives the same choices on every
/// machine.
///
/// The generator is xoshiro256** (Blackman and Vigna, 2018), its state filled by SplitMix64
/// (Steele, Lea and Flood, 2014); the bounded draw multiplies and rejects (Lemire, 2019), so that
/// every answer is equally likely.
package struct RandomSource: ChoiceSource, Sendable {
  private var state: (UInt64, UInt64, UInt64, UInt64)
  private var latest = 0

  package init(seed: UInt64) {
    var mixer = seed
    func next() -> UInt64 {
      mixer &+= 0x9e37_79b9_7f4a_7c15
      var word = mixer
      word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
      word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
      return word ^ word >> 31
    }
    state = (next(), next(), next(), next())
  }

  /// The next 64 bits.
  package mutating func nextWord() -> UInt64 {
    let product = state.1 &* 5
    let result = (product << 7 | product >> 57) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = state.3 << 45 | state.3 >> 19
    return result
  }

  /// A number below `count`, every one equally likely.
  package mutating func choose(below count: Int) -> Int {
    let bound = UInt64(max(1, count))
    var product = nextWord().multipliedFullWidth(by: bound)
    if product.low < bound {
      let threshold = (0 &- bound) % bound
      while product.low < threshold { product = nextWord().multipliedFullWidth(by: bound) }
    }
    return Int(product.high)
  }

  /// A number below `count` by the spread given.
  ///
  /// By weight: a slot of a wheel that has as many slots for an answer as its weight says.
  /// With ends: once in so many draws the first answer, the last one or the one before it.
  /// By size: first how many bits the number has, each count of bits alike, then the bits; once in
  /// 16 draws the greatest answer, once an answer at most 4 away from the last one by size, and
  /// once an answer beside which numbers of 8, 16 or 32 bits end, as neither is met by accident.
  package mutating func choose(below count: Int, spread: ChoiceSpread) -> Int {
    if case .weighted(let weights) = spread, weights.count == count {
      var slot = choose(below: weights.reduce(0, +))
      for (answer, weight) in weights.enumerated() {
        slot -= weight
        if slot < 0 { return answer }
      }
    }
    if case .ends(let total) = spread, count > 2, choose(below: total) == 0 {
      return [0, count - 2, count - 1][choose(below: 3)]
    }
    guard spread == .bySize, count > 2 else { return choose(below: count) }
    latest = answerBySize(below: count)
    return latest
  }

  private mutating func answerBySize(below count: Int) -> Int {
    let greatest = count - 1
    switch choose(below: 16) {
    case 0: return greatest
    case 1: return min(max(0, latest - 4 + choose(below: 9)), greatest)
    case 2:
      // Of integers with a sign, every other answer is one below 0, so that those end one bit
      // later.
      let ends = [7, 8, 9, 15, 16, 17, 31, 32, 33].prefix { 1 << $0 <= count }
      if ends.isEmpty { break }
      return min((1 << ends[choose(below: ends.count)]) - 5 + choose(below: 8), greatest)
    default: break
    }
    let bitCount = choose(below: Int.bitWidth - greatest.leadingZeroBitCount + 1)
    if bitCount <= 1 { return bitCount }
    let low = 1 << (bitCount - 1)
    return low + choose(below: min(low, greatest - low + 1))
  }
}
