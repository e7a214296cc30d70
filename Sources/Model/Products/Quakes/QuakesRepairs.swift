import Model

/// Changes of the published Quakes that cure one defect each.
enum QuakesRepairs {
  enum Name: String, CaseIterable, Sendable {
    case endDays = "end-days"
    case sortByIdLast = "sort-by-id-last"
    case searchByCharacters = "search-by-characters"
    case checkCoordinates = "check-coordinates"
    case mergeUpdates = "merge-updates"
    case replaceRows = "replace-rows"
    case saveThenShow = "save-then-show"
    case deleteThenHide = "delete-then-hide"
    case showFailures = "show-failures"
    case disableWhileWaiting = "disable-while-waiting"
    case clearSelections = "clear-selections"
    case keepCalendar = "keep-calendar"
    case extendLastBand = "extend-last-band"
  }

  static let all: [Repair<Quakes>] = [
    Quakes.repair(.endDays, "A day ends before the next one begins."),
    Quakes.repair(
      .sortByIdLast,
      "Quakes of one time or magnitude are listed by their ids, and a magnitude that is no number "
        + "comes last."),
    Quakes.repair(
      .searchByCharacters,
      "A search compares whole characters: a name that contains a text contains every beginning of "
        + "the text."),
    Quakes.repair(
      .checkCoordinates,
      "A payload in which a quake has no coordinates fails, as one without a name does."
    ) {
      $0.design.aroundStore { operation, database, store in
        if case .fetchRemoteQuakes(_, let answer?) = operation,
          answer.entries.contains(where: { $0.lacks.contains(.coordinates) })
        {
          throw OperationFailure("coordinatesMissing")
        }
        return try store(operation, &database)
      }
    },
    Quakes.repair(
      .mergeUpdates, "Of several updates of one quake in a payload, the sync takes the last."
    ) {
      $0.design.aroundStore { operation, database, store in
        guard case .syncLocalQuakes(var changes) = operation else {
          return try store(operation, &database)
        }
        changes.updated = lastOfEach(changes.updated)
        return try store(.syncLocalQuakes(changes: changes), &database)
      }
    },
    Quakes.repair(.replaceRows, "A row that a sync inserts takes the place of those with its id.") {
      $0.design.aroundStore { operation, database, store in
        guard case .syncLocalQuakes(var changes) = operation else {
          return try store(operation, &database)
        }
        changes.inserted = lastOfEach(changes.inserted)
        database.remove(ids: Set(changes.inserted.map(\.quakeId)))
        return try store(.syncLocalQuakes(changes: changes), &database)
      }
    },
    Quakes.repair(
      .saveThenShow,
      "A refresh saves what it has fetched first, and then shows what the store holds.",
      mend: saveThenShow),
    Quakes.repair(
      .deleteThenHide,
      "Quakes are hidden once their rows are deleted; until then the list waits, and a failure is "
        + "reported.",
      mend: deleteThenHide),
    Quakes.repair(.showFailures, "The list tells of a failure."),
    Quakes.repair(
      .disableWhileWaiting,
      "Refresh and Delete are disabled while the list waits, and Delete Selected unless its quake "
        + "is there."
    ) { product in
      product.design.windows.enabling = { controls, window, display in
        let isWaiting = display("QuakeList.quakes.status", as: Status.self) == .waiting
        return controls.filter { control in
          switch control {
          case .refresh, .deleteAll: !isWaiting
          case .deleteSelected:
            !isWaiting && display("QuakeMap.listSelection.quake", as: Quake.self) != nil
          default: true
          }
        }
      }
    },
    Quakes.repair(.clearSelections, "A selection goes with its quake.") { product in
      product.design.windows.refreshing = { _, window, _, new in
        guard let id = window.listSelection, id == new.window.listSelection,
          new.display("QuakeMap.listSelection.quake", as: Quake.self) == nil
        else { return }
        (window.listSelection, window.mapSelection) = (nil, nil)
      }
    },
    Quakes.repair(
      .keepCalendar,
      "Days are those of the calendar at launch, in the list as on the map; a new zone counts from "
        + "the next launch on."
    ),
    Quakes.repair(.extendLastBand, "The last colour has no end.") {
      $0.format.bands[$0.format.bands.count - 1].magnitudes = 7...Double.infinity
    },
  ]

  /// The last quake of each id, in the order of the last ones.
  private static func lastOfEach(_ quakes: [Quake]) -> [Quake] {
    quakes.enumerated().filter { place, quake in
      !quakes[(place + 1)...].contains { $0.quakeId == quake.quakeId }
    }.map(\.element)
  }

  @Sendable private static func saveThenShow(_ product: inout Quakes) {
    let (reducer, noticing) = (product.design.reducer, product.design.noticing)
    product.design.reducer = { state, action in
      var next = try reducer(state, action)
      if case .data(.remoteStoreDidFetchQuakes(.success(let quakes))) = action {
        let ids = Set(quakes.map(\.quakeId))
        next.quakes.data = next.quakes.data.filter { ids.contains($0.key) }
      }
      return next
    }
    product.design.noticing = { old, action in
      if case .data(.remoteStoreDidFetchQuakes) = action { nil } else { noticing(old, action) }
    }
    product.design.aroundStore { operation, database, store in
      let reply = try store(operation, &database)
      guard case .fetchRemoteQuakes = operation, case .quakes(let fetched) = reply else {
        return reply
      }
      database.remove(ids: Set(fetched.map(\.quakeId)))
      let others = database.rows
      lastOfEach(fetched).filter { $0.magnitude > 0 }.forEach { database.insert($0) }
      return .quakes(fetched + others)
    }
  }

  @Sendable private static func deleteThenHide(_ product: inout Quakes) {
    let design = product.design
    product.design.reducer = { state, action in
      var next = try design.reducer(state, action)
      switch action {
      case .ui(.deleteSelectedQuake), .ui(.deleteAllQuakes):
        next.quakes = .init(data: state.quakes.data, status: .waiting)
      // A delete that is done is answered with the rows that are left.
      case .data(.localStoreDidFetchQuakes(.success(let quakes))):
        next.quakes.data = quakes.reduce(into: [:]) { $0[$1.quakeId] = $1 }
      default: break
      }
      return next
    }
    product.design.noticing = { old, action in
      switch action {
      case .ui(.deleteSelectedQuake) where old.quakes.status == .waiting,
        .ui(.deleteAllQuakes) where old.quakes.status == .waiting:
        nil
      default: design.noticing(old, action)
      }
    }
    product.design.listener = { notice, current in
      let isDelete = if case .deleted = notice { true } else { notice == .deletedAll }
      return isDelete && current.quakes.status != .waiting
        ? nil : try design.listener(notice, current)
    }
    product.design.aroundStore { operation, database, store in
      let reply = try store(operation, &database)
      return isDelete(operation) ? .quakes(database.rows) : reply
    }
    product.design.completing = { operation, result in
      guard isDelete(operation) else { return design.completing(operation, result) }
      return Outcome(result) { if case .quakes(let all) = $0 { all } else { nil } }
        .map { .data(.localStoreDidFetchQuakes(result: $0)) }
    }
    for family in ["quakes", "quakes.values"] {
      product.design.aroundSubscriptions(named: family) { subscription in
        subscription.filtering { passes, _, action in
          switch action {
          case .ui(.deleteSelectedQuake), .ui(.deleteAllQuakes): false
          default: passes
          }
        }
      }
    }
  }

  private static func isDelete(_ operation: Quakes.Operation) -> Bool {
    if case .deleteLocalQuake = operation { true } else { operation == .deleteAllLocalQuakes }
  }
}
