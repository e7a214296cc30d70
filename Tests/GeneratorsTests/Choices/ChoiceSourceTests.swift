import Generators
import Model
import Testing

/// Who answers a choice: numbers drawn, recorded, or tried one after the other.
@Suite struct ChoiceSourceTests {
  /// The answers of a source, one for each count.
  private func answers(_ source: inout some ChoiceSource, below counts: [Int]) -> [Int] {
    counts.map { source.choose(below: $0) }
  }

  private func words(seed: UInt64, count: Int) -> [UInt64] {
    var source = RandomSource(seed: seed)
    return (0..<count).map { _ in source.nextWord() }
  }

  // MARK: Random

  /// Worked out by a Python program that follows the papers: SplitMix64 fills the state,
  /// xoshiro256** draws.
  @Test(
    arguments: [
      (
        0,
        [
          0x99ec_5f36_cb75_f2b4, 0xbf6e_1f78_4956_452a, 0x1a5f_849d_4933_e6e0,
          0x6aa5_94f1_262d_2d2c, 0xbba5_ad4a_1f84_2e59,
        ]
      ),
      (
        42,
        [
          0x1578_0b2e_0c2e_c716, 0x6104_d986_6d11_3a7e, 0xae17_5332_39e4_99a1,
          0xecb8_ad47_03b3_60a1, 0xfde6_dc7f_e2ec_5e64,
        ]
      ),
      (
        UInt64.max,
        [
          0x8f55_20d5_2a7e_ad08, 0xc476_a018_caa1_802d, 0x81de_31c0_d260_469e,
          0xbf65_8d7e_065f_3c2f, 0x9135_93fd_a1bc_a32a,
        ]
      ),
    ] as [(UInt64, [UInt64])])
  func `a seed gives the words of the reference program`(_ seed: UInt64, _ expected: [UInt64]) {
    #expect(words(seed: seed, count: 5) == expected)
  }

  @Test(
    arguments: [
      (
        0, [1, 4, 1, 41, 732, 999_748, 1_947_106_981_244_130_086, 3_705_408_086_201_672_663, 5, 47]
      ),
      (
        42,
        [0, 2, 6, 92, 991, 769_739, 3_316_994_727_233_550_188, 5_879_958_084_494_180_402, 5, 30]
      ),
    ] as [(UInt64, [Int])])
  func `a seed gives the bounded draws of the reference program`(_ seed: UInt64, _ expected: [Int])
  {
    var source = RandomSource(seed: seed)
    let counts = [2, 6, 10, 100, 1000, 1_000_000, 1 << 62, 3 << 61, 7, 52]
    let drawn = answers(&source, below: counts)
    #expect(drawn == expected)
  }

