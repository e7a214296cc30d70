import Model

/// The reducer as published.
enum AnimalsReducer {
  /// The state after an action.
  ///
  /// - Throws: `ReducerError.animalNotFound`.
  @Sendable static func reduce(_ state: Animals.State, _ action: Animals.Action) throws
    -> Animals.State
  {
    switch action {
    case .ui(let action): try reduce(state, action)
    case .data(let action): try reduce(state, action)
    }
  }

  private static func reduce(_ state: Animals.State, _ action: Animals.UserAction) throws
    -> Animals.State
  {
    var next = state
    switch action {
    case .categoryListOnAppear:
      if state.categories.status == nil { next.categories.status = .waiting }
    case .animalListOnAppear:
      if state.animals.status == nil { next.animals.status = .waiting }
    case .reloadSampleData:
      if state.categories.status != .waiting && state.animals.status != .waiting {
        next.categories.status = .waiting
        next.animals.status = .waiting
      }
    case .deleteAnimal(let id), .updateAnimal(let id, _, _, _):
      guard state.animals.data[id] != nil else { throw Animals.ReducerError.animalNotFound }
      next.animals.queue[id] = .waiting
    case .addAnimal(let id, _, _, _):
      next.animals.queue[id] = .waiting
    }
    return next
  }

  private static func reduce(_ state: Animals.State, _ action: Animals.DataAction) throws
    -> Animals.State
  {
    var next = state
    switch action {
    case .didFetchCategories(let result):
      next.categories.status = status(of: result)
      if case .success(let categories) = result {
        for category in categories { next.categories.data[category.categoryId] = category }
      }
    case .didFetchAnimals(let result):
      next.animals.status = status(of: result)
      if case .success(let animals) = result {
        for animal in animals { next.animals.data[animal.animalId] = animal }
      }
    case .didReloadSampleData(let result):
      next.categories.status = status(of: result)
      next.animals.status = status(of: result)
      if case .success(let samples) = result {
        next.categories.data = Animals.keyed(samples.categories, by: \.categoryId)
        next.animals.data = Animals.keyed(samples.animals, by: \.animalId)
      }
    case .didAddAnimal(let id, let result):
      next.animals.queue[id] = status(of: result)
      if case .success(let animal) = result { next.animals.data[animal.animalId] = animal }
    case .didUpdateAnimal(let id, let result):
      guard state.animals.data[id] != nil else { throw Animals.ReducerError.animalNotFound }
      next.animals.queue[id] = status(of: result)
      if case .success(let animal) = result { next.animals.data[id] = animal }
    case .didDeleteAnimal(let id, let result):
      guard state.animals.data[id] != nil else { throw Animals.ReducerError.animalNotFound }
      switch result {
      case .success(let animal):
        next.animals.data[animal.animalId] = nil
        next.animals.queue[animal.animalId] = .success
      case .failure(let text):
        next.animals.queue[id] = .failure(text: text)
      }
    }
    return next
  }

  private static func status<Payload>(of result: Outcome<Payload>) -> Status {
    switch result {
    case .success: .success
    case .failure(let text): .failure(text: text)
    }
  }
}
