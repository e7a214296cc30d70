import Model

extension Animals {
  /// The persistent store's rows, in id order; nothing keeps ids unique.
  struct Database: Hashable, Codable, Sendable {
    /// The category rows; none before the first operation.
    var categories: [Category] = []
    var animals: [Animal] = []
    /// How many fresh ids were given out; none is given out twice.
    var freshCount = 0
    /// The rows that forms led to, by the forms' placeholders; nil in the published store.
    var rowsOfForms: [String: String]?
  }
}

/// The persistent store as published.
enum AnimalsStore {
  static let animalNotFound = OperationFailure("animalNotFound")

  /// The id of the first, second, … row that an add inserts.
  static func freshId(_ number: Int) -> String { "Added \(number)" }

  /// Carries an operation out as published; a store without category rows is filled with the
  /// samples first.
  ///
  /// - Throws: `animalNotFound` when there is no such row.
  @Sendable static func perform(
    _ operation: Animals.Operation, _ database: inout Animals.Database, _ samples: SampleData
  ) throws -> Animals.Reply {
    if database.categories.isEmpty {
      database.categories = samples.categories
      database.animals = (database.animals + samples.animals).sorted()
    }
    switch operation {
    case .fetchCategories:
      return .categories(database.categories)
    case .fetchAnimals:
      return .animals(database.animals)
    case .reloadSampleData:
      database.categories = samples.categories
      database.animals = samples.animals
      return .sampleData(samples)
    case .addAnimal(_, let name, let diet, let categoryId):
      database.freshCount += 1
      let id = freshId(database.freshCount)
      let animal = Animal(animalId: id, name: name, diet: diet, categoryId: categoryId)
      database.animals = (database.animals + [animal]).sorted()
      return .animal(animal)
    case .updateAnimal(let id, let name, let diet, let categoryId):
      guard let row = database.animals.firstIndex(where: { $0.animalId == id }) else {
        throw animalNotFound
      }
      let old = database.animals[row]
      let animal = Animal(
        animalId: id, name: name ?? old.name, diet: diet ?? old.diet,
        categoryId: categoryId ?? old.categoryId)
      database.animals[row] = animal
      database.animals.sort()
      return .animal(animal)
    case .deleteAnimal(let id):
      guard let row = database.animals.firstIndex(where: { $0.animalId == id }) else {
        throw animalNotFound
      }
      return .animal(database.animals.remove(at: row))
    }
  }
}
