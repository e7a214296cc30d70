import Model

/// Planted defects of windows of Quakes.
enum QuakesWindowMutants {
  static let all: [Mutant<Quakes>] = [
    .enabling("delete-all-enabled-at-zero") { controls, window, display in
      let isEmpty = display("QuakeList.quakes.count", as: Int.self) == 0
      if isEmpty && window.hasListAppeared { controls.append(.deleteAll) }
    },
    .enabling("sort-enabled-without-quakes") { controls, window, display in
      let isEmpty = display("QuakeList.quakes.values", as: [Quake].self)?.isEmpty == true
      let other = Quakes.Sort(key: .magnitude, order: .reverse)
      if isEmpty && window.hasListAppeared && window.sort != other {
        controls.append(.sortBy(sort: other))
      }
    },
    .handling("delete-selected-deletes-first") { gesture, _, _, dispatched, display in
      guard case .deleteSelected = gesture,
        let first = display("QuakeList.quakes.values", as: [Quake].self)?.first
      else { return }
      dispatched = .deleteSelectedQuake(id: first.quakeId)
    },
    .handling("sorting-does-nothing") { gesture, before, window, _, _ in
      if case .sortBy = gesture { window.sort = before.sort }
    },
    .handling("week-asks-for-month") { _, _, _, dispatched, _ in
      if dispatched == .refreshQuakes(range: .allWeek) {
        dispatched = .refreshQuakes(range: .allMonth)
      }
    },
    .enabling("sorting-is-disabled-while-waiting") { controls, _, display in
      if display("QuakeList.quakes.status", as: Status.self) == .waiting {
        controls.removeAll { if case .sortBy = $0 { true } else { false } }
      }
    },
    Mutant("opens-with-a-text") { $0.firstSearch.text = "Alpha" },
    .refreshing("selection-cleared-on-delete") { _, window, _, new in
      if new.display("QuakeMap.listSelection.quake", as: Quake.self) == nil {
        window.listSelection = nil
      }
    },
    .refreshing("selections-swap") { before, window, old, new in
      if old.window.listSelection != new.window.listSelection {
        window.mapSelection = before.listSelection
      }
    },
    .refreshing("map-ignores-list") { before, window, _, _ in
      window.mapSelection = before.mapSelection
    },
    .handling("appears-on-each-search") { gesture, _, window, _, _ in
      if case .lookFor = gesture { window.hasListAppeared = false }
    },
    .storing("sync-half-done") { operation, database, store in
      let reply = try store(operation, &database)
      if case .syncLocalQuakes = operation { throw OperationFailure("the last row is refused") }
      return reply
    },
  ]
}
