import Model

extension AnimalsMutants {
  /// Where defects can be planted in Animals.
  static let table: MutationTable<Animals> = {
    var table = MutationTable<Animals>()
    table.parts = [
      .init("categories.data", \.categories.data), .init("categories.status", \.categories.status),
      .init("animals.data", \.animals.data), .init("animals.status", \.animals.status),
      .init("animals.queue", \.animals.queue),
    ]
    table.actions = [
      .init(kind: "categoryListOnAppear", changes: ["categories.status"]),
      .init(kind: "animalListOnAppear", changes: ["animals.status"]),
      .init(kind: "reloadSampleData", changes: ["categories.status", "animals.status"]),
      .init(kind: "deleteAnimal", changes: ["animals.queue"], isRefused: true),
      .init(kind: "updateAnimal", changes: ["animals.queue"], isRefused: true),
      .init(kind: "addAnimal", changes: ["animals.queue"]),
      .init(kind: "didFetchCategories-success", changes: ["categories.data", "categories.status"]),
      .init(kind: "didFetchCategories-failure", changes: ["categories.status"]),
      .init(kind: "didFetchAnimals-success", changes: ["animals.data", "animals.status"]),
      .init(kind: "didFetchAnimals-failure", changes: ["animals.status"]),
      .init(
        kind: "didReloadSampleData-success",
        changes: ["categories.data", "categories.status", "animals.data", "animals.status"]),
      .init(kind: "didReloadSampleData-failure", changes: ["categories.status", "animals.status"]),
      .init(kind: "didAddAnimal-success", changes: ["animals.data", "animals.queue"]),
      .init(kind: "didAddAnimal-failure", changes: ["animals.queue"]),
      .init(
        kind: "didUpdateAnimal-success", changes: ["animals.data", "animals.queue"], isRefused: true
      ),
      .init(kind: "didUpdateAnimal-failure", changes: ["animals.queue"], isRefused: true),
      .init(
        kind: "didDeleteAnimal-success", changes: ["animals.data", "animals.queue"], isRefused: true
      ),
      .init(kind: "didDeleteAnimal-failure", changes: ["animals.queue"], isRefused: true),
    ]
    table.requests = [
      "categoryListOnAppear", "animalListOnAppear", "reloadSampleData", "deleteAnimal",
      "updateAnimal", "addAnimal",
    ].map { ($0, true) }
    table.unguarded = { $0 }
    table.operations = [
      .init(kind: "fetchCategories", changes: false), .init(kind: "fetchAnimals", changes: false),
      .init(kind: "reloadSampleData"), .init(kind: "deleteAnimal", addsUp: true),
      .init(kind: "updateAnimal"), .init(kind: "addAnimal", addsUp: true),
    ]
    table.families = [
      .init(
        name: "categories.values", hasDependencies: true,
        passes: ["didFetchCategories-success", "didReloadSampleData-success"]),
      .init(
        name: "animals.values", hasId: true, hasDependencies: true,
        passes: ["didFetchAnimals-success", "didReloadSampleData-success"],
        passesSome: ["didAddAnimal-success", "didUpdateAnimal-success", "didDeleteAnimal-success"]),
      .init(name: "categories.status"), .init(name: "animals.status"),
      .init(name: "category", hasId: true),
      .init(name: "animal", hasId: true), .init(name: "animal.category", hasId: true),
      .init(name: "animal.status", hasId: true),
    ]
    table.gestures = [
      ("categoryListAppears", true, true), ("animalListAppears", true, true),
      ("selectCategory", false, true),
      ("deselectCategory", false, true), ("selectAnimal", false, true),
      ("deselectAnimal", false, true),
      ("openReloadAlert", false, true), ("confirmReload", true, true), ("swipeDelete", true, false),
      ("openDeleteAlert", false, true), ("confirmDelete", true, true),
      ("dismissAlert", false, true),
      ("openEditor", false, true), ("openNewEditor", false, true), ("fillIn", false, true),
      ("save", true, true), ("cancelEditor", false, true),
    ]
    return table
  }()
}
