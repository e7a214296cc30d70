import Model
import Spec

/// What Animals promises beside what every product promises.
enum AnimalsProperties {
  typealias AnimalsProperty = Property<RuntimeSystem<Animals>>

  static func all(_ system: RuntimeSystem<Animals>) -> [AnimalsProperty] {
    let values = system.scope.values
    let contract = ContractProperties(system: system, contract: .animals(system))
    let own = [
      reference, key, placeholder(values), samples(system.product), partition(values),
      sorted(system), deleteFinal, addOnce(system.product),
    ]
    return RuntimeProperties(system: system, facts: .animals).allWithValues
      + (contract.all + own + AnimalsWindowProperties.all(system))
      .judging(ownValuesClauses(system), of: system.product)
      .unless(
        system.product.whyUndefined, "control.enabled", "control.target", "save.faithful",
        "presentation.ends"
      )
  }

  private static var reference: AnimalsProperty {
    AnimalsProperty(
      "animals.reference", "When everything is loaded, every animal's category exists.",
      witness: "an animal is loaded",
      consequence: "An animal is in no list and cannot be found.",
      .invariant { state in
        guard state.isLoaded, let contents = state.contents, !contents.animals.isEmpty else {
          return .idle
        }
        return .judge(
          contents.animals.values.sorted().filter { contents.categories[$0.categoryId] == nil }.map
          {
            Violation(
              culprit: "no category",
              detail: "\($0.animalId) is in \($0.categoryId), which does not exist")
          })
      })
  }

  private static var key: AnimalsProperty {
    AnimalsProperty(
      "animals.key", "Every animal is kept under its own id.", witness: "an animal is in the state",
      consequence: "Tapping one animal opens another.",
      .invariant { state in
        guard let animals = state.contents?.animals, !animals.isEmpty else { return .idle }
        return .judge(
          animals.filter { $0.key != $0.value.animalId }.sorted { $0.key < $1.key }.map {
            Violation(culprit: "other key", detail: "\($0.value.animalId) is kept under \($0.key)")
          })
      })
  }

  private static func placeholder(_ values: Animals.Values) -> AnimalsProperty {
    let placeholders = values.additions.map(\.animalId)
    return AnimalsProperty(
      "animals.placeholder",
      "A placeholder is never the id of an animal, neither in the state nor in the database.",
      witness: "an animal was added",
      consequence: "An animal that was never saved looks like one that was, or hides one.",
      .invariant { state in
        guard let animals = state.contents?.animals else { return .idle }
        let rows = state.database.animals
        var violations: [Violation] = []
        for id in placeholders {
          if animals[id] != nil {
            violations.append(
              Violation(culprit: "in the state", detail: "\(id) is a key of the state"))
          }
          if rows.contains(where: { $0.animalId == id }) {
            violations.append(
              Violation(culprit: "in the database", detail: "\(id) is the id of a row"))
          }
        }
        return violations.isEmpty && state.database.freshCount == 0 ? .idle : .judge(violations)
      })
  }

  /// Whether something around the app changed the rows since the last reload was carried out.
  private static var changedByOthers: Observer<RuntimeSystem<Animals>, Bool> {
    Observer(initial: false) { step, memory in
      if step.traits.contains(.outside) {
        memory.value = true
      } else if case .reloadSampleData? = step.performance?.operation {
        memory.value = false
      }
    }
  }

  private static func samples(_ product: Animals) -> AnimalsProperty {
    let samples = StoredRows.rows(product.samples.contents)
    return AnimalsProperty(
      "animals.samples",
      "When a reload succeeded and nothing else is pending, state and database hold the sample "
        + "data.",
      witness: "a reload completes last",
      consequence: "After Reload the list is not what Reload promises.",
      .step(remembering: changedByOthers) { step, isChanged, _ in
        guard case (.reloadSampleData, .success)? = step.completion, step.new.isSettled else {
          return .idle
        }
        var violations: [Violation] = []
        if step.new.contents.map(StoredRows.rows) != samples {
          violations.append(
            Violation(culprit: "state", detail: "the state differs from the samples"))
        }
        if !isChanged.value && step.new.rows != samples {
          violations.append(Violation(culprit: "rows", detail: "the rows differ from the samples"))
        }
        return .judge(violations)
      })
  }

