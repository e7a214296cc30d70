import Foundation
import Model

/// Selectors, and the filter of the subscriptions that use them.
struct QuakesSelectors: Sendable {
  /// Decides where days begin, and in which zone.
  let calendar: Calendar
  /// Whether ids decide between quakes of one key, and what is no number comes last; published: no.
  private let breaksTies: Bool
  /// Whether a day ends before the next one begins; published: no.
  private let endsDays: Bool
  /// Whether a text is looked for character by character; published: as Foundation looks for it.
  private let comparesCharacters: Bool

  init(calendar: Calendar, repaired: Set<Quakes.RepairName> = []) {
    self.calendar = calendar
    breaksTies = repaired.contains(.sortByIdLast)
    endsDays = repaired.contains(.endDays)
    comparesCharacters = repaired.contains(.searchByCharacters)
  }

  /// The moments that a search for a date finds.
  struct Day: Sendable {
    /// From the start of the date's day to one calendar day later, both ends included, as
    /// published.
    let range: ClosedRange<Date>
    /// Decides which moments begin with the same midnight, where a day ends before the next one
    /// begins.
    ///
    /// Where a clock is set back across midnight, these are no range.
    let calendar: Calendar?

    func contains(_ time: Date) -> Bool {
      calendar.map { $0.startOfDay(for: time) == range.lowerBound } ?? range.contains(time)
    }
  }

  func day(of date: Date) -> Day {
    let start = calendar.startOfDay(for: date)
    let end = calendar.date(byAdding: .day, value: 1, to: start) ?? start
    return Day(range: start...max(start, end), calendar: endsDays ? calendar : nil)
  }

  func quakes(_ search: Quakes.Search, _ state: Quakes.State) -> [String: Quake] {
    quakes(text: search.text, day: day(of: search.date), state)
  }

  func quakes(text: String, day: Day, _ state: Quakes.State) -> [String: Quake] {
    state.quakes.data.filter { _, quake in
      day.contains(quake.time)
        && (comparesCharacters
          ? text.isEmpty || Array(quake.name).contains(Array(text))
          : Self.contains(quake.name, text))
    }
  }

  /// The same in order; equal keys stay in the dictionary's own order, whichever way the list is
  /// sorted, unless ids decide.
  func quakesValues(
    _ search: Quakes.Search, _ sort: Quakes.Sort, _ state: Quakes.State,
    _ order: EntryOrder = .ascending
  ) -> [Quake] {
    sorted(order.entries(of: quakes(search, state)).map(\.value), sort)
  }

  func sorted(_ quakes: [Quake], _ sort: Quakes.Sort) -> [Quake] {
    func isBefore(_ first: Quake, _ second: Quake) -> Bool {
      switch sort.key {
      case .time: first.time < second.time
      case .magnitude:
        first.magnitude < second.magnitude
          || breaksTies && second.magnitude.isNaN && !first.magnitude.isNaN
      }
    }
    func precedes(_ first: Quake, _ second: Quake) -> Bool {
      if isBefore(first, second) { return true }
      return breaksTies && !isBefore(second, first) && first.quakeId < second.quakeId
    }
    return quakes.sorted { sort.order == .forward ? precedes($0, $1) : precedes($1, $0) }
  }

  /// Whether a text stands in a name, as Foundation sees it: canonically equivalent spellings are
  /// equal, case and accents count, and a text may be a part of a character.
  static func contains(_ name: String, _ text: String) -> Bool {
    text.isEmpty || name.range(of: text) != nil
  }

  @Sendable static func filterQuakes(_ old: Quakes.State, _ action: Quakes.Action) -> Bool {
    switch action {
    case .ui(.deleteSelectedQuake), .ui(.deleteAllQuakes),
      .data(.localStoreDidFetchQuakes(.success)), .data(.remoteStoreDidFetchQuakes(.success)):
      true
    default: false
    }
  }
}
