import Model

/// Planted defects of Quakes.
enum QuakesMutants {
  /// Those that change a function by code; the rest stand in the table.
  static let written: [Mutant<Quakes>] =
    reducerMutants + filterMutants + listenerMutants + storeMutants + QuakesWindowMutants.all
    + answerMutants + rareMutants

  private static let reducerMutants: [Mutant<Quakes>] = [
    .reducing("withdrawn-stays") { old, action, new in
      guard case .data(.remoteStoreDidFetchQuakes(.success(let quakes))) = action else { return }
      for quake in quakes where quake.magnitude == 0 {
        new.quakes.data[quake.quakeId] = old.quakes.data[quake.quakeId]
      }
    },
    .reducing("negative-shown") { _, action, new in
      guard case .data(.remoteStoreDidFetchQuakes(.success(let quakes))) = action else { return }
      for quake in quakes where quake.magnitude < 0 { new.quakes.data[quake.quakeId] = quake }
    },
    .reducing("kept-under-name") { _, action, new in
      guard case .data(.localStoreDidFetchQuakes(.success(let quakes))) = action else { return }
      for quake in quakes {
        new.quakes.data[quake.quakeId] = nil
        new.quakes.data[quake.name] = quake
      }
    },
    .reducing("refresh-twice") { old, action, new in
      if case .ui(.refreshQuakes) = action, old.quakes.status == .waiting {
        new.quakes.status = .success
      }
    },
    .reducing("failure-as-success") { _, action, new in
      if case .data(.localStoreDidFetchQuakes(.failure)) = action { new.quakes.status = .success }
    },
    .reducing("crash-on-empty") { _, action, _ in
      if case .data(.remoteStoreDidFetchQuakes(.success(let quakes))) = action, quakes.isEmpty {
        throw Crash("the first quake of an empty payload is unwrapped")
      }
    },
  ]

  private static let filterMutants: [Mutant<Quakes>] = [
    .subscribing("filter-drops-delete-all", to: "quakes", "quakes.values") { list in
      list.filtering { passes, _, action in passes && action != .ui(.deleteAllQuakes) }
    },
    .subscribing("filter-drops-local-fetch", to: "quakes", "quakes.values") { list in
      list.filtering { passes, _, action in
        if case .data(.localStoreDidFetchQuakes) = action { false } else { passes }
      }
    },
  ]

  private static let listenerMutants: [Mutant<Quakes>] = [
    Mutant("listener-ignores-guard") { design, _ in
      design.noticing = { old, action in
        if case .ui(.refreshQuakes(let range)) = action { return .refreshed(range: range) }
        return QuakesListener.notice(old, action)
      }
    },
    .listening("listener-forgets-delete-all") { asked, notice in notice == .deletedAll ? nil : asked
    },
    .listening("sync-forgets-updates") { asked, _ in
      guard case .syncLocalQuakes(var changes)? = asked else { return asked }
      changes.updated = []
      return .syncLocalQuakes(changes: changes)
    },
    Mutant("completion-swallows-failure") { design, _ in
      design.completing = { operation, result in
        if case .failure = result, case .fetchRemoteQuakes = operation { return nil }
        return QuakesListener.completion(operation, result)
      }
    },
  ]

  /// Changes what a sync is asked for, by the rows before it.
  static func syncing(
    _ name: String, _ change: @escaping @Sendable (inout Quakes.Changes, [Quake]) -> Void
  ) -> Mutant<Quakes> {
    .storing(name) { operation, database, store in
      guard case .syncLocalQuakes(var changes) = operation else {
        return try store(operation, &database)
      }
      change(&changes, database.rows)
      return try store(.syncLocalQuakes(changes: changes), &database)
    }
  }

  private static let storeMutants: [Mutant<Quakes>] = [
    .storing("delete-keeps-row") { operation, database, store in
      if case .deleteLocalQuake = operation { return .done }
      return try store(operation, &database)
    },
    syncing("sync-keeps-first") { changes, _ in changes.inserted = Array(changes.inserted.prefix(1))
    },
    syncing("sync-keeps-deleted") { changes, _ in changes.deleted = [] },
    syncing("sync-keeps-backups") { changes, rows in
      changes.inserted += (changes.inserted + rows).flatMap { row in
        (1...4).map { number in
          var copy = row
          copy.quakeId += "·\(number)"
          return copy
        }
      }
    },
  ]

