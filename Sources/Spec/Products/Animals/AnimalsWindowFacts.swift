import Model
import Spec

extension WindowFacts<Animals> {
  /// What is known of the windows of Animals, as published.
  static let animals = WindowFacts(
    controls: categoryList + animalList + animalDetail + animalEditor,
    views: [
      "CategoryList.categories.values": { Output(AnimalsAnswers.categories($1)) },
      "CategoryList.categories.status": { Output($1.categories.status) },
      "AnimalList.animals.values": { Output(AnimalsAnswers.animals(ofCategory: $0.category, $1)) },
      "AnimalList.category": { Output(AnimalsAnswers.category($0.category, $1)) },
      "AnimalList.animals.status": { Output($1.animals.status) },
      "AnimalDetail.animal": { Output(AnimalsAnswers.animal($0.animal, $1)) },
      "AnimalDetail.animal.category": { Output(AnimalsAnswers.category(ofAnimal: $0.animal, $1)) },
      "AnimalDetail.animal.status": { Output(AnimalsAnswers.status(ofAnimal: $0.animal, $1)) },
      "AnimalEditor.animal": { Output(AnimalsAnswers.animal($0.editor?.id, $1)) },
      "AnimalEditor.animal.status": { Output(AnimalsAnswers.status(ofAnimal: $0.editor?.id, $1)) },
      "AnimalEditor.categories.values": { Output(AnimalsAnswers.categories($1)) },
    ],
    opening: { _, _ in Animals.Window() },
    selections: [
      WindowSelection(
        name: "category", id: \.category,
        selecting: { if case .selectCategory(let id) = $0 { id } else { nil } },
        deselecting: .deselectCategory),
      WindowSelection(
        name: "animal", id: \.animal,
        selecting: { if case .selectAnimal(let id) = $0 { id } else { nil } },
        deselecting: .deselectAnimal),
    ],
    appearances: [
      WindowAppearance(
        gesture: .categoryListAppears, isShown: { _ in true },
        hasAppeared: \.hasCategoryListAppeared),
      WindowAppearance(
        gesture: .animalListAppears, isShown: \.showsAnimalList,
        hasAppeared: \.hasAnimalListAppeared),
    ], drawn: AnimalsDrawnWindows.all)

  // MARK: Lists

  private static let categoryList: [WindowControl<Animals>] = [
    WindowControl(
      component: "CategoryList", name: "(appears)", shown: "when the window opens", enabled: "once",
      effect: "asks for the categories",
      offered: { $0.window.hasCategoryListAppeared ? [] : [.categoryListAppears] },
      dispatched: { _, _ in .categoryListOnAppear }),
    WindowControl(
      component: "CategoryList", name: "a category", shown: "for each category, by name",
      enabled: "under no alert or editor", effect: "selects the category",
      offered: { screen in
        screen.categories.map(\.categoryId).filter { screen.isFree && $0 != screen.window.category }
          .map { .selectCategory(id: $0) }
      }),
    WindowControl(
      component: "CategoryList", name: "nothing", shown: "always",
      enabled: "while a category is selected, under no alert or editor",
      effect: "deselects the category",
      offered: { $0.isFree && $0.window.category != nil ? [.deselectCategory] : [] }),
    WindowControl(
      component: "CategoryList", name: "Reload", shown: "always",
      enabled: "unless the categories' status is waiting, under no alert or editor",
      effect: "opens the reload alert",
      offered: {
        $0.isFree && $0.status(of: "CategoryList.categories") != .waiting ? [.openReloadAlert] : []
      },
      isDone: { $2.modal == .reloadAlert }),
    WindowControl(
      component: "CategoryList", name: "Reload, Yes", shown: "in the reload alert",
      enabled: "always, whatever becomes of the status", effect: "reloads, and closes the alert",
      offered: { $0.reloads ? [.confirmReload] : [] }, dispatched: { _, _ in .reloadSampleData },
      isDone: { $2.modal != .reloadAlert }),
    WindowControl(
      component: "CategoryList", name: "Reload, Cancel", shown: "in the reload alert",
      enabled: "always", effect: "closes the alert", offered: { $0.reloads ? [.dismissAlert] : [] },
      isDone: { $2.modal != .reloadAlert }),
  ]

