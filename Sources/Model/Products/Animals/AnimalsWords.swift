extension Animals {
  /// The words of a product engineer.
  public var narrator: Narrator<Animals> {
    Narrator(
      gesture: Self.words, operation: Self.words,
      state: { state in
        var facts: [String: String] = [:]
        if let status = state.categories.status { facts["categories.status"] = Self.words(status) }
        if let status = state.animals.status { facts["animals.status"] = Self.words(status) }
        for (id, category) in state.categories.data { facts["categories.data[\(id)]"] = category.name }
        for (id, animal) in state.animals.data { facts["animals.data[\(id)]"] = Self.words(animal) }
        for (id, status) in state.animals.queue { facts["animals.queue[\(id)]"] = Self.words(status) }
        return facts
      },
      database: { database in
        var facts: [String: String] = [:]
        for category in database.categories { facts["row category \(category.categoryId)"] = category.name }
        for animal in database.animals {
          let row = "row animal \(animal.animalId)"
          facts[row] = (facts[row].map { $0 + "; " } ?? "") + Self.words(animal)
        }
        return facts
      })
  }

  @Sendable private static func words(_ gesture: UserAction) -> String {
    switch gesture {
    case .categoryListOnAppear: "sees the category list appear"
    case .animalListOnAppear: "sees the animal list appear"
    case .reloadSampleData: "taps Reload Sample Data, Yes"
    case .deleteAnimal(let id): "deletes \(id)"
    case .updateAnimal(let id, let name, let diet, let categoryId):
      "saves \(id) as \(form(name, diet, categoryId))"
    case .addAnimal(let id, let name, let diet, let categoryId):
      "saves the new animal \(id) as \(form(name, diet, categoryId))"
    }
  }

  @Sendable private static func words(_ operation: Operation) -> String {
    switch operation {
    case .fetchCategories: "the fetch of categories"
    case .fetchAnimals: "the fetch of animals"
    case .reloadSampleData: "the reload of sample data"
    case .deleteAnimal(let id): "the delete of \(id)"
    case .updateAnimal(let id, let name, let diet, let categoryId):
      "the update of \(id) to \(form(name, diet, categoryId))"
    case .addAnimal(let id, let name, let diet, let categoryId):
      "the add of \(id) as \(form(name, diet, categoryId))"
    }
  }

  private static func form(_ name: String, _ diet: Diet, _ categoryId: String) -> String {
    "'\(name)', \(diet.rawValue), \(categoryId)"
  }

  private static func words(_ animal: Animal) -> String { form(animal.name, animal.diet, animal.categoryId) }

  private static func words(_ status: Status) -> String {
    if case .failure(let text) = status { "failure (\(text))" } else { "\(status)" }
  }
}
