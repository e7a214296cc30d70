import Model

/// The scopes of Animals, and the values in them.
enum AnimalsScopes {
  /// An animal; its name is its id by default.
  private static func animal(
    _ id: String, _ name: String? = nil, _ diet: Diet = .carnivore, in categoryId: String = "Mammal"
  ) -> Animal {
    Animal(animalId: id, name: name ?? id, diet: diet, categoryId: categoryId)
  }

  private static let dog = animal("Dog")
  private static let sparrow = animal("Sparrow", "House sparrow", .omnivore, in: "Bird")
  /// A second dog, so that two names are equal.
  private static let added = animal("placeholder 1", "Dog")
  private static let categories = ["Bird", "Mammal"].map { Category(categoryId: $0) }

  /// Saves of an animal that leave all but its category alone.
  private static func moves(_ animal: Animal, id: String? = nil) -> [Animal] {
    ["Mammal", "Bird"].map { self.animal(id ?? animal.animalId, animal.name, animal.diet, in: $0) }
  }

  private static let both = Animals.Values(
    samples: SampleData(categories: categories, animals: [dog, sparrow]), additions: [added],
    updates: moves(dog) + moves(sparrow) + moves(added, id: AnimalsStore.freshId(1)),
    deletions: ["Dog", "Sparrow", AnimalsStore.freshId(1)])

  private static let one = Animals.Values(
    samples: SampleData(categories: categories, animals: [dog]), additions: [added],
    updates: moves(dog) + moves(added, id: AnimalsStore.freshId(1)),
    deletions: ["Dog", AnimalsStore.freshId(1)])

  /// Two animals of one category; a form of each has a new name for it.
  private static let forms = Animals.Values(
    samples: SampleData(
      categories: [Category(categoryId: "Mammal")], animals: [dog, animal("Cat")]),
    additions: [], updates: [animal("Dog", "Rex"), animal("Cat", "Tom")], deletions: ["Dog", "Cat"])

  private static let lag = Animals.Values(
    samples: SampleData(categories: categories, animals: [dog]), additions: [],
    updates: [animal("Dog", "Rex"), animal("Dog", in: "Bird")], deletions: ["Dog"])

  /// One animal, and a new name for it.
  private static let alone = Animals.Values(
    samples: SampleData(categories: [Category(categoryId: "Mammal")], animals: [dog]),
    additions: [], updates: [animal("Dog", "Rex")], deletions: ["Dog"])

  /// One animal, a new name for it, and all but a new name.
  private static let known = {
    var known = alone
    known.samples = SampleData(categories: categories, animals: [dog])
    known.updates.append(animal("Dog", "Dog", .omnivore, in: "Bird"))
    return known
  }()

  /// One animal, a new name for it, and another animal.
  private static let few = Animals.Values(
    samples: alone.samples, additions: [added], updates: alone.updates, deletions: alone.deletions)

  /// One category without an animal, and a form for a new one.
  private static let saves = Animals.Values(
    samples: SampleData(categories: [Category(categoryId: "Mammal")], animals: []),
    additions: [added],
    updates: [animal(AnimalsStore.freshId(1), "Rex")], deletions: [AnimalsStore.freshId(1)])

  /// The same for two windows that add, each an animal of its own.
  private static let pair = Animals.Values(
    samples: saves.samples, additions: [added, animal("", "Rex")], updates: [],
    deletions: [AnimalsStore.freshId(1)])

  /// The same with two categories, a form that has no name, one whose name is a space, and an edit
  /// that changes all.
  private static let typing = {
    var typing = saves
    typing.samples = SampleData(categories: categories, animals: [])
    typing.additions += [
      animal(added.animalId, ""), animal(added.animalId, " ", .herbivore, in: "Bird"),
    ]
    typing.updates = [animal(AnimalsStore.freshId(1), "rex", .omnivore, in: "Bird")]
    return typing
  }()

