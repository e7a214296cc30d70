import Model

extension Quakes {
  func kind(of subject: Subject) -> String { "quakes" }
  /// None: the only subject is a collection.
  func name(of subject: Subject) -> String { "" }

  func statuses(of state: State) -> [Subject: Status] {
    state.quakes.status.map { [.quakes: $0] } ?? [:]
  }

  /// The quakes' status for a fetch, and for a delete that is waited for; nothing reports what
  /// became of all else.
  func subjects(of operation: Operation) -> [Subject] {
    switch operation {
    case .fetchLocalQuakes, .fetchRemoteQuakes: [.quakes]
    case .deleteLocalQuake, .deleteAllLocalQuakes:
      repaired.contains(.deleteThenHide) ? [.quakes] : []
    case .syncLocalQuakes: []
    }
  }

  func subjects(askedForBy notice: Notice) -> [Subject] {
    switch notice {
    case .appeared, .refreshed: [.quakes]
    case .deleted, .deletedAll: repaired.contains(.deleteThenHide) ? [.quakes] : []
    case .received: []
    }
  }

  func contents(of state: State) -> [String: Quake] { state.quakes.data }

  func rows(of database: Database) -> StoredRows<[String: Quake]> {
    let ids = database.rows.map(\.quakeId)
    if let repeated = zip(ids, ids.dropFirst()).first(where: { $0 == $1 }) {
      return .repeated(id: repeated.0)
    }
    return .rows(database.rows.reduce(into: [:]) { $0[$1.quakeId] = $1 })
  }

  /// Every ui action of the values, and every completion with the payloads that the values can lead
  /// to.
  func vocabulary(values: Values) -> [Action] {
    let payloads = values.payloads.compactMap { try? $0.read() }
    let stored = Set(payloads.joined().filter { $0.magnitude > 0 }).sorted()
    var local: [[Quake]] = [[]] + stored.map { [$0] }
    if stored.count > 1 { local.append(stored) }
    return gestures(in: State(), values: values).map(Action.ui)
      + (local.answers { .localStoreDidFetchQuakes(result: $0) }
      + payloads.answers { .remoteStoreDidFetchQuakes(result: $0) }).once.map(Action.data)
  }
}