  private static let animalList: [WindowControl<Animals>] = [
    WindowControl(
      component: "AnimalList", name: "(appears)", shown: "when the selected category exists",
      enabled: "once", effect: "asks for the animals",
      offered: { screen in
        let isDue =
          screen.hasAppeared && screen.showsAnimalList && !screen.window.hasAnimalListAppeared
        return isDue ? [.animalListAppears] : []
      }, dispatched: { _, _ in .animalListOnAppear }),
    WindowControl(
      component: "AnimalList", name: "an animal", shown: "for each animal of the category, by name",
      enabled: "under no alert or editor", effect: "selects the animal",
      offered: { screen in
        screen.listed.filter { $0 != screen.window.animal }.map { .selectAnimal(id: $0) }
      }),
    WindowControl(
      component: "AnimalList", name: "nothing", shown: "when the selected category exists",
      enabled: "while an animal is selected, under no alert or editor",
      effect: "deselects the animal",
      offered: {
        $0.isFree && $0.showsAnimalList && $0.window.animal != nil ? [.deselectAnimal] : []
      }),
    WindowControl(
      component: "AnimalList", name: "a swipe", shown: "for each animal of the category",
      enabled: "under no alert or editor, whatever its status", effect: "deletes the row's animal",
      offered: { screen in
        screen.values.deletions.isEmpty ? [] : screen.listed.map { .swipeDelete(id: $0) }
      },
      dispatched: { gesture, _ in
        if case .swipeDelete(let id) = gesture { .deleteAnimal(id: id) } else { nil }
      }),
    WindowControl(
      component: "AnimalList", name: "Add", shown: "when the selected category exists",
      enabled: "unless the animals' status is waiting, under no alert or editor",
      effect: "opens an editor for a new animal",
      offered: { screen in
        let isEnabled =
          screen.isFree && screen.showsAnimalList
          && screen.status(of: "AnimalList.animals") != .waiting
        return isEnabled && !screen.values.additions.isEmpty ? [.openNewEditor] : []
      },
      isDone: { $2.editor?.placeholder != nil && $2.editor?.animalId == nil }),
  ]

  // MARK: Detail and editor

  private static let animalDetail: [WindowControl<Animals>] = [
    WindowControl(
      component: "AnimalDetail", name: "Edit",
      shown: "when the selected animal and its category exist",
      enabled: "unless the animal's status is waiting, under no alert or editor",
      effect: "opens an editor for the animal",
      offered: { $0.detailed.map { [.openEditor(id: $0)] } ?? [] },
      isDone: { gesture, _, after in
        if case .openEditor(let id) = gesture { after.editor?.animalId == id } else { false }
      }),
    WindowControl(
      component: "AnimalDetail", name: "Delete",
      shown: "when the selected animal and its category exist",
      enabled: "unless the animal's status is waiting, under no alert or editor",
      effect: "opens the delete alert for the animal",
      offered: { $0.detailed.map { [.openDeleteAlert(id: $0)] } ?? [] },
      isDone: { gesture, _, after in
        if case .openDeleteAlert(let id) = gesture {
          after.modal == .deleteAlert(id: id)
        } else {
          false
        }
      }),
    WindowControl(
      component: "AnimalDetail", name: "Delete, Yes", shown: "in the delete alert",
      enabled: "always", effect: "deletes the alert's animal, and closes the alert",
      offered: { $0.deleting.map { [.confirmDelete(id: $0)] } ?? [] },
      dispatched: { _, screen in screen.deleting.map { .deleteAnimal(id: $0) } },
      isDone: { $2.modal == nil }),
    WindowControl(
      component: "AnimalDetail", name: "Delete, Cancel", shown: "in the delete alert",
      enabled: "always",
      effect: "closes the alert", offered: { $0.deleting == nil ? [] : [.dismissAlert] },
      isDone: { $2.modal == nil }),
  ]

