import Model

/// The listener as published.
enum AnimalsListener {
  /// What the listener can still learn from an element: the operation that it may ask for.
  ///
  /// The guards' old half depends on the element alone, so it is decided here; data actions are
  /// never reacted to.
  @Sendable static func notice(_ old: Animals.State, _ action: Animals.Action) -> Animals.Operation?
  {
    guard case .ui(let action) = action else { return nil }
    let isAccepted =
      switch action {
      case .categoryListOnAppear: old.categories.status == nil
      case .animalListOnAppear: old.animals.status == nil
      case .reloadSampleData: old.categories.status != .waiting && old.animals.status != .waiting
      case .deleteAnimal(let id), .updateAnimal(let id, _, _, _), .addAnimal(let id, _, _, _):
        old.animals.queue[id] != .waiting
      }
    return isAccepted ? request(action) : nil
  }

  /// The operation that an action is about.
  static func request(_ action: Animals.UserAction) -> Animals.Operation {
    switch action {
    case .categoryListOnAppear: .fetchCategories
    case .animalListOnAppear: .fetchAnimals
    case .reloadSampleData: .reloadSampleData
    case .deleteAnimal(let id): .deleteAnimal(id: id)
    case .updateAnimal(let id, let name, let diet, let categoryId):
      .updateAnimal(id: id, name: name, diet: diet, categoryId: categoryId)
    case .addAnimal(let id, let name, let diet, let categoryId):
      .addAnimal(id: id, name: name, diet: diet, categoryId: categoryId)
    }
  }

  /// The guards' current half: every subject of the request is waiting when the element is handled.
  @Sendable static func react(_ notice: Animals.Operation, _ current: Animals.State) -> Animals
    .Operation?
  {
    let isWaiting =
      switch notice {
      case .fetchCategories: current.categories.status == .waiting
      case .fetchAnimals: current.animals.status == .waiting
      case .reloadSampleData:
        current.categories.status == .waiting && current.animals.status == .waiting
      case .deleteAnimal(let id), .updateAnimal(let id, _, _, _), .addAnimal(let id, _, _, _):
        current.animals.queue[id] == .waiting
      }
    return isWaiting ? notice : nil
  }

  /// The action that reports an operation's result; a reply of another kind is never given.
  @Sendable static func completion(
    _ operation: Animals.Operation, _ result: Result<Animals.Reply, OperationFailure>
  ) -> Animals.Action? {
    let animal = Outcome(result) { if case .animal(let animal) = $0 { animal } else { nil } }
    let action: Animals.DataAction? =
      switch operation {
      case .fetchCategories:
        Outcome(result) { if case .categories(let all) = $0 { all } else { nil } }
          .map { .didFetchCategories(result: $0) }
      case .fetchAnimals:
        Outcome(result) { if case .animals(let all) = $0 { all } else { nil } }
          .map { .didFetchAnimals(result: $0) }
      case .reloadSampleData:
        Outcome(result) { if case .sampleData(let all) = $0 { all } else { nil } }
          .map { .didReloadSampleData(result: $0) }
      case .deleteAnimal(let id): animal.map { .didDeleteAnimal(id: id, result: $0) }
      case .updateAnimal(let id, _, _, _): animal.map { .didUpdateAnimal(id: id, result: $0) }
      case .addAnimal(let id, _, _, _): animal.map { .didAddAnimal(id: id, result: $0) }
      }
    return action.map(Animals.Action.data)
  }
}
