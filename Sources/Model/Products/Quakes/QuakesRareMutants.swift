import Model

extension QuakesMutants {
  /// What shows where there is more than few of something, two alike, or a field that seldom
  /// changes.
  static let rareMutants: [Mutant<Quakes>] = [
    .closingClosesWhatIsAlike,
    .refreshing("selection-goes-when-its-quake-moves") { _, window, old, new in
      let name = "QuakeMap.listSelection.quake"
      let (was, now): (Quake?, Quake?) = (old.display(name), new.display(name))
      if let was, let now, was.quakeId == now.quakeId, was.latitude != now.latitude {
        window.listSelection = nil
      }
    },
    .showing("alike-quakes-are-listed-once", of: "quakes.values") { (all: [Quake], _, _) in
      all.enumerated().filter { place, quake in
        var twin = quake
        twin.quakeId = place == 0 ? "" : all[place - 1].quakeId
        return place == 0 || all[place - 1] != twin
      }.map(\.element)
    },
    syncing("seventh-quake-is-not-saved") { changes, _ in
      if changes.inserted.count == 7 { changes.inserted.removeLast() }
    },
  ]
}
