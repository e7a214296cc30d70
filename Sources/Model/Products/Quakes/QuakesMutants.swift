import Model

extension Quakes {
  static let mutants: [Mutant<Quakes>] =
    reducerMutants + filterMutants + listenerMutants + storeMutants + windowMutants + answerMutants
    + rareMutants

  private static let reducerMutants: [Mutant<Quakes>] = [
    Mutant(
      "withdrawn-stays",
      reducing: { old, action, new in
        guard case .data(.remoteStoreDidFetchQuakes(.success(let quakes))) = action else { return }
        for quake in quakes where quake.magnitude == 0 {
          new.quakes.data[quake.quakeId] = old.quakes.data[quake.quakeId]
        }
      }),
    Mutant(
      "negative-shown",
      reducing: { _, action, new in
        guard case .data(.remoteStoreDidFetchQuakes(.success(let quakes))) = action else { return }
        for quake in quakes where quake.magnitude < 0 { new.quakes.data[quake.quakeId] = quake }
      }),
    Mutant(
      "kept-under-name",
      reducing: { _, action, new in
        guard case .data(.localStoreDidFetchQuakes(.success(let quakes))) = action else { return }
        for quake in quakes {
          new.quakes.data[quake.quakeId] = nil
          new.quakes.data[quake.name] = quake
        }
      }),
    Mutant(
      "refresh-twice",
      reducing: { old, action, new in
        if case .ui(.refreshQuakes) = action, old.quakes.status == .waiting { new.quakes.status = .success }
      }),
    Mutant(
      "failure-as-success",
      reducing: { _, action, new in
        if case .data(.localStoreDidFetchQuakes(.failure)) = action { new.quakes.status = .success }
      }),
    Mutant(
      "crash-on-empty",
      reducing: { _, action, _ in
        if case .data(.remoteStoreDidFetchQuakes(.success(let quakes))) = action, quakes.isEmpty {
          throw Crash("the first quake of an empty payload is unwrapped")
        }
      }),
  ]

  private static let filterMutants: [Mutant<Quakes>] = [
    Mutant("filter-drops-delete-all") { design, _ in
      for family in ["quakes", "quakes.values"] {
        design.aroundSubscriptions(named: family) { list in
          list.filtering { passes, _, action in passes && action != .ui(.deleteAllQuakes) }
        }
      }
    },
    Mutant("filter-drops-local-fetch") { design, _ in
      for family in ["quakes", "quakes.values"] {
        design.aroundSubscriptions(named: family) { list in
          list.filtering { passes, _, action in
            if case .data(.localStoreDidFetchQuakes) = action { false } else { passes }
          }
        }
      }
    },
  ]

  private static let listenerMutants: [Mutant<Quakes>] = [
    Mutant("listener-ignores-guard") { design, _ in
      design.noticing = { old, action in
        if case .ui(.refreshQuakes(let range)) = action { return .refreshed(range: range) }
        return publishedNotice(old, action)
      }
    },
    Mutant("listener-forgets-delete-all") { design, _ in
      design.listener = { notice, current in
        notice == .deletedAll ? nil : publishedListener(notice, current)
      }
    },
    Mutant("sync-forgets-updates") { design, _ in
      design.listener = { notice, current in
        guard case .syncLocalQuakes(var changes)? = publishedListener(notice, current) else {
          return publishedListener(notice, current)
        }
        changes.updated = []
        return .syncLocalQuakes(changes: changes)
      }
    },
    Mutant("completion-swallows-failure") { design, _ in
      design.completing = { operation, result in
        if case .failure = result, case .fetchRemoteQuakes = operation { return nil }
        return publishedCompletion(operation, result)
      }
    },
  ]

  /// Changes what a sync is asked for, by the rows before it.
  private static func changeSync(
    _ design: inout Design<Quakes>, _ change: @escaping @Sendable (inout Changes, [Quake]) -> Void
  ) {
    design.aroundStore { operation, database, store in
      guard case .syncLocalQuakes(var changes) = operation else { return try store(operation, &database) }
      change(&changes, database.rows)
      return try store(.syncLocalQuakes(changes: changes), &database)
    }
  }

  private static let storeMutants: [Mutant<Quakes>] = [
    Mutant("delete-keeps-row") { design, _ in
      design.store = { operation, database in
        if case .deleteLocalQuake = operation { return .done }
        return try publishedStore(operation, &database)
      }
    },
    Mutant("sync-keeps-first") { design, _ in
      changeSync(&design) { changes, _ in
        changes.inserted = Array(changes.inserted.prefix(1))
      }
    },
    Mutant("sync-keeps-deleted") { design, _ in
      changeSync(&design) { changes, _ in
        changes.deleted = []
      }
    },
    Mutant("sync-keeps-backups") { design, _ in
      changeSync(&design) { changes, rows in
        changes.inserted += (changes.inserted + rows).flatMap { row in
          (1...4).map { number in
            var copy = row
            copy.quakeId += "·\(number)"
            return copy
          }
        }
      }
    },
  ]

