import Model

/// What windows offer and what gestures in them do, as published.
enum AnimalsControls {
  /// What the window enables; a component that has come up appears before anything else can be
  /// tapped.
  static func enabled(
    in window: Animals.Window, _ display: Display, _ values: Animals.Values
  ) -> [Animals.WindowGesture] {
    if !window.hasCategoryListAppeared { return [.categoryListAppears] }
    let category: Category? = display("AnimalList.category")
    if category != nil && !window.hasAnimalListAppeared { return [.animalListAppears] }
    switch window.modal {
    case .reloadAlert?: return [.confirmReload, .dismissAlert]
    case .deleteAlert(let id)?: return [.confirmDelete(id: id), .dismissAlert]
    case .editor(let editor)?: return controls(of: editor, display, values)
    case nil: return lists(of: window, display, values, category) + detail(of: window, display)
    }
  }

  private static func lists(
    of window: Animals.Window, _ display: Display, _ values: Animals.Values, _ category: Category?
  ) -> [Animals.WindowGesture] {
    let categories: [Category] = display("CategoryList.categories.values") ?? []
    var gestures = categories.map(\.categoryId).filter { $0 != window.category }
      .map { Animals.WindowGesture.selectCategory(id: $0) }
    if window.category != nil { gestures.append(.deselectCategory) }
    if display("CategoryList.categories.status", as: Status.self) != .waiting {
      gestures.append(.openReloadAlert)
    }
    guard category != nil else { return gestures }
    let animals: [Animal] = display("AnimalList.animals.values") ?? []
    let ids = animals.map(\.animalId)
    gestures += ids.filter { $0 != window.animal }.map { .selectAnimal(id: $0) }
    if window.animal != nil { gestures.append(.deselectAnimal) }
    if values.deletions.isEmpty == false { gestures += ids.map { .swipeDelete(id: $0) } }
    if !values.additions.isEmpty
      && display("AnimalList.animals.status", as: Status.self) != .waiting
    {
      gestures.append(.openNewEditor)
    }
    return gestures
  }

  private static func detail(
    of window: Animals.Window, _ display: Display
  ) -> [Animals.WindowGesture] {
    guard let animal: Animal = display("AnimalDetail.animal"),
      display("AnimalDetail.animal.category", as: Category.self) != nil,
      display("AnimalDetail.animal.status", as: Status.self) != .waiting
    else { return [] }
    return [.openEditor(id: animal.animalId), .openDeleteAlert(id: animal.animalId)]
  }

  private static func controls(
    of editor: AnimalsWindow.Editor, _ display: Display, _ values: Animals.Values
  )
    -> [Animals.WindowGesture]
  {
    let animals =
      editor.animalId == nil
      ? values.additions : values.updates.filter { $0.animalId == editor.animalId }
    let categories: [Category] = display("AnimalEditor.categories.values") ?? []
    let offered = [editor.fields.categoryId] + categories.map(\.categoryId)
    var gestures = animals.filter {
      AnimalsWindow.Fields($0) != editor.fields && offered.contains($0.categoryId)
    }.map {
      Animals.WindowGesture.fillIn(name: $0.name, diet: $0.diet, categoryId: $0.categoryId)
    }
    let isComplete =
      !editor.fields.name.isEmpty && editor.fields.diet != nil && editor.fields.categoryId != nil
    if isComplete && display("AnimalEditor.animal.status", as: Status.self) != .waiting {
      gestures.append(.save)
    }
    return gestures + [.cancelEditor]
  }

  /// Does what a gesture does, and returns what it dispatches.
  static func handle(
    _ gesture: Animals.WindowGesture, in window: inout Animals.Window, _ display: Display
  ) -> Animals.UserAction? {
    switch gesture {
    case .categoryListAppears:
      window.hasCategoryListAppeared = true
      return .categoryListOnAppear
    case .animalListAppears:
      window.hasAnimalListAppeared = true
      return .animalListOnAppear
    case .selectCategory(let id): window.category = id
    case .deselectCategory:
      window.category = nil
      window.hasAnimalListAppeared = false
    case .selectAnimal(let id): window.animal = id
    case .deselectAnimal: window.animal = nil
    case .openReloadAlert: window.modal = .reloadAlert
    case .confirmReload:
      window.modal = nil
      return .reloadSampleData
    case .swipeDelete(let id): return .deleteAnimal(id: id)
    case .openDeleteAlert(let id): window.modal = .deleteAlert(id: id)
    case .confirmDelete(let id):
      window.modal = nil
      return .deleteAnimal(id: id)
    case .dismissAlert, .cancelEditor: window.modal = nil
    case .openEditor(let id): window.editor = AnimalsWindow.Editor(animalId: id)
    case .openNewEditor: window.editor = AnimalsWindow.Editor()
    case .fillIn(let name, let diet, let categoryId):
      window.editor?.fields = AnimalsWindow.Fields(name: name, diet: diet, categoryId: categoryId)
    case .save: return save(in: &window, display)
    case .refreshCategories: return .categoryListOnAppear
    case .refreshAnimals: return .animalListOnAppear
    }
    return nil
  }

  /// Updates the animal that the editor's own subscription holds, or adds one when it holds none.
  private static func save(in window: inout Animals.Window, _ display: Display) -> Animals
    .UserAction?
  {
    guard var editor = window.editor, let id = editor.id, let diet = editor.fields.diet,
      let categoryId = editor.fields.categoryId
    else { return nil }
    editor.saved = editor.fields
    let adds = display("AnimalEditor.animal", as: Animal.self) == nil
    editor.hasAdded = editor.hasAdded || adds
    window.editor = editor
    return adds
      ? .addAnimal(id: id, name: editor.fields.name, diet: diet, categoryId: categoryId)
      : .updateAnimal(id: id, name: editor.fields.name, diet: diet, categoryId: categoryId)
  }
}
