import Foundation

/// What components of Quakes are shown, by definition.
struct QuakesAnswers: Sendable {
  /// Decides where days begin, unless the device was set to another zone.
  let calendar: Calendar

  /// The quakes of the search's day, both ends included, with its text in their names.
  func found(by search: Quakes.Search, _ state: Quakes.State) -> [String: Quake] {
    var calendar = calendar
    if let zone = state.clock.timeZone.flatMap(TimeZone.init(identifier:)) {
      calendar.timeZone = zone
    }
    let start = calendar.startOfDay(for: search.date)
    guard let end = calendar.date(byAdding: .day, value: 1, to: start) else { return [:] }
    return state.quakes.data.filter { _, quake in
      start <= quake.time && quake.time <= end
        && (search.text.isEmpty
          || (quake.name as NSString).range(of: search.text).location != NSNotFound)
    }
  }

  /// The same as a list; what neither precedes stands by id, as entries are met here.
  func list(_ search: Quakes.Search, _ sort: Quakes.Sort, _ state: Quakes.State) -> [Quake] {
    found(by: search, state).sorted { first, second in
      if precedes(first.value, second.value, sort) { return true }
      return !precedes(second.value, first.value, sort) && first.key < second.key
    }.map(\.value)
  }

  /// Whether the numbers by which quakes are sorted have an order: what is no number has none.
  func hasOrder(_ search: Quakes.Search, _ sort: Quakes.Sort, _ state: Quakes.State) -> Bool {
    sort.key == .time || !found(by: search, state).values.contains { $0.magnitude.isNaN }
  }

  private func precedes(_ first: Quake, _ second: Quake, _ sort: Quakes.Sort) -> Bool {
    let (one, other) = sort.order == .forward ? (first, second) : (second, first)
    return sort.key == .time ? one.time < other.time : one.magnitude < other.magnitude
  }

  static func quake(_ id: String?, _ state: Quakes.State) -> Quake? {
    id.flatMap { state.quakes.data[$0] }
  }
}
