import Foundation
import Model

extension Quakes {
  struct Selectors: Sendable {
    /// Decides where days begin, and in which zone.
    let calendar: Calendar
    /// Whether ids decide between quakes of one key, and what is no number comes last; published: no.
    private let breaksTies: Bool
    /// Whether a day ends before the next one begins; published: no.
    private let endsDays: Bool
    /// Whether a text is looked for character by character; published: as Foundation looks for it.
    private let comparesCharacters: Bool

    init(calendar: Calendar, repaired: Set<RepairName> = []) {
      self.calendar = calendar
      breaksTies = repaired.contains(.sortByIdLast)
      endsDays = repaired.contains(.endDays)
      comparesCharacters = repaired.contains(.searchByCharacters)
    }

    /// The moments that a search for a date finds.
    struct Day: Sendable {
      /// From the start of the date's day to one calendar day later, both ends included, as published.
      let range: ClosedRange<Date>
      /// Decides which moments begin with the same midnight, where a day ends before the next one begins.
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

    func quakes(_ search: Search, _ state: State) -> [String: Quake] {
      quakes(text: search.text, day: day(of: search.date), state)
    }

    func quakes(text: String, day: Day, _ state: State) -> [String: Quake] {
      state.quakes.data.filter { _, quake in
        day.contains(quake.time)
          && (comparesCharacters
            ? text.isEmpty || Array(quake.name).contains(Array(text)) : Self.contains(quake.name, text))
      }
    }

    /// The same in order; equal keys stay in the dictionary's own order, whichever way the list is sorted,
    /// unless ids decide.
    func quakesValues(
      _ search: Search, _ sort: Sort, _ state: State, _ order: EntryOrder = .ascending
    ) -> [Quake] {
      sorted(order.entries(of: quakes(search, state)).map(\.value), sort)
    }

    func sorted(_ quakes: [Quake], _ sort: Sort) -> [Quake] {
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

    static func quake(_ quakeId: String?, _ state: State) -> Quake? {
      quakeId.flatMap { state.quakes.data[$0] }
    }

    /// Whether a text stands in a name, as Foundation sees it: canonically equivalent spellings are equal,
    /// case and accents count, and a text may be a part of a character.
    static func contains(_ name: String, _ text: String) -> Bool {
      text.isEmpty || name.range(of: text) != nil
    }
  }

  @Sendable static func filterQuakes(_ old: State, _ action: Action) -> Bool {
    switch action {
    case .ui(.deleteSelectedQuake), .ui(.deleteAllQuakes),
      .data(.localStoreDidFetchQuakes(.success)), .data(.remoteStoreDidFetchQuakes(.success)):
      true
    default: false
    }
  }

  /// What list and map of one window subscribe to, for every search, order and quake of the values.
  func subscriptions(values: Values) -> [Subscription<Quakes>] {
    let searched = values.searches.flatMap { search in
      [quakesSubscription(search)] + values.sorts.map { valuesSubscription(search, $0) }
    }
    // Nothing is selected, too.
    let quakes = (values.quakeIds + [String?.none]).map(quakeSubscription)
    return [countSubscription, statusSubscription] + searched + quakes
  }

  var countSubscription: Subscription<Quakes> {
    design.subscribing(Subscription(ofContentsIn: self, name: "quakes.count") { quakes, _ in quakes.count })
  }

  var statusSubscription: Subscription<Quakes> {
    design.subscribing(Subscription(name: "quakes.status") { state, _ in state.quakes.status })
  }

  func quakeSubscription(_ id: String?) -> Subscription<Quakes> {
    design.subscribing(
      Subscription(ofContentsIn: self, name: "quake", parameter: id ?? "", id: id) { quakes, _ in
        id.flatMap { quakes[$0] }
      })
  }

  func quakesSubscription(_ search: Search) -> Subscription<Quakes> {
    let (found, parameter, id) = (found(by: search), search.words, search.id)
    if otherTimeZones == nil {
      return design.subscribing(
        Subscription(
          ofContentsIn: self, name: "quakes", parameter: parameter, id: id, filter: Self.filterQuakes
        ) {
          quakes, _ in found(State(quakes))
        })
    }
    return design.subscribing(
      Subscription(name: "quakes", parameter: parameter, id: id, filter: Self.filterQuakes) { state, _ in
        found(state)
      })
  }

  func valuesSubscription(_ search: Search, _ sort: Sort) -> Subscription<Quakes> {
    let (found, words) = (found(by: search), sort.words)
    let (parameter, id) = ("\(search.words), \(words)", "\(words) \(search.id)")
    let sorted = { @Sendable [selectors = selectors()] (state: State, order: EntryOrder) in
      selectors.sorted(order.entries(of: found(state)).map(\.value), sort)
    }
    if otherTimeZones == nil {
      return design.subscribing(
        Subscription(
          ofContentsIn: self, name: "quakes.values", parameter: parameter, id: id, filter: Self.filterQuakes,
          countsEntries: { found(State($0)).count }, dependencies: [{ quakes, _ in found(State(quakes)) }],
          output: { sorted(State($0), $1) }))
    }
    return design.subscribing(
      Subscription(
        name: "quakes.values", parameter: parameter, id: id, filter: Self.filterQuakes,
        countsEntries: { found($0).count }, dependencies: [{ state, _ in found(state) }], output: sorted))
  }

  /// The quakes that a search finds, by the calendar at the moment of each selection.
  private func found(by search: Search) -> @Sendable (State) -> [String: Quake] {
    let (text, selectors) = (search.text, selectors())
    let day = selectors.day(of: search.date)
    let zones = repaired.contains(.keepCalendar) ? [] : otherTimeZones ?? []
    let others = Dictionary(
      zones.map { ($0, self.selectors(in: $0).day(of: search.date)) },
      uniquingKeysWith: { first, _ in first })
    return { state in
      selectors.quakes(text: text, day: state.clock.timeZone.flatMap { others[$0] } ?? day, state)
    }
  }
}
