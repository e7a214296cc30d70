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
    /// The highest number of a placeholder whose answer was forgotten; 0 as published.
    package var lastForm = 0

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

// A number that is 0 is left out.
extension Animals.State {
  private enum CodingKeys: String, CodingKey { case categories, animals, lastForm }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    categories = try fields.decode(Categories.self, forKey: .categories)
    animals = try fields.decode(AnimalsSlice.self, forKey: .animals)
    lastForm = try fields.decodeIfPresent(Int.self, forKey: .lastForm) ?? 0
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(categories, forKey: .categories)
    try fields.encode(animals, forKey: .animals)
    if lastForm != 0 { try fields.encode(lastForm, forKey: .lastForm) }
  }
}
