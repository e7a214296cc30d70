extension Animals {
  /// Where defects can be planted in Animals.
  package static let mutationTable: MutationTable<Animals> = {
    var table = MutationTable<Animals>()
    table.parts = [
      .init("categories.data", \.categories.data), .init("categories.status", \.categories.status),
      .init("animals.data", \.animals.data), .init("animals.status", \.animals.status),
      .init("animals.queue", \.animals.queue),
    ]
    table.actions = [
      .init("categoryListOnAppear", changes: ["categories.status"]),
      .init("animalListOnAppear", changes: ["animals.status"]),
      .init("reloadSampleData", changes: ["categories.status", "animals.status"]),
      .init("deleteAnimal", changes: ["animals.queue"], isRefused: true),
      .init("updateAnimal", changes: ["animals.queue"], isRefused: true),
      .init("addAnimal", changes: ["animals.queue"]),
      .init("didFetchCategories-success", changes: ["categories.data", "categories.status"]),
      .init("didFetchCategories-failure", changes: ["categories.status"]),
      .init("didFetchAnimals-success", changes: ["animals.data", "animals.status"]),
      .init("didFetchAnimals-failure", changes: ["animals.status"]),
      .init(
        "didReloadSampleData-success",
        changes: ["categories.data", "categories.status", "animals.data", "animals.status"]),
      .init("didReloadSampleData-failure", changes: ["categories.status", "animals.status"]),
      .init("didAddAnimal-success", changes: ["animals.data", "animals.queue"]),
      .init("didAddAnimal-failure", changes: ["animals.queue"]),
      .init("didUpdateAnimal-success", changes: ["animals.data", "animals.queue"], isRefused: true),
      .init("didUpdateAnimal-failure", changes: ["animals.queue"], isRefused: true),
      .init("didDeleteAnimal-success", changes: ["animals.data", "animals.queue"], isRefused: true),
      .init("didDeleteAnimal-failure", changes: ["animals.queue"], isRefused: true),
    ]
    table.requests = [
      "categoryListOnAppear", "animalListOnAppear", "reloadSampleData", "deleteAnimal", "updateAnimal",
      "addAnimal",
    ].map { ($0, true) }
    table.unguarded = { $0 }
    table.operations = [
      .init("fetchCategories", changes: false), .init("fetchAnimals", changes: false),
      .init("reloadSampleData"), .init("deleteAnimal", addsUp: true), .init("updateAnimal"),
      .init("addAnimal", addsUp: true),
    ]
    table.families = [
      .init(
        "categories.values", hasDependencies: true,
        passes: ["didFetchCategories-success", "didReloadSampleData-success"]),
      .init(
        "animals.values", hasId: true, hasDependencies: true,
        passes: ["didFetchAnimals-success", "didReloadSampleData-success"],
        passesSome: ["didAddAnimal-success", "didUpdateAnimal-success", "didDeleteAnimal-success"]),
      .init("categories.status"), .init("animals.status"), .init("category", hasId: true),
      .init("animal", hasId: true), .init("animal.category", hasId: true),
      .init("animal.status", hasId: true),
    ]
    table.gestures = [
      ("categoryListAppears", true, true), ("animalListAppears", true, true), ("selectCategory", false, true),
      ("deselectCategory", false, true), ("selectAnimal", false, true), ("deselectAnimal", false, true),
      ("openReloadAlert", false, true), ("confirmReload", true, true), ("swipeDelete", true, false),
      ("openDeleteAlert", false, true), ("confirmDelete", true, true), ("dismissAlert", false, true),
      ("openEditor", false, true), ("openNewEditor", false, true), ("fillIn", false, true),
      ("save", true, true), ("cancelEditor", false, true),
    ]
    return table
  }()
}
