import Generators
import Model
import Testing

/// Generators and what they are composed of: the simplest value, what values there are, and their
/// order.
@Suite struct GeneratorTests {
  /// Values of so many seeds; a draw that is given up leaves none.
  private func values<Value>(of generator: Generator<Value>, seeds: Range<UInt64> = 0..<300)
    -> [Value]
  {
    seeds.compactMap(generator.value(seed:))
  }

  // MARK: Integers

  @Test func `zero is the simplest integer, then small positive and small negative`() {
    let order = Generator<Int>.integers(in: -2...5).allValues()
    #expect(order == [0, 1, -1, 2, -2, 3, 4, 5])
    #expect(Generator<Int>.integers(in: -5...1).allValues() == [0, 1, -1, -2, -3, -4, -5])
    #expect(Generator<Int>.integers(in: 3...6).allValues() == [3, 4, 5, 6])
    #expect(Generator<Int>.integers(in: -6...(-3)).allValues() == [-3, -4, -5, -6])
    #expect(Generator<Int>.integers(in: 7...7).allValues() == [7])
  }

  @Test func `a byte has every value once`() {
    let unsigned = Generator<UInt8>.integers().allValues()
    #expect(unsigned == Array(0...255))
    let signed = Generator<Int8>.integers().allValues()
    #expect(signed.prefix(5) == [0, 1, -1, 2, -2])
    #expect(signed.last == -128)
    #expect(Set(signed).count == 256)
  }

