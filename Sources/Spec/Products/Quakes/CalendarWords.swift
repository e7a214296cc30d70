import Foundation

/// Moments of a calendar in words that do not depend on where they are printed.
struct CalendarWords: Sendable {
  let calendar: Calendar

  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  var zone: String { calendar.timeZone.identifier }

  /// The day of a moment: "Monday 1 January 2001".
  func day(_ date: Date) -> String {
    let parts = calendar.dateComponents([.era, .year, .month, .day, .weekday], from: date)
    let weekday = Self.word(Self.weekdays, parts.weekday)
    let year = "\(parts.year ?? 0)\(parts.era == 0 ? " BC" : "")"
    return "\(weekday) \(parts.day ?? 0) \(Self.word(Self.months, parts.month)) \(year)"
  }

  /// The time of day of a moment, with what is left of the second: "00:00:00", "23:59:59.999".
  func time(_ date: Date) -> String {
    let parts = calendar.dateComponents([.hour, .minute, .second, .nanosecond], from: date)
    let clock = [parts.hour, parts.minute, parts.second].map { Self.padded($0 ?? 0, to: 2) }
    let thousandths = ((parts.nanosecond ?? 0) + 500_000) / 1_000_000
    let rest = thousandths == 0 ? "" : "." + Self.padded(min(999, thousandths), to: 3)
    return clock.joined(separator: ":") + rest
  }

  private static func word(_ words: [String], _ number: Int?) -> String {
    guard let number, words.indices.contains(number - 1) else { return "?" }
    return words[number - 1]
  }

  private static func padded(_ number: Int, to count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}
