import Model

/// The words in which stories tell of Animals.
enum AnimalsWords {
  static var narrator: Narrator<Animals> {
    Narrator(
      gesture: Self.words, operation: Self.words,
      state: { state in
        var facts: [String: String] = [:]
        if let status = state.categories.status { facts["categories.status"] = Self.words(status) }
        if let status = state.animals.status { facts["animals.status"] = Self.words(status) }
        for (id, category) in state.categories.data {
          facts["categories.data[\(id)]"] = category.name
        }
        for (id, animal) in state.animals.data { facts["animals.data[\(id)]"] = Self.words(animal) }
        for (id, status) in state.animals.queue {
          facts["animals.queue[\(id)]"] = Self.words(status)
        }
        return facts
      },
      database: { database in
        Narrator<Animals>.facts(
          ofRows: database.categories.map { ("category \($0.categoryId)", $0.name) }
            + database.animals.map { ("animal \($0.animalId)", Self.words($0)) })
      },
      occurrence: Self.turn(of:),
      windowGesture: Self.words, window: Self.facts, shown: Self.words(ofShown:),
      screen: AnimalsScreens.screen)
  }

  @Sendable private static func words(ofShown value: Any) -> String? {
    switch value {
    case let animal as Animal: words(animal)
    case let category as Category: category.name
    case let status as Status: words(status)
    default: nil
    }
  }

  @Sendable private static func words(_ gesture: Animals.WindowGesture) -> String {
    switch gesture {
    case .categoryListAppears: "shows the category list"
    case .animalListAppears: "shows the animal list"
    case .selectCategory(let id): "selects the category \(id)"
    case .deselectCategory: "deselects the category"
    case .selectAnimal(let id): "selects \(id)"
    case .deselectAnimal: "deselects the animal"
    case .openReloadAlert: "taps Reload Sample Data"
    case .confirmReload: "taps Yes"
    case .swipeDelete(let id): "deletes \(id) with a swipe"
    case .openDeleteAlert(let id): "taps Delete on \(id)"
    case .confirmDelete(let id): "deletes \(id), Yes"
    case .dismissAlert: "taps Cancel in the alert"
    case .openEditor(let id): "opens the editor for \(id)"
    case .openNewEditor: "taps Add, which opens an empty editor"
    case .fillIn(let name, let diet, let categoryId): "types \(form(name, diet, categoryId))"
    case .save: "taps Save"
    case .cancelEditor: "taps Cancel in the editor"
    case .refreshCategories: "pulls the category list to refresh it"
    case .refreshAnimals: "pulls the animal list to refresh it"
    }
  }

  @Sendable private static func facts(_ window: Animals.Window) -> [String: String] {
    var facts: [String: String] = [:]
    facts["category"] = window.category
    facts["animal"] = window.animal
    switch window.modal {
    case .reloadAlert: facts["alert"] = "Reload?"
    case .deleteAlert(let id): facts["alert"] = "Delete \(id)?"
    case .editor(let editor):
      let fields = editor.fields
      let words = [fields.name, fields.diet?.rawValue ?? "", fields.categoryId ?? ""]
      facts["editor"] = "\(editor.id ?? "new"): " + words.map { "'\($0)'" }.joined(separator: ", ")
    case nil: break
    }
    return facts
  }

  @Sendable private static func words(_ gesture: Animals.UserAction) -> String {
    switch gesture {
    case .categoryListOnAppear: "sees the category list appear"
    case .animalListOnAppear: "sees the animal list appear"
    case .reloadSampleData: "taps Reload Sample Data, Yes"
    case .deleteAnimal(let id): "deletes \(id)"
    case .updateAnimal(let id, let name, let diet, let categoryId):
      "saves \(id) as \(form(name, diet, categoryId))"
    case .addAnimal(let id, let name, let diet, let categoryId):
      "saves the new animal \(id) as \(form(name, diet, categoryId))"
    }
  }

  @Sendable private static func turn(of operation: Animals.Operation) -> String {
    switch operation {
    case .fetchCategories, .fetchAnimals: "another client looks at the rows"
    case .reloadSampleData: "another client reloads the sample data"
    case .deleteAnimal(let id): "another client deletes \(id)"
    case .updateAnimal(let id, let name, let diet, let categoryId):
      "another client saves \(id) as \(form(name, diet, categoryId))"
    case .addAnimal(_, let name, let diet, let categoryId):
      "another client adds \(form(name, diet, categoryId))"
    }
  }

  @Sendable private static func words(_ operation: Animals.Operation) -> String {
    switch operation {
    case .fetchCategories: "the fetch of categories"
    case .fetchAnimals: "the fetch of animals"
    case .reloadSampleData: "the reload of sample data"
    case .deleteAnimal(let id): "the delete of \(id)"
    case .updateAnimal(let id, let name, let diet, let categoryId):
      "the update of \(id) to \(form(name, diet, categoryId))"
    case .addAnimal(let id, let name, let diet, let categoryId):
      "the add of \(id) as \(form(name, diet, categoryId))"
    }
  }

  /// What a form sends; nil for what stays as it is.
  private static func form(_ name: String?, _ diet: Diet?, _ categoryId: String?) -> String {
    let sent = [name.map { "'\($0)'" }, diet?.rawValue, categoryId].compactMap(\.self)
    return sent.isEmpty ? "nothing new" : sent.joined(separator: ", ")
  }

  static func words(_ animal: Animal) -> String {
    form(animal.name, animal.diet, animal.categoryId)
  }

  static func words(_ status: Status) -> String {
    if case .failure(let text) = status { "failure (\(text))" } else { "\(status)" }
  }
}