  private static func partition(_ values: Animals.Values) -> AnimalsProperty {
    let categoryIds = values.samples.categories.map(\.categoryId)
    return AnimalsProperty(
      "animals.partition", "Every animal is listed under exactly one category.",
      witness: "an animal is in the state",
      consequence: "An animal is in no list, or in two.",
      .invariant { state in
        guard let contents = state.contents, !contents.animals.isEmpty else { return .idle }
        let data = Animals.State(contents)
        let lists = Set(categoryIds).union(data.categories.data.keys).sorted()
          .map { AnimalsSelectors.animalsValues(inCategory: $0, data) }
        return .judge(
          data.animals.data.values.sorted().compactMap { animal in
            let count = lists.count { $0.contains(animal) }
            if count == 1 { return nil }
            return Violation(
              culprit: count == 0 ? "nowhere" : "twice",
              detail: "\(animal.animalId) is in \(count) lists")
          })
      })
  }

  // Judged otherwise in what a run reaches: there every order of the few entries is tried.
  static let sortedName = "animals.sorted"
  static let sortedSentence = "A shown list is in name order, and equal names have one order."
  static let sortedWitness = "a list has two entries"
  static let sortedConsequence = "A list is out of order, or jumps."

  private static func sorted(_ system: RuntimeSystem<Animals>) -> AnimalsProperty {
    let breaksTies = system.product.breaksTies
    @Sendable func animals(_ id: String, _ data: Animals.State, _ order: EntryOrder = .ascending)
      -> [Animal]
    {
      AnimalsSelectors.animalsValues(inCategory: id, data, order, breaksTies: breaksTies)
    }
    return AnimalsProperty(
      sortedName, sortedSentence, witness: sortedWitness, consequence: sortedConsequence,
      .invariant { state in
        guard let data = state.contents.map(Animals.State.init) else { return .idle }
        let categoryIds = Set(data.animals.data.values.map(\.categoryId)).sorted()
        let categories = AnimalsSelectors.categoriesValues(data, breaksTies: breaksTies)
        let lists = [categories.map(\.name)] + categoryIds.map { animals($0, data).map(\.name) }
        guard lists.contains(where: { $0.count > 1 }) else { return .idle }
        return .judge(
          lists.filter { $0.isOutOfOrder }.map {
            Violation(
              culprit: "order", detail: "\($0.joined(separator: ", ")) is not in name order")
          })
      },
      system.scope.listsAlike
        ? tiesKept { animals($0, $1, $2) }
        : .invariant { state in
          guard let data = state.contents.map(Animals.State.init) else { return .idle }
          let categoryIds = Set(data.animals.data.values.map(\.categoryId)).sorted()
          let tied = categoryIds.filter { animals($0, data).map(\.name).holdsTie }
          if tied.isEmpty { return .idle }
          return .judge(
            tied.filter { id in
              let list = animals(id, data)
              return EntryOrder.telling(entryCount: list.count).contains {
                animals(id, data, $0) != list
              }
            }.map {
              Violation(
                culprit: "ties", subject: $0,
                detail: "equal names in \($0) have more than one order")
            })
        })
  }

  /// Whether animals that stay as they are keep their order where one comes or goes beside them:
  /// equal dictionaries list alike, others list as they like.
  ///
  /// - Parameter list: the animals of a category, with the entries in an order.
  private static func tiesKept(
    _ list: @escaping @Sendable (String, Animals.State, EntryOrder) -> [Animal]
  ) -> Property<RuntimeSystem<Animals>>.Clause {
    /// Every order in which a list can show some animals.
    @Sendable func orders(
      of kept: Set<Animal>, in id: String, _ data: Animals.State
    ) -> Set<[Animal]> {
      let count = data.animals.data.values.count { $0.categoryId == id }
      return Set(
        EntryOrder.telling(entryCount: count).map { order in
          list(id, data, order).filter(kept.contains)
        })
    }
    return .step { step in
      guard step.traits.isDisjoint(with: [.relaunch, .crash]), step.changes(.contents),
        let old = step.old.contents.map(Animals.State.init),
        let new = step.new.contents.map(Animals.State.init),
        Set(old.animals.data.keys) != Set(new.animals.data.keys)
      else { return .idle }
      let kept = Set(old.animals.data.values).intersection(new.animals.data.values)
      let categoryIds = Set(kept.map(\.categoryId)).filter { id in
        kept.count { $0.categoryId == id } > 1
      }
      return .judge(
        categoryIds.sorted().filter {
          orders(of: kept, in: $0, old).union(orders(of: kept, in: $0, new)).count > 1
        }
        .map {
          Violation(
            culprit: "ties change", subject: $0, detail: "equal names in \($0) change places")
        })
    }
  }

