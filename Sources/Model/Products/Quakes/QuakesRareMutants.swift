import Model

extension Quakes {
  /// What shows where there is more than few of something, two alike, or a field that seldom changes.
  static let rareMutants: [Mutant<Quakes>] = [
    Mutant("closing-closes-what-is-alike") { design, _ in
      design.windows.closing = { other, closed in other != closed }
    },
    Mutant("selection-goes-when-its-quake-moves") { design, _ in
      design.windows.refreshing = { _, window, old, new in
        let name = "QuakeMap.listSelection.quake"
        let (was, now): (Quake?, Quake?) = (old.display(name), new.display(name))
        if let was, let now, was.quakeId == now.quakeId, was.latitude != now.latitude {
          window.listSelection = nil
        }
      }
    },
    Mutant("alike-quakes-are-listed-once") { design, _ in
      design.aroundSubscriptions(named: "quakes.values") { list in
        list.with(output: { state, order in
          let all = list.output(state, order).value as? [Quake] ?? []
          return all.enumerated().filter { place, quake in
            var twin = quake
            twin.quakeId = place == 0 ? "" : all[place - 1].quakeId
            return place == 0 || all[place - 1] != twin
          }.map(\.element)
        })
      }
    },
    Mutant("seventh-quake-is-not-saved") { design, _ in
      design.aroundStore { operation, database, store in
        guard case .syncLocalQuakes(var changes) = operation, changes.inserted.count == 7 else {
          return try store(operation, &database)
        }
        changes.inserted.removeLast()
        return try store(.syncLocalQuakes(changes: changes), &database)
      }
    },
  ]
}