  /// Six categories, four animals of one, and a form with an odd name.
  private static let many = {
    var many = typing
    let names = ["Amphibian", "Bird", "Fish", "Invertebrate", "Mammal", "Reptile"]
    many.samples = SampleData(
      categories: names.map { Category(categoryId: $0) },
      animals: ["Cat", "Dog", "Kangaroo", "Wolf"].map { animal($0) })
    many.additions = [
      animal(added.animalId, " T-Rex,  who has the longest of all names ", in: "Reptile")
    ]
    many.updates = []
    many.deletions = ["Wolf"]
    return many
  }()

  /// Two categories and one animal, whose form changes all but its name; a reload takes that back.
  private static let fields = {
    var fields = known
    fields.updates.removeFirst()
    return fields
  }()

  /// One category without an animal, a form for a new one, and its deletion.
  private static let single = {
    var single = saves
    (single.updates, single.deletions) = ([], [AnimalsStore.freshId(1)])
    return single
  }()

  /// Seven animals of one category, two of them alike and under ids that begin alike; the last one
  /// comes and goes.
  private static let seven = {
    var seven = alone
    let names = ["Bat", "Cat", "Dog", "Elk", "Fox", "Gnu"]
    let last = animal("Gnu 2", "Gnu")
    seven.samples = SampleData(
      categories: alone.samples.categories, animals: names.map { animal($0) } + [last])
    seven.updates = [animal("Gnu 2", "Gnu", .herbivore)]
    seven.deletions = ["Gnu 2"]
    return seven
  }()

  static func all() throws(ScopeError) -> [Scope<Animals.Values>] {
    try openScopes() + presentationScopes("", nil) + presentationScopes("-cleared", .clearFlag)
      + presentationScopes("-stays", .stayUp) + rareWindowScopes() + windowScopes()
  }

  private static func openScopes() throws(ScopeError) -> [Scope<Animals.Values>] {
    try [
      Scope(
        name: "standard", mailMax: 3, faultsMax: 1, relaunchesMax: 1, additionsMax: 1,
        values: both),
      Scope(name: "retries", mailMax: 1, faultsMax: 1, additionsMax: 2, values: one),
      Scope(
        name: "concurrent", discipline: .concurrent, mailMax: 2, faultsMax: 0, relaunchesMax: 0,
        additionsMax: 1,
        values: one),
      Scope(name: "calm", mailMax: 1, values: both),
      Scope(name: "faults", mailMax: 1, faultsMax: 1, values: both),
      Scope(name: "setbacks", mailMax: 1, faultsMax: 2, values: one),
      Scope(name: "kills", mailMax: 1, relaunchesMax: 1, values: both),
      Scope(name: "adds", mailMax: 2, additionsMax: 1, values: one),
      Scope(
        name: "retries-alike", mailMax: 1, faultsMax: 1, additionsMax: 2, listsAlike: true,
        values: one),
      Scope(name: "overtaking", discipline: .concurrent, mailMax: 1, values: one),
      Scope(
        name: "remote", mailMax: 1, faultsMax: 1, relaunchesMax: 1, additionsMax: 1,
        occurrencesMax: 1, store: .remote, values: few),
      Scope(name: "seven", mailMax: 1, relaunchesMax: 2, values: seven),
      Scope(
        name: "killed", mailMax: 1, relaunchesMax: 2, additionsMax: 1, store: .remote,
        values: single),
      Scope(
        name: "wide", mailMax: 6, faultsMax: 3, relaunchesMax: 2, additionsMax: 3, values: both),
    ]
  }

  /// The scopes that show what becomes of presentations whose branch goes.
  private static func presentationScopes(
    _ suffix: String, _ presentations: Animals.Presentations?
  ) throws(ScopeError) -> [Scope<Animals.Values>] {
    var (forms, alone) = (forms, alone)
    forms.presentations = presentations
    alone.presentations = presentations
    return try [
      Scope(
        name: "forms\(suffix)", environment: .windows, mailMax: 1, faultsMax: 1, additionsMax: 1,
        windows: WindowBounds(countMax: 2), values: forms),
      Scope(
        name: "lag\(suffix)", environment: .windows, mailMax: 1, additionsMax: 1,
        windows: WindowBounds(
          countMax: 1,
          lagging: [
            "AnimalDetail.animal", "AnimalDetail.animal.category", "AnimalDetail.animal.status",
            "AnimalEditor.animal", "AnimalEditor.animal.status",
          ], leavesOut: ["openReloadAlert", "openDeleteAlert"]),
        values: alone),
    ]
  }

