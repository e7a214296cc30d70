import Model
import Spec

/// What the listener of Animals does, by definition.
enum AnimalsListenerContract {
  static func notice(_ old: Animals.State, _ action: Animals.Action) -> Animals.Operation? {
    func isFree(_ id: String) -> Bool { old.animals.queue[id] != .waiting }
    return switch action {
    case .ui(.categoryListOnAppear) where old.categories.status == nil: .fetchCategories
    case .ui(.animalListOnAppear) where old.animals.status == nil: .fetchAnimals
    case .ui(.reloadSampleData) where isIdle(old): .reloadSampleData
    case .ui(.deleteAnimal(let id)) where isFree(id): .deleteAnimal(id: id)
    case .ui(.updateAnimal(let id, let name, let diet, let categoryId)) where isFree(id):
      .updateAnimal(id: id, name: name, diet: diet, categoryId: categoryId)
    case .ui(.addAnimal(let id, let name, let diet, let categoryId)) where isFree(id):
      .addAnimal(id: id, name: name, diet: diet, categoryId: categoryId)
    default: nil
    }
  }

  private static func isIdle(_ state: Animals.State) -> Bool {
    ![state.categories.status, state.animals.status].contains(.waiting)
  }

  /// What was asked for is carried out when all that it is about is waiting.
  static func asks(_ notice: Animals.Operation, _ current: Animals.State) -> Animals.Operation? {
    let statuses: [Status?] =
      switch notice {
      case .fetchCategories: [current.categories.status]
      case .fetchAnimals: [current.animals.status]
      case .reloadSampleData: [current.categories.status, current.animals.status]
      case .deleteAnimal(let id), .updateAnimal(let id, _, _, _), .addAnimal(let id, _, _, _):
        [current.animals.queue[id]]
      }
    return Set(statuses) == [.waiting] ? notice : nil
  }

  static func completes(
    _ operation: Animals.Operation, _ result: Result<Animals.Reply, OperationFailure>
  ) -> Animals.Action? {
    let text: String? = if case .failure(let failure) = result { failure.text } else { nil }
    let reply = try? result.get()
    func outcome<Payload>(_ payload: Payload?) -> Outcome<Payload>? {
      text.map { .failure(text: $0) } ?? payload.map { .success(payload: $0) }
    }
    var animal: Animal? { if case .animal(let animal)? = reply { animal } else { nil } }
    switch operation {
    case .fetchCategories:
      let categories: [Category]? = if case .categories(let all)? = reply { all } else { nil }
      return outcome(categories).map { .data(.didFetchCategories(result: $0)) }
    case .fetchAnimals:
      let animals: [Animal]? = if case .animals(let all)? = reply { all } else { nil }
      return outcome(animals).map { .data(.didFetchAnimals(result: $0)) }
    case .reloadSampleData:
      let samples: SampleData? = if case .sampleData(let all)? = reply { all } else { nil }
      return outcome(samples).map { .data(.didReloadSampleData(result: $0)) }
    case .deleteAnimal(let id):
      return outcome(animal).map { .data(.didDeleteAnimal(id: id, result: $0)) }
    case .updateAnimal(let id, _, _, _):
      return outcome(animal).map { .data(.didUpdateAnimal(id: id, result: $0)) }
    case .addAnimal(let id, _, _, _):
      return outcome(animal).map { .data(.didAddAnimal(id: id, result: $0)) }
    }
  }

  /// The state with one list that waits, with both, and with none.
  static func drawnCurrents(_ state: Animals.State) -> [Animals.State] {
    let statuses: [Status] = [.waiting, .success]
    return statuses.flatMap { categories in
      statuses.map { animals in
        var near = state
        (near.categories.status, near.animals.status) = (categories, animals)
        return near
      }
    }
  }
}

