/// A category of animals.
public struct Category: Hashable, Comparable, Codable, Sendable {
  /// Equal to the name in the samples.
  public let categoryId: String
  /// What people read.
  public let name: String

  /// Makes a category; its name is its id by default.
  public init(categoryId: String, name: String? = nil) {
    self.categoryId = categoryId
    self.name = name ?? categoryId
  }

  /// Compares ids, then names.
  public static func < (first: Category, second: Category) -> Bool {
    (first.categoryId, first.name) < (second.categoryId, second.name)
  }
}

/// What an animal eats.
public enum Diet: String, Hashable, Comparable, Codable, Sendable, CaseIterable {
  /// Plants.
  case herbivore = "Herbivore"
  /// Animals.
  case carnivore = "Carnivore"
  /// Both.
  case omnivore = "Omnivore"

  /// Compares the words.
  public static func < (first: Diet, second: Diet) -> Bool { first.rawValue < second.rawValue }
}

/// An animal.
public struct Animal: Hashable, Comparable, Codable, Sendable {
  /// The id, in state and database alike.
  public let animalId: String
  /// What people read.
  public let name: String
  /// What it eats.
  public let diet: Diet
  /// The id of its category.
  public let categoryId: String

  /// Makes an animal.
  public init(animalId: String, name: String, diet: Diet, categoryId: String) {
    self.animalId = animalId
    self.name = name
    self.diet = diet
    self.categoryId = categoryId
  }

  /// Compares ids, then the rest.
  public static func < (first: Animal, second: Animal) -> Bool {
    (first.animalId, first.name, first.diet, first.categoryId)
      < (second.animalId, second.name, second.diet, second.categoryId)
  }
}

/// The sample data that a fresh or reloaded persistent store holds.
public struct SampleData: Hashable, Codable, Sendable {
  /// The categories, by id.
  public let categories: [Category]
  /// The animals, by id.
  public let animals: [Animal]

  /// Makes sample data, ordered by id.
  public init(categories: [Category], animals: [Animal]) {
    self.categories = categories.sorted()
    self.animals = animals.sorted()
  }

  /// The six categories and six animals that the product ships.
  public static let published = SampleData(
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
