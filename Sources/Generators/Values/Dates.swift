import Foundation
import Model

extension Generator<TimeZone> {
  /// Time zones that break code: GMT, +14:00, −12:00, both hemispheres, parts of hours, clock
  /// changes at midnight, a day that never was.
  ///
  /// GMT is the simplest. A zone that the system does not know is left out.
  public static var timeZones: Generator { element(of: zones) }
}

/// Zones with a clock change at midnight stand in the middle: Brazil up to 2018, Lebanon, Egypt,
/// Cuba, Chile.
private let zones =
  [TimeZone.gmt]
  + [
    "Pacific/Kiritimati", "Etc/GMT+12", "Europe/Berlin", "America/New_York", "Australia/Sydney",
    "America/Sao_Paulo", "Asia/Beirut", "Africa/Cairo", "America/Havana", "America/Santiago",
    "Asia/Kathmandu", "Australia/Lord_Howe", "America/St_Johns", "Pacific/Apia",
  ].compactMap(TimeZone.init(identifier:))

extension Generator<Calendar> {
  /// The Gregorian calendar in every zone of `timeZones`.
  ///
  /// ```swift
  /// let moments = Generator<Calendar>.calendars.flatMap { calendar in
  ///   Generator<Date>.dates(in: calendar).map { (calendar, $0) }
  /// }
  /// ```
  public static var calendars: Generator {
    Generator<TimeZone>.timeZones.map { zone in
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = zone
      calendar.locale = Locale(identifier: "en_US_POSIX")
      return calendar
    }
  }
}

extension Generator<Date> {
  /// Moments at which days go wrong: around midnight by a calendar, around its clock changes in
  /// both directions, days without a midnight among them, leap days, the distant past and future.
  ///
  /// The midnight that begins 2001 is the simplest, then later days and years, then moments beside
  /// a midnight.
  ///
  /// ```swift
  /// var calendar = Calendar(identifier: .gregorian)
  /// calendar.timeZone = .gmt
  /// let moments = Generator<Date>.dates(in: calendar)
  /// ```
  public static func dates(in calendar: Calendar) -> Generator {
    Days(calendar: calendar).moments
  }
}

/// The days of a calendar, and moments of each.
private struct Days: Sendable {
  let calendar: Calendar

  var moments: Generator<Date> {
    .frequency([
      (3, Generator { source throws(Rejection) in ordinary(&source) }),
      (3, Generator { source throws(Rejection) in clockChange(&source) }),
      (1, Generator { source throws(Rejection) in leap(&source) }),
      (1, Generator { source throws(Rejection) in remote(&source) }.grouped(.unusual)),
    ])
  }

  /// Seconds from the beginning of a day, the simplest first.
  private static let offsets: [TimeInterval] = [
    0, 1, -1, 0.001, -0.001, 60, -60, 3600, -3600, 43200, 86399, 86400, 90000, 82800,
  ]

  /// The years 2001 to 2037, then those back to 1970: zones have no rule for a clock change
  /// elsewhere.
  private func year(_ source: inout any ChoiceSource) -> Int {
    let number = source.choose(below: 68)
    return number < 37 ? 2001 + number : 2037 - number
  }

  private func start(_ year: Int, _ month: Int = 1, _ day: Int = 1) -> Date {
    let date = calendar.date(from: DateComponents(year: year, month: month, day: day, hour: 12))
    return calendar.startOfDay(for: date ?? Date(timeIntervalSinceReferenceDate: 0))
  }

  private func beside(_ moment: Date, _ source: inout any ChoiceSource) -> Date {
    let weights = Self.offsets.map { $0 == 0 ? 6 : 1 }
    let place = source.choose(below: Self.offsets.count, spread: .weighted(weights))
    return moment.addingTimeInterval(Self.offsets[place])
  }

  private func ordinary(_ source: inout any ChoiceSource) -> Date {
    let year = year(&source)
    let day = source.choose(below: 365)
    let date = calendar.date(byAdding: .day, value: day, to: start(year)) ?? start(year)
    return beside(calendar.startOfDay(for: date), &source)
  }

  /// Around the moment of a change, or around the beginning of its day or of the next.
  private func clockChange(_ source: inout any ChoiceSource) -> Date {
    let year = year(&source)
    let isSecond = source.choose(below: 2) == 1
    let place = source.choose(below: 3)
    let zone = calendar.timeZone
    let first = zone.nextDaylightSavingTimeTransition(after: start(year))
    let change =
      isSecond ? first.flatMap { zone.nextDaylightSavingTimeTransition(after: $0) } : first
    let moment = change ?? start(year)
    switch place {
    case 0: return beside(moment, &source)
    case 1: return beside(calendar.startOfDay(for: moment), &source)
    default: return beside(calendar.startOfDay(for: moment.addingTimeInterval(90_000)), &source)
    }
  }

  /// The end of February in leap years, and in years that only look like one.
  private func leap(_ source: inout any ChoiceSource) -> Date {
    let year = [2004, 2000, 2024, 1972, 2100, 1900][source.choose(below: 6)]
    return beside(start(year, 2, 28 + source.choose(below: 2)), &source)
  }

  private func remote(_ source: inout any ChoiceSource) -> Date {
    let moments = [
      Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: Double(Int32.max)),
      start(1582, 10, 15), start(1, 1, 1), start(9999, 12, 31), .distantPast, .distantFuture,
    ]
    return beside(moments[source.choose(below: moments.count)], &source)
  }
}
