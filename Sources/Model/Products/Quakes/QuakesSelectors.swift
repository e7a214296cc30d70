import Foundation

extension Quakes {
  /// What a window looks for.
  public struct Search: Hashable, Codable, Sendable {
    /// What names have to contain; empty for all.
    public var text: String
    /// Some moment of the day that is shown.
    public var date: Date

    /// Makes a search.
    public init(text: String, date: Date) {
      self.text = text
      self.date = date
    }

    private enum CodingKeys: String, CodingKey { case text, date }

    /// Reads an object with both keys.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      text = try container.decode(String.self, forKey: .text)
      date = try container.decode(WrittenDate.self, forKey: .date).value
    }

    /// Writes an object with both keys.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(text, forKey: .text)
      try container.encode(WrittenDate(date), forKey: .date)
    }
  }

  /// What a list is sorted by.
  public enum SortKey: String, Hashable, Codable, Sendable, CaseIterable {
    /// When the quakes happened.
    case time
    /// How strong they were.
    case magnitude
  }

  /// How a list is sorted.
  public struct Sort: Hashable, Codable, Sendable {
    /// By what.
    public var key: SortKey
    /// Which way.
    public var order: SortOrder

    /// Makes a sort; by time, forward by default.
    public init(key: SortKey = .time, order: SortOrder = .forward) {
      self.key = key
      self.order = order
    }

    private enum CodingKeys: String, CodingKey { case key, order }
    /// The order as traces hold it: the library writes true and false.
    private enum OrderWord: String, Codable { case forward, reverse }

    /// Reads an object with both keys; an order may be true, for forward, or false.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      key = try container.decode(SortKey.self, forKey: .key)
      let isForward = try? container.decode(Bool.self, forKey: .order)
      order =
        try isForward ?? (container.decode(OrderWord.self, forKey: .order) == .forward) ? .forward : .reverse
    }

    /// Writes an object with both keys.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(key, forKey: .key)
      try container.encode(order == .forward ? OrderWord.forward : .reverse, forKey: .order)
    }
  }

  /// Selectors of a calendar.
  public struct Selectors: Sendable {
    /// Decides where days begin, and in which zone.
    public let calendar: Calendar

    /// Makes the selectors of a calendar.
    public init(calendar: Calendar) { self.calendar = calendar }

    /// From the start of the date's day to one calendar day later, both ends included.
    public func day(of date: Date) -> ClosedRange<Date> {
      let start = calendar.startOfDay(for: date)
      let end = calendar.date(byAdding: .day, value: 1, to: start) ?? start
      return start...max(start, end)
    }

    /// The quakes of a day whose names contain a text.
    public func quakes(_ search: Search, _ state: State) -> [String: Quake] {
      Self.quakes(text: search.text, day: day(of: search.date), state)
    }

    static func quakes(text: String, day: ClosedRange<Date>, _ state: State) -> [String: Quake] {
      state.quakes.data.filter { day.contains($0.value.time) && contains($0.value.name, text) }
    }

    /// The same in order; equal keys stay in the dictionary's own order, whichever way the list is sorted.
    public func quakesValues(
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

    /// A quake by its id.
    public static func quake(_ quakeId: String?, _ state: State) -> Quake? {
      quakeId.flatMap { state.quakes.data[$0] }
    }

    /// Whether a text stands in a name, character by character: canonically equivalent spellings are equal,
    /// case and accents count.
    public static func contains(_ name: String, _ text: String) -> Bool {
      if text.isEmpty { return true }
      let (characters, sought) = (Array(name), Array(text))
      guard characters.count >= sought.count else { return false }
      return (0...characters.count - sought.count).contains { start in
        characters[start..<start + sought.count].elementsEqual(sought)
      }
    }
  }

  /// Lets a step through to what a search gives.
  @Sendable public static func filterQuakes(_ old: State, _ action: Action) -> Bool {
    switch action {
    case .ui(.deleteSelectedQuake), .ui(.deleteAllQuakes),
      .data(.localStoreDidFetchQuakes(.success)), .data(.remoteStoreDidFetchQuakes(.success)):
      true
    default: false
    }
  }

  /// What list and map of one window subscribe to, for every search, order and quake of the values.
  public func subscriptions(values: Values) -> [Subscription<Quakes>] {
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

extension Quakes.Sort {
  /// "time forward".
  var words: String { "\(key.rawValue) \(order == .forward ? "forward" : "reverse")" }
}

extension Quakes.Search {
  /// Differs for any two searches that differ: the date's text holds no blank.
  var id: String { "\(date.timeIntervalSinceReferenceDate) \(text)" }

  /// The text in quotes, and the date.
  var words: String { "'\(text)', \(WrittenDate(date).text ?? "\(date.timeIntervalSinceReferenceDate) s")" }
}
