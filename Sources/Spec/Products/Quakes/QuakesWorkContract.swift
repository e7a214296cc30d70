import Foundation
import Model
import Spec

/// What the listener of Quakes does, by definition.
enum QuakesListenerContract {
  /// A fetch counts when the status was not waiting for it; deletes and payloads of the feed always
  /// do.
  static func notice(_ old: Quakes.State, _ action: Quakes.Action) -> Quakes.Notice? {
    switch action {
    case .ui(.quakeListOnAppear): old.quakes.status == nil ? .appeared : nil
    case .ui(.refreshQuakes(let range)):
      old.quakes.status == .waiting ? nil : .refreshed(range: range)
    case .ui(.deleteSelectedQuake(let id)): .deleted(id: id)
    case .ui(.deleteAllQuakes): .deletedAll
    case .data(.remoteStoreDidFetchQuakes(.success(let payload))):
      .received(
        payload.map { quake in
          if let known = old.quakes.data[quake.quakeId] {
            .known(id: quake.quakeId, known)
          } else {
            .new(quake)
          }
        })
    case .data: nil
    }
  }

  static func asks(_ notice: Quakes.Notice, _ current: Quakes.State) -> Quakes.Operation? {
    let (isWaiting, data) = (current.quakes.status == .waiting, current.quakes.data)
    switch notice {
    case .appeared: return isWaiting ? .fetchLocalQuakes : nil
    case .refreshed(let range):
      return isWaiting ? .fetchRemoteQuakes(range: range, answer: nil) : nil
    case .deleted(let id): return .deleteLocalQuake(id: id)
    case .deletedAll: return .deleteAllLocalQuakes
    case .received(let payload):
      let new: [Quake] = payload.compactMap { if case .new(let quake) = $0 { quake } else { nil } }
      let known: [(id: String, was: Quake)] = payload.compactMap {
        if case .known(let id, let quake) = $0 { (id, quake) } else { nil }
      }
      return .syncLocalQuakes(
        changes: Quakes.Changes(
          inserted: new.filter { data[$0.quakeId] != nil },
          updated: known.compactMap { id, was in data[id].flatMap { differ($0, was) ? $0 : nil } },
          deleted: known.map(\.id).filter { data[$0] == nil }))
    }
  }

  /// Whether any of the seven fields differs; what is no number differs from itself.
  private static func differ(_ one: Quake, _ other: Quake) -> Bool {
    one.quakeId != other.quakeId || one.name != other.name || one.time != other.time
      || one.updated != other.updated || one.magnitude != other.magnitude
      || one.longitude != other.longitude || one.latitude != other.latitude
  }

  static func completes(
    _ operation: Quakes.Operation, _ result: Result<Quakes.Reply, OperationFailure>
  ) -> Quakes.Action? {
    let outcome: Outcome<[Quake]>
    switch result {
    case .success(.quakes(let quakes)): outcome = .success(payload: quakes)
    case .success(.done): return nil
    case .failure(let failure): outcome = .failure(text: failure.text)
    }
    return switch operation {
    case .fetchLocalQuakes: .data(.localStoreDidFetchQuakes(result: outcome))
    case .fetchRemoteQuakes: .data(.remoteStoreDidFetchQuakes(result: outcome))
    case .deleteLocalQuake, .deleteAllLocalQuakes, .syncLocalQuakes: nil
    }
  }

  /// The state with one field of one quake changed, as little as it can be.
  static func drawnCurrents(_ state: Quakes.State) -> [Quakes.State] {
    let changes: [@Sendable (inout Quake) -> Void] = [
      { $0.name = String($0.name.dropLast()) + ($0.name.last == "a" ? "b" : "a") },
      { $0.name = $0.name == $0.name.uppercased() ? $0.name.lowercased() : $0.name.uppercased() },
      { $0.time.addTimeInterval(0.01) }, { $0.updated.addTimeInterval(0.01) },
      { $0.magnitude = $0.magnitude.nextUp }, { $0.longitude = $0.longitude.nextUp },
      { $0.latitude = $0.latitude.nextUp },
    ]
    return state.quakes.data.keys.sorted().prefix(2).flatMap { id in
      changes.map { change in
        var near = state
        if var quake = near.quakes.data[id] {
          change(&quake)
          near.quakes.data[id] = quake
        }
        return near
      }
    }
  }
}

/// What the stores of Quakes do, by definition.
enum QuakesStoreContract {
  /// The operation of every action, on a table that holds what the state holds, and each row twice.
  static func drawnOperations(
    _ state: Quakes.State, _ action: Quakes.Action
  ) -> [(Quakes.Operation, Quakes.Database)] {
    let rows = state.quakes.data.values.sorted()
    let operations: [Quakes.Operation] =
      switch action {
      case .ui(.quakeListOnAppear): [.fetchLocalQuakes]
      case .ui(.deleteSelectedQuake(let id)): [.deleteLocalQuake(id: id)]
      case .ui(.deleteAllQuakes): [.deleteAllLocalQuakes]
      case .data(.localStoreDidFetchQuakes(.success(let quakes))),
        .data(.remoteStoreDidFetchQuakes(.success(let quakes))):
        drawnPayloads(quakes) + drawnSyncs(quakes, state)
      default: []
      }
    let deletes: [Quakes.Operation] =
      rows.count > 12 ? [] : rows.map { .deleteLocalQuake(id: $0.quakeId) }
    // A feed's answer is read whatever the rows are.
    return deletes.map { ($0, Quakes.Database(rows: rows)) }
      + operations.flatMap { operation in
        let isRemote = if case .fetchRemoteQuakes = operation { true } else { false }
        let tables = isRemote ? [rows] : [rows, rows + rows] + rows.prefix(1).map(many)
        return tables.map { (operation, Quakes.Database(rows: $0)) }
      }
  }

