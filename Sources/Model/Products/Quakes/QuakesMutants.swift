extension Quakes {
  package static let mutants: [Mutant<Quakes>] =
    reducerMutants + filterMutants + listenerMutants + storeMutants + windowMutants + answerMutants

  private static func reducing(
    _ change: @escaping @Sendable (_ old: State, Action, _ new: inout State) throws -> Void
  ) -> @Sendable (inout Quakes) -> Void {
    {
      $0.design.reducer = { state, action in
        var next = try publishedReducer(state, action)
        try change(state, action, &next)
        return next
      }
    }
  }

  private static let reducerMutants: [Mutant<Quakes>] = [
    Mutant(
      "withdrawn-stays",
      plant: reducing { old, action, new in
        guard case .data(.remoteStoreDidFetchQuakes(.success(let quakes))) = action else { return }
        for quake in quakes where quake.magnitude == 0 {
          new.quakes.data[quake.quakeId] = old.quakes.data[quake.quakeId]
        }
      }),
    Mutant(
      "negative-shown",
      plant: reducing { _, action, new in
        guard case .data(.remoteStoreDidFetchQuakes(.success(let quakes))) = action else { return }
        for quake in quakes where quake.magnitude < 0 { new.quakes.data[quake.quakeId] = quake }
      }),
    Mutant(
      "kept-under-name",
      plant: reducing { _, action, new in
        guard case .data(.localStoreDidFetchQuakes(.success(let quakes))) = action else { return }
        for quake in quakes {
          new.quakes.data[quake.quakeId] = nil
          new.quakes.data[quake.name] = quake
        }
      }),
    Mutant(
      "refresh-twice",
      plant: reducing { old, action, new in
        if case .ui(.refreshQuakes) = action, old.quakes.status == .waiting { new.quakes.status = .success }
      }),
    Mutant(
      "failure-as-success",
      plant: reducing { _, action, new in
        if case .data(.localStoreDidFetchQuakes(.failure)) = action { new.quakes.status = .success }
      }),
    Mutant(
      "crash-on-empty",
      plant: reducing { _, action, _ in
        if case .data(.remoteStoreDidFetchQuakes(.success(let quakes))) = action, quakes.isEmpty {
          throw Crash("the first quake of an empty payload is unwrapped")
        }
      }),
  ]

  private static let filterMutants: [Mutant<Quakes>] = [
    Mutant("filter-drops-delete-all") {
      $0.filter = { old, action in action != .ui(.deleteAllQuakes) && filterQuakes(old, action) }
    },
    Mutant("filter-drops-local-fetch") {
      $0.filter = { old, action in
        if case .data(.localStoreDidFetchQuakes) = action { return false }
        return filterQuakes(old, action)
      }
    },
  ]

  private static let listenerMutants: [Mutant<Quakes>] = [
    Mutant("listener-ignores-guard") {
      $0.design.noticing = { old, action in
        if case .ui(.refreshQuakes(let range)) = action { return .refreshed(range: range) }
        return publishedNotice(old, action)
      }
    },
    Mutant("listener-forgets-delete-all") {
      $0.design.listener = { notice, current in
        notice == .deletedAll ? nil : publishedListener(notice, current)
      }
    },
    Mutant("sync-forgets-updates") {
      $0.design.listener = { notice, current in
        guard case .syncLocalQuakes(var changes)? = publishedListener(notice, current) else {
          return publishedListener(notice, current)
        }
        changes.updated = []
        return .syncLocalQuakes(changes: changes)
      }
    },
    Mutant("completion-swallows-failure") {
      $0.design.completing = { operation, result in
        if case .failure = result, case .fetchRemoteQuakes = operation { return nil }
        return publishedCompletion(operation, result)
      }
    },
  ]

  private static let storeMutants: [Mutant<Quakes>] = [
    Mutant("delete-keeps-row") {
      $0.design.store = { operation, database in
        if case .deleteLocalQuake = operation { return .done }
        return try publishedStore(operation, &database)
      }
    },
    Mutant("sync-keeps-first") {
      $0.design.store = { operation, database in
        guard case .syncLocalQuakes(var changes) = operation else {
          return try publishedStore(operation, &database)
        }
        changes.inserted = Array(changes.inserted.prefix(1))
        return try publishedStore(.syncLocalQuakes(changes: changes), &database)
      }
    },
    Mutant("sync-keeps-deleted") {
      $0.design.store = { operation, database in
        guard case .syncLocalQuakes(var changes) = operation else {
          return try publishedStore(operation, &database)
        }
        changes.deleted = []
        return try publishedStore(.syncLocalQuakes(changes: changes), &database)
      }
    },
    Mutant("sync-keeps-backups") {
      $0.design.store = { operation, database in
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
  /// What only a definition of the function tells.
  private static let answerMutants: [Mutant<Quakes>] = [
    Mutant("search-finds-beginnings") {
      $0.design.subscribing = { subscription in
        guard subscription.name == "quakes" else { return subscription }
        return subscription.with(output: { state, order in
          let found = subscription.output(state, order).value as? [String: Quake] ?? [:]
          let text =
            subscription.parameter.split(separator: "'", omittingEmptySubsequences: false)
            .dropFirst().first.map(String.init) ?? ""
          return found.filter { $0.value.name.hasPrefix(text) }
        })
      }
    },
    Mutant("days-of-another-zone") { $0.calendar = Quakes.calendar("Pacific/Kiritimati") },
    Mutant("band-begins-an-ulp-later") {
      $0.format.bands[0].magnitudes = 0..<1.nextUp
      $0.format.bands[1].magnitudes = 1.nextUp..<2
    },
    Mutant("delete-removes-one-row") {
      let store = $0.design.store
      $0.design.store = { operation, database in
        guard case .deleteLocalQuake(let id) = operation else { return try store(operation, &database) }
        var rows = database.rows
        if let place = rows.firstIndex(where: { $0.quakeId == id }) { rows.remove(at: place) }
        database = Database(rows: rows)
        return .done
      }
    },
  ]
}
