import Foundation
import Model
import Spec

/// What components of Quakes are shown, by definition.
struct QuakesAnswers: Sendable {
  /// Decides where days begin, unless the device was set to another zone and the app follows.
  let calendar: Calendar
  let repaired: Set<Quakes.RepairName>

  /// The quakes of the search's day, both ends included unless days end, with its text in their names.
  func found(by search: Quakes.Search, _ state: Quakes.State) -> [String: Quake] {
    var calendar = calendar
    let travels = !repaired.contains(.keepCalendar)
    if travels, let zone = state.clock.timeZone.flatMap(TimeZone.init(identifier:)) {
      calendar.timeZone = zone
    }
    let start = calendar.startOfDay(for: search.date)
    guard let end = calendar.date(byAdding: .day, value: 1, to: start) else { return [:] }
    let endsDays = repaired.contains(.endDays)
    return state.quakes.data.filter { _, quake in
      start <= quake.time && (endsDays ? calendar.isDate(quake.time, inSameDayAs: start) : quake.time <= end)
        && (search.text.isEmpty || has(quake.name, search.text))
    }
  }

  private func has(_ name: String, _ text: String) -> Bool {
    repaired.contains(.searchByCharacters)
      ? name.indices.contains { name[$0...].starts(with: text) }
      : (name as NSString).range(of: text).location != NSNotFound
  }

  /// The same as a list; what neither precedes stands by id, as entries are met here.
  func list(_ search: Quakes.Search, _ sort: Quakes.Sort, _ state: Quakes.State) -> [Quake] {
    let breaksTies = repaired.contains(.sortByIdLast)
    return found(by: search, state).sorted { first, second in
      if precedes(first.value, second.value, sort) { return true }
      if precedes(second.value, first.value, sort) { return false }
      return breaksTies && sort.order == .reverse ? first.key > second.key : first.key < second.key
    }.map(\.value)
  }

  /// Whether the numbers by which quakes are sorted have an order: what is no number has none.
  func hasOrder(_ search: Quakes.Search, _ sort: Quakes.Sort, _ state: Quakes.State) -> Bool {
    sort.key == .time || repaired.contains(.sortByIdLast)
      || !found(by: search, state).values.contains { $0.magnitude.isNaN }
  }

  private func precedes(_ first: Quake, _ second: Quake, _ sort: Quakes.Sort) -> Bool {
    let (one, other) = sort.order == .forward ? (first, second) : (second, first)
    switch sort.key {
    case .time: return one.time < other.time
    case .magnitude:
      let isLast = repaired.contains(.sortByIdLast) && other.magnitude.isNaN && !one.magnitude.isNaN
      return one.magnitude < other.magnitude || isLast
    }
  }

  static func quake(_ id: String?, _ state: Quakes.State) -> Quake? { id.flatMap { state.quakes.data[$0] } }
}
