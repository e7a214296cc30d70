extension Quakes {
  /// A design with one planted defect: its name, what it plants, and how.
  private struct Mutant: Sendable {
    let name: String
    let plant: @Sendable (inout Quakes) -> Void
  }

  /// The names of the designs with one planted defect.
  public static let mutantNames = mutants.map(\.name)

  /// A design by its name: "published" or "mutant(<name>)"; nil when there is none.
  public init?(design: String, values: Values) {
    self.init(calendar: values.calendar)
    countsRefreshes = values.countsRefreshes
    if let search = values.searches.first { firstSearch = search }
    if design == "published" { return }
    guard let mutant = Self.mutants.first(where: { design == "mutant(\($0.name))" }) else { return nil }
    mutant.plant(&self)
  }

  private static let mutants = reducerMutants + filterMutants + listenerMutants + storeMutants

  /// Changes what the published reducer answers.
  private static func reducing(
    _ change: @escaping @Sendable (_ old: State, Action, _ new: inout State) throws -> Void
  ) -> @Sendable (inout Quakes) -> Void {
    {
      $0.reducer = { state, action in
        var next = try publishedReducer(state, action)
        try change(state, action, &next)
        return next
      }
    }
  }

  private static let reducerMutants = [
    Mutant(
      name: "withdrawn-stays",
      plant: reducing { old, action, new in
        guard case .data(.remoteStoreDidFetchQuakes(.success(let quakes))) = action else { return }
        for quake in quakes where quake.magnitude == 0 {
          new.quakes.data[quake.quakeId] = old.quakes.data[quake.quakeId]
        }
      }),
    Mutant(
      name: "negative-shown",
      plant: reducing { _, action, new in
        guard case .data(.remoteStoreDidFetchQuakes(.success(let quakes))) = action else { return }
        for quake in quakes where quake.magnitude < 0 { new.quakes.data[quake.quakeId] = quake }
      }),
    Mutant(
      name: "kept-under-name",
      plant: reducing { _, action, new in
        guard case .data(.localStoreDidFetchQuakes(.success(let quakes))) = action else { return }
        for quake in quakes {
          new.quakes.data[quake.quakeId] = nil
          new.quakes.data[quake.name] = quake
        }
      }),
    Mutant(
      name: "refresh-twice",
      plant: reducing { old, action, new in
        if case .ui(.refreshQuakes) = action, old.quakes.status == .waiting { new.quakes.status = .success }
      }),
    Mutant(
      name: "failure-as-success",
      plant: reducing { _, action, new in
        if case .data(.localStoreDidFetchQuakes(.failure)) = action { new.quakes.status = .success }
      }),
    Mutant(
      name: "crash-on-empty",
      plant: reducing { _, action, _ in
        if case .data(.remoteStoreDidFetchQuakes(.success(let quakes))) = action, quakes.isEmpty {
          throw Crash("the first quake of an empty payload is unwrapped")
        }
      }),
  ]

  private static let filterMutants = [
    Mutant(name: "filter-drops-delete-all") {
      $0.filter = { old, action in action != .ui(.deleteAllQuakes) && filterQuakes(old, action) }
    },
    Mutant(name: "filter-drops-local-fetch") {
      $0.filter = { old, action in
        if case .data(.localStoreDidFetchQuakes) = action { return false }
        return filterQuakes(old, action)
      }
    },
  ]

  private static let listenerMutants = [
    Mutant(name: "listener-ignores-guard") {
      $0.noticing = { old, action in
        if case .ui(.refreshQuakes(let range)) = action { return .refreshed(range: range) }
        return publishedNotice(old, action)
      }
    },
    Mutant(name: "listener-forgets-delete-all") {
      $0.listener = { notice, current in notice == .deletedAll ? nil : publishedListener(notice, current) }
    },
    Mutant(name: "sync-forgets-updates") {
      $0.listener = { notice, current in
        guard case .syncLocalQuakes(var changes)? = publishedListener(notice, current) else {
          return publishedListener(notice, current)
        }
        changes.updated = []
        return .syncLocalQuakes(changes: changes)
      }
    },
    Mutant(name: "completion-swallows-failure") {
      $0.completing = { operation, result in
        if case .failure = result, case .fetchRemoteQuakes = operation { return nil }
        return publishedCompletion(operation, result)
      }
    },
  ]

  private static let storeMutants = [
    Mutant(name: "delete-keeps-row") {
      $0.store = { operation, database in
        if case .deleteLocalQuake = operation { return .done }
        return try publishedStore(operation, &database)
      }
    },
    Mutant(name: "sync-keeps-first") {
      $0.store = { operation, database in
        guard case .syncLocalQuakes(var changes) = operation else {
          return try publishedStore(operation, &database)
        }
        changes.inserted = Array(changes.inserted.prefix(1))
        return try publishedStore(.syncLocalQuakes(changes: changes), &database)
      }
    },
    Mutant(name: "sync-keeps-deleted") {
      $0.store = { operation, database in
        guard case .syncLocalQuakes(var changes) = operation else {
          return try publishedStore(operation, &database)
        }
        changes.deleted = []
        return try publishedStore(.syncLocalQuakes(changes: changes), &database)
      }
    },
    Mutant(name: "sync-keeps-backups") {
      $0.store = { operation, database in
        guard case .syncLocalQuakes(var changes) = operation else {
          return try publishedStore(operation, &database)
        }
        changes.inserted += (changes.inserted + database.rows).flatMap { row in
          (1...4).map { number in
            var copy = row
            copy.quakeId += "·\(number)"
            return copy
          }
        }
        return try publishedStore(.syncLocalQuakes(changes: changes), &database)
      }
    },
  ]
}
