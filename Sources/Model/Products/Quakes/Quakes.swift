import Foundation
import Model

/// The Quakes product: one collection, a local store, and a remote feed that changes from fetch to fetch.
struct Quakes: RepairedProduct {
  /// What people choose from, and what the feed may answer.
  struct Values: Hashable, Codable, Sendable {
    var ranges: [RefreshRange]
    /// What the feed may answer; every fetch draws one anew, whatever its range.
    var payloads: [Payload]
    /// Whether the budget of additions bounds how often people refresh.
    var countsRefreshes: Bool
    var deletions: [String]
    var deletesAll: Bool
    var searches: [Search]
    var sorts: [Sort]
    var timeZone = "GMT"
    /// The zones to which the device may be set; nil where its clock stands still.
    var otherTimeZones: [String]?

    /// Every quake id that can appear, in order.
    var quakeIds: [String] {
      Set(payloads.flatMap { $0.entries.map(\.quake.quakeId) } + deletions).sorted()
    }

    /// The calendar of the scope.
    var calendar: Calendar { Quakes.calendar(timeZone) }
  }

  typealias Gesture = UserAction
  typealias Contents = [String: Quake]

  /// Decides where the days of searches begin; the published design uses the current one.
  var calendar: Calendar
  /// The zones to which the device may be set; nil where its clock stands still.
  var otherTimeZones: [String]?
  var firstSearch = Search(text: "", date: Date(timeIntervalSinceReferenceDate: 0))
  var repaired: Set<RepairName> = []
  /// Whether a refresh costs an addition, so that a scope can bound how many there are.
  var countsRefreshes = false
  var design = Design<Quakes>(
    reducer: Quakes.publishedReducer, noticing: Quakes.publishedNotice, listener: Quakes.publishedListener,
    store: Quakes.publishedStore, completing: Quakes.publishedCompletion)
  var format = Format()

  /// Makes the published design with a calendar; the current one by default.
  init(calendar: Calendar = .current) { self.calendar = calendar }

  /// Makes the published design with what a scope's values say.
  init(published values: Values) {
    calendar = values.calendar
    countsRefreshes = values.countsRefreshes
    otherTimeZones = values.otherTimeZones
    if let search = values.searches.first { firstSearch.date = search.date }
  }

  var initialState: State { State() }
  var initialDatabase: Database { Database() }

  /// A remote fetch is answered with any payload of the values.
  func answers(to operation: Operation, values: Values) -> [Operation] {
    guard case .fetchRemoteQuakes(let range, nil) = operation else { return [] }
    return values.payloads.sorted().map { .fetchRemoteQuakes(range: range, answer: $0) }
  }

  // MARK: Clock

  /// The calendar of a zone; GMT where that is not known.
  static func calendar(_ timeZone: String) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: timeZone) ?? .gmt
    return calendar
  }

  /// The selectors by the calendar of a zone, or by that of the scope.
  func selectors(in timeZone: String? = nil) -> Selectors {
    Selectors(calendar: timeZone.map(Self.calendar) ?? calendar, repaired: repaired)
  }

  func occurrences(values: Values) -> [Occurrence] {
    values.otherTimeZones.map { zones in [.midnight] + zones.map(Occurrence.timeZone) } ?? []
  }

  func take(_ occurrence: Occurrence, in state: inout State, _ database: inout Database) {
    switch occurrence {
    case .midnight: state.clock.dayCount += 1
    case .timeZone(let zone): state.clock.timeZone = zone
    }
  }

  // MARK: Gestures

  func gestures(in state: State, values: Values) -> [UserAction] {
    [.quakeListOnAppear] + values.ranges.map { .refreshQuakes(range: $0) }
      + values.deletions.map { .deleteSelectedQuake(id: $0) } + (values.deletesAll ? [.deleteAllQuakes] : [])
  }

  func action(of gesture: UserAction) -> Action { .ui(gesture) }

  /// A refresh may be what recovery needs.
  var boundsRecovery: Bool { countsRefreshes }

  func additionCount(of gesture: UserAction) -> Int {
    if case .refreshQuakes = gesture { countsRefreshes ? 1 : 0 } else { 0 }
  }

  func additionCount(of operation: Operation) -> Int {
    if case .fetchRemoteQuakes = operation { countsRefreshes ? 1 : 0 } else { 0 }
  }

  func isAppearing(_ gesture: UserAction) -> Bool { gesture == .quakeListOnAppear }

  func isDestructive(_ gesture: UserAction) -> Bool {
    switch gesture {
    case .deleteSelectedQuake, .deleteAllQuakes: true
    case .quakeListOnAppear, .refreshQuakes: false
    }
  }
}

extension Quakes.Values {
  /// Reads values.
  ///
  /// - Throws: a `DecodingError`, also for a time zone that there is not.
  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    ranges = try fields.decode([Quakes.RefreshRange].self, forKey: .ranges)
    payloads = try fields.decode([Quakes.Payload].self, forKey: .payloads)
    countsRefreshes = try fields.decode(Bool.self, forKey: .countsRefreshes)
    deletions = try fields.decode([String].self, forKey: .deletions)
    deletesAll = try fields.decode(Bool.self, forKey: .deletesAll)
    searches = try fields.decode([Quakes.Search].self, forKey: .searches)
    sorts = try fields.decode([Quakes.Sort].self, forKey: .sorts)
    timeZone = try fields.decode(String.self, forKey: .timeZone)
    otherTimeZones = try fields.decodeIfPresent([String].self, forKey: .otherTimeZones)
    for (key, zones) in [(CodingKeys.timeZone, [timeZone]), (.otherTimeZones, otherTimeZones ?? [])] {
      guard let zone = zones.first(where: { TimeZone(identifier: $0) == nil }) else { continue }
      throw DecodingError.dataCorruptedError(
        forKey: key, in: fields, debugDescription: "there is no time zone '\(zone)'")
    }
  }
}
