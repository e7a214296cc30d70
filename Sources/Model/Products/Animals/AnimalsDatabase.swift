import Model

extension Animals {
  /// The persistent store's rows, in id order; nothing keeps ids unique.
  struct Database: Hashable, Codable, Sendable {
    /// The category rows; none before the first operation.
    var categories: [Category] = []
    var animals: [Animal] = []
    /// How many fresh ids were given out; none is given out twice.
    var freshCount = 0
    /// The rows that forms led to, by the forms' placeholders; the published store keeps none.
    var rowsOfForms: [String: String] = [:]

    init() {}

    private enum CodingKeys: String, CodingKey { case categories, animals, freshCount, rowsOfForms }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      categories = try fields.decode([Category].self, forKey: .categories)
      animals = try fields.decode([Animal].self, forKey: .animals)
      freshCount = try fields.decode(Int.self, forKey: .freshCount)
      rowsOfForms = try fields.decodeIfPresent([String: String].self, forKey: .rowsOfForms) ?? [:]
    }

    func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: CodingKeys.self)
      try fields.encode(categories, forKey: .categories)
      try fields.encode(animals, forKey: .animals)
      try fields.encode(freshCount, forKey: .freshCount)
      if !rowsOfForms.isEmpty { try fields.encode(rowsOfForms, forKey: .rowsOfForms) }
    }
  }

  static let animalNotFound = OperationFailure("animalNotFound")

  /// The id of the first, second, … row that an add inserts.
  static func freshId(_ number: Int) -> String { "Added \(number)" }

  /// Carries an operation out as published; a store without category rows is filled with the samples first.
  ///
  /// - Throws: `animalNotFound` when there is no such row.
  @Sendable static func publishedStore(
    _ operation: Operation, _ database: inout Database, _ samples: SampleData
  ) throws -> Reply {
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
      guard let row = database.animals.firstIndex(where: { $0.animalId == id }) else { throw animalNotFound }
      let animal = Animal(animalId: id, name: name, diet: diet, categoryId: categoryId)
      database.animals[row] = animal
      database.animals.sort()
      return .animal(animal)
    case .changeAnimal(let id, let changes):
      guard let row = database.animals.firstIndex(where: { $0.animalId == id }) else { throw animalNotFound }
      let old = database.animals[row]
      let animal = Animal(
        animalId: id, name: changes.name ?? old.name, diet: changes.diet ?? old.diet,
        categoryId: changes.categoryId ?? old.categoryId)
      database.animals[row] = animal
      database.animals.sort()
      return .animal(animal)
    case .deleteAnimal(let id):
      guard let row = database.animals.firstIndex(where: { $0.animalId == id }) else { throw animalNotFound }
      return .animal(database.animals.remove(at: row))
    }
  }
}
