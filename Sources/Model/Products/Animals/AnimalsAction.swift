import Model

extension Animals {
  /// New values for some fields of an animal; nil for those that stay.
  struct FieldChanges: Hashable, Comparable, Codable, Sendable {
    var name: String?
    var diet: Diet?
    var categoryId: String?

    init(name: String? = nil, diet: Diet? = nil, categoryId: String? = nil) {
      (self.name, self.diet, self.categoryId) = (name, diet, categoryId)
    }

    static func < (first: FieldChanges, second: FieldChanges) -> Bool {
      first.words.lexicographicallyPrecedes(second.words)
    }

    private var words: [String] { [name.orderWord, (diet?.rawValue).orderWord, categoryId.orderWord] }
  }

  enum Action: Hashable, Sendable {
    case ui(UserAction)
    case data(DataAction)
  }

  /// What components dispatch.
  ///
  /// The list's and the detail's delete are one: nothing tells them apart.
  enum UserAction: Hashable, Comparable, Codable, Sendable {
    case categoryListOnAppear
    case animalListOnAppear
    case reloadSampleData
    case deleteAnimal(id: String)
    case updateAnimal(id: String, name: String, diet: Diet, categoryId: String)
    /// Changes some fields; a repaired editor sends it in place of an update.
    case changeAnimal(id: String, changes: FieldChanges)
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
  enum Operation: Hashable, Comparable, Codable, Sendable {
    case fetchCategories
    case fetchAnimals
    case reloadSampleData
    case deleteAnimal(id: String)
    case updateAnimal(id: String, name: String, diet: Diet, categoryId: String)
    /// Changes some fields; a repaired editor sends it in place of an update.
    case changeAnimal(id: String, changes: FieldChanges)
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

extension Animals.Operation: CaseNamed {
  /// A change of some fields is an update, whichever part finds something out about it.
  var caseName: String {
    switch self {
    case .fetchCategories: "fetchCategories"
    case .fetchAnimals: "fetchAnimals"
    case .reloadSampleData: "reloadSampleData"
    case .deleteAnimal: "deleteAnimal"
    case .updateAnimal, .changeAnimal: "updateAnimal"
    case .addAnimal: "addAnimal"
    }
  }
}
