import Model

extension Quakes {
  static let windowMutants: [Mutant<Quakes>] = [
    Mutant("delete-all-enabled-at-zero") { design, _ in
      design.windows.enabling = { controls, window, display in
        let isEmpty = display("QuakeList.quakes.count", as: Int.self) == 0
        return isEmpty && window.hasListAppeared ? controls + [.deleteAll] : controls
      }
    },
    Mutant("sort-enabled-without-quakes") { design, _ in
      design.windows.enabling = { controls, window, display in
        let isEmpty = display("QuakeList.quakes.values", as: [Quake].self)?.isEmpty == true
        let other = Sort(key: .magnitude, order: .reverse)
        return isEmpty && window.hasListAppeared && window.sort != other
          ? controls + [.sortBy(sort: other)] : controls
      }
    },
    Mutant("delete-selected-deletes-first") { design, _ in
      design.windows.handling = { gesture, _, _, dispatched, display in
        guard case .deleteSelected = gesture,
          let first = display("QuakeList.quakes.values", as: [Quake].self)?.first
        else { return }
        dispatched = .deleteSelectedQuake(id: first.quakeId)
      }
    },
    Mutant("sorting-does-nothing") { design, _ in
      design.windows.handling = { gesture, before, window, _, _ in
        if case .sortBy = gesture { window.sort = before.sort }
      }
    },
    Mutant("week-asks-for-month") { design, _ in
      design.windows.handling = { _, _, _, dispatched, _ in
        if dispatched == .refreshQuakes(range: .allWeek) { dispatched = .refreshQuakes(range: .allMonth) }
      }
    },
    Mutant("sorting-is-disabled-while-waiting") { design, _ in
      design.windows.enabling = { controls, _, display in
        let waits = display("QuakeList.quakes.status", as: Status.self) == .waiting
        return controls.filter { if case .sortBy = $0 { !waits } else { true } }
      }
    },
    Mutant("opens-with-a-text") { $0.firstSearch.text = "Alpha" },
    Mutant("selection-cleared-on-delete") { design, _ in
      design.windows.refreshing = { _, window, _, new in
        if new.display("QuakeMap.listSelection.quake", as: Quake.self) == nil { window.listSelection = nil }
      }
    },
    Mutant("selections-swap") { design, _ in
      design.windows.refreshing = { before, window, old, new in
        if old.window.listSelection != new.window.listSelection { window.mapSelection = before.listSelection }
      }
    },
    Mutant("map-ignores-list") { design, _ in
      design.windows.refreshing = { before, window, _, _ in window.mapSelection = before.mapSelection }
    },
    Mutant("appears-on-each-search") { design, _ in
      design.windows.handling = { gesture, _, window, _, _ in
        if case .lookFor = gesture { window.hasListAppeared = false }
      }
    },
    Mutant("sync-half-done") { design, _ in
      design.store = { operation, database in
        let reply = try publishedStore(operation, &database)
        if case .syncLocalQuakes = operation { throw OperationFailure("the last row is refused") }
        return reply
      }
    },
  ]
}
