import Model

extension Animals {
  enum Action: Hashable, Sendable {
    case ui(UserAction)
    case data(DataAction)
  }

  /// What components dispatch.
  ///
  /// The list's and the detail's delete are one: nothing tells them apart.
  enum UserAction: Hashable, Codable, Sendable {
    case categoryListOnAppear
    case animalListOnAppear
    case reloadSampleData
    case deleteAnimal(id: String)
    /// Save in an editor of an animal; what is nil stays as it is, and the published editor sends
    /// all.
    case updateAnimal(id: String, name: String?, diet: Diet?, categoryId: String?)
    /// Save in an editor for a new animal; the id is its placeholder.
    case addAnimal(id: String, name: String, diet: Diet, categoryId: String)
  }

  /// What thunks dispatch when their operation is done.
  enum DataAction: Hashable, Codable, Sendable {
    case didFetchCategories(result: Outcome<[Category]>)
    case didFetchAnimals(result: Outcome<[Animal]>)
    case didReloadSampleData(result: Outcome<SampleData>)
    /// The new animal; the id is the placeholder.
    case didAddAnimal(id: String, result: Outcome<Animal>)
    case didUpdateAnimal(id: String, result: Outcome<Animal>)
    case didDeleteAnimal(id: String, result: Outcome<Animal>)
  }

  /// What a thunk asks the persistent store for; an add carries its placeholder for the completion.
  enum Operation: Hashable, Codable, Sendable {
    case fetchCategories
    case fetchAnimals
    case reloadSampleData
    case deleteAnimal(id: String)
    case updateAnimal(id: String, name: String?, diet: Diet?, categoryId: String?)
    case addAnimal(id: String, name: String, diet: Diet, categoryId: String)
  }

  enum Reply: Hashable, Sendable {
    case categories([Category])
    case animals([Animal])
    case sampleData(SampleData)
    case animal(Animal)
  }
}

extension Animals.Action: SplitAction {
  var user: Animals.UserAction? { if case .ui(let action) = self { action } else { nil } }
  var completion: Animals.DataAction? { if case .data(let action) = self { action } else { nil } }
}

extension Animals.UserAction: Comparable {
  static func < (first: Self, second: Self) -> Bool {
    AnimalsListener.request(first) < AnimalsListener.request(second)
  }
}

extension Animals.Operation: Comparable {
  static func < (first: Self, second: Self) -> Bool {
    first.words.lexicographicallyPrecedes(second.words)
  }

  private var words: [String] {
    switch self {
    case .fetchCategories: ["0"]
    case .fetchAnimals: ["1"]
    case .reloadSampleData: ["2"]
    case .deleteAnimal(let id): ["3", id]
    case .updateAnimal(let id, let name, let diet, let categoryId):
      ["4", id, name.orderWord, (diet?.rawValue).orderWord, categoryId.orderWord]
    case .addAnimal(let id, let name, let diet, let categoryId):
      ["5", id, name, diet.rawValue, categoryId]
    }
  }
}