  private static let animalEditor: [WindowControl<Animals>] = [
    WindowControl(
      component: "AnimalEditor", name: "the fields", shown: "in the editor", enabled: "always",
      effect: "fills in name, diet, and a category that its picker offers",
      offered: { $0.typed },
      isDone: { gesture, _, after in
        guard case .fillIn(let name, let diet, let categoryId) = gesture,
          let fields = after.editor?.fields
        else { return false }
        return fields.name == name && fields.diet == diet && fields.categoryId == categoryId
      }),
    WindowControl(
      component: "AnimalEditor", name: "Save", shown: "in the editor",
      enabled:
        "unless the status of its id is waiting, the name is empty, or diet or category is unset",
      effect: "updates the animal when its own subscription shows one, else adds one",
      offered: {
        $0.saved == nil || $0.status(of: "AnimalEditor.animal") == .waiting ? [] : [.save]
      },
      dispatched: { _, screen in screen.saved }, isSave: true),
    WindowControl(
      component: "AnimalEditor", name: "Cancel", shown: "in the editor", enabled: "always",
      effect: "closes the editor", offered: { $0.edits && $0.hasRendered ? [.cancelEditor] : [] },
      isDone: { $2.editor == nil }),
  ]
}

extension ShownWindow<Animals> {
  fileprivate func status(of name: String) -> Status? { display("\(name).status") }

  /// A component that has come up appears before anything else can be tapped.
  fileprivate var hasRendered: Bool {
    hasAppeared && (!showsAnimalList || window.hasAnimalListAppeared)
  }
  fileprivate var hasAppeared: Bool { window.hasCategoryListAppeared }
  /// Whether no alert and no editor keeps the other controls out of reach.
  fileprivate var isFree: Bool { hasRendered && window.modal == nil }
  fileprivate var showsAnimalList: Bool { display("AnimalList.category", as: Category.self) != nil }

  fileprivate var categories: [Category] { display("CategoryList.categories.values") ?? [] }

  /// The animals whose rows can be tapped.
  fileprivate var listed: [String] {
    guard isFree && showsAnimalList else { return [] }
    return (display("AnimalList.animals.values", as: [Animal].self) ?? []).map(\.animalId)
  }

  /// The animal of the detail whose buttons can be tapped.
  fileprivate var detailed: String? {
    guard isFree, display("AnimalDetail.animal.category", as: Category.self) != nil,
      status(of: "AnimalDetail.animal") != .waiting
    else { return nil }
    return display("AnimalDetail.animal", as: Animal.self)?.animalId
  }

  fileprivate var reloads: Bool { hasRendered && window.modal == .reloadAlert }
  fileprivate var edits: Bool { window.editor != nil }

  fileprivate var deleting: String? {
    if hasRendered, case .deleteAlert(let id)? = window.modal { id } else { nil }
  }

  /// The ways to fill in the form.
  fileprivate var typed: [Animals.WindowGesture] {
    guard hasRendered, let editor = window.editor else { return [] }
    let forms =
      editor.animalId.map { id in values.updates.filter { $0.animalId == id } } ?? values.additions
    let picker: [Category] = display("AnimalEditor.categories.values") ?? []
    return forms.filter { form in
      let isOffered =
        form.categoryId == editor.fields.categoryId
        || picker.contains { $0.categoryId == form.categoryId }
      let differs =
        form.name != editor.fields.name || form.diet != editor.fields.diet
        || form.categoryId != editor.fields.categoryId
      return isOffered && differs
    }.map { .fillIn(name: $0.name, diet: $0.diet, categoryId: $0.categoryId) }
  }

  /// What Save dispatches; nil while the form is incomplete.
  fileprivate var saved: Animals.UserAction? {
    guard hasRendered, let editor = window.editor, let id = editor.animalId ?? editor.placeholder,
      !editor.fields.name.isEmpty, let diet = editor.fields.diet,
      let categoryId = editor.fields.categoryId
    else { return nil }
    let name = editor.fields.name
    return display("AnimalEditor.animal", as: Animal.self) == nil
      ? .addAnimal(id: id, name: name, diet: diet, categoryId: categoryId)
      : .updateAnimal(id: id, name: name, diet: diet, categoryId: categoryId)
  }
}