  @Test func `a bounded draw rejects the words that would make small answers likelier`() {
    var source = RandomSource(seed: 7)
    let drawn = answers(&source, below: Array(repeating: 3 << 61, count: 8))
    #expect(
      drawn == [
        4_846_258_151_560_678_497, 1_928_269_721_375_543_502, 5_808_147_339_934_739_864,
        6_037_439_055_838_090_395, 420_254_273_381_114_143, 722_437_603_611_755_698,
        3_744_926_077_513_614_488, 6_495_321_785_071_571_886,
      ])
    // The reference program rejected five words on the way.
    let next = source.nextWord()
    #expect(next == words(seed: 7, count: 14).last)
  }

  @Test(arguments: [0, 1, 42, UInt64.max])
  func `the same seed gives the same choices`(_ seed: UInt64) {
    let counts = (0..<1000).map { $0 % 50 + 1 }
    var (first, second) = (RandomSource(seed: seed), RandomSource(seed: seed))
    let (one, other) = (answers(&first, below: counts), answers(&second, below: counts))
    #expect(one == other)
  }

  @Test func `a thousand seeds give a thousand different first words`() {
    #expect(Set((0..<1000).flatMap { words(seed: $0, count: 1) }).count == 1000)
  }

  @Test(arguments: [1, 2, 3, 7, 52, 1 << 32, (1 << 62) + 1, Int.max])
  func `every random answer lies from 0 up to below the count`(_ count: Int) {
    var source = RandomSource(seed: 3)
    let drawn = answers(&source, below: Array(repeating: count, count: 1000))
    #expect(drawn.allSatisfy { (0..<count).contains($0) })
    #expect(count > 1 || drawn.allSatisfy { $0 == 0 })
  }

  /// Pearson's statistic has the mean n − 1 and the variance 2(n − 1); five deviations are allowed.
  @Test(arguments: [2, 3, 6, 10, 100])
  func `random answers are roughly equally likely`(_ count: Int) {
    let allowed = Double(count - 1) + 5 * (2 * Double(count - 1)).squareRoot()
    for seed in UInt64(0)..<20 {
      var source = RandomSource(seed: seed)
      var tally = Array(repeating: 0, count: count)
      for answer in answers(&source, below: Array(repeating: count, count: 200 * count)) {
        tally[answer] += 1
      }
      let statistic = tally.reduce(0) { $0 + Double(($1 - 200) * ($1 - 200)) / 200 }
      #expect(statistic < allowed, "seed \(seed): \(tally)")
    }
  }

  // MARK: Recorded

  @Test func `a replayed source answers as recorded and then 0`() {
    var source = ReplayedSource(choices: [2, 0, 1])
    let taken = answers(&source, below: [3, 3, 3, 3, 3])
    #expect(taken == [2, 0, 1, 0, 0])
  }

  @Test func `a replayed source answers 0 to a choice that no longer fits and keeps its place`() {
    var source = ReplayedSource(choices: [5, 4, -1, 2])
    let taken = answers(&source, below: [5, 5, 5, 5])
    #expect(taken == [0, 4, 0, 2])
  }

  @Test func `a replayed source without choices answers 0`() {
    var source = ReplayedSource(choices: [])
    let taken = answers(&source, below: [1, 9])
    #expect(taken == [0, 0])
  }

  @Test(arguments: UInt64(0)..<10)
  func `what was recorded replays to the same choices`(_ seed: UInt64) {
    let counts = (0..<200).map { $0 % 13 + 1 }
    var recording = RecordingSource(RandomSource(seed: seed))
    let drawn = answers(&recording, below: counts)
    #expect(recording.choices == drawn)
    var plain = RandomSource(seed: seed)
    let drawnAgain = answers(&plain, below: counts)
    #expect(drawnAgain == drawn)
    var replayed = ReplayedSource(choices: recording.choices)
    let replayedChoices = answers(&replayed, below: counts)
    #expect(replayedChoices == drawn)
  }

  // MARK: Exhaustive

  /// The paths of a tree, in the order in which an exhaustive source takes them; at most 100.
  private func paths(_ path: (inout ExhaustiveSource) -> [Int]) -> [[Int]] {
    var source = ExhaustiveSource()
    var paths: [[Int]] = []
    repeat { paths.append(path(&source)) } while source.advance() && paths.count < 100
    return paths
  }

  /// After 0 there are three choices; after 1 there are two, and after the second of them two more.
  @Test
  func `an exhaustive source takes every path of a dependent tree once, in lexicographic order`() {
    let taken = paths { source in
      let first = source.choose(below: 2)
      if first == 0 { return [first, source.choose(below: 3)] }
      let second = source.choose(below: 2)
      return second == 0 ? [first, second] : [first, second, source.choose(below: 2)]
    }
    #expect(taken == [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1, 0], [1, 1, 1]])
  }

  @Test func `an exhaustive source takes as many paths as choices multiply to`() {
    let taken = paths { source in answers(&source, below: [2, 3, 1, 4]) }
    #expect(taken.count == 24)
    #expect(Set(taken).count == 24)
    #expect(taken == taken.sorted { $0.lexicographicallyPrecedes($1) })
    #expect(taken.first == [0, 0, 0, 0] && taken.last == [1, 2, 0, 3])
  }

  @Test func `a tree without choices has one path`() {
    #expect(paths { _ in [] } == [[]])
    #expect(paths { source in [source.choose(below: 1)] } == [[0]])
  }

  @Test func `an exhaustive source drops the choices that a shorter path leaves over`() {
    var source = ExhaustiveSource()
    var taken: [[Int]] = []
    for counts in [[2, 2, 2], [2], [2, 2]] {
      taken.append(answers(&source, below: counts))
      _ = source.advance()
    }
    #expect(taken == [[0, 0, 0], [0], [1, 0]])
  }
}