  /// What only a definition of the function tells.
  private static let answerMutants: [Mutant<Quakes>] = [
    Mutant("sync-ignores-names") { design, _ in
      design.listener = { notice, current in
        guard case .received(let arrivals) = notice,
          case .syncLocalQuakes(var changes)? = publishedListener(notice, current)
        else { return publishedListener(notice, current) }
        changes.updated.removeAll { quake in
          arrivals.contains { arrival in
            guard case .known(quake.quakeId, var old) = arrival else { return false }
            old.name = quake.name
            return !quake.differs(from: old)
          }
        }
        return .syncLocalQuakes(changes: changes)
      }
    },
    Mutant("feed-looks-at-last-name") { design, _ in
      design.aroundStore { operation, database, store in
        guard case .fetchRemoteQuakes(let range, let payload?) = operation,
          let last = payload.entries.last, !last.lacks.contains(.name),
          !payload.entries.contains(where: { $0.lacks.contains(.coordinates) })
        else { return try store(operation, &database) }
        let named = payload.entries.filter { !$0.lacks.contains(.name) }
        return try store(
          .fetchRemoteQuakes(range: range, answer: Payload(payload.name, entries: named)), &database)
      }
    },
    Mutant("fetch-takes-twenty") { design, _ in
      design.aroundStore { operation, database, store in
        let reply = try store(operation, &database)
        if operation == .fetchLocalQuakes, case .quakes(let all) = reply {
          return .quakes(Array(all.prefix(20)))
        }
        return reply
      }
    },
    Mutant("search-ignores-case") { design, _ in
      design.aroundSubscriptions(named: "quakes") { subscription in
        subscription.with(output: { state, order in
          let found = subscription.output(state, order).value as? [String: Quake] ?? [:]
          let text =
            subscription.parameter.split(separator: "'", omittingEmptySubsequences: false)
            .dropFirst().first.map(String.init) ?? ""
          let others = state.quakes.data.filter {
            !text.isEmpty && $0.value.name.lowercased() == text.lowercased()
          }
          return found.merging(others) { one, _ in one }
        })
      }
    },
    Mutant("search-finds-beginnings") { design, _ in
      design.aroundSubscriptions(named: "quakes") { subscription in
        return subscription.with(output: { state, order in
          let found = subscription.output(state, order).value as? [String: Quake] ?? [:]
          let text =
            subscription.parameter.split(separator: "'", omittingEmptySubsequences: false)
            .dropFirst().first.map(String.init) ?? ""
          return found.filter { $0.value.name.hasPrefix(text) }
        })
      }
    },
    Mutant("search-ids-ignore-case") { design, _ in
      design.aroundSubscriptions(named: "quakes.values") { $0.with(id: $0.id?.lowercased()) }
    },
    Mutant("search-dependency-ignores-names") { design, _ in
      design.aroundSubscriptions(named: "quakes.values") { subscription in
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
      }
    },
    Mutant("list-shows-twenty") { design, _ in
      design.aroundSubscriptions(named: "quakes.values") { subscription in
        subscription.with(output: { state, order in
          Array((subscription.output(state, order).value as? [Quake] ?? []).prefix(20))
        })
      }
    },
    Mutant(
      "fetch-shows-a-hundred",
      reducing: { old, action, new in
        guard case .data(.localStoreDidFetchQuakes(.success(let quakes))) = action else { return }
        for quake in quakes.dropFirst(100) { new.quakes.data[quake.quakeId] = old.quakes.data[quake.quakeId] }
      }),
    Mutant("days-of-another-zone") { $0.calendar = Quakes.calendar("Pacific/Kiritimati") },
    Mutant("band-begins-an-ulp-later") {
      $0.format.bands[0].magnitudes = 0...1
      $0.format.bands[1].magnitudes = 1.nextUp...2.nextDown
    },
    Mutant("sync-inserts-each-once") { design, _ in
      design.listener = { notice, current in
        let operation = publishedListener(notice, current)
        guard case .syncLocalQuakes(var changes)? = operation else { return operation }
        changes.inserted = changes.inserted.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        return .syncLocalQuakes(changes: changes)
      }
    },
    Mutant("search-misses-line-ends") { design, _ in
      design.aroundSubscriptions(named: "quakes") { found in
        let isLineEnd = found.parameter.hasPrefix("'\n'")
        return found.with(output: { state, order in
          if isLineEnd { return [String: Quake]() }
          return found.output(state, order).value
        })
      }
    },
    Mutant("sync-deletes-first") { design, _ in
      design.aroundStore { operation, database, store in
        guard case .syncLocalQuakes(let changes) = operation else { return try store(operation, &database) }
        database.remove(ids: Set(changes.deleted))
        changes.inserted.forEach { database.insert($0) }
        try database.update(changes.updated)
        return .done
      }
    },
    Mutant("delete-removes-one-row") { design, _ in
      design.aroundStore { operation, database, store in
        guard case .deleteLocalQuake(let id) = operation else { return try store(operation, &database) }
        var rows = database.rows
        if let place = rows.firstIndex(where: { $0.quakeId == id }) { rows.remove(at: place) }
        database = Database(rows: rows)
        return .done
      }
    },
  ]
}
