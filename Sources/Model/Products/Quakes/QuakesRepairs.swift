extension Quakes {
  package enum RepairName: String, CaseIterable, Sendable {
    case endDays = "end-days"
    case sortByIdLast = "sort-by-id-last"
    case checkCoordinates = "check-coordinates"
    case mergeUpdates = "merge-updates"
    case replaceRows = "replace-rows"
  }

  private static func repair(
    _ name: RepairName, _ words: String, mend: @escaping @Sendable (inout Quakes) -> Void = { _ in }
  ) -> Repair<Quakes> {
    Repair(name.rawValue, words) {
      $0.repaired.insert(name)
      mend(&$0)
    }
  }

  /// Changes of the published design that cure one defect each.
  package static let repairs: [Repair<Quakes>] = [
    repair(.endDays, "A day ends before the next one begins."),
    repair(
      .sortByIdLast,
      "Quakes of one time or magnitude are listed by their ids, and what is no number comes last."),
    repair(
      .checkCoordinates, "A payload in which a quake has no coordinates fails, as one without a name does."
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
    repair(.mergeUpdates, "Of several updates of one quake in a payload, the sync takes the last.") {
      $0.design.aroundStore { operation, database, store in
        guard case .syncLocalQuakes(var changes) = operation else { return try store(operation, &database) }
        changes.updated = lastOfEach(changes.updated)
        return try store(.syncLocalQuakes(changes: changes), &database)
      }
    },
    repair(.replaceRows, "A row that a sync inserts takes the place of those with its id.") {
      $0.design.aroundStore { operation, database, store in
        guard case .syncLocalQuakes(var changes) = operation else { return try store(operation, &database) }
        changes.inserted = lastOfEach(changes.inserted)
        database.remove(ids: Set(changes.inserted.map(\.quakeId)))
        return try store(.syncLocalQuakes(changes: changes), &database)
      }
    },
  ]

  /// The last quake of each id, in the order of the last ones.
  private static func lastOfEach(_ quakes: [Quake]) -> [Quake] {
    quakes.enumerated().filter { place, quake in
      !quakes[(place + 1)...].contains { $0.quakeId == quake.quakeId }
    }.map(\.element)
  }
}