  /// What a list looks for.
  private static func text(of subscription: Subscription<Quakes>) -> String {
    let parts = subscription.parameter.split(separator: "'", omittingEmptySubsequences: false)
    return parts.dropFirst().first.map(String.init) ?? ""
  }

  /// What only a definition of the function tells.
  private static let answerMutants: [Mutant<Quakes>] = [
    .listening("sync-ignores-names") { asked, notice in
      guard case .received(let arrivals) = notice, case .syncLocalQuakes(var changes)? = asked
      else {
        return asked
      }
      changes.updated.removeAll { quake in
        arrivals.contains { arrival in
          guard case .known(quake.quakeId, var old) = arrival else { return false }
          old.name = quake.name
          return !quake.differs(from: old)
        }
      }
      return .syncLocalQuakes(changes: changes)
    },
    .storing("feed-looks-at-last-name") { operation, database, store in
      guard case .fetchRemoteQuakes(let range, let payload?) = operation,
        let last = payload.entries.last, !last.lacks.contains(.name),
        !payload.entries.contains(where: { $0.lacks.contains(.coordinates) })
      else { return try store(operation, &database) }
      let named = payload.entries.filter { !$0.lacks.contains(.name) }
      return try store(
        .fetchRemoteQuakes(range: range, answer: Quakes.Payload(payload.name, entries: named)),
        &database)
    },
    .storing("fetch-takes-twenty") { operation, database, store in
      let reply = try store(operation, &database)
      if operation == .fetchLocalQuakes, case .quakes(let all) = reply {
        return .quakes(Array(all.prefix(20)))
      }
      return reply
    },
    .showing("search-ignores-case", of: "quakes") { (found: [String: Quake], subscription, state) in
      let text = text(of: subscription)
      let others = state.quakes.data.filter {
        !text.isEmpty && $0.value.name.lowercased() == text.lowercased()
      }
      return found.merging(others) { one, _ in one }
    },
    .showing("search-finds-beginnings", of: "quakes") { (found: [String: Quake], subscription, _) in
      found.filter { $0.value.name.hasPrefix(text(of: subscription)) }
    },
    .subscribing("search-ids-ignore-case", to: "quakes.values") {
      $0.with(id: $0.id?.lowercased())
    },
    .subscribing("search-dependency-ignores-names", to: "quakes.values") { subscription in
      subscription.with(dependencies: [
        { state, order in
          let listed = subscription.output(state, order).value as? [Quake] ?? []
          return Set(
            listed.map { quake in
              var nameless = quake
              nameless.name = ""
              return nameless
            })
        }
      ])
    },
    .showing("list-shows-twenty", of: "quakes.values") { (all: [Quake], _, _) in
      Array(all.prefix(20))
    },
    .reducing("fetch-shows-a-hundred") { old, action, new in
      guard case .data(.localStoreDidFetchQuakes(.success(let quakes))) = action else { return }
      for quake in quakes.dropFirst(100) {
        new.quakes.data[quake.quakeId] = old.quakes.data[quake.quakeId]
      }
    },
    Mutant("days-of-another-zone") { $0.calendar = Quakes.calendar("Pacific/Kiritimati") },
    Mutant("band-begins-an-ulp-later") {
      $0.format.bands[0].magnitudes = 0...1
      $0.format.bands[1].magnitudes = 1.nextUp...2.nextDown
    },
    .listening("sync-inserts-each-once") { asked, _ in
      guard case .syncLocalQuakes(var changes)? = asked else { return asked }
      changes.inserted = changes.inserted.once
      return .syncLocalQuakes(changes: changes)
    },
    .showing("search-misses-line-ends", of: "quakes") { (found: [String: Quake], subscription, _) in
      subscription.parameter.hasPrefix("'\n'") ? [String: Quake]() : found
    },
    .storing("sync-deletes-first") { operation, database, store in
      guard case .syncLocalQuakes(let changes) = operation else {
        return try store(operation, &database)
      }
      database.remove(ids: Set(changes.deleted))
      changes.inserted.forEach { database.insert($0) }
      try database.update(changes.updated)
      return .done
    },
    .storing("delete-removes-one-row") { operation, database, store in
      guard case .deleteLocalQuake(let id) = operation else {
        return try store(operation, &database)
      }
      var rows = database.rows
      if let place = rows.firstIndex(where: { $0.quakeId == id }) { rows.remove(at: place) }
      database = Quakes.Database(rows: rows)
      return .done
    },
  ]
}