  @Test func `the ends of the widest types are drawn`() {
    #expect(
      Set(values(of: .integers(in: Int.min...Int.max), seeds: 0..<3000)).isSuperset(of: [0, 1, -1]))
    let wide = values(of: Generator<UInt64>.integers(), seeds: 0..<3000)
    #expect(wide.contains { $0 > UInt64(Int.max) })
    let widest = values(of: Generator<Int64>.integers(), seeds: 0..<3000)
    #expect(widest.contains { $0 < Int64.min / 2 } && widest.contains { $0 > Int64.max / 2 })
  }

  @Test func `every order of magnitude is drawn`() {
    let drawn = values(of: Generator<Int32>.integers(), seeds: 0..<2000)
    for bitCount in 0...31 {
      #expect(drawn.contains { Int32.bitWidth - $0.magnitude.leadingZeroBitCount == bitCount })
    }
  }

  @Test(arguments: [UInt64(0), 1, 77])
  func `a range is kept and its numbers are as likely`(_ seed: UInt64) throws {
    let drawn = values(of: .integers(in: -3...6), seeds: seed * 10_000..<seed * 10_000 + 5000)
    let counts = Dictionary(grouping: drawn) { $0 }.mapValues(\.count)
    #expect(Set(counts.keys) == Set(-3...6))
    #expect(counts.values.allSatisfy { (400...600).contains($0) })
  }

  // MARK: Composing

  /// The ends of all integers that a type holds, and their neighbours.
  private func ends<Value: FixedWidthInteger>(_ type: Value.Type) -> Set<Value> {
    let powers = [7, 8, 15, 16, 31, 32].filter { $0 < Value.bitWidth - (Value.isSigned ? 1 : 0) }
    let near = powers.flatMap { power -> [Value] in
      let end = Value(1) << power
      let hasLeast = Value.isSigned && power % 2 == 1
      return [end - 2, end - 1, end] + (hasLeast ? [0 - end - 1, 0 - end, 1 - end] : [])
    }
    return Set(near).union([Value.min, .min + 1, .max - 1, .max])
  }

  @Test func `integers at every end of a machine's numbers are among the boundaries`() {
    func holds<Value: FixedWidthInteger & Sendable>(_ type: Value.Type) -> Bool
    where Value.Magnitude: Sendable {
      let all = Generator<Value>.machineBoundaries.allValues()
      return all.first == 0 && Set(all).count == all.count && Set(all).isSuperset(of: ends(type))
    }
    #expect(
      holds(Int8.self) && holds(Int16.self) && holds(Int32.self) && holds(Int64.self)
        && holds(Int.self))
    #expect(holds(UInt8.self) && holds(UInt16.self) && holds(UInt32.self) && holds(UInt64.self))
  }

  @Test func `integers of every size are drawn where numbers of 8, 16 and 32 bits end`() {
    func missed<Value: FixedWidthInteger & Sendable>(_ type: Value.Type) -> [Value]
    where Value.Magnitude: Sendable {
      let drawn = Set(values(of: Generator<Value>.integers(), seeds: 0..<10_000))
      return ends(type).filter { $0 != .max - 1 && $0 != .min + 1 && !drawn.contains($0) }.sorted()
    }
    #expect(missed(Int32.self) == [] && missed(Int64.self).filter { $0.magnitude < 1 << 40 } == [])
    #expect(missed(UInt32.self) == [] && missed(UInt64.self).filter { $0 < 1 << 40 } == [])
  }

  @Test func `a mapped generator has a value for each of the other's`() {
    #expect(Generator<Int>.integers(in: 0...3).map { 2 * $0 }.allValues() == [0, 2, 4, 6])
  }

  @Test func `the first value decides the generator of the second`() {
    let sequences = Generator<Int>.integers(in: 0...2).flatMap {
      Generator.booleans.array(count: $0)
    }
    #expect(
      sequences.allValues() == [
        [], [false], [true], [false, false], [false, true], [true, false], [true, true],
      ])
  }

  @Test func `a filter lets only what fulfils it through`() {
    let odd = Generator<Int>.integers(in: 0...99).filter { !$0.isMultiple(of: 2) }
    #expect(values(of: odd).allSatisfy { !$0.isMultiple(of: 2) })
    #expect(values(of: odd).count > 290)
    #expect(odd.value(choices: [0, 4, 7]) == 7)
    #expect(odd.simplest == nil)
  }

  @Test func `a filter that nothing fulfils gives a draw up`() {
    #expect(Generator<Bool>.booleans.filter { _ in false }.value(seed: 1) == nil)
    #expect(Generator<Int>.element(of: []).value(seed: 1) == nil)
    #expect(Generator<Int>.oneOf([]).value(seed: 1) == nil)
  }

  @Test func `of several generators each is drawn, by its weight`() {
    let letters = Generator<String>.frequency([
      (7, .always("a")), (2, .always("b")), (1, .always("c")),
    ])
    let drawn = values(of: letters, seeds: 0..<4000)
    let counts = Dictionary(grouping: drawn) { $0 }.mapValues(\.count)
    #expect((2600...3000).contains(counts["a"] ?? 0))
    #expect((650...950).contains(counts["b"] ?? 0))
    #expect((300...500).contains(counts["c"] ?? 0))
    #expect(letters.allValues() == ["a", "b", "c"])
  }

  @Test func `nothing is simpler than something`() {
    #expect(Generator<Int>.integers(in: 4...5).optional().allValues() == [nil, 4, 5])
  }

  @Test func `arrays have the counts asked for, the shortest first`() {
    let arrays = Generator<Bool>.booleans.array(count: 1...2)
    #expect(arrays.allValues().map(\.count) == [1, 1, 2, 2, 2, 2])
    #expect(
      Set(values(of: Generator.booleans.array(count: 2...40)).map(\.count)).isSubset(of: 2...40))
    #expect(Generator.booleans.array(count: 3).simplest == [false, false, false])
    #expect(Generator.booleans.array().simplest == [])
  }

  @Test func `sets and dictionaries hold what is drawn twice once`() {
    let set = Generator<Int>.integers(in: 0...2).set(count: 0...9)
    #expect(Set(values(of: set)).count == 8)
    let dictionary = Generator<Int>.integers(in: 0...1).dictionary(of: .booleans, count: 0...4)
    #expect(Set(values(of: dictionary)).count == 9)
  }

  @Test func `sets and dictionaries have the least number that is asked for`() {
    let digits = Generator<Int>.integers(in: 0...2)
    let set = digits.set(count: 2...3)
    #expect(Set(values(of: set).map(\.count)) == [2, 3])
    let dictionary = digits.dictionary(of: .booleans, count: 3...3)
    #expect(Set(values(of: dictionary).map { $0.keys.sorted() }) == [[0, 1, 2]])
    let report = check(values: set) { values, _ in values.count < 2 }
    #expect(report.counterexample?.value == [0, 1])
    // There are no four of three.
    #expect(check(values: digits.set(count: 4...4)) { _, _ in true }.runCount == 0)
  }

  @Test func `a recursive generator ends at its depth`() {
    let depth = Generator<Int>.recursive(
      depthMax: 3, base: .always(0),
      branch: { part in part.pair(with: part).map { 1 + max($0.0, $0.1) } })
    #expect(Set(values(of: depth)) == [0, 1, 2, 3])
    #expect(depth.simplest == 0)
  }

  @Test func `permutations come all, the order given first`() {
    let orders = Generator<[Int]>.permutations(of: [1, 2, 3]).allValues()
    #expect(orders == [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]])
  }

  // MARK: Seeds

  @Test func `the same seed gives the same value`() {
    let generator = Generator<String>.strings().dictionary(
      of: Generator<Int>.integers().array().optional())
    for seed in UInt64(0)..<50 {
      #expect(generator.value(seed: seed) == generator.value(seed: seed))
    }
    #expect(Set(values(of: generator)).count > 200)
  }

  @Test func `the choices of a draw give its value again`() throws {
    let generator = Generator<Int16>.integers().array()
    for seed in UInt64(0)..<50 {
      var source: any ChoiceSource = RecordingSource(RandomSource(seed: seed))
      let value = try generator.draw(from: &source)
      let recorded = try #require(source as? RecordingSource<RandomSource>)
      #expect(generator.value(choices: recorded.choices) == value)
    }
  }
}
