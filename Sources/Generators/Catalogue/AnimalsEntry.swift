import Model
import Spec

extension Catalogue {
  static let animals = CatalogueProduct(
    name: "animals", scopes: animalsScopes, defaultScopes: ["standard", "retries", "concurrent"],
    vastScopes: ["wide"],
    mutantNames: Animals.mutantNames,
    product: { Animals(design: $0, samples: $1.samples) },
    properties: { AnimalsProperties.all($0) },
    valuesClauses: { AnimalsProperties.valuesClauses($0) },
    inputs: .animalsInputs)

  private static let dog = Animal(animalId: "Dog", name: "Dog", diet: .carnivore, categoryId: "Mammal")
  private static let sparrow = Animal(
    animalId: "Sparrow", name: "House sparrow", diet: .omnivore, categoryId: "Bird")
  /// A second dog, so that two names are equal.
  private static let added = Animal(
    animalId: "placeholder 1", name: "Dog", diet: .carnivore, categoryId: "Mammal")
  private static let categories = ["Bird", "Mammal"].map { Category(categoryId: $0) }

  /// Saves of an animal that leave all but its category alone.
  private static func moves(_ animal: Animal, id: String? = nil) -> [Animal] {
    ["Mammal", "Bird"].map {
      Animal(animalId: id ?? animal.animalId, name: animal.name, diet: animal.diet, categoryId: $0)
    }
  }

  private static let both = Animals.Values(
    samples: SampleData(categories: categories, animals: [dog, sparrow]), additions: [added],
    updates: moves(dog) + moves(sparrow) + moves(added, id: Animals.freshId(1)),
    deletions: ["Dog", "Sparrow", Animals.freshId(1)])

  private static let one = Animals.Values(
    samples: SampleData(categories: categories, animals: [dog]), additions: [added],
    updates: moves(dog) + moves(added, id: Animals.freshId(1)), deletions: ["Dog", Animals.freshId(1)])

  private static let animalsScopes = [
    Scope(
      name: "standard", mailMax: 3, faultsMax: 1, relaunchesMax: 1, additionsMax: 1, values: both),
    Scope(name: "retries", mailMax: 1, faultsMax: 1, additionsMax: 2, values: one),
    Scope(
      name: "concurrent", discipline: .concurrent, mailMax: 2, faultsMax: 0, relaunchesMax: 0,
      additionsMax: 1,
      values: one),
    Scope(name: "calm", mailMax: 1, values: both),
    Scope(name: "faults", mailMax: 1, faultsMax: 1, values: both),
    Scope(name: "kills", mailMax: 1, relaunchesMax: 1, values: both),
    Scope(name: "adds", mailMax: 2, additionsMax: 1, values: one),
    Scope(name: "overtaking", discipline: .concurrent, mailMax: 1, values: one),
    Scope(
      name: "wide", mailMax: 6, faultsMax: 3, relaunchesMax: 2, additionsMax: 3, values: both),
  ]
}
