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
    case .deleteAnimal(let id), .updateAnimal(let id, _, _, _), .changeAnimal(let id, _),
      .addAnimal(let id, _, _, _):
      [.animal(id)]
    }
  }

  func subjects(askedForBy notice: Operation) -> [Subject] { subjects(of: notice) }

  func isAcceptedRequest(_ notice: Operation) -> Bool { true }

  var holdsItem: (@Sendable (Subject, State) -> Bool)? {
    let keepsDrafts = repaired.contains(.dropAnswers)
    return { subject, state in
      guard case .animal(let id) = subject else { return true }
      if state.animals.data[id] != nil { return true }
      // What waits to be added is a draft, and what failed is a notice, whatever became of its animal.
      let status = state.animals.queue[id]
      return keepsDrafts && (status?.isFailure == true || status == .waiting && Self.isPlaceholder(id))
    }
  }

  static func isPlaceholder(_ id: String) -> Bool { id.hasPrefix("placeholder ") }
  /// The number in a placeholder, "placeholder 2" or "placeholder 2 again"; 0 for any other id.
  static func number(ofPlaceholder id: String) -> Int {
    isPlaceholder(id) ? Int(id.dropFirst("placeholder ".count).prefix(while: \.isNumber)) ?? 0 : 0
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

  /// Every ui action of the values, and every completion with the payloads that the values can lead to.
  func vocabulary(values: Values) -> [Action] {
    let gestures = gestures(in: State(), values: values)
    let added = values.additions.enumerated().map { number, form in
      Animal(
        animalId: Self.freshId(number + 1), name: form.name, diet: form.diet, categoryId: form.categoryId)
    }
    let animals = (values.samples.animals + values.updates + added).sorted()
    let failure = OperationFailure.injected.text
    let fetched: [DataAction] = [
      .didFetchCategories(result: .success(payload: values.samples.categories)),
      .didFetchCategories(result: .failure(text: failure)),
      .didFetchAnimals(result: .success(payload: values.samples.animals)),
      .didFetchAnimals(result: .failure(text: failure)),
      .didReloadSampleData(result: .success(payload: values.samples)),
      .didReloadSampleData(result: .failure(text: failure)),
    ]
    let answered = gestures.flatMap { gesture -> [DataAction] in
      switch gesture {
      case .deleteAnimal(let id):
        animals.filter { $0.animalId == id }.map { .didDeleteAnimal(id: id, result: .success(payload: $0)) }
          + [.didDeleteAnimal(id: id, result: .failure(text: failure))]
      case .updateAnimal(let id, let name, let diet, let categoryId):
        [
          .didUpdateAnimal(
            id: id,
            result: .success(
              payload: Animal(animalId: id, name: name, diet: diet, categoryId: categoryId))),
          .didUpdateAnimal(id: id, result: .failure(text: failure)),
        ]
      case .addAnimal(let id, _, _, _):
        added.map { .didAddAnimal(id: id, result: .success(payload: $0)) }
          + [.didAddAnimal(id: id, result: .failure(text: failure))]
      case .categoryListOnAppear, .animalListOnAppear, .reloadSampleData, .changeAnimal: []
      }
    }
    var known: Set<DataAction> = []
    return gestures.map(Action.ui)
      + (fetched + answered).filter { known.insert($0).inserted }.map(Action.data)
  }
}