  /// More rows than a page holds.
  private static func many(_ row: Quake) -> [Quake] {
    (0..<130).map { number in
      var copy = row
      copy.quakeId = "many \(number)"
      return copy
    }
  }

  /// The quakes as a feed tells them: whole, with one thing left out at one place, or two things at
  /// two; and for a longer time, and many of them.
  private static func drawnPayloads(_ quakes: [Quake]) -> [Quakes.Operation] {
    func payload(
      _ range: Quakes.RefreshRange, _ quakes: [Quake], _ gaps: [Int: Set<Quakes.FeedEntry.Gap>]
    )
      -> Quakes.Operation
    {
      let entries = quakes.enumerated().map { Quakes.FeedEntry($1, lacking: gaps[$0] ?? []) }
      return .fetchRemoteQuakes(range: range, answer: Quakes.Payload("drawn", entries: entries))
    }
    let last = quakes.count - 1
    let gaps = Quakes.FeedEntry.Gap.allCases.flatMap { gap in
      Set([0, last]).sorted().map { [$0: Set([gap])] }
    }
    return Quakes.RefreshRange.allCases.map { payload($0, quakes, [:]) }
      + (last < 0 ? [] : gaps.map { payload(.allHour, quakes, $0) })
      + (last < 1 ? [] : [payload(.allHour, quakes, [0: [.coordinates], last: [.name]])])
      + (last < 0 ? [] : [payload(.allHour, quakes, [last: [.magnitude, .name]])])
      + quakes.prefix(1).map { payload(.allHour, Array(repeating: $0, count: 30), [:]) }
  }

  /// Inserts the quakes, updates them, and deletes what has their ids.
  private static func drawnSyncs(_ quakes: [Quake], _ state: Quakes.State) -> [Quakes.Operation] {
    let (new, known) = (
      quakes.filter { state.quakes.data[$0.quakeId] == nil },
      quakes.filter { state.quakes.data[$0.quakeId] != nil }
    )
    // Of one quake that is in two lists, what comes later counts.
    let changed = quakes.prefix(1).map { quake in
      var changed = quake
      changed.name += " b"
      return changed
    }
    return [
      Quakes.Changes(inserted: quakes), Quakes.Changes(updated: quakes),
      Quakes.Changes(inserted: quakes, updated: changed, deleted: quakes.suffix(1).map(\.quakeId)),
      Quakes.Changes(deleted: quakes.map(\.quakeId)),
      Quakes.Changes(inserted: new, deleted: known.map(\.quakeId)),
      Quakes.Changes(inserted: new, updated: known),
    ].map { .syncLocalQuakes(changes: $0) }
  }

  /// A payload with all names and some coordinates missing, and two updates of one quake, end the
  /// app.
  static func trapsPerforming(_ operation: Quakes.Operation) -> Bool {
    switch operation {
    case .fetchRemoteQuakes(_, let payload?):
      let lacks = payload.entries.reduce(into: Set()) { $0.formUnion($1.lacks) }
      return lacks.contains(.coordinates) && !lacks.contains(.name)
    case .syncLocalQuakes(let changes):
      return Set(changes.updated.map(\.quakeId)).count < changes.updated.count
    default: return false
    }
  }

  /// What is wrong with what an operation did.
  static func performs(
    _ operation: Quakes.Operation, _ before: Quakes.Database, _ performed: Performed<Quakes>
  ) -> String? {
    let (old, new) = (before.rows, performed.database.rows)
    var answer: Result<Quakes.Reply, OperationFailure> = .success(.done)
    var told = old
    switch operation {
    case .fetchLocalQuakes:
      guard case .success(.quakes(let all)) = performed.result, isAlike(all, old) else {
        return "it should answer all rows"
      }
      answer = performed.result
    case .fetchRemoteQuakes(_, let payload): answer = read(payload)
    case .deleteLocalQuake(let id): told = old.filter { $0.quakeId != id }
    case .deleteAllLocalQuakes: told = []
    case .syncLocalQuakes(let changes):
      // Each row as the last update of its id has it; new ones beside; none of what is deleted.
      told = (old + changes.inserted).map { row in
        changes.updated.last { $0.quakeId == row.quakeId } ?? row
      }
      .filter { !changes.deleted.contains($0.quakeId) }
    }
    if performed.result != answer { return "it should answer \(answer), not \(performed.result)" }
    return isAlike(told, new) ? nil : "the rows should be \(words(told)), not \(words(new))"
  }

  /// What the remote store makes of an answer of the feed: a magnitude that is missing is 0, and
  /// without a name nothing is read.
  private static func read(_ payload: Quakes.Payload?) -> Result<Quakes.Reply, OperationFailure> {
    guard let entries = payload?.entries else { return .failure(OperationFailure("feedSilent")) }
    if entries.contains(where: { $0.lacks.contains(.name) }) {
      return .failure(OperationFailure("nameMissing"))
    }
    return .success(
      .quakes(
        entries.map { entry in
          var quake = entry.quake
          quake.magnitude = entry.lacks.contains(.magnitude) ? 0 : quake.magnitude
          return quake
        }))
  }

  /// Whether the rows are the same, in whatever order.
  private static func isAlike(_ rows: [Quake], _ others: [Quake]) -> Bool {
    var left = others
    // Most stand where they stood, and long names are slow to hash.
    let areFound = rows.allSatisfy { row in
      left.firstIndex(of: row).map { left.remove(at: $0) } != nil
    }
    return areFound && left.isEmpty
  }

  private static func words(_ rows: [Quake]) -> String {
    rows.sorted().map { "'\($0.quakeId)' (\($0.magnitude))" }.joined(separator: ", ")
  }
}
