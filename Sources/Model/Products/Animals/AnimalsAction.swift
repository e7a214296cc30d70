extension Animals {
  /// The Redux value: what a component or the data layer dispatches.
  public enum Action: Hashable, Sendable {
    /// A component.
    case ui(UserAction)
    /// The data layer.
    case data(DataAction)
  }

  /// What components dispatch.
  ///
  /// The list's and the detail's delete are one: nothing tells them apart.
  public enum UserAction: Hashable, Comparable, Codable, Sendable {
    /// The category list appears.
    case categoryListOnAppear
    /// The animal list appears.
    case animalListOnAppear
    /// Reload Sample Data, Yes.
    case reloadSampleData
    /// Delete of one animal.
    case deleteAnimal(id: String)
    /// Save in an editor that holds an animal.
    case updateAnimal(id: String, name: String, diet: Diet, categoryId: String)
    /// Save in an editor for a new animal; the id is its placeholder.
    case addAnimal(id: String, name: String, diet: Diet, categoryId: String)
  }

  /// What thunks dispatch when their operation is done.
  public enum DataAction: Hashable, Codable, Sendable {
    /// All categories.
    case didFetchCategories(result: Outcome<[Category]>)
    /// All animals.
    case didFetchAnimals(result: Outcome<[Animal]>)
    /// The sample data after a reload.
    case didReloadSampleData(result: Outcome<SampleData>)
    /// The new animal; the id is the placeholder.
    case didAddAnimal(id: String, result: Outcome<Animal>)
    /// The changed animal.
    case didUpdateAnimal(id: String, result: Outcome<Animal>)
    /// The removed animal.
    case didDeleteAnimal(id: String, result: Outcome<Animal>)
  }

  /// What a thunk asks the persistent store for; an add carries its placeholder for the completion.
  public enum Operation: Hashable, Comparable, Codable, Sendable {
    /// All categories.
    case fetchCategories
    /// All animals.
    case fetchAnimals
    /// Removes everything and inserts the samples.
    case reloadSampleData
    /// Removes one row.
    case deleteAnimal(id: String)
    /// Changes one row.
    case updateAnimal(id: String, name: String, diet: Diet, categoryId: String)
    /// Inserts one row with a fresh id.
    case addAnimal(id: String, name: String, diet: Diet, categoryId: String)
  }

  /// What the persistent store answers.
  public enum Reply: Hashable, Sendable {
    /// To a fetch of categories.
    case categories([Category])
    /// To a fetch of animals.
    case animals([Animal])
    /// To a reload.
    case sampleData(SampleData)
    /// To an add, update or delete.
    case animal(Animal)
  }
}

extension Animals.Action: Codable {
  private enum Key: String, CodingKey { case ui, data }

  /// Reads `{"ui": …}` or `{"data": …}`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if container.contains(.ui) {
      self = .ui(try container.decode(Animals.UserAction.self, forKey: .ui))
    } else {
      self = .data(try container.decode(Animals.DataAction.self, forKey: .data))
    }
  }

  /// Writes `{"ui": …}` or `{"data": …}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .ui(let action): try container.encode(action, forKey: .ui)
    case .data(let action): try container.encode(action, forKey: .data)
    }
  }
}
