import Model

extension Animals {
  var collections: [Subject] { [.categories, .animals] }

  func kind(of subject: Subject) -> String {
    switch subject {
    case .categories: "categories"
    case .animals: "animals"
    case .animal: "animal"
    }
  }

  func name(of subject: Subject) -> String {
    if case .animal(let id) = subject { id } else { "" }
  }

  func statuses(of state: State) -> [Subject: Status] {
    var statuses: [Subject: Status] = [:]
    statuses[.categories] = state.categories.status
    statuses[.animals] = state.animals.status
    for (id, status) in state.animals.queue { statuses[.animal(id)] = status }
    return statuses
  }

  /// The statuses that the operation's completion ends; a reload ends both collections'.
  func subjects(of operation: Operation) -> [Subject] {
    switch operation {
    case .fetchCategories: [.categories]
    case .fetchAnimals: [.animals]
    case .reloadSampleData: [.categories, .animals]
    case .deleteAnimal(let id), .updateAnimal(let id, _, _, _), .addAnimal(let id, _, _, _):
      [.animal(id)]
    }
  }

  var holdsItem: (@Sendable (Subject, State) -> Bool)? {
    let keepsDrafts = repaired.contains(.dropAnswers)
    return { subject, state in
      guard case .animal(let id) = subject else { return true }
      return state.animals.data[id] != nil
        || keepsDrafts && AnimalsRepairs.isDraftOrNotice(id, in: state)
    }
  }

  func contents(of state: State) -> Contents {
    Contents(categories: state.categories.data, animals: state.animals.data)
  }

  /// The rows by id; a store without categories was never opened.
  func rows(of database: Database) -> StoredRows<Contents> {
    if database.categories.isEmpty { return .unopened }
    let categories = Self.keyed(database.categories, by: \.categoryId)
    let animals = Self.keyed(database.animals, by: \.animalId)
    if animals.count < database.animals.count || categories.count < database.categories.count {
      let ids = database.animals.map(\.animalId) + database.categories.map(\.categoryId)
      return .repeated(id: ids.first { id in ids.count { $0 == id } > 1 } ?? "")
    }
    return .rows(Contents(categories: categories, animals: animals))
  }

  /// Every ui action of the values, and every completion with the payloads that the values can lead
  /// to.
  func vocabulary(values: Values) -> [Action] {
    let added = values.additions.enumerated().map { number, form in
      Animal(
        animalId: AnimalsStore.freshId(number + 1), name: form.name, diet: form.diet,
        categoryId: form.categoryId)
    }
    let animals = (values.samples.animals + values.updates + added).sorted()
    let fetched: [DataAction] =
      [values.samples.categories].answers { .didFetchCategories(result: $0) }
      + [values.samples.animals].answers { .didFetchAnimals(result: $0) }
      + [values.samples].answers { .didReloadSampleData(result: $0) }
    let deleted = values.deletions.flatMap { id in
      animals.filter { $0.animalId == id }.answers {
        DataAction.didDeleteAnimal(id: id, result: $0)
      }
    }
    let updated = values.updates.flatMap { animal in
      [animal].answers { DataAction.didUpdateAnimal(id: animal.animalId, result: $0) }
    }
    let saved = values.additions.flatMap { form in
      added.answers { DataAction.didAddAnimal(id: form.animalId, result: $0) }
    }
    return gestures(in: State(), values: values).map(Action.ui)
      + (fetched + deleted + updated + saved).once.map(Action.data)
  }

  static func keyed<Value>(_ values: [Value], by key: KeyPath<Value, String>) -> [String: Value] {
    values.reduce(into: [:]) { $0[$1[keyPath: key]] = $1 }
  }
}
