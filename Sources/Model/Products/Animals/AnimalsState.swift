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
    /// The highest number of a placeholder whose answer was forgotten; 0 as published.
    var lastForm = 0

    init() {}

    /// Makes a state that holds contents, as if nothing had been asked for.
    init(_ contents: Contents) {
      categories.data = contents.categories
      animals.data = contents.animals
    }
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
      categories: Animals.keyed(categories, by: \.categoryId), animals: Animals.keyed(animals, by: \.animalId)
    )
  }
}

// A number that is 0 is left out.
extension Animals.State {
  private enum CodingKeys: String, CodingKey { case categories, animals, lastForm }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    categories = try fields.decode(Categories.self, forKey: .categories)
    animals = try fields.decode(AnimalsSlice.self, forKey: .animals)
    lastForm = try fields.decodeIfPresent(Int.self, forKey: .lastForm) ?? 0
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(categories, forKey: .categories)
    try fields.encode(animals, forKey: .animals)
    if lastForm != 0 { try fields.encode(lastForm, forKey: .lastForm) }
  }
}
