extension Animals {
  package struct State: Hashable, Codable, Sendable {
    package struct Categories: Hashable, Codable, Sendable {
      package var data: [String: Category] = [:]
      /// Nil before the first request.
      package var status: Status?
    }

    package struct AnimalsSlice: Hashable, Codable, Sendable {
      package var data: [String: Animal] = [:]
      /// Nil before the first request.
      package var status: Status?
      package var queue: [String: Status] = [:]
    }

    package var categories = Categories()
    package var animals = AnimalsSlice()

    package init() {}

    /// Makes a state that holds contents, as if nothing had been asked for.
    package init(_ contents: Contents) {
      categories.data = contents.categories
      animals.data = contents.animals
    }
  }

  package enum ReducerError: String, Error, Hashable, Sendable {
    case animalNotFound
  }

  package enum Subject: Hashable, Comparable, Sendable {
    case categories
    case animals
    case animal(String)
  }

  package struct Contents: Hashable, Sendable {
    package var categories: [String: Category]
    package var animals: [String: Animal]
  }
}

extension SampleData {
  package var contents: Animals.Contents {
    Animals.Contents(
      categories: Animals.keyed(categories, by: \.categoryId), animals: Animals.keyed(animals, by: \.animalId)
    )
  }
}
