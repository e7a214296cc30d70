import Foundation

/// An earthquake.
///
/// Equal quakes have equal fields, and numbers that are none are equal here: a value that differs from itself
/// would break every dictionary and every comparison of outputs.
public struct Quake: Sendable {
  /// The id, in feed, state and database alike.
  public var quakeId: String
  /// How strong it was; 0 or less says that it is withdrawn.
  public var magnitude: Double
  /// When it happened.
  public var time: Date
  /// When what is known of it was last changed.
  public var updated: Date
  /// What people read: where it happened.
  public var name: String
  /// Degrees east.
  public var longitude: Double
  /// Degrees north.
  public var latitude: Double

  /// Makes a quake.
  public init(
    quakeId: String, magnitude: Double, time: Date, updated: Date, name: String, longitude: Double = 0,
    latitude: Double = 0
  ) {
    self.quakeId = quakeId
    self.magnitude = magnitude
    self.time = time
    self.updated = updated
    self.name = name
    self.longitude = longitude
    self.latitude = latitude
  }
}

extension Quake: Hashable {
  /// Compares all fields.
  public static func == (first: Quake, second: Quake) -> Bool {
    func isSame(_ one: Double, _ other: Double) -> Bool { one == other || one.isNaN && other.isNaN }
    return first.quakeId == second.quakeId && isSame(first.magnitude, second.magnitude)
      && first.time == second.time && first.updated == second.updated && first.name == second.name
      && isSame(first.longitude, second.longitude) && isSame(first.latitude, second.latitude)
  }

  /// Feeds all fields.
  public func hash(into hasher: inout Hasher) {
    func feed(_ number: Double) { hasher.combine(number.isNaN ? .nan : number) }
    hasher.combine(quakeId)
    feed(magnitude)
    hasher.combine(time)
    hasher.combine(updated)
    hasher.combine(name)
    feed(longitude)
    feed(latitude)
  }

  /// Whether any field of another quake differs by the field's own comparison, by which a number that is none
  /// differs from itself.
  public func differs(from other: Quake) -> Bool {
    self != other || [magnitude, longitude, latitude].contains { $0.isNaN }
  }
}

extension Quake: Comparable {
  /// Compares ids, then the other fields in their order.
  public static func < (first: Quake, second: Quake) -> Bool {
    if first.quakeId != second.quakeId { return first.quakeId < second.quakeId }
    if first.magnitude != second.magnitude { return first.magnitude < second.magnitude }
    return (first.time, first.updated, first.name, first.longitude, first.latitude)
      < (second.time, second.updated, second.name, second.longitude, second.latitude)
  }
}

extension Quake: Codable {
  private enum Key: String, CodingKey {
    case quakeId, magnitude, time, updated, name, longitude, latitude
  }

  /// Reads an object with a key for each field.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    func number(_ key: Key) throws -> Double { try container.decode(WideNumber.self, forKey: key).value }
    func date(_ key: Key) throws -> Date { try container.decode(WrittenDate.self, forKey: key).value }
    self.init(
      quakeId: try container.decode(String.self, forKey: .quakeId), magnitude: try number(.magnitude),
      time: try date(.time), updated: try date(.updated),
      name: try container.decode(String.self, forKey: .name), longitude: try number(.longitude),
      latitude: try number(.latitude))
  }

  /// Writes an object with a key for each field.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(quakeId, forKey: .quakeId)
    try container.encode(WideNumber(magnitude), forKey: .magnitude)
    try container.encode(WrittenDate(time), forKey: .time)
    try container.encode(WrittenDate(updated), forKey: .updated)
    try container.encode(name, forKey: .name)
    try container.encode(WideNumber(longitude), forKey: .longitude)
    try container.encode(WideNumber(latitude), forKey: .latitude)
  }
}

/// A date as traces hold it: a readable string where that says all, else seconds since 2001.
public struct WrittenDate: Hashable, Codable, Sendable {
  /// The date.
  public var value: Date

  /// Makes one.
  public init(_ value: Date) { self.value = value }

  private static let style = Date.ISO8601FormatStyle()

  /// The date as people read it, if nothing of it is lost: "2001-01-01T00:00:00Z".
  public var text: String? {
    // Outside these years the form has other lengths, and readers disagree about it.
    guard abs(value.timeIntervalSinceReferenceDate) < 30_000_000_000 else { return nil }
    let text = value.formatted(Self.style)
    return (try? Self.style.parse(text)) == value ? text : nil
  }

  /// Reads a string like "2001-01-01T00:00:00Z", or seconds since then.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self), let date = try? Self.style.parse(text) {
      value = date
    } else {
      value = Date(timeIntervalSinceReferenceDate: try container.decode(WideNumber.self).value)
    }
  }

  /// Writes a string, or seconds.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let text {
      try container.encode(text)
    } else {
      try container.encode(WideNumber(value.timeIntervalSinceReferenceDate))
    }
  }
}
