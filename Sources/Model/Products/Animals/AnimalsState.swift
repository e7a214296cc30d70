extension Animals {
  /// What the store owns.
  public struct State: Hashable, Codable, Sendable {
    /// The categories and how their request stands.
    public struct Categories: Hashable, Codable, Sendable {
      /// The categories by id.
      public var data: [String: Category] = [:]
      /// Nil before the first request.
      public var status: Status?
    }

    /// The animals and how their requests stand.
    public struct AnimalsSlice: Hashable, Codable, Sendable {
      /// The animals by id.
      public var data: [String: Animal] = [:]
      /// Nil before the first request.
      public var status: Status?
      /// How the request about one animal, or one placeholder, stands.
      public var queue: [String: Status] = [:]
    }

    /// The categories.
    public var categories = Categories()
    /// The animals.
    public var animals = AnimalsSlice()

    /// Makes the state at launch: everything empty and nil.
    public init() {}

    /// Makes a state that holds contents, as if nothing had been asked for.
    public init(_ contents: Contents) {
      categories.data = contents.categories
      animals.data = contents.animals
    }
  }

  /// What the reducer refuses with.
  public enum ReducerError: String, Error, Hashable, Sendable {
    /// No animal of that id is in the state.
    case animalNotFound
  }

  /// What a status is about.
  public enum Subject: Hashable, Comparable, Sendable {
    /// The categories' status.
    case categories
    /// The animals' status.
    case animals
    /// The queue entry of one animal or placeholder.
    case animal(String)
  }

  /// What state and database hold alike.
  public struct Contents: Hashable, Sendable {
    /// The categories by id.
    public var categories: [String: Category]
    /// The animals by id.
    public var animals: [String: Animal]
  }
}

extension SampleData {
  /// The sample data by id.
  public var contents: Animals.Contents {
    Animals.Contents(
      categories: Animals.keyed(categories, by: \.categoryId), animals: Animals.keyed(animals, by: \.animalId)
    )
  }
}
