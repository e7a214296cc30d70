import Generators
import Synchronization
import Testing

/// A check of values in a test of an adopter: what passes, what fails, and what the failure says.
@Suite struct CheckValuesTests {
  private struct Broken: Error, CustomStringConvertible {
    var description: String { "broken on purpose" }
  }

  private static let arrays = Generator<Int>.integers(in: 0...99).array()

  /// What a check that fails says.
  private func failure<Value>(
    _ generator: Generator<Value>, _ plan: ValuePlan = ValuePlan(),
    environment: [String: String] = [:], property: (Value, inout Observations) throws -> Bool
  ) throws -> String {
    let failure = try #require(throws: CheckFailure.self) {
      try check("the check", generator, plan.reading(environment), property: property)
    }
    return failure.description
  }

  // MARK: Passing and failing

  @Test func `a property that holds passes and tells how many values it judged`() throws {
    let report = try check("reversing", Self.arrays, ValuePlan().reading([:])) {
      $0.reversed().reversed() == $0
    }
    #expect(report.runCount == 100)
    #expect(report.discardedCount == 0)
    #expect(report.counterexample == nil)
  }

  @Test func `a failure tells the shrunk value, the seed, and the line that reproduces it`() throws
  {
    let text = try failure(Self.arrays) { array, _ in array.sorted() == array }
    let lines = text.split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(3) == ["the check is broken by:", "  [1, 0]", "because the property says no"])
    let line = try #require(lines.last)
    let match = try #require(
      line.wholeMatch(of: /Reproduce: SPEC_SEED=(\d+) SPEC_RUNS=1 swift test/))
    #expect(text.contains("(seed \(match.1)) as:\n"))
    #expect(
      text.contains("1-minimal: no part can be left out, and no choice lowered to 0 or by one\n"))
    let environment = ["SPEC_SEED": String(match.1), "SPEC_RUNS": "1"]
    let again = try failure(Self.arrays, environment: environment) { array, _ in
      array.sorted() == array
    }
    #expect(again.split(separator: "\n").prefix(2).elementsEqual(lines.prefix(2)) { $0 == $1 })
    #expect(again.contains("found by value 1 (seed \(match.1))"))
  }

  @Test func `an error that a property throws breaks it`() throws {
    let text = try failure(Generator<Int>.integers(in: 0...9)) { number, _ in
      if number > 4 { throw Broken() }
      return true
    }
    #expect(text.hasPrefix("the check is broken by:\n  5\nbecause thrown: broken on purpose\n"))
  }

  @Test func `remarks stand in the text of the shrunk value only`() throws {
    let text = try failure(Generator<Int>.integers(in: 0...9)) { number, observations in
      observations.remark("its double is \(2 * number)")
      return number < 3
    }
    #expect(text.contains("because the property says no\n  its double is 6\nfound"))
  }

  @Test func `long values are cut`() throws {
    let text = try failure(
      Generator<Int>.always(0).map { _ in String(repeating: "a", count: 2000) }
    ) {
      _, _ in
      false
    }
    #expect(text.contains("… (2002 characters)"))
  }

  // MARK: Properties that do not go by the value alone

  @Test(arguments: [2, 3, 50, 100])
  func `a property that says no once and then yes fails the check, with the value and the seed`(
    _ number: Int
  ) throws {
    var callCount = 0
    let text = try failure(Generator<Int>.integers(in: 0...1000)) { _, _ in
      callCount += 1
      return callCount % number != 0
    }
    let value = try #require(Generator<Int>.integers(in: 0...1000).value(seed: UInt64(number - 1)))
    #expect(
      text == """
        the check is flaky: broken, and then not, by:
          \(value)
        because the property says no; asked again about the same value, the property says yes
        A property goes by its value alone, a generator by its source: not by time, chance, \
        earlier calls or the order of a Set.
        found by value \(number) (seed \(number - 1)) as:
          \(value)
        Draw it again: SPEC_SEED=\(number - 1) SPEC_RUNS=1 swift test
        """)
  }

  @Test
  func `an error that is thrown once and a value that is passed over when asked again are flaky`() {
    var callCount = 0
    func report(_ again: @escaping () throws -> Bool) -> ValueCounterexample<Int>? {
      callCount = 0
      return check(values: .integers(in: 0...9), ValuePlan().reading([:])) { _, _ in
        callCount += 1
        if callCount == 7 { throw Broken() }
        return callCount < 7 ? true : try again()
      }.counterexample
    }
    let thrown = report { true }
    #expect(thrown?.isFlaky == true)
    #expect(
      thrown?.reason
        == "thrown: broken on purpose; asked again about the same value, the property says yes")
    #expect(
      report { throw Rejection() }?.reason
        == "thrown: broken on purpose; asked again about the same value, the property passes it "
        + "over"
    )
  }

  @Test(arguments: UInt64(0)..<20)
  func `a value at which the property is flaky is told where shrinking ends at it`(_ seed: UInt64)
    throws
  {
    var said: Set<Int> = []
    let plan = ValuePlan(seed: seed * 1000).reading([:])
    let report = check(values: .integers(in: 0...1000), plan) { number, _ in
      // Large numbers always break it, small ones once.
      number < 100 ? !said.insert(number).inserted : number < 500
    }
    let found = try #require(report.counterexample)
    #expect(found.isFlaky && !found.isOneMinimal)
    #expect(found.value < 100)
  }

  @Test func `a generator that asks something else than its source is flaky`() throws {
    let number = Mutex(0)
    let counting = Generator<Int> { _ throws(Rejection) in
      number.withLock { number in
        number += 1
        return number
      }
    }
    let text = try failure(counting) { number, _ in number != 5 }
    #expect(
      text.hasPrefix(
        "the check is flaky: broken, and then not, by:\n  5\nbecause the property says no; "))
    #expect(
      text.contains("asked again about what the same choices give now, 6, the property says yes\n"))
    let rejecting = Generator<Int> { source throws(Rejection) in
      if try counting.draw(from: &source) % 2 == 0 { throw Rejection() }
      return 1
    }
    #expect(
      try failure(rejecting) { _, _ in false }
        .contains("the property says no; asked again, the generator does not give the value\n"))
  }

  // MARK: Environment

  @Test func `the environment decides the seed and the number of runs`() {
    let environment = ["SPEC_SEED": "7", "SPEC_RUNS": "13"]
    var seen: [Int] = []
    let report = check(values: .integers(), ValuePlan().reading(environment)) { (number: Int, _) in
      seen.append(number)
      return true
    }
    #expect(report.plan == ValuePlan(seed: 7, runCount: 13))
    #expect(seen == (UInt64(7)..<20).compactMap(Generator<Int>.integers().value(seed:)))
  }

  @Test func `what the environment says is left alone when it is no number`() {
    let environment = ["SPEC_SEED": "x", "SPEC_RUNS": ""]
    let report = check(values: .booleans, ValuePlan(seed: 3, runCount: 5).reading(environment)) {
      _, _ in
      true
    }
    #expect(report.plan == ValuePlan(seed: 3, runCount: 5))
  }

  @Test(arguments: [0, -5, .min])
  func `a plan has one value at least`(_ runCount: Int) throws {
    _ = try failure(Self.arrays, ValuePlan(runCount: runCount)) { _, _ in false }
    _ = try failure(Self.arrays, environment: ["SPEC_RUNS": "\(runCount)"]) { _, _ in false }
  }

  @Test func `a plan may have as many values as there are numbers`() throws {
    _ = try failure(Self.arrays, ValuePlan(runCount: .max)) { array, _ in array.count < 20 }
  }

  // MARK: Assumptions and statistics

  @Test func `values that an assumption passes over do not count`() throws {
    let report = check(values: .integers(in: 0...9), ValuePlan().reading([:])) { number, _ in
      try assume(number > 0)
      return 9 / number >= 1
    }
    #expect(report.runCount == 100)
    #expect((3...30).contains(report.discardedCount))
  }

  @Test func `a check whose values are nearly all passed over fails`() throws {
    let text = try failure(Self.arrays) { _, _ in
      try assume(false)
      return true
    }
    #expect(
      text
        == "the check: only 0 of 100 values were judged, 1001 were passed over; draw values that "
        + "fit"
    )
  }

  @Test func `statistics tell the shares of labels by table`() {
    let report = check(values: .integers(in: 0...3), ValuePlan(runCount: 1000).reading([:])) {
      number, observations in
      observations.classify(number == 0, as: "zero")
      observations.collect(number.isMultiple(of: 2) ? "even" : "odd", in: "parity")
      return true
    }
    let counts = report.labelCounts
    #expect(counts["parity"]?.values.reduce(0, +) == 1000)
    let zeros = counts[""]?["zero"] ?? 0
    #expect((200...300).contains(zeros))
    let lines = report.statistics.split(separator: "\n")
    #expect(
      lines.prefix(3) == [
        "1,000 values, 0 passed over", "  \(zeros / 10).\(zeros % 10) % zero", "parity:",
      ])
    #expect(lines.count == 5)
  }

  // MARK: Shrinking

  @Test func `a counterexample whose time is up is told as it is, and not called minimal`() throws {
    var plan = ValuePlan().reading([:])
    plan.shrinkingSecondsMax = 0
    let found = try #require(
      check(values: Self.arrays, plan) { array, _ in array.count < 3 }.counterexample)
    #expect(found.value == found.original && found.value.count > 3)
    #expect(!found.isOneMinimal && !found.isFlaky)
  }

  @Test(arguments: UInt64(0)..<20)
  func `what a counterexample was drawn from gives it again`(_ seed: UInt64) throws {
    let generator = Generator<String>.strings().array()
    let report = check(values: generator, ValuePlan(seed: seed * 1000).reading([:])) { strings, _ in
      strings.joined().unicodeScalars.count < 3
    }
    let found = try #require(report.counterexample)
    #expect(found.value == ["aaa"])
    #expect(generator.value(choices: found.choices) == found.value)
    #expect(generator.value(seed: found.seed) == found.original)
    #expect(found.isOneMinimal)
  }

  @Test func `a value is not called the simplest where a much simpler one was not tried`() throws {
    let text = try failure(Generator<Int>.integers(in: 0...9999)) { number, _ in
      number < 5000 && number != 57
    }
    #expect(text.hasPrefix("the check is broken by:\n  5000\n"))
    #expect(
      text.contains("; 1-minimal: no part can be left out, and no choice lowered to 0 or by one\n"))
  }

  @Test(arguments: UInt64(0)..<20)
  func `a number of which only every so many break the property becomes the least of them`(
    _ seed: UInt64
  ) throws {
    for (divisor, least) in [(2, 100), (3, 102), (7, 105), (10, 100)] {
      let generators: [Generator<Int>] = [
        .integers(in: 0...1000), .integers(in: -1000...1000), .integers(),
      ]
      for generator in generators {
        let report = check(values: generator, ValuePlan(seed: seed * 1000, runCount: 1000)) {
          number, _ in
          try assume(number % divisor == 0)
          return number < 100
        }
        #expect(report.counterexample?.value == least)
      }
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func `every kind of value shrinks to its simplest`(_ seed: UInt64) throws {
    func simplest<Value>(_ generator: Generator<Value>, keeps: (Value) -> Bool) throws -> Value {
      let plan = ValuePlan(seed: seed * 10_000, runCount: 5000)
      return try #require(
        check(values: generator, plan.reading([:])) { value, _ in keeps(value) }.counterexample?
          .value)
    }
    #expect(try simplest(.doubles()) { $0 < 2.5 } == 3)
    #expect(try simplest(.doubles()) { !$0.isNaN }.isNaN)
    #expect(try simplest(.doubles()) { $0 != 3.0.nextDown } == 3.0.nextDown)
    #expect(try simplest(.doubles(in: 0...10)) { $0 <= 0 || $0 >= 0.5 } == 0.01)
    #expect(try simplest(.doubles(in: 0...10)) { $0 <= 0 } == 1)
    let accented = try simplest(.strings()) { !$0.unicodeScalars.contains("\u{301}") }
    #expect(Array(accented.unicodeScalars) == ["e", "\u{301}"])
    #expect(try simplest(.strings()) { $0.count < 500 }.count == 1000)
    #expect(try simplest(Generator<Int>.integers(in: 0...9).set()) { $0.count < 3 } == [0, 1, 2])
    #expect(
      try simplest(Generator<String>.identifiers().dictionary(of: .booleans)) {
        !$0.values.contains(true)
      }
        == ["a": true])
    #expect(try simplest(Generator<Int>.integers().optional()) { $0 == nil } == 0)
    #expect(try simplest(.permutations(of: [1, 2, 3, 4])) { $0.last != 1 } == [2, 3, 4, 1])
  }

  @Test(arguments: UInt64(0)..<20)
  func `two collections that have to be alike become shorter together`(_ seed: UInt64) throws {
    let plan = ValuePlan(seed: seed * 10_000, runCount: 5000)
    let words = Generator<String>.strings(pieces: TextPieces(["a", "A", "b"]))
    let report = check(values: words.pair(with: words), plan.reading([:])) { pair, _ in
      pair.0 == pair.1 || pair.0.lowercased() != pair.1.lowercased()
    }
    #expect(try #require(report.counterexample?.value) == ("a", "A"))
    let numbers = Generator<Int>.integers(in: 0...9).array()
    let lists = check(values: numbers.pair(with: numbers), plan.reading([:])) { pair, _ in
      pair.0.count != pair.1.count || pair.0.count < 2
    }
    #expect(try #require(lists.counterexample?.value) == ([0, 0], [0, 0]))
  }

  @Test(arguments: UInt64(0)..<20)
  func `elements go together with the count that was drawn before them`(_ seed: UInt64) throws {
    let plan = ValuePlan(seed: seed * 10_000, runCount: 2000)
    let lists = Generator<Int>.integers(in: 1...20).flatMap { count in
      Generator<Int>.integers(in: 0...100).array(count: count...count)
    }
    let report = check(values: lists, plan.reading([:])) { list, _ in list.reduce(0, +) < 300 }
    #expect(try #require(report.counterexample?.value) == [100, 100, 100])
  }
}
