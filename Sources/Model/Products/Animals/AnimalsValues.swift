import Model

/// A category of animals.
struct Category: Hashable, Comparable, Codable, Sendable {
  /// Equal to the name in the samples.
  let categoryId: String
  let name: String

  /// Makes a category; its name is its id by default.
  init(categoryId: String, name: String? = nil) {
    self.categoryId = categoryId
    self.name = name ?? categoryId
  }

  static func < (first: Category, second: Category) -> Bool {
    (first.categoryId, first.name) < (second.categoryId, second.name)
  }
}

enum Diet: String, Hashable, Comparable, Codable, Sendable, CaseIterable {
  case herbivore = "Herbivore"
  case carnivore = "Carnivore"
  case omnivore = "Omnivore"

  static func < (first: Diet, second: Diet) -> Bool { first.rawValue < second.rawValue }
}

struct Animal: Hashable, Comparable, Codable, Sendable {
  /// The id, in state and database alike.
  let animalId: String
  let name: String
  let diet: Diet
  let categoryId: String

  static func < (first: Animal, second: Animal) -> Bool {
    (first.animalId, first.name, first.diet, first.categoryId)
      < (second.animalId, second.name, second.diet, second.categoryId)
  }
}

/// The sample data that a fresh or reloaded persistent store holds.
struct SampleData: Hashable, Codable, Sendable {
  let categories: [Category]
  let animals: [Animal]

  /// Makes sample data, ordered by id; what shares an id stays in its order, as the last one
  /// counts.
  init(categories: [Category], animals: [Animal]) {
    self.categories = categories.sorted { $0.categoryId < $1.categoryId }
    self.animals = animals.sorted { $0.animalId < $1.animalId }
  }

  static let published = SampleData(
    categories: ["Amphibian", "Bird", "Fish", "Invertebrate", "Mammal", "Reptile"].map {
      Category(categoryId: $0)
    },
    animals: [
      Animal(animalId: "Dog", name: "Dog", diet: .carnivore, categoryId: "Mammal"),
      Animal(animalId: "Cat", name: "Cat", diet: .carnivore, categoryId: "Mammal"),
      Animal(animalId: "Kangaroo", name: "Red kangaroo", diet: .herbivore, categoryId: "Mammal"),
      Animal(animalId: "Bibbon", name: "Southern gibbon", diet: .herbivore, categoryId: "Mammal"),
      Animal(animalId: "Sparrow", name: "House sparrow", diet: .omnivore, categoryId: "Bird"),
      Animal(animalId: "Newt", name: "Newt", diet: .carnivore, categoryId: "Amphibian"),
    ])
}

/// What people choose from in a scope, and what a fresh store holds.
struct AnimalsValues: Hashable, Codable, Sendable {
  var samples: SampleData
  /// What editors for a new animal are filled in with; the id is the placeholder.
  var additions: [Animal]
  var updates: [Animal]
  var deletions: [String]
  /// What becomes of presentations in windows; nil where they go with their branch and keep their
  /// flag.
  var presentations: Animals.Presentations?

  /// Every animal id that can appear, placeholders left out, in order.
  var animalIds: [String] {
    Set(samples.animals.map(\.animalId) + updates.map(\.animalId) + deletions).sorted()
  }
}

extension AnimalsValues: ChoosingValues {
  var choices: [String] {
    guard let presentations, presentations != .keepFlag else { return [] }
    return ["presentations \(presentations.rawValue)"]
  }

  var usual: AnimalsValues {
    var usual = self
    usual.presentations = nil
    return usual
  }
}
