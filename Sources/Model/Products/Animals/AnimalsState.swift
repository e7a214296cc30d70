import Model

extension Animals {
  struct State: Hashable, Codable, Sendable {
    struct Categories: Hashable, Codable, Sendable {
      var data: [String: Category] = [:]
      /// Nil before the first request.
      var status: Status?
    }

    struct AnimalsSlice: Hashable, Codable, Sendable {
      var data: [String: Animal] = [:]
      /// Nil before the first request.
      var status: Status?
      var queue: [String: Status] = [:]
    }

    var categories = Categories()
    var animals = AnimalsSlice()
    /// The highest number of a placeholder whose answer was forgotten; nil in the published app.
    var lastForm: Int?
  }

  enum ReducerError: String, Error, Hashable, Sendable {
    case animalNotFound
  }

  enum Subject: Hashable, Comparable, Sendable {
    case categories
    case animals
    case animal(String)
  }

  struct Contents: Hashable, Sendable {
    var categories: [String: Category]
    var animals: [String: Animal]
  }
}

extension SampleData {
  var contents: Animals.Contents {
    Animals.Contents(
      categories: Animals.keyed(categories, by: \.categoryId),
      animals: Animals.keyed(animals, by: \.animalId)
    )
  }
}

extension Animals.State {
  /// Makes a state that holds contents, as if nothing had been asked for.
  init(_ contents: Animals.Contents) {
    categories.data = contents.categories
    animals.data = contents.animals
  }
}
