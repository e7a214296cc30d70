import Foundation
import Generators
import Model
import Testing

/// The generators of rich values: each awkward value is drawn, and the simplest is simple.
@Suite struct ValueGeneratorTests {
  private func values<Value>(of generator: Generator<Value>, seeds: Range<UInt64> = 0..<600)
    -> [Value]
  {
    seeds.compactMap(generator.value(seed:))
  }

  // MARK: Strings

  @Test func `strings of every sort are drawn`() {
    let strings = values(of: .strings())
    func holds(_ condition: (String) -> Bool) -> Bool { strings.contains(where: condition) }
    #expect(holds(\.isEmpty))
    #expect(holds { !$0.isEmpty && $0.utf8.allSatisfy { $0 < 128 } })
    #expect(holds { $0.unicodeScalars.contains("\u{e9}") })
    #expect(holds { Array($0.unicodeScalars).contains("\u{301}") })
    #expect(
      holds { $0.unicodeScalars.contains("\u{200d}") && $0.unicodeScalars.contains("\u{1f469}") })
    #expect(holds { $0.unicodeScalars.contains { (0x590...0x5ff).contains($0.value) } })
    #expect(holds { $0.unicodeScalars.contains { (0x600...0x6ff).contains($0.value) } })
    #expect(holds { $0.unicodeScalars.count >= 1000 })
  }

  @Test func `the same text in both normal forms is equal and differs in scalars`() {
    let accents = Generator<String>.strings(pieces: .accents, count: 1...1)
    let texts = Dictionary(grouping: accents.allValues()) { $0 }
    #expect(texts["é"]?.map { $0.unicodeScalars.count } == [1, 2])
    #expect(texts["å"]?.map { $0.unicodeScalars.count } == [1, 2])
  }

  @Test func `the simplest string is empty and the next is a`() {
    #expect(Generator<String>.strings().simplest == "")
    #expect(Generator<String>.strings(pieces: .ascii, count: 1...2).simplest == "a")
  }

  @Test func `identifiers repeat, and one is empty`() {
    #expect(Generator<String>.identifiers(count: 3).allValues() == ["a", "b", "c", ""])
    let lists = values(of: Generator.identifiers(count: 3).array(count: 2...4))
    #expect(lists.contains { Set($0).count < $0.count })
  }

  // MARK: Integers

  @Test func `a hundred integers of a range mostly hold each of its ends`() {
    let numbers = Generator.integers(in: 0...10_000)
    let lists = values(of: numbers.array(count: 100...100), seeds: 0..<40)
    for end in [0, 9_999, 10_000] {
      #expect(lists.count { $0.contains(end) } > 25, "\(end)")
    }
    let wide = values(of: Generator<Int>.integers().array(count: 100...100), seeds: 0..<40)
    for end in [Int.min, Int.max] {
      #expect(wide.count { $0.contains(end) } > 4, "\(end)")
    }
  }

  // MARK: Doubles

  @Test func `doubles of every sort are drawn`() {
    let doubles = values(of: .doubles())
    for edge in [1.0, 2, 3, 5, 7] {
      #expect(Set(doubles).isSuperset(of: [edge, edge.nextDown, edge.nextUp, -edge]))
    }
    #expect(doubles.contains { $0 == 0 && $0.sign == .minus })
    #expect(doubles.contains { $0.isNaN })
    #expect(
      Set(doubles).isSuperset(of: [
        .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
        .leastNonzeroMagnitude,
      ]))
    #expect(doubles.contains { $0 != $0.rounded() && abs($0) < 100 })
    #expect(values(of: .doubles(isFinite: true)).allSatisfy { $0.isFinite })
  }

  @Test func `the simplest double is zero, without a sign`() {
    #expect(Generator<Double>.doubles().simplest?.bitPattern == 0)
    #expect(Generator<Double>.doubles(in: -180...180).simplest?.bitPattern == 0)
    #expect(Generator<Double>.doubles(in: 2.5...9).simplest == 3)
    #expect(Generator<Double>.doubles(in: 0.25...0.75).simplest == 0.25)
  }

  @Test func `a double that has to be far from zero comes to the nearest whole number`() {
    for seed in UInt64(0)..<20 {
      let plan = ValuePlan(seed: seed * 1000, runCount: 1000)
      let large = check(values: Generator<Double>.doubles(), plan) { number, _ in
        !(number >= 1000)
      }
      #expect(large.counterexample?.value == 1000)
      let small = check(values: Generator<Double>.doubles(), plan) { number, _ in
        !(number <= -1000)
      }
      #expect(small.counterexample?.value == -1000)
      let special = check(values: Generator<Double>.doubles(), plan) { number, _ in
        !(number > 1e300)
      }
      #expect((special.counterexample?.value ?? 0) > 1e300)
    }
  }

  @Test func `doubles of a range stay in it and reach its ends`() {
    let drawn = values(of: .doubles(in: -0.5...7))
    #expect(drawn.allSatisfy { (-0.5...7).contains($0) })
    #expect(Set(drawn).isSuperset(of: [-0.5, 7, 7.0.nextDown, (-0.5).nextUp, 0, 6]))
  }

  private static let farRanges: [(Double, Double)] = [
    (-.greatestFiniteMagnitude, .greatestFiniteMagnitude), (-.infinity, .infinity),
    (0, .infinity), (-.infinity, 0), (1e308, .infinity), (-.infinity, -.infinity),
  ]

  @Test(arguments: farRanges)
  func `doubles of a range stay in it however far its ends are`(_ low: Double, _ high: Double) {
    #expect(values(of: .doubles(in: low...high)).allSatisfy { (low...high).contains($0) })
  }

  // MARK: Dates

  private func calendar(_ zone: String) throws -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    return calendar
  }

  @Test func `zones reach from twelve hours behind to fourteen ahead`() {
    let zones = Generator<TimeZone>.timeZones.allValues()
    let offsets = zones.map { $0.secondsFromGMT(for: Date(timeIntervalSince1970: 0)) }
    let latest = zones.map { $0.secondsFromGMT(for: Date(timeIntervalSince1970: 1_700_000_000)) }
    #expect(latest.contains(14 * 3600) && latest.contains(-12 * 3600))
    #expect(zones.first == .gmt && offsets.first == 0)
    #expect(latest.contains { !$0.isMultiple(of: 3600) })
  }

  @Test func `the simplest moment is the midnight that begins 2001`() throws {
    for zone in ["GMT", "Pacific/Kiritimati", "America/New_York"] {
      let calendar = try calendar(zone)
      let moment = try #require(Generator<Date>.dates(in: calendar).simplest)
      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second], from: moment)
      #expect([parts.year, parts.month, parts.day] == [2001, 1, 1])
      #expect([parts.hour, parts.minute, parts.second] == [0, 0, 0])
    }
  }

  @Test func `moments lie at midnights and beside them`() throws {
    let calendar = try calendar("Europe/Berlin")
    let distances = Set(
      values(of: .dates(in: calendar)).filter { abs($0.timeIntervalSince1970) < 4e9 }.map {
        $0.timeIntervalSince(calendar.startOfDay(for: $0))
      })
    #expect(distances.isSuperset(of: [0, 1, 60, 3600]))
    #expect(distances.contains { $0 > 86300 && $0 < 86400 })
  }

  @Test func `clock changes in both directions are drawn`() throws {
    let calendar = try calendar("Europe/Berlin")
    let zone = calendar.timeZone
    var directions: Set<Bool> = []
    for moment in values(of: .dates(in: calendar)) {
      let change =
        zone.secondsFromGMT(for: moment) - zone.secondsFromGMT(for: moment.addingTimeInterval(-2))
      if change != 0 { directions.insert(change > 0) }
    }
    #expect(directions == [true, false])
  }

  @Test func `days without a midnight are drawn`() throws {
    let calendar = try calendar("America/Sao_Paulo")
    let starts = values(of: .dates(in: calendar)).map {
      calendar.component(.hour, from: calendar.startOfDay(for: $0))
    }
    #expect(starts.contains(1))
  }

  @Test func `leap days, the distant past and the distant future are drawn`() throws {
    let calendar = try calendar("GMT")
    let moments = values(of: .dates(in: calendar), seeds: 0..<3000)
    #expect(
      moments.contains {
        let parts = calendar.dateComponents([.month, .day], from: $0)
        return parts.month == 2 && parts.day == 29
      })
    #expect(moments.contains(.distantPast))
    #expect(moments.contains(.distantFuture))
  }
}