  /// What other scopes leave alone: windows that come and go, and fields that change under an open
  /// editor.
  private static func rareWindowScopes() throws(ScopeError) -> [Scope<Animals.Values>] {
    try [
      Scope(
        name: "closing", environment: .windows, mailMax: 1,
        windows: WindowBounds(
          countMax: 2, opensAndCloses: true,
          leavesOut: ["openReloadAlert", "openDeleteAlert", "swipeDelete"]),
        values: alone),
      Scope(
        name: "fields", environment: .windows, mailMax: 1,
        windows: WindowBounds(
          countMax: 1,
          leavesOut: ["openDeleteAlert", "swipeDelete", "deselectCategory", "deselectAnimal"]),
        values: fields),
    ]
  }

  private static func windowScopes() throws(ScopeError) -> [Scope<Animals.Values>] {
    try [
      Scope(
        name: "opening", environment: .windows, mailMax: 1, faultsMax: 1, additionsMax: 1,
        windows: WindowBounds(countMax: 2, opensAndCloses: true), values: forms),
      Scope(
        name: "saves", environment: .windows, mailMax: 1, faultsMax: 1, additionsMax: 2,
        windows: WindowBounds(countMax: 1, leavesOut: ["openReloadAlert", "openDeleteAlert"]),
        values: saves),
      Scope(
        name: "alerts", environment: .windows, mailMax: 1, additionsMax: 1,
        windows: WindowBounds(countMax: 1), values: forms),
      Scope(
        name: "window", environment: .windows, mailMax: 1, faultsMax: 1, relaunchesMax: 1,
        windows: WindowBounds(countMax: 1, lagging: [], leavesOut: ["openReloadAlert"]), values: lag
      ),
      Scope(
        name: "late", environment: .windows, mailMax: 1,
        windows: WindowBounds(
          countMax: 1, lagging: ["AnimalList.animals.values", "AnimalEditor.animal.status"],
          leavesOut: ["openReloadAlert", "openDeleteAlert", "swipeDelete"]),
        values: lag),
      Scope(
        name: "shared", environment: .windows, mailMax: 1, faultsMax: 1, relaunchesMax: 1,
        occurrencesMax: 1,
        store: .remote, windows: WindowBounds(countMax: 1, leavesOut: ["openReloadAlert"]),
        values: known),
      Scope(
        name: "resent", environment: .windows, mailMax: 1, faultsMax: 1, relaunchesMax: 1,
        additionsMax: 2, store: .remote,
        windows: WindowBounds(countMax: 1, leavesOut: ["openReloadAlert", "openDeleteAlert"]),
        values: saves),
      Scope(
        name: "pair", environment: .windows, mailMax: 1, additionsMax: 2,
        windows: WindowBounds(
          countMax: 2,
          leavesOut: [
            "openReloadAlert", "openEditor", "openDeleteAlert", "swipeDelete", "selectAnimal",
            "deselectCategory",
          ]),
        values: pair),
      Scope(
        name: "many", environment: .windows, mailMax: 1, additionsMax: 1,
        windows: WindowBounds(
          countMax: 1, leavesOut: ["openReloadAlert", "openDeleteAlert", "selectAnimal"]),
        values: many),
      Scope(
        name: "adding", environment: .windows, mailMax: 1, faultsMax: 1, additionsMax: 1,
        windows: WindowBounds(
          countMax: 1, lagging: ["AnimalEditor.animal.status", "AnimalEditor.categories.values"],
          leavesOut: ["openDeleteAlert"]),
        values: typing),
    ]
  }
}
