import Foundation

/// The Quakes product: one collection, a local store, and a remote feed that changes from fetch to fetch.
package struct Quakes: RepairedProduct {
  /// What people choose from, and what the feed may answer.
  package struct Values: Hashable, Codable, Sendable {
    package var ranges: [RefreshRange]
    /// What the feed may answer; every fetch draws one anew, whatever its range.
    package var payloads: [Payload]
    /// Whether the budget of additions bounds how often people refresh.
    package var countsRefreshes: Bool
    package var deletions: [String]
    package var deletesAll: Bool
    package var searches: [Search]
    package var sorts: [Sort]
    package var timeZone: String
    /// The zones to which the device may be set; nil where its clock stands still.
    package var otherTimeZones: [String]?

    package init(
      ranges: [RefreshRange], payloads: [Payload], countsRefreshes: Bool, deletions: [String],
      deletesAll: Bool, searches: [Search], sorts: [Sort], timeZone: String = "GMT",
      otherTimeZones: [String]? = nil
    ) {
      self.ranges = ranges
      self.payloads = payloads
      self.countsRefreshes = countsRefreshes
      self.deletions = deletions
      self.deletesAll = deletesAll
      self.searches = searches
      self.sorts = sorts
      self.timeZone = timeZone
      self.otherTimeZones = otherTimeZones
    }

    /// Reads values.
    ///
    /// - Throws: a `DecodingError`, also for a time zone that there is not.
    package init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      ranges = try fields.decode([RefreshRange].self, forKey: .ranges)
      payloads = try fields.decode([Payload].self, forKey: .payloads)
      countsRefreshes = try fields.decode(Bool.self, forKey: .countsRefreshes)
      deletions = try fields.decode([String].self, forKey: .deletions)
      deletesAll = try fields.decode(Bool.self, forKey: .deletesAll)
      searches = try fields.decode([Search].self, forKey: .searches)
      sorts = try fields.decode([Sort].self, forKey: .sorts)
      timeZone = try fields.decode(String.self, forKey: .timeZone)
      otherTimeZones = try fields.decodeIfPresent([String].self, forKey: .otherTimeZones)
      for (key, zones) in [(CodingKeys.timeZone, [timeZone]), (.otherTimeZones, otherTimeZones ?? [])] {
        guard let zone = zones.first(where: { TimeZone(identifier: $0) == nil }) else { continue }
        throw DecodingError.dataCorruptedError(
          forKey: key, in: fields, debugDescription: "there is no time zone '\(zone)'")
      }
    }

    /// Every quake id that can appear, in order.
    package var quakeIds: [String] {
      Set(payloads.flatMap { $0.entries.map(\.quake.quakeId) } + deletions).sorted()
    }

    /// The calendar of the scope.
    package var calendar: Calendar { Quakes.calendar(timeZone) }
  }

  package typealias Gesture = UserAction
  package typealias Contents = [String: Quake]

  /// Decides where the days of searches begin; the published design uses the current one.
  package var calendar: Calendar
  /// The zones to which the device may be set; nil where its clock stands still.
  package var otherTimeZones: [String]?
  package var firstSearch = Search(text: "", date: Date(timeIntervalSinceReferenceDate: 0))
  package var repaired: Set<RepairName> = []
  /// Whether a refresh costs an addition, so that a scope can bound how many there are.
  package var countsRefreshes = false
  package var design = Design<Quakes>(
    reducer: Quakes.publishedReducer, noticing: Quakes.publishedNotice, listener: Quakes.publishedListener,
    store: Quakes.publishedStore, completing: Quakes.publishedCompletion)
  package var format = Format()

  /// Makes the published design with a calendar; the current one by default.
  package init(calendar: Calendar = .current) { self.calendar = calendar }

  /// Makes the published design with what a scope's values say.
  package init(published values: Values) {
    calendar = values.calendar
    countsRefreshes = values.countsRefreshes
    otherTimeZones = values.otherTimeZones
    if let search = values.searches.first { firstSearch.date = search.date }
  }

  package var initialState: State { State() }
  package var initialDatabase: Database { Database() }

  /// A remote fetch is answered with any payload of the values.
  package func answers(to operation: Operation, values: Values) -> [Operation] {
    guard case .fetchRemoteQuakes(let range, nil) = operation else { return [] }
    return values.payloads.sorted().map { .fetchRemoteQuakes(range: range, answer: $0) }
  }

  // MARK: Clock

  /// The calendar of a zone; GMT where that is not known.
  package static func calendar(_ timeZone: String) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: timeZone) ?? .gmt
    return calendar
  }

  /// The selectors by the calendar of a zone, or by that of the scope.
  package func selectors(in timeZone: String? = nil) -> Selectors {
    Selectors(calendar: timeZone.map(Self.calendar) ?? calendar, repaired: repaired)
  }

  package func occurrences(values: Values) -> [Occurrence] {
    values.otherTimeZones.map { zones in [.midnight] + zones.map(Occurrence.timeZone) } ?? []
  }

  package func take(_ occurrence: Occurrence, in state: inout State, _ database: inout Database) {
    switch occurrence {
    case .midnight: state.clock.dayCount += 1
    case .timeZone(let zone): state.clock.timeZone = zone
    }
  }

  // MARK: Gestures

  package func gestures(in state: State, values: Values) -> [UserAction] {
    [.quakeListOnAppear] + values.ranges.map { .refreshQuakes(range: $0) }
      + values.deletions.map { .deleteSelectedQuake(id: $0) } + (values.deletesAll ? [.deleteAllQuakes] : [])
  }

  package func action(of gesture: UserAction) -> Action { .ui(gesture) }

  /// A refresh may be what recovery needs.
  package var boundsRecovery: Bool { countsRefreshes }

  package func additionCount(of gesture: UserAction) -> Int {
    if case .refreshQuakes = gesture { countsRefreshes ? 1 : 0 } else { 0 }
  }

  package func additionCount(of operation: Operation) -> Int {
    if case .fetchRemoteQuakes = operation { countsRefreshes ? 1 : 0 } else { 0 }
  }

  package func isAppearing(_ gesture: UserAction) -> Bool { gesture == .quakeListOnAppear }

  package func isDestructive(_ gesture: UserAction) -> Bool {
    switch gesture {
    case .deleteSelectedQuake, .deleteAllQuakes: true
    case .quakeListOnAppear, .refreshQuakes: false
    }
  }
}