/// What the store of Animals does, by definition.
enum AnimalsStoreContract {
  /// What an idle app is asked for, on a store that holds what the state holds, and on one with
  /// another row of each id; and edits of a row.
  static func drawnOperations(
    _ state: Animals.State, _ action: Animals.Action
  ) -> [(Animals.Operation, Animals.Database)] {
    let operation = AnimalsListenerContract.notice(Animals.State(), action)
    var single = Animals.Database()
    single.categories = state.categories.data.values.sorted()
    single.animals = state.animals.data.values.sorted()
    // None of the ids that a drawn state holds is given out.
    single.freshCount = 1000
    var twice = single
    twice.animals = (single.animals + single.animals.map(renamed)).sorted()
    // More rows than a page holds.
    var many = single
    many.animals = single.animals.prefix(1).flatMap { animal in
      (0..<130).map { number in
        Animal(
          animalId: "many \(number)", name: animal.name, diet: animal.diet,
          categoryId: animal.categoryId)
      }
    }.sorted()
    let tables = [Animals.Database(), single, twice, many]
    return tables.flatMap { table in operation.map { [($0, table)] } ?? [] }
      + ((single.animals.last.map(edits) ?? []) + deletes(single.animals)).map { ($0, single) }
  }

  /// The row under another name.
  private static func renamed(_ row: Animal) -> Animal {
    Animal(
      animalId: row.animalId, name: "\(row.name) b", diet: row.diet, categoryId: row.categoryId)
  }

  /// Deletes of each row, where there are not many.
  private static func deletes(_ rows: [Animal]) -> [Animals.Operation] {
    rows.count > 12 ? [] : rows.map { .deleteAnimal(id: $0.animalId) }
  }

  /// Updates of a row in one field each.
  private static func edits(_ row: Animal) -> [Animals.Operation] {
    let (id, name, diet, categoryId) = (row.animalId, row.name, row.diet, row.categoryId)
    return String.oddNames.map {
      .updateAnimal(id: id, name: $0, diet: diet, categoryId: categoryId)
    }
      + Diet.allCases.map { .updateAnimal(id: id, name: name, diet: $0, categoryId: categoryId) }
      + [.updateAnimal(id: id, name: name, diet: diet, categoryId: "\(categoryId) b")]
  }

  /// What is wrong with what an operation did to a store, which is filled with the samples when it
  /// has no category.
  static func performs(
    _ operation: Animals.Operation, _ before: Animals.Database, _ performed: Performed<Animals>,
    samples: SampleData
  ) -> String? {
    let isFilled = before.categories.isEmpty
    var categories = isFilled ? samples.categories : before.categories
    var animals = before.animals + (isFilled ? samples.animals : [])
    let told: Animals.Reply?
    switch operation {
    case .fetchCategories: told = .categories(categories)
    case .fetchAnimals: told = .animals(animals)
    case .reloadSampleData:
      (categories, animals) = (samples.categories, samples.animals)
      told = .sampleData(samples)
    case .addAnimal(_, let name, let diet, let categoryId):
      guard case .success(.animal(let new)) = performed.result,
        !animals.contains(where: { $0.animalId == new.animalId })
      else { return "it should answer the new animal under an id of its own" }
      animals.append(Animal(animalId: new.animalId, name: name, diet: diet, categoryId: categoryId))
      told = animals.last.map { .animal($0) }
    case .updateAnimal(let id, let name, let diet, let categoryId):
      let row = animals.firstIndex { $0.animalId == id }
      if let row {
        let old = animals[row]
        animals[row] = Animal(
          animalId: id, name: name ?? old.name, diet: diet ?? old.diet,
          categoryId: categoryId ?? old.categoryId)
      }
      told = row.map { .animal(animals[$0]) }
    case .deleteAnimal(let id):
      told = animals.firstIndex { $0.animalId == id }.map { .animal(animals.remove(at: $0)) }
    }
    let answer: Result<Animals.Reply, OperationFailure> =
      told.map { .success($0) } ?? .failure(OperationFailure("animalNotFound"))
    if performed.result.map(\.sorted) != answer.map(\.sorted) {
      return "it should answer \(answer), not \(performed.result)"
    }
    let new = performed.database
    return categories.sorted() == new.categories.sorted()
      && animals.sorted() == new.animals.sorted()
      ? nil : "the rows should be \(words(animals)), not \(words(new.animals))"
  }

  private static func words(_ animals: [Animal]) -> String {
    animals.sorted().map { "'\($0.animalId)' ('\($0.name)')" }.joined(separator: ", ")
  }
}

extension Animals.Reply {
  /// The same with its rows in one order.
  fileprivate var sorted: Animals.Reply {
    switch self {
    case .categories(let all): .categories(all.sorted())
    case .animals(let all): .animals(all.sorted())
    case .sampleData, .animal: self
    }
  }
}
