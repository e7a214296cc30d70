import Foundation
import Model

/// The Quakes product: one collection, a local store, and a remote feed that changes from fetch to
/// fetch.
struct Quakes: RepairedProduct {
  typealias Values = QuakesValues
  typealias RepairName = QuakesRepairs.Name
  typealias Notice = QuakesListener.Notice
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
    reducer: QuakesReducer.reduce, noticing: QuakesListener.notice, listener: QuakesListener.react,
    store: QuakesStore.perform, completing: QuakesListener.completion)
  var format = QuakesFormat()

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
  var narrator: Narrator<Quakes> { QuakesWords.narrator(of: self) }

  func subscriptions(values: Values) -> [Subscription<Quakes>] {
    QuakesSubscriptions(product: self).all(values)
  }

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
  func selectors(in timeZone: String? = nil) -> QuakesSelectors {
    QuakesSelectors(calendar: timeZone.map(Self.calendar) ?? calendar, repaired: repaired)
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
      + values.deletions.map { .deleteSelectedQuake(id: $0) }
      + (values.deletesAll ? [.deleteAllQuakes] : [])
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
