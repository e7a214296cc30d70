import Model

extension Quakes {
  /// How far back a refresh asks; each feed contains the shorter ones.
  enum RefreshRange: String, CaseOrdered, Codable, Sendable {
    case allHour, allDay, allWeek, allMonth
  }

  /// A quake as the feed tells it, before it is read.
  struct FeedEntry: Hashable, Codable, Sendable {
    /// The quake; its magnitude, name and coordinates count as far as the feed gives them.
    var quake: Quake
    var lacks: Set<Gap>

    /// Something that a feed can leave out.
    enum Gap: String, Hashable, Comparable, Codable, Sendable, CaseIterable {
      case magnitude
      case name
      case coordinates

      static func < (first: Gap, second: Gap) -> Bool { first.rawValue < second.rawValue }
    }

    private enum CodingKeys: String, CodingKey { case quake, lacks }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(quake, forKey: .quake)
      if !lacks.isEmpty { try container.encode(lacks.sorted(), forKey: .lacks) }
    }
  }

  /// What the feed may answer a fetch with.
  struct Payload: Hashable, Comparable, Codable, Sendable {
    var name: String
    /// The quakes, in the feed's order; nothing keeps their ids distinct.
    var entries: [FeedEntry]

    /// The quakes as the remote store reads them.
    ///
    /// The payload is decoded as a whole before any coordinate is looked at.
    ///
    /// - Throws: `nameMissing` when a quake has no name, and a `Crash` when one has no coordinates.
    func read() throws -> [Quake] {
      if entries.contains(where: { $0.lacks.contains(.name) }) { throw nameMissing }
      return try entries.map { entry in
        if entry.lacks.contains(.coordinates) {
          throw Crash("quake \(entry.quake.quakeId) has fewer than two coordinates")
        }
        var quake = entry.quake
        if entry.lacks.contains(.magnitude) { quake.magnitude = 0 }
        return quake
      }
    }

    static func < (first: Payload, second: Payload) -> Bool {
      if first.name != second.name { return first.name < second.name }
      let (one, other) = (first.entries.map(\.quake), second.entries.map(\.quake))
      if one != other { return one.lexicographicallyPrecedes(other) }
      let (gaps, others) = (
        first.entries.map { $0.lacks.sorted() }, second.entries.map { $0.lacks.sorted() }
      )
      return gaps.lexicographicallyPrecedes(others) { $0.lexicographicallyPrecedes($1) }
    }
  }

  /// What the remote store refuses a feed with in which a quake has no name.
  static let nameMissing = OperationFailure("nameMissing")
  /// What a fetch fails with in a scope whose feed never answers.
  static let feedSilent = OperationFailure("feedSilent")
}

extension Quakes.FeedEntry {
  init(_ quake: Quake, lacking lacks: Set<Gap> = []) {
    self.quake = quake
    self.lacks = lacks
  }

  /// Reads an entry; what it lacks may be left out.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    quake = try container.decode(Quake.self, forKey: .quake)
    lacks = try container.decodeIfPresent(Set<Gap>.self, forKey: .lacks) ?? []
  }
}

extension Quakes.Payload {
  init(_ name: String, _ quakes: [Quake]) {
    self.name = name
    entries = quakes.map { Quakes.FeedEntry($0) }
  }

  init(_ name: String, entries: [Quakes.FeedEntry]) {
    self.name = name
    self.entries = entries
  }
}
