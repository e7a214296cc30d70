import Model
import Spec

/// What listener and store of Animals do, by definition.
extension Contract<Animals> {
  // MARK: Listener

  static func notice(
    _ old: Animals.State, _ action: Animals.Action, _ repaired: Set<Animals.RepairName> = []
  ) -> Animals.Operation? {
    if isOutOfTurn(old, action, repaired) { return nil }
    let asksAgain = repaired.contains(.fetchAgain)
    func isDue(_ status: Status?) -> Bool { status == nil || asksAgain && status != .waiting }
    let isIdle = old.categories.status != .waiting && old.animals.status != .waiting
    func isFree(_ id: String) -> Bool { old.animals.queue[id] != .waiting }
    return switch action {
    case .ui(.categoryListOnAppear) where isDue(old.categories.status): .fetchCategories
    case .ui(.animalListOnAppear) where isDue(old.animals.status): .fetchAnimals
    case .ui(.reloadSampleData) where isIdle: .reloadSampleData
    case .ui(.deleteAnimal(let id)) where isFree(id): .deleteAnimal(id: id)
    case .ui(.updateAnimal(let id, let name, let diet, let categoryId)) where isFree(id):
      .updateAnimal(id: id, name: name, diet: diet, categoryId: categoryId)
    case .ui(.changeAnimal(let id, let changes)) where isFree(id): .changeAnimal(id: id, changes: changes)
    case .ui(.addAnimal(let id, let name, let diet, let categoryId)) where isFree(id):
      .addAnimal(id: id, name: name, diet: diet, categoryId: categoryId)
    default: nil
    }
  }

