/// A category of animals.
package struct Category: Hashable, Comparable, Codable, Sendable {
  /// Equal to the name in the samples.
  package let categoryId: String
  package let name: String

  /// Makes a category; its name is its id by default.
  package init(categoryId: String, name: String? = nil) {
    self.categoryId = categoryId
    self.name = name ?? categoryId
  }

  package static func < (first: Category, second: Category) -> Bool {
    (first.categoryId, first.name) < (second.categoryId, second.name)
  }
}

package enum Diet: String, Hashable, Comparable, Codable, Sendable, CaseIterable {
  case herbivore = "Herbivore"
  case carnivore = "Carnivore"
  case omnivore = "Omnivore"

  package static func < (first: Diet, second: Diet) -> Bool { first.rawValue < second.rawValue }
}

package struct Animal: Hashable, Comparable, Codable, Sendable {
  /// The id, in state and database alike.
  package let animalId: String
  package let name: String
  package let diet: Diet
  package let categoryId: String

  package init(animalId: String, name: String, diet: Diet, categoryId: String) {
    self.animalId = animalId
    self.name = name
    self.diet = diet
    self.categoryId = categoryId
  }

  package static func < (first: Animal, second: Animal) -> Bool {
    (first.animalId, first.name, first.diet, first.categoryId)
      < (second.animalId, second.name, second.diet, second.categoryId)
  }
}

/// The sample data that a fresh or reloaded persistent store holds.
package struct SampleData: Hashable, Codable, Sendable {
  package let categories: [Category]
  package let animals: [Animal]

  /// Makes sample data, ordered by id; what shares an id stays in its order, as the last one counts.
  package init(categories: [Category], animals: [Animal]) {
    self.categories = categories.stablySorted { $0.categoryId < $1.categoryId }
    self.animals = animals.stablySorted { $0.animalId < $1.animalId }
  }

  package static let published = SampleData(
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
