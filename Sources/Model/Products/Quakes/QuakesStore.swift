import Model

extension Quakes {
  /// The local store's table; nothing keeps ids unique.
  struct Database: Hashable, Codable, Sendable {
    /// The rows by id; those of one id in the order in which they came.
    ///
    /// Where rows of different ids stand among each other makes no difference to any operation.
    private(set) var rows: [Quake] = []

    init(rows: [Quake] = []) { rows.forEach { insert($0) } }

    mutating func insert(_ quake: Quake) {
      let place = rows.firstIndex { $0.quakeId > quake.quakeId } ?? rows.endIndex
      rows.insert(quake, at: place)
    }

    mutating func remove(ids: Set<String>) { rows.removeAll { ids.contains($0.quakeId) } }

    mutating func removeAll() { rows = [] }

    /// Overwrites every row of the quakes' ids; a quake without a row is passed over.
    ///
    /// - Throws: a `Crash` when two quakes share an id.
    mutating func update(_ quakes: [Quake]) throws {
      var updates: [String: Quake] = [:]
      for quake in quakes where updates.updateValue(quake, forKey: quake.quakeId) != nil {
        throw Crash(
          "quake \(quake.quakeId) is twice among the updates, whose keys have to be unique")
      }
      rows = rows.map { updates[$0.quakeId] ?? $0 }
    }
  }
}

/// The stores as published.
enum QuakesStore {
  /// Carries an operation out as published.
  ///
  /// - Throws: an `OperationFailure` when the feed cannot be read, and a `Crash`.
  @Sendable static func perform(_ operation: Quakes.Operation, _ database: inout Quakes.Database)
    throws
    -> Quakes.Reply
  {
    switch operation {
    case .fetchLocalQuakes:
      return .quakes(database.rows)
    case .fetchRemoteQuakes(_, let answer):
      guard let answer else { throw Quakes.feedSilent }
      return .quakes(try answer.read())
    case .deleteLocalQuake(let id):
      database.remove(ids: [id])
    case .deleteAllLocalQuakes:
      database.removeAll()
    case .syncLocalQuakes(let changes):
      changes.inserted.forEach { database.insert($0) }
      try database.update(changes.updated)
      database.remove(ids: Set(changes.deleted))
    }
    return .done
  }
}
