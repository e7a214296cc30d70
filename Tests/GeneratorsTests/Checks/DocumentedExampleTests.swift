import Foundation
import Generators
import Testing

/// The examples in the doc comments of generators and of checks over values, as they stand there.
@Suite struct DocumentedExampleTests {
  private struct Point: Equatable { var x: Int, y: Int }

  private indirect enum Expression { case number(Int), sum(Expression, Expression) }

  @Test func `a generator of one's own draws from others`() throws {
    let points = Generator { source throws(Rejection) in
      Point(
        x: try Generator.integers(in: -9...9).draw(from: &source),
        y: try Generator.integers(in: 0...9).draw(from: &source))
    }
    let paths = points.array(count: 0...5)
    let path = paths.value(seed: 7)
    #expect(try #require(path).allSatisfy { (-9...9).contains($0.x) && (0...9).contains($0.y) })
    #expect(paths.simplest == [])
    #expect(points.simplest == Point(x: 0, y: 0))
  }

  @Test func `generators are composed in a line`() {
    let pairs = Generator.integers(in: 0...2).pair(with: .booleans).allValues()
    #expect(pairs.count == 6 && pairs.first.map { $0 == (0, false) } == true)
    #expect(pairs.last.map { $0 == (2, true) } == true)
    let evens = Generator.integers(in: 0...50).map { 2 * $0 }
    #expect(evens.simplest == 0)
    let squares = Generator.integers(in: 1...4).flatMap { side in
      Generator.booleans.array(count: side * side)
    }
    #expect(squares.simplest == [false])
    let words = Generator<String>.oneOf([.always(""), .strings(), .strings(pieces: .emoji)])
    #expect(words.simplest == "")
    let magnitudes = Generator<Double>.frequency([(9, .doubles(in: 0...9)), (1, .doubles())])
    #expect(magnitudes.simplest == 0)
    let diets = Generator.element(of: ["Herbivore", "Carnivore", "Omnivore"])
    #expect(diets.simplest == "Herbivore")
    let expressions = Generator<Expression>.recursive(
      base: Generator<Int>.integers(in: 0...9).map { .number($0) },
      branch: { part in part.pair(with: part).map { .sum($0, $1) } })
    if case .number(0)? = expressions.simplest {} else { Issue.record("0 is the simplest") }
  }

  @Test func `values of the standard library and of Foundation`() {
    #expect(Generator<UInt8>.integers().simplest == 0)
    #expect(Generator<Int>.integers().simplest == 0)
    #expect(Generator.integers(in: 0...23).simplest == 0)
    #expect(Generator<Double>.doubles(in: 0...9).array(count: 1...20).simplest == [0])
    #expect(Generator.element(of: ["Dog", "Cat", "Newt"]).set().simplest == [])
    let stock = Generator<String>.identifiers().dictionary(of: .integers(in: 0...9))
    #expect(stock.simplest == [:])
    #expect(Generator.permutations(of: ["a", "b", "c"]).allValues().count == 6)
    #expect(Generator<Double>.doubles(edges: [1, 2, 3, 5, 7]).simplest == 0)
    #expect(Generator<Double>.doubles(in: -180...180).simplest == 0)
    #expect(Generator<String>.strings().simplest == "")
    #expect(Generator<String>.strings(pieces: .emoji, count: 1...3).simplest == "\u{1f600}")
    #expect(Generator<String>.identifiers(count: 3).allValues() == ["a", "b", "c", ""])
    let moments = Generator<Calendar>.calendars.flatMap { calendar in
      Generator<Date>.dates(in: calendar).map { (calendar, $0) }
    }
    #expect(moments.simplest?.0.timeZone == .gmt)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    #expect(Generator<Date>.dates(in: calendar).simplest == Date(timeIntervalSinceReferenceDate: 0))
  }

  @Test func `a check over values`() {
    let report = check(values: Generator.integers(in: 0...99).array()) { array, observations in
      observations.classify(array.isEmpty, as: "empty")
      return array.sorted() == array
    }
    #expect(report.counterexample?.value == [1, 0])
    #expect(!report.statistics.isEmpty)
    let divided = check(values: .integers(in: 0...9)) { number, _ in
      try assume(number > 0)
      return 9 / number >= 1
    }
    #expect(divided.counterexample == nil)
    let reversed = check(values: Generator.integers(in: 0...9).array()) { array, observations in
      observations.classify(array.isEmpty, as: "empty")
      observations.collect(array.count / 5 * 5, in: "count, by fives")
      return array.reversed().reversed() == array
    }
    #expect(reversed.counterexample == nil)
  }

  @Test func `reversing twice changes nothing`() throws {
    try check("reversing twice", Generator<String>.strings().array()) {
      $0.reversed().reversed() == $0
    }
  }

  @Test func `sorting keeps the count`() throws {
    try check("sorting", Generator.integers(in: 0...9).array()) { array, observations in
      observations.classify(array.isEmpty, as: "empty")
      return array.sorted().count == array.count
    }
  }
}
