import Foundation
import Testing
@testable import ReferenceProducts

@testable import Model

/// Selectors over real values: name orders, calendars, texts.
@Suite struct SelectorTests {
  // MARK: Animals

  private static func animals(_ names: [String]) -> Animals.State {
    var state = Animals.State()
    for (place, name) in names.enumerated() {
      let id = "\(place)"
      state.animals.data[id] = Animal(
        animalId: id, name: name, diet: .herbivore, categoryId: "Bird")
    }
    return state
  }

  private static let values = Animals.Values(
    samples: SampleData(categories: [Category(categoryId: "Bird")], animals: []), additions: [],
    updates: [], deletions: [])

  private func list(_ product: Animals, _ state: Animals.State, _ order: EntryOrder = .ascending)
    -> [String]
  {
    AnimalsSelectors.animalsValues(inCategory: "Bird", state, order, breaksTies: product.breaksTies)
      .map(
        \.name)
  }

  @Test func `names are sorted as strings are: capitals first, digits one by one`() {
    let state = Self.animals(["ant", "item9", "Zebra", "item10", "Ant"])
    #expect(list(Animals(), state) == ["Ant", "Zebra", "ant", "item10", "item9"])
  }

  @Test func `an order of more entries than there are numbers for leaves the first where they are`()
  {
    let many = Dictionary(uniqueKeysWithValues: (0..<30).map { ($0, $0) })
    let last = EntryOrder(number: 1).entries(of: many).map(\.key)
    #expect(last == Array(0..<28) + [29, 28])
    #expect(
      EntryOrder(number: 24).entries(of: many).map(\.key) == Array(0..<25) + [26, 25, 27, 28, 29])
    #expect(EntryOrder(number: .max).entries(of: many).map(\.key).sorted() == Array(0..<30))
  }

  @Test func `the last order of entries is their reverse, however many there are`() {
    for count in [0, 1, 2, 5, 30] {
      let keys = Array(0..<count)
      let entries = Dictionary(uniqueKeysWithValues: keys.map { ($0, $0) })
      #expect(EntryOrder.reverse.entries(of: entries).map(\.key) == keys.reversed())
    }
    let three = Dictionary(uniqueKeysWithValues: (0..<3).map { ($0, $0) })
    #expect(
      (0..<6).allSatisfy { number in
        let last = EntryOrder(number: number - 6).entries(of: three).map(\.key)
        return last == EntryOrder(number: number).entries(of: three).map(\.key)
      })
  }

  // MARK: Quakes

  private static func calendar(_ zone: String) throws -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    return calendar
  }

  private static let midnight = Date(timeIntervalSinceReferenceDate: 0)

  @Test(arguments: [
    ("GMT", 0.0, 86_400.0), ("Pacific/Kiritimati", -50_400, 36_000),
    ("Etc/GMT+12", -43_200, 43_200),
  ])
  func `a day begins where the calendar's zone says`(
    _ zone: String, _ from: Double, _ through: Double
  ) throws {
    let day = QuakesSelectors(calendar: try Self.calendar(zone)).day(of: Self.midnight).range
    #expect(day == Self.midnight + from...Self.midnight + through)
  }

  @Test func `where a clock change skips midnight a day ends an hour into the next`() throws {
    let calendar = try Self.calendar("America/Sao_Paulo")
    let noon = try #require(
      calendar.date(from: DateComponents(year: 2001, month: 10, day: 14, hour: 12)))
    let day = QuakesSelectors(calendar: calendar).day(of: noon).range
    #expect(
      calendar.dateComponents([.day, .hour], from: day.lowerBound)
        == DateComponents(day: 14, hour: 1))
    #expect(
      calendar.dateComponents([.day, .hour], from: day.upperBound)
        == DateComponents(day: 15, hour: 1))
  }

  @Test(arguments: [
    ("near Reno", "", true), ("", "", true), ("", "a", false), ("near Reno", "Reno", true),
    ("near Reno", "reno", false), ("Caf\u{e9}", "e\u{301}", true), ("Cafe\u{301}", "\u{e9}", true),
    ("Cafe\u{301}", "e", false), ("Cafe\u{301}", "\u{301}", true),
    ("\u{1f468}\u{200d}\u{1f469}", "\u{1f468}", true), ("ab", "abc", false),
  ])
  func `a text stands in a name, whole or as a part of a character`(
    _ name: String, _ text: String, _ isThere: Bool
  ) {
    #expect(QuakesSelectors.contains(name, text) == isThere)
  }

  @Test func `lists are sorted stably in both orders, so that ties keep the order of the entries`()
    throws
  {
    let quakes = [("a", 2.0), ("b", 1), ("c", 2)].map { id, magnitude in
      Quake(
        quakeId: id, magnitude: magnitude, time: Self.midnight, updated: Self.midnight, name: id)
    }
    let state = Quakes.State(
      quakes: .init(data: Dictionary(uniqueKeysWithValues: quakes.map { ($0.quakeId, $0) })))
    let selectors = QuakesSelectors(calendar: try Self.calendar("GMT"))
    let search = Quakes.Search(text: "", date: Self.midnight)
    func ids(_ order: Quakes.SortOrder, _ entries: Int = 0) -> [String] {
      let sort = Quakes.Sort(key: .magnitude, order: order)
      return selectors.quakesValues(search, sort, state, EntryOrder(number: entries)).map(\.quakeId)
    }
    #expect(ids(.forward) == ["b", "a", "c"] && ids(.reverse) == ["a", "c", "b"])
    #expect(ids(.forward, 5) == ["b", "c", "a"] && ids(.reverse, 5) == ["c", "a", "b"])
  }

  // MARK: Format

  @Test(arguments: [
    (0.0, QuakesFormat.Color.green), (-0.0, .green), (0.999, .green), (1, .yellow), (2, .orange),
    (3, .red),
    (5, .purple), (7, .indigo), (1e300, .indigo), (-1, .grey), (.nan, .grey), (.infinity, .grey),
    (.greatestFiniteMagnitude, .grey),
  ])
  func `a magnitude has the colour of its band`(_ magnitude: Double, _ color: QuakesFormat.Color) {
    #expect(QuakesFormat().color(magnitude: magnitude) == color)
  }

  private static let format = QuakesFormat(locale: Locale(identifier: "en_US"))

  @Test(arguments: [
    (0.25, "0.2"), (0.75, "0.8"), (2.0, "2.0"), (-0.04, "-0.0"), (1234.56, "1,234.6"),
    (.infinity, "∞"),
  ])
  func `a magnitude has one fraction digit, halves to even`(_ magnitude: Double, _ text: String) {
    #expect(Self.format.text(magnitude: magnitude) == text)
  }

  @Test func `numbers are written as the locale has it`() {
    let german = QuakesFormat(locale: Locale(identifier: "de_DE"))
    #expect(german.text(magnitude: 1234.56) == "1.234,6")
    #expect(german.footer(listedCount: 1234) == "1.234 earthquakes")
  }

  @Test func `circles grow with the magnitude, and footers count`() {
    #expect(QuakesFormat().diameter(magnitude: 2) == 30)
    #expect(
      [0, 1, 2, 1234].map(Self.format.footer(listedCount:)) == [
        "0 earthquakes", "1 earthquake", "2 earthquakes", "1,234 earthquakes",
      ])
    #expect(Self.format.footer(totalCount: 1234) == "1,234 total")
  }

  // MARK: Values that are hard to write down

  @Test(arguments: [
    0.0, -0.0, 2.5, .infinity, -.infinity, .nan, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
  ])
  func `a quake comes back from its JSON bit by bit`(_ number: Double) throws {
    let dates = [0, 0.001, -63_114_076_800, 64_092_211_200].map(
      Date.init(timeIntervalSinceReferenceDate:))
    for date in dates + [.distantPast, .distantFuture] {
      let quake = Quake(
        quakeId: "", magnitude: number, time: date, updated: date, name: "e\u{301}",
        longitude: number)
      let again = try JSONDecoder().decode(Quake.self, from: JSONEncoder().encode(quake))
      #expect(again == quake && again.time == date)
      #expect(
        again.magnitude.bitPattern == number.bitPattern && again.name.unicodeScalars.count == 2)
    }
  }

  @Test func `a number that is none equals itself in a quake, and differs from itself for a sync`()
  {
    let quake = Quake(
      quakeId: "a", magnitude: .nan, time: Self.midnight, updated: Self.midnight, name: "")
    #expect(quake == quake && Set([quake, quake]).count == 1)
    #expect(quake.differs(from: quake))
    var finite = quake
    finite.magnitude = 1
    #expect(!finite.differs(from: finite) && finite.differs(from: quake) && finite != quake)
  }
}
