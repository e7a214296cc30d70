import Model

/// What Animals promises beside what every product promises.
public enum AnimalsProperties {
  /// A property of Animals' runtime.
  public typealias AnimalsProperty = Property<RuntimeSystem<Animals>>

  /// All properties of Animals.
  public static func all(_ system: RuntimeSystem<Animals>) -> [AnimalsProperty] {
    let values = system.scope.values
    return RuntimeProperties(system: system).allWithValues
      + ([
        reference, key, placeholder(values), samples(system.product), partition(values),
        sorted(system.product),
      ]
      + [deleteFinal, addOnce])
      .judging(ownValuesClauses(system), of: system.product)
  }

  private static var reference: AnimalsProperty {
    AnimalsProperty(
      "animals.reference", "When everything is loaded, every animal's category exists.",
      witness: "an animal is loaded",
      .invariant(reads: [.contents]) { state in
        guard let data = state.state, data.categories.status == .success, data.animals.status == .success,
          !data.animals.data.isEmpty
        else { return .idle }
        return .judge(
          data.animals.data.values.sorted().filter { data.categories.data[$0.categoryId] == nil }.map {
            Violation(
              culprit: "no category", detail: "\($0.animalId) is in \($0.categoryId), which does not exist")
          })
      })
  }

  private static var key: AnimalsProperty {
    AnimalsProperty(
      "animals.key", "Every animal is kept under its own id.", witness: "an animal is in the state",
      .invariant(reads: [.contents]) { state in
        guard let animals = state.state?.animals.data, !animals.isEmpty else { return .idle }
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
      .invariant(reads: [.contents, .database]) { state in
        guard let animals = state.state?.animals.data else { return .idle }
        let rows = state.database.animals
        var violations: [Violation] = []
        for id in placeholders {
          if animals[id] != nil {
            violations.append(Violation(culprit: "in the state", detail: "\(id) is a key of the state"))
          }
          if rows.contains(where: { $0.animalId == id }) {
            violations.append(Violation(culprit: "in the database", detail: "\(id) is the id of a row"))
          }
        }
        return violations.isEmpty && state.database.freshCount == 0 ? .idle : .judge(violations)
      })
  }

  private static func samples(_ product: Animals) -> AnimalsProperty {
    let samples = StoredRows.rows(product.samples.contents)
    return AnimalsProperty(
      "animals.samples",
      "When a reload succeeded and nothing else is pending, state and database hold the sample data.",
      witness: "a reload completes last",
      .step(.settling(kind: "complete reloadSampleData", reads: [.contents, .rows])) { step in
        guard case .success? = step.old.thunk(.reloadSampleData, occurrence: 0, isAsked: false)?.result,
          let data = step.new.state
        else { return .idle }
        var violations: [Violation] = []
        if StoredRows.rows(product.contents(of: data)) != samples {
          violations.append(Violation(culprit: "state", detail: "the state differs from the samples"))
        }
        if product.rows(of: step.new.database) != samples {
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
      .invariant(reads: [.contents]) { state in
        guard let data = state.state, !data.animals.data.isEmpty else { return .idle }
        let lists = Set(categoryIds).union(data.categories.data.keys).sorted()
          .map { Animals.Selectors.animalsValues(inCategory: $0, data) }
        return .judge(
          data.animals.data.values.sorted().compactMap { animal in
            let count = lists.count { $0.contains(animal) }
            if count == 1 { return nil }
            return Violation(
              culprit: count == 0 ? "nowhere" : "twice", detail: "\(animal.animalId) is in \(count) lists")
          })
      })
  }

  private static func sorted(_ product: Animals) -> AnimalsProperty {
    let precedes = product.nameOrder
    @Sendable func categories(_ data: Animals.State) -> [String] {
      Animals.Selectors.categoriesValues(data, by: precedes).map(\.name)
    }
    @Sendable func animals(_ id: String, _ data: Animals.State, _ order: EntryOrder = .ascending) -> [Animal]
    {
      Animals.Selectors.animalsValues(inCategory: id, data, order, by: precedes)
    }
    return AnimalsProperty(
      "animals.sorted", "A shown list is in name order, and equal names have one order.",
      witness: "a list has two entries",
      .invariant(reads: [.contents]) { state in
        guard let data = state.state else { return .idle }
        let categoryIds = Set(data.animals.data.values.map(\.categoryId)).sorted()
        let lists = [categories(data)] + categoryIds.map { animals($0, data).map(\.name) }
        guard lists.contains(where: { $0.count > 1 }) else { return .idle }
        return .judge(
          lists.filter { $0.isOutOfOrder(by: precedes) }.map {
            Violation(culprit: "order", detail: "\($0.joined(separator: ", ")) is not in name order")
          })
      },
      .invariant(reads: [.contents]) { state in
        guard let data = state.state else { return .idle }
        let categoryIds = Set(data.animals.data.values.map(\.categoryId)).sorted()
        let tied = categoryIds.filter { animals($0, data).map(\.name).holdsTie(by: precedes) }
        if tied.isEmpty { return .idle }
        return .judge(
          tied.filter { id in
            let list = animals(id, data)
            return EntryOrder.all(entryCount: min(list.count, 6)).contains { animals(id, data, $0) != list }
          }.map {
            Violation(culprit: "ties", subject: $0, detail: "equal names in \($0) have more than one order")
          })
      })
  }

  private static var deleteFinal: AnimalsProperty {
    AnimalsProperty(
      "animals.delete.final",
      "A deleted animal stays away until a reload succeeds or the app is launched again.",
      witness: "a delete succeeds",
      .invariant(reads: [.contents, .productGhost]) { state in
        guard let animals = state.state?.animals.data, !state.ghost.product.deletedIds.isEmpty else {
          return .idle
        }
        return .judge(
          state.ghost.product.deletedIds.sorted().filter { animals[$0] != nil }.map {
            Violation(culprit: "back again", detail: "\($0) was deleted and is in the state")
          })
      })
  }

  private static var addOnce: AnimalsProperty {
    AnimalsProperty(
      "animals.add.once", "One accepted add, and one form however often saved, leads to at most one row.",
      witness: "an add is accepted",
      .invariant(reads: [.productGhost]) { state in
        let owed = state.ghost.product.addsOwed
        let repeated = state.ghost.product.rowsOfForm.filter { $0.value > 1 }
        if owed == 0 && repeated.isEmpty { return .idle }
        let rows = repeated.keys.sorted().map {
          Violation(
            culprit: "two rows of one form", subject: $0,
            detail: "the form of \($0) led to \(repeated[$0, default: 0]) rows")
        }
        let surplus = Violation(
          culprit: "row without add", detail: "more rows were added than adds accepted")
        return .judge(rows + (owed < 0 ? [surplus] : []))
      })
  }
}