  /// What became of deletes.
  private struct Deletes: Hashable, Sendable {
    /// The ids that were deleted, and whose rows nothing brought back.
    var ids: Set<String> = []
    /// The deletes that were carried out and are not reported yet, and whether the row has come
    /// back.
    var underWay: [String: Bool] = [:]
  }

  private static var deletes: Observer<RuntimeSystem<Animals>, Deletes> {
    Observer(initial: Deletes()) { step, memory in
      if step.traits.contains(.relaunch) { memory.value = Deletes() }
      if case .deleteAnimal(let id)? = step.performance?.operation {
        memory.value.underWay[id] = false
      }
      if memory.value != Deletes(), step.changes(.database) {
        let before = Set(step.old.database.animals.map(\.animalId))
        for id in step.new.database.animals.map(\.animalId) where !before.contains(id) {
          memory.value.ids.remove(id)
          if memory.value.underWay[id] != nil { memory.value.underWay[id] = true }
        }
      }
      guard step.traits.contains(.completion), !step.traits.contains(.crash) else { return }
      switch step.action {
      case .data(.didDeleteAnimal(let id, let result)):
        let isBack = memory.value.underWay.removeValue(forKey: id) ?? false
        if case .success(let animal) = result, !isBack { memory.value.ids.insert(animal.animalId) }
      case .data(.didReloadSampleData(result: .success)): memory.value.ids = []
      default: return
      }
    }
  }

  private static var deleteFinal: AnimalsProperty {
    AnimalsProperty(
      "animals.delete.final",
      "A deleted animal stays away until a reload brings its row back, or the app is launched "
        + "again.",
      witness: "a delete succeeds",
      consequence: "An animal that was deleted comes back.",
      .invariant(remembering: deletes) { state, deletes in
        let deleted = deletes.value.ids
        guard !deleted.isEmpty, let animals = state.contents?.animals else { return .idle }
        return .judge(
          deleted.sorted().filter { animals[$0] != nil }.map {
            Violation(culprit: "back again", detail: "\($0) was deleted and is in the state")
          })
      })
  }

  /// What came of adds.
  private struct Adds: Hashable, Sendable {
    /// Accepted adds less those that were carried out; below 0 an add made more than one row.
    var owedCount = 0
    /// How many rows the latest form that adds under an id has led to; empty in the open
    /// environment.
    var rowsOfForm: [String: Int] = [:]
  }

  private static func adds(_ product: Animals) -> Observer<RuntimeSystem<Animals>, Adds> {
    Observer(initial: Adds()) { step, memory in
      if step.traits.contains(.relaunch) {
        memory.value = Adds()
      } else if case .addAnimal(let id, _, _, _)? = step.performance?.operation {
        if step.traits.contains(.crash) { return }
        let (old, new) = (step.old.database, step.new.database)
        let sampleCount =
          old.categories.isEmpty && !new.categories.isEmpty ? product.samples.animals.count : 0
        let rowCount = new.animals.count - old.animals.count - sampleCount
        memory.value.owedCount -= max(1, rowCount)
        if let count = memory.value.rowsOfForm[id] {
          memory.value.rowsOfForm[id] = count + rowCount
        }
      } else if step.traits.contains(.gesture), case .addAnimal(let id, _, _, _)? = step.gesture,
        step.old.statuses?[.animal(id)] != .waiting, step.new.statuses?[.animal(id)] == .waiting
      {
        memory.value.owedCount += 1
        // The first accepted add of a form begins a count of its rows.
        if let editor = step.windowChanges.first(where: \.isActing)?.old?.window.editor,
          !editor.hasAdded
        {
          memory.value.rowsOfForm[id] = 0
        }
      }
    }
  }

  private static func addOnce(_ product: Animals) -> AnimalsProperty {
    AnimalsProperty(
      "animals.add.once",
      "One accepted add, and one form however often saved, leads to at most one row.",
      witness: "an add is accepted",
      consequence: "One save makes two animals.",
      .invariant(remembering: adds(product)) { _, adds in
        let adds = adds.value
        let repeated = adds.rowsOfForm.filter { $0.value > 1 }
        if adds.owedCount == 0 && repeated.isEmpty { return .idle }
        let rows = repeated.keys.sorted().map {
          Violation(
            culprit: "two rows of one form", subject: $0,
            detail: "the form of \($0) led to \(repeated[$0, default: 0]) rows")
        }
        let surplus = Violation(
          culprit: "row without add", detail: "more rows were added than adds accepted")
        return .judge(rows + (adds.owedCount < 0 ? [surplus] : []))
      })
  }
}
