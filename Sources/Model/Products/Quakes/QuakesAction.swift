extension Quakes {
  /// The Redux value: what a component or the data layer dispatches.
  public enum Action: Hashable, Sendable {
    /// A component.
    case ui(UserAction)
    /// The data layer.
    case data(DataAction)
  }

  /// What components dispatch.
  public enum UserAction: Hashable, Comparable, Codable, Sendable {
    /// The quake list appears.
    case quakeListOnAppear
    /// Refresh, for a range.
    case refreshQuakes(range: RefreshRange)
    /// Delete Selected.
    case deleteSelectedQuake(id: String)
    /// Delete All.
    case deleteAllQuakes
  }

  /// What thunks dispatch when a fetch is done.
  public enum DataAction: Hashable, Codable, Sendable {
    /// The rows of the local store.
    case localStoreDidFetchQuakes(result: Outcome<[Quake]>)
    /// What the feed holds.
    case remoteStoreDidFetchQuakes(result: Outcome<[Quake]>)
  }

  /// What a thunk asks one of the stores for.
  public enum Operation: Hashable, Comparable, Codable, Sendable {
    /// All rows.
    case fetchLocalQuakes
    /// The feed of a range; the answer is nil until the feed has given one.
    case fetchRemoteQuakes(range: RefreshRange, answer: Payload?)
    /// Removes every row of an id.
    case deleteLocalQuake(id: String)
    /// Removes every row.
    case deleteAllLocalQuakes
    /// Brings the rows in step with what a payload changed.
    case syncLocalQuakes(changes: Changes)

    /// Fetches before deletes before syncs; an unanswered fetch first.
    public static func < (first: Operation, second: Operation) -> Bool {
      switch (first, second) {
      case (.fetchRemoteQuakes(let range, let answer), .fetchRemoteQuakes(let other, let otherAnswer)):
        if range != other { return range < other }
        guard let otherAnswer else { return false }
        return answer.map { $0 < otherAnswer } ?? true
      case (.deleteLocalQuake(let id), .deleteLocalQuake(let other)): return id < other
      case (.syncLocalQuakes(let changes), .syncLocalQuakes(let others)): return changes < others
      default: return first.rank < second.rank
      }
    }

    private var rank: Int {
      switch self {
      case .fetchLocalQuakes: 0
      case .fetchRemoteQuakes: 1
      case .deleteLocalQuake: 2
      case .deleteAllLocalQuakes: 3
      case .syncLocalQuakes: 4
      }
    }
  }

  /// What a sync does, worked out from the data before a payload came and the data when the listener handles
  /// it.
  public struct Changes: Hashable, Comparable, Codable, Sendable {
    /// Quakes that are new.
    public var inserted: [Quake] = []
    /// Quakes that differ from what they were.
    public var updated: [Quake] = []
    /// Ids of quakes that are gone.
    public var deleted: [String] = []

    /// Makes changes; none by default.
    public init(inserted: [Quake] = [], updated: [Quake] = [], deleted: [String] = []) {
      self.inserted = inserted
      self.updated = updated
      self.deleted = deleted
    }

    /// Compares what is inserted, then updated, then deleted.
    public static func < (first: Changes, second: Changes) -> Bool {
      if first.inserted != second.inserted {
        return first.inserted.lexicographicallyPrecedes(second.inserted)
      }
      if first.updated != second.updated { return first.updated.lexicographicallyPrecedes(second.updated) }
      return first.deleted.lexicographicallyPrecedes(second.deleted)
    }
  }

  /// What a store answers.
  public enum Reply: Hashable, Sendable {
    /// To a fetch.
    case quakes([Quake])
    /// To all else: nothing.
    case done
  }
}

extension Quakes.Action: Codable {
  private enum Key: String, CodingKey { case ui, data }

  /// Reads `{"ui": …}` or `{"data": …}`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if container.contains(.ui) {
      self = .ui(try container.decode(Quakes.UserAction.self, forKey: .ui))
    } else {
      self = .data(try container.decode(Quakes.DataAction.self, forKey: .data))
    }
  }

  /// Writes `{"ui": …}` or `{"data": …}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .ui(let action): try container.encode(action, forKey: .ui)
    case .data(let action): try container.encode(action, forKey: .data)
    }
  }
}