  /// What was asked for is carried out when all that it is about is waiting.
  static func asks(_ notice: Animals.Operation, _ current: Animals.State) -> Animals.Operation? {
    let statuses: [Status?] =
      switch notice {
      case .fetchCategories: [current.categories.status]
      case .fetchAnimals: [current.animals.status]
      case .reloadSampleData: [current.categories.status, current.animals.status]
      case .deleteAnimal(let id), .updateAnimal(let id, _, _, _), .changeAnimal(let id, _),
        .addAnimal(let id, _, _, _):
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
    case .deleteAnimal(let id): return outcome(animal).map { .data(.didDeleteAnimal(id: id, result: $0)) }
    case .updateAnimal(let id, _, _, _), .changeAnimal(let id, _):
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

  // MARK: Store

  /// What an idle app is asked for, on a store that holds what the state holds, and on one with another row
  /// of each id; and edits of a row.
  static func drawnOperations(
    _ state: Animals.State, _ action: Animals.Action
  ) -> [(Animals.Operation, Animals.Database)] {
    let operation = notice(Animals.State(), action)
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
          animalId: "many \(number)", name: animal.name, diet: animal.diet, categoryId: animal.categoryId)
      }
    }.sorted()
    let tables = [Animals.Database(), single, twice, many]
    return tables.flatMap { table in operation.map { [($0, table)] } ?? [] }
      + ((single.animals.last.map(edits) ?? []) + deletes(single.animals)).map { ($0, single) }
  }

  /// The row under another name.
  private static func renamed(_ row: Animal) -> Animal {
    Animal(animalId: row.animalId, name: "\(row.name) b", diet: row.diet, categoryId: row.categoryId)
  }

  /// Deletes of each row, where there are not many.
  private static func deletes(_ rows: [Animal]) -> [Animals.Operation] {
    rows.count > 12 ? [] : rows.map { .deleteAnimal(id: $0.animalId) }
  }

  /// Updates of a row in one field each.
  private static func edits(_ row: Animal) -> [Animals.Operation] {
    let (id, name, diet, categoryId) = (row.animalId, row.name, row.diet, row.categoryId)
    return String.oddNames.map { .updateAnimal(id: id, name: $0, diet: diet, categoryId: categoryId) }
      + Diet.allCases.map { .updateAnimal(id: id, name: name, diet: $0, categoryId: categoryId) }
      + [.updateAnimal(id: id, name: name, diet: diet, categoryId: "\(categoryId) b")]
  }

  /// What is wrong with what an operation did to a store, which is filled with the samples when it has no
  /// category.
  static func performs(
    _ operation: Animals.Operation, _ before: Animals.Database, _ performed: Performed<Animals>,
    samples: SampleData, addsOnce: Bool
  ) -> String? {
    let isFilled = before.categories.isEmpty
    let old = Rows(
      categories: isFilled ? samples.categories : before.categories,
      animals: before.animals + (isFilled ? samples.animals : []))
    let new = Rows(categories: performed.database.categories, animals: performed.database.animals)
    let reply = try? performed.result.get()
    func changes(_ removed: [Animal], _ added: [Animal]) -> String? {
      var told = old
      for row in removed { told.remove(row) }
      told.animals += added
      return told.isAlike(new) ? nil : "the rows should be \(told.words), not \(new.words)"
    }
    switch operation {
    case .fetchCategories:
      guard case .categories(let all)? = reply, all.sorted() == old.categories.sorted() else {
        return "it should answer all categories"
      }
      return changes([], [])
    case .fetchAnimals:
      guard case .animals(let all)? = reply, all.sorted() == old.animals.sorted() else {
        return "it should answer all animals"
      }
      return changes([], [])
    case .reloadSampleData:
      let told = Rows(categories: samples.categories, animals: samples.animals)
      return reply == .sampleData(samples) && told.isAlike(new) ? nil : "all should be the samples"
    case .addAnimal(let form, let name, let diet, let categoryId):
      if addsOnce, let id = before.rowsOfForms[form], let row = old.row(id) {
        let told = Animal(animalId: id, name: name, diet: diet, categoryId: categoryId)
        return reply == .animal(told) ? changes([row], [told]) : "it should answer the row of its form"
      }
      guard case .animal(let animal)? = reply, !old.holds(animal.animalId),
        animal == Animal(animalId: animal.animalId, name: name, diet: diet, categoryId: categoryId)
      else { return "it should answer the new animal under an id of its own" }
      return changes([], [animal])
    case .updateAnimal(let id, let name, let diet, let categoryId):
      let told = Animal(animalId: id, name: name, diet: diet, categoryId: categoryId)
      guard let row = before.row(id) ?? old.row(id) else { return performed.isRefused(new, old) }
      return reply == .animal(told) ? changes([row], [told]) : "it should answer the animal as it is now"
    case .changeAnimal(let id, let change):
      guard let row = before.row(id) ?? old.row(id) else { return performed.isRefused(new, old) }
      let told = Animal(
        animalId: id, name: change.name ?? row.name, diet: change.diet ?? row.diet,
        categoryId: change.categoryId ?? row.categoryId)
      return reply == .animal(told) ? changes([row], [told]) : "it should answer the animal as it is now"
    case .deleteAnimal(let id):
      guard let row = before.row(id) ?? old.row(id) else { return performed.isRefused(new, old) }
      return reply == .animal(row) ? changes([row], []) : "it should answer the row that it removed"
    }
  }
}

/// The rows of a store, in no order.
private struct Rows {
  var categories: [Category]
  var animals: [Animal]

  func holds(_ id: String) -> Bool { row(id) != nil }
  func row(_ id: String) -> Animal? { animals.first { $0.animalId == id } }

  mutating func remove(_ animal: Animal) {
    if let place = animals.firstIndex(of: animal) { animals.remove(at: place) }
  }

  func isAlike(_ other: Rows) -> Bool {
    categories.sorted() == other.categories.sorted() && animals.sorted() == other.animals.sorted()
  }

  var words: String { animals.sorted().map { "'\($0.animalId)' ('\($0.name)')" }.joined(separator: ", ") }
}

extension Animals.Database {
  fileprivate func row(_ id: String) -> Animal? { animals.first { $0.animalId == id } }
}

extension Performed<Animals> {
  /// What is wrong with an operation that has no row to change.
  fileprivate func isRefused(_ new: Rows, _ old: Rows) -> String? {
    result == .failure(OperationFailure("animalNotFound")) && new.isAlike(old)
      ? nil : "it should fail for want of a row"
  }
}
