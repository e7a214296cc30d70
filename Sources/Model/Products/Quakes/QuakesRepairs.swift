extension Quakes {
  /// Changes of the published design that cure one defect each.
  package static let repairs: [Repair<Quakes>] = [
    Repair("end-days", "A day ends before the next one begins.") { $0.endsDays = true },
    Repair(
      "sort-by-id-last",
      "Quakes of one time or magnitude are listed by their ids, and what is no number comes last."
    ) { $0.breaksTies = true },
    Repair(
      "check-coordinates", "A payload in which a quake has no coordinates fails, as one without a name does."
    ) {
      storing(&$0) { operation, database, store in
        if case .fetchRemoteQuakes(_, let answer?) = operation,
          answer.entries.contains(where: { $0.lacks.contains(.coordinates) })
        {
          throw OperationFailure("coordinatesMissing")
        }
        return try store(operation, &database)
      }
    },
    Repair("merge-updates", "Of several updates of one quake in a payload, the sync takes the last.") {
      storing(&$0) { operation, database, store in
        guard case .syncLocalQuakes(var changes) = operation else { return try store(operation, &database) }
        changes.updated = lastOfEach(changes.updated)
        return try store(.syncLocalQuakes(changes: changes), &database)
      }
    },
    Repair("replace-rows", "A row that a sync inserts takes the place of those with its id.") {
      storing(&$0) { operation, database, store in
        guard case .syncLocalQuakes(var changes) = operation else { return try store(operation, &database) }
        changes.inserted = lastOfEach(changes.inserted)
        database.remove(ids: Set(changes.inserted.map(\.quakeId)))
        return try store(.syncLocalQuakes(changes: changes), &database)
      }
    },
  ]

  /// Puts something around the local and the remote store.
  private static func storing(
    _ product: inout Quakes,
    _ change:
      @escaping @Sendable (
        Operation, inout Database, (Operation, inout Database) throws -> Reply
      ) throws -> Reply
  ) {
    let store = product.store
    product.store = { try change($0, &$1, store) }
  }

  /// The last quake of each id, in the order of the last ones.
  private static func lastOfEach(_ quakes: [Quake]) -> [Quake] {
    quakes.enumerated().filter { place, quake in
      !quakes[(place + 1)...].contains { $0.quakeId == quake.quakeId }
    }.map(\.element)
  }
}
