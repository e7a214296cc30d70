import Model

extension Animals {
  func showsFailure(of subject: Subject, in window: Window) -> Bool {
    repaired.contains(.showFailures)
  }

  func initialWindow(in state: State) -> Window? { Window() }

  /// The subscriptions of category list, animal list and detail, and of the editor while it is open.
  func mounts(in window: Window) -> [Mount<Animals>] {
    let lists: [Mount<Animals>] = [
      Mount("CategoryList", categoriesValues), Mount("CategoryList", categoriesStatus),
      Mount("AnimalList", animalsValues(ofCategory: window.category)),
      Mount("AnimalList", category(window.category)), Mount("AnimalList", animalsStatus),
    ]
    let detail: [Mount<Animals>] = [
      Mount("AnimalDetail", animal(window.animal)), Mount("AnimalDetail", category(ofAnimal: window.animal)),
      Mount("AnimalDetail", animalStatus(window.animal)),
    ]
    let waiting = repaired.contains(.disableWhileWaiting) ? [Mount("CategoryList", animalsWaiting)] : []
    guard let editor = window.editor else { return lists + detail + waiting }
    return lists + detail + waiting + [
      Mount("AnimalEditor", animal(editor.id)), Mount("AnimalEditor", animalStatus(editor.id)),
      Mount("AnimalEditor", categoriesValues),
    ]
  }

  // MARK: Controls

  /// What the window enables in the design.
  func gestures(in window: Window, showing display: Display, values: Values) -> [WindowGesture] {
    design.windows.enabling(enabled(in: window, display, values), window, display)
  }

  /// What the window enables; a component that has come up appears before anything else can be tapped.
  private func enabled(in window: Window, _ display: Display, _ values: Values) -> [WindowGesture] {
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

  private func lists(
    of window: Window, _ display: Display, _ values: Values, _ category: Category?
  ) -> [WindowGesture] {
    let categories: [Category] = display("CategoryList.categories.values") ?? []
    var gestures = categories.map(\.categoryId).filter { $0 != window.category }
      .map { WindowGesture.selectCategory(id: $0) }
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
    if !values.additions.isEmpty && display("AnimalList.animals.status", as: Status.self) != .waiting {
      gestures.append(.openNewEditor)
    }
    return gestures
  }

  private func detail(of window: Window, _ display: Display) -> [WindowGesture] {
    guard let animal: Animal = display("AnimalDetail.animal"),
      display("AnimalDetail.animal.category", as: Category.self) != nil,
      display("AnimalDetail.animal.status", as: Status.self) != .waiting
    else { return [] }
    return [.openEditor(id: animal.animalId), .openDeleteAlert(id: animal.animalId)]
  }

  private func controls(of editor: Editor, _ display: Display, _ values: Values) -> [WindowGesture] {
    let animals =
      editor.animalId == nil ? values.additions : values.updates.filter { $0.animalId == editor.animalId }
    let categories: [Category] = display("AnimalEditor.categories.values") ?? []
    let offered = [editor.fields.categoryId] + categories.map(\.categoryId)
    var gestures = animals.filter { Fields($0) != editor.fields && offered.contains($0.categoryId) }.map {
      WindowGesture.fillIn(name: $0.name, diet: $0.diet, categoryId: $0.categoryId)
    }
    let isComplete =
      !editor.fields.name.isEmpty && editor.fields.diet != nil && editor.fields.categoryId != nil
    if isComplete && display("AnimalEditor.animal.status", as: Status.self) != .waiting {
      gestures.append(.save)
    }
    return gestures + [.cancelEditor]
  }

  // MARK: Gestures

  func handle(
    _ gesture: WindowGesture, in window: inout Window, showing display: Display
  ) -> UserAction? {
    let before = window
    var dispatched = publishedHandle(gesture, in: &window, display)
    design.windows.handling(gesture, before, &window, &dispatched, display)
    return dispatched
  }

  private func publishedHandle(
    _ gesture: WindowGesture, in window: inout Window, _ display: Display
  ) -> UserAction? {
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
    case .openEditor(let id): window.editor = Editor(animalId: id)
    case .openNewEditor: window.editor = Editor()
    case .fillIn(let name, let diet, let categoryId):
      window.editor?.fields = Fields(name: name, diet: diet, categoryId: categoryId)
    case .save: return save(in: &window, display)
    case .refreshCategories: return .categoryListOnAppear
    case .refreshAnimals: return .animalListOnAppear
    }
    return nil
  }

  /// A new editor makes a placeholder when it opens.
  func assignIds(in window: inout Window, besides others: [Window], state: State) {
    guard let editor = window.editor, editor.id == nil else { return }
    let taken = others.compactMap { $0.editor?.placeholder }
    window.editor?.placeholder = (((state.lastForm ?? 0) + 1)...).lazy.map { "placeholder \($0)" }
      .first { state.animals.queue[$0] == nil && !taken.contains($0) }
  }

  /// Updates the animal that the editor's own subscription holds, or adds one when it holds none.
  private func save(in window: inout Window, _ display: Display) -> UserAction? {
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

  func refresh(_ window: inout Window, from old: Rendering<Window>, to new: Rendering<Window>) {
    let before = window
    publishedRefresh(&window, from: old, to: new)
    design.windows.refreshing(before, &window, old, new)
  }

  /// An editor starts with what it shows first, and closes when the status of its animal becomes success.
  ///
  /// What a render takes down is not rendered, so that no handler of it sees anything more.
  private func publishedRefresh(
    _ window: inout Window, from old: Rendering<Window>, to new: Rendering<Window>
  ) {
    if presentations != .stayUp && replacePresentations(of: &window, new.display) { return }
    guard var editor = window.editor else { return }
    if editor.opening == nil {
      editor.fields = Fields(new.display("AnimalEditor.animal", as: Animal.self))
      editor.opening = editor.fields
      window.editor = editor
    } else if editor.hasShown(old), Self.editedStatus(new) == .success,
      Self.editedStatus(old) != .success
    {
      window.modal = nil
    }
  }

  static func editedStatus(_ rendering: Rendering<Window>) -> Status? {
    rendering.display("AnimalEditor.animal.status")
  }
}
