import Foundation

extension Quakes {
  package struct Selectors: Sendable {
    /// Decides where days begin, and in which zone.
    package let calendar: Calendar

    package init(calendar: Calendar) { self.calendar = calendar }

    /// From the start of the date's day to one calendar day later, both ends included.
    package func day(of date: Date) -> ClosedRange<Date> {
      let start = calendar.startOfDay(for: date)
      let end = calendar.date(byAdding: .day, value: 1, to: start) ?? start
      return start...max(start, end)
    }

    package func quakes(_ search: Search, _ state: State) -> [String: Quake] {
      Self.quakes(text: search.text, day: day(of: search.date), state)
    }

    static func quakes(text: String, day: ClosedRange<Date>, _ state: State) -> [String: Quake] {
      state.quakes.data.filter { day.contains($0.value.time) && contains($0.value.name, text) }
    }

    /// The same in order; equal keys stay in the dictionary's own order, whichever way the list is sorted.
    package func quakesValues(
      _ search: Search, _ sort: Sort, _ state: State, _ order: EntryOrder = .ascending
    ) -> [Quake] {
      Self.sorted(order.entries(of: quakes(search, state)).map(\.value), sort)
    }

    static func sorted(_ quakes: [Quake], _ sort: Sort) -> [Quake] {
      func precedes(_ first: Quake, _ second: Quake) -> Bool {
        switch sort.key {
        case .time: first.time < second.time
        case .magnitude: first.magnitude < second.magnitude
        }
      }
      return quakes.stablySorted { sort.order == .forward ? precedes($0, $1) : precedes($1, $0) }
    }

    package static func quake(_ quakeId: String?, _ state: State) -> Quake? {
      quakeId.flatMap { state.quakes.data[$0] }
    }

    /// Whether a text stands in a name, as Foundation sees it: canonically equivalent spellings are equal,
    /// case and accents count, and a text may be a part of a character.
    package static func contains(_ name: String, _ text: String) -> Bool {
      text.isEmpty || name.range(of: text) != nil
    }
  }

  @Sendable package static func filterQuakes(_ old: State, _ action: Action) -> Bool {
    switch action {
    case .ui(.deleteSelectedQuake), .ui(.deleteAllQuakes),
      .data(.localStoreDidFetchQuakes(.success)), .data(.remoteStoreDidFetchQuakes(.success)):
      true
    default: false
    }
  }

  /// What list and map of one window subscribe to, for every search, order and quake of the values.
  package func subscriptions(values: Values) -> [Subscription<Quakes>] {
    let searched = values.searches.flatMap { search in
      [quakesSubscription(search)] + values.sorts.map { valuesSubscription(search, $0) }
    }
    return [countSubscription, statusSubscription] + searched + values.quakeIds.map(quakeSubscription)
  }

  var countSubscription: Subscription<Quakes> {
    Subscription(ofContentsIn: self, name: "quakes.count") { quakes, _ in quakes.count }
  }

  var statusSubscription: Subscription<Quakes> {
    Subscription(name: "quakes.status") { state, _ in state.quakes.status }
  }

  func quakeSubscription(_ id: String?) -> Subscription<Quakes> {
    Subscription(ofContentsIn: self, name: "quake", parameter: id ?? "", id: id) { quakes, _ in
      id.flatMap { quakes[$0] }
    }
  }

  func quakesSubscription(_ search: Search) -> Subscription<Quakes> {
    let (day, text) = (Selectors(calendar: calendar).day(of: search.date), search.text)
    return Subscription(
      ofContentsIn: self, name: "quakes", parameter: search.words, id: search.id, filter: filter
    ) { quakes, _ in Selectors.quakes(text: text, day: day, State(quakes)) }
  }

  func valuesSubscription(_ search: Search, _ sort: Sort) -> Subscription<Quakes> {
    let (day, text) = (Selectors(calendar: calendar).day(of: search.date), search.text)
    let words = sort.words
    return Subscription(
      ofContentsIn: self, name: "quakes.values", parameter: "\(search.words), \(words)",
      id: "\(words) \(search.id)", filter: filter,
      countsEntries: { Selectors.quakes(text: text, day: day, State($0)).count },
      dependencies: [{ quakes, _ in Selectors.quakes(text: text, day: day, State(quakes)) }],
      output: { quakes, order in
        let found = Selectors.quakes(text: text, day: day, State(quakes))
        return Selectors.sorted(order.entries(of: found).map(\.value), sort)
      })
  }
}
