import Model

extension Quakes {
  enum Action: Hashable, Sendable {
    case ui(UserAction)
    case data(DataAction)
  }

  /// What components dispatch.
  enum UserAction: Hashable, Comparable, Codable, Sendable {
    case quakeListOnAppear
    case refreshQuakes(range: RefreshRange)
    case deleteSelectedQuake(id: String)
    case deleteAllQuakes
  }

  /// What thunks dispatch when an operation is done.
  enum DataAction: Hashable, Codable, Sendable {
    case localStoreDidFetchQuakes(result: Outcome<[Quake]>)
    case remoteStoreDidFetchQuakes(result: Outcome<[Quake]>)
  }

  /// What a thunk asks one of the stores for.
  enum Operation: Hashable, Comparable, Codable, Sendable {
    case fetchLocalQuakes
    /// The feed of a range; the answer is nil until the feed has given one.
    case fetchRemoteQuakes(range: RefreshRange, answer: Payload?)
    case deleteLocalQuake(id: String)
    case deleteAllLocalQuakes
    case syncLocalQuakes(changes: Changes)

    /// Fetches before deletes before syncs; an unanswered fetch first.
    static func < (first: Operation, second: Operation) -> Bool {
      switch (first, second) {
      case (
        .fetchRemoteQuakes(let range, let answer), .fetchRemoteQuakes(let other, let otherAnswer)
      ):
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

  /// What a sync does, worked out from the data before a payload came and the data when the
  /// listener handles it.
  struct Changes: Hashable, Comparable, Codable, Sendable {
    var inserted: [Quake] = []
    var updated: [Quake] = []
    var deleted: [String] = []

    static func < (first: Changes, second: Changes) -> Bool {
      if first.inserted != second.inserted {
        return first.inserted.lexicographicallyPrecedes(second.inserted)
      }
      if first.updated != second.updated {
        return first.updated.lexicographicallyPrecedes(second.updated)
      }
      return first.deleted.lexicographicallyPrecedes(second.deleted)
    }
  }

  enum Reply: Hashable, Sendable {
    case quakes([Quake])
    case done
  }
}

extension Quakes.Action: SplitAction {
  var user: Quakes.UserAction? { if case .ui(let action) = self { action } else { nil } }
  var completion: Quakes.DataAction? { if case .data(let action) = self { action } else { nil } }
}
