import Foundation

/// What people choose from, and what the feed may answer.
struct QuakesValues: Hashable, Codable, Sendable {
  var ranges: [Quakes.RefreshRange]
  /// What the feed may answer; every fetch draws one anew, whatever its range.
  var payloads: [Quakes.Payload]
  /// Whether the budget of additions bounds how often people refresh.
  var countsRefreshes: Bool
  var deletions: [String]
  var deletesAll: Bool
  var searches: [Quakes.Search]
  var sorts: [Quakes.Sort]
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

extension QuakesValues {
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
    for (key, zones) in [
      (CodingKeys.timeZone, [timeZone]), (.otherTimeZones, otherTimeZones ?? []),
    ] {
      guard let zone = zones.first(where: { TimeZone(identifier: $0) == nil }) else { continue }
      throw DecodingError.dataCorruptedError(
        forKey: key, in: fields, debugDescription: "there is no time zone '\(zone)'")
    }
  }
}
