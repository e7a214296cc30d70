import Model
import Spec

/// What Quakes promises beside what every product promises.
enum QuakesProperties {
  typealias QuakesProperty = Property<RuntimeSystem<Quakes>>

  static func all(_ system: RuntimeSystem<Quakes>) -> [QuakesProperty] {
    let facts = WindowFacts.quakes(calendar: system.scope.values.calendar)
    let shown =
      system.product.whyUndefined == nil
      ? facts : WindowFacts(controls: [], views: [:], appearances: WindowFacts.appearances)
    let contract = ContractProperties(system: system, contract: .quakes(system))
    let controls = ControlProperties(system: system, facts: facts)
    return RuntimeProperties(system: system, facts: shown).allWithValues
      + (contract.all + [key, positive, rowUnique, deleteFinal, dayPartition(system)]
      + QuakesWindowProperties.all(system) + controls.all)
      .judging(allValuesClauses(system), of: system.product)
      .unless(system.product.whyUndefined, "control.enabled", "control.target", "selection.kept")
  }

  private static var key: QuakesProperty {
    QuakesProperty(
      "quakes.key", "Every quake is kept under its own id.", witness: "a quake is in the state",
      consequence: "Tapping one quake opens another.",
      .invariant { state in
        guard let quakes = state.contents, !quakes.isEmpty else { return .idle }
        return .judge(
          quakes.filter { $0.key != $0.value.quakeId }.sorted { $0.key < $1.key }.map {
            Violation(culprit: "other key", detail: "\($0.value.quakeId) is kept under \($0.key)")
          })
      })
  }

  private static var positive: QuakesProperty {
    QuakesProperty(
      "quakes.positive",
      "After a refresh no quake that its payload gives a magnitude of 0 or less is in the state.",
      witness: "a payload withdraws a quake",
      consequence: "A quake that was taken back by its source is still shown.",
      .step { step in
        guard step.traits.contains(.completion),
          case .data(.remoteStoreDidFetchQuakes(.success(let payload)))? = step.action,
          let data = step.new.contents
        else { return .idle }
        let withdrawn = payload.filter { $0.magnitude <= 0 }
        if withdrawn.isEmpty { return .idle }
        return .judge(
          withdrawn.filter { data[$0.quakeId] != nil }.map {
            Violation(
              culprit: $0.magnitude < 0 ? "negative" : "withdrawn", subject: $0.quakeId,
              detail: "\($0.quakeId) came with magnitude \($0.magnitude) and is in the state")
          })
      })
  }

  private static var rowUnique: QuakesProperty {
    QuakesProperty(
      "quakes.row.unique", "The table holds every id at most once.",
      witness: "the table holds a row", consequence: "A quake is there twice.",
      .invariant { state in
        let ids = state.database.rows.map(\.quakeId)
        if ids.isEmpty { return .idle }
        let repeated = Set(zip(ids, ids.dropFirst()).filter { $0 == $1 }.map(\.0))
        return .judge(
          repeated.sorted().map { id in
            Violation(
              culprit: "repeated", subject: id,
              detail: "\(ids.count { $0 == id }) rows have the id \(id)")
          })
      })
  }

  /// Quakes that were deleted and that no remote payload carried since; a kill is no excuse.
  ///
  /// A payload that is saved counts, even if the reply is lost.
  private static var deletedIds: Observer<RuntimeSystem<Quakes>, Set<String>> {
    Observer(initial: []) { step, memory in
      guard step.traits.isDisjoint(with: [.throwing, .crash]) else { return }
      if !memory.value.isEmpty, case (.fetchRemoteQuakes(_, let payload?), _)? = step.performance,
        step.changes(.database)
      {
        memory.value.subtract(payload.entries.map(\.quake.quakeId))
      }
      switch step.action {
      case .ui(.deleteSelectedQuake), .ui(.deleteAllQuakes),
        .data(.localStoreDidFetchQuakes(.success)):
        guard let old = step.old.contents, let new = step.new.contents else { return }
        let gone = old.keys.filter { new[$0] == nil }
        if !gone.isEmpty { memory.value.formUnion(gone) }
      case .data(.remoteStoreDidFetchQuakes(.success)):
        // Beside its payload a reply may hold rows.
        guard !memory.value.isEmpty,
          case .fetchRemoteQuakes(_, let payload?)? = step.completion?.operation
        else { return }
        memory.value.subtract(payload.entries.map(\.quake.quakeId))
      default: return
      }
    }
  }

  private static var deleteFinal: QuakesProperty {
    QuakesProperty(
      "quakes.delete.final",
      "A deleted quake stays away until a payload carries it again; a relaunch is no excuse.",
      witness: "a quake is deleted",
      consequence: "A quake that was deleted comes back.",
      .invariant(remembering: deletedIds) { state, deletedIds in
        let deleted = deletedIds.value
        guard !deleted.isEmpty, let quakes = state.contents else { return .idle }
        return .judge(
          deleted.sorted().filter { quakes[$0] != nil }.map {
            Violation(
              culprit: "back again", subject: $0, detail: "\($0) was deleted and is in the state")
          })
      })
  }
}
