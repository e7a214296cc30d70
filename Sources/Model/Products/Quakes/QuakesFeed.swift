import Foundation

extension Quakes {
  /// How far back a refresh asks; each feed contains the shorter ones.
  public enum RefreshRange: String, Hashable, Comparable, Codable, Sendable, CaseIterable {
    /// The last hour.
    case allHour
    /// The last day.
    case allDay
    /// The last week.
    case allWeek
    /// The last month.
    case allMonth

    /// Shorter ranges first.
    public static func < (first: Self, second: Self) -> Bool { first.place < second.place }

    private var place: Int {
      switch self {
      case .allHour: 0
      case .allDay: 1
      case .allWeek: 2
      case .allMonth: 3
      }
    }
  }

  /// A quake as the feed tells it, before it is read.
  public struct FeedEntry: Hashable, Codable, Sendable {
    /// The quake; its magnitude, name and coordinates count as far as the feed gives them.
    public var quake: Quake
    /// What the feed leaves out.
    public var lacks: Set<Gap>

    /// Something that a feed can leave out.
    public enum Gap: String, Hashable, Comparable, Codable, Sendable, CaseIterable {
      /// No magnitude.
      case magnitude
      /// No name.
      case name
      /// Fewer than two coordinates.
      case coordinates

      /// Compares the words.
      public static func < (first: Gap, second: Gap) -> Bool { first.rawValue < second.rawValue }
    }

    /// Makes an entry; a whole one by default.
    public init(_ quake: Quake, lacking lacks: Set<Gap> = []) {
      self.quake = quake
      self.lacks = lacks
    }

    private enum CodingKeys: String, CodingKey { case quake, lacks }

    /// Reads an entry; what it lacks may be left out.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      quake = try container.decode(Quake.self, forKey: .quake)
      lacks = try container.decodeIfPresent(Set<Gap>.self, forKey: .lacks) ?? []
    }

    /// Writes an entry, and what it lacks if it lacks something.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(quake, forKey: .quake)
      if !lacks.isEmpty { try container.encode(lacks.sorted(), forKey: .lacks) }
    }
  }

  /// What the feed may answer a fetch with.
  public struct Payload: Hashable, Comparable, Codable, Sendable {
    /// The name by which stories tell it.
    public var name: String
    /// The quakes, in the feed's order; nothing keeps their ids distinct.
    public var entries: [FeedEntry]

    /// Makes a payload of whole entries.
    public init(_ name: String, _ quakes: [Quake]) {
      self.name = name
      entries = quakes.map { FeedEntry($0) }
    }

    /// Makes a payload.
    public init(_ name: String, entries: [FeedEntry]) {
      self.name = name
      self.entries = entries
    }

    /// The quakes as the remote store reads them.
    ///
    /// - Throws: `nameMissing` when a quake has no name, and a `Crash` when one has no coordinates.
    public func read() throws -> [Quake] {
      try entries.map { entry in
        if entry.lacks.contains(.coordinates) {
          throw Crash("quake \(entry.quake.quakeId) has fewer than two coordinates")
        }
        if entry.lacks.contains(.name) { throw nameMissing }
        var quake = entry.quake
        if entry.lacks.contains(.magnitude) { quake.magnitude = 0 }
        return quake
      }
    }

    /// Compares names, then quakes, then what they lack.
    public static func < (first: Payload, second: Payload) -> Bool {
      if first.name != second.name { return first.name < second.name }
      let (one, other) = (first.entries.map(\.quake), second.entries.map(\.quake))
      if one != other { return one.lexicographicallyPrecedes(other) }
      let (gaps, others) = (first.entries.map { $0.lacks.sorted() }, second.entries.map { $0.lacks.sorted() })
      return gaps.lexicographicallyPrecedes(others) { $0.lexicographicallyPrecedes($1) }
    }
  }

  /// What the remote store refuses a feed with in which a quake has no name.
  public static let nameMissing = OperationFailure("nameMissing")
  /// What a fetch fails with in a scope whose feed never answers.
  public static let feedSilent = OperationFailure("feedSilent")
}
