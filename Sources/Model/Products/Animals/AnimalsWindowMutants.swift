import Model

/// Planted defects of windows of Animals.
enum AnimalsWindowMutants {
  static let all: [Mutant<Animals>] =
    controlMutants + effectMutants + formMutants + selectionMutants + viewMutants

  /// A gesture leaves a part of the window as it was.
  private static func keeping<Part>(
    _ name: String, _ part: WritableKeyPath<Animals.Window, Part> & Sendable,
    after isMeant: @escaping @Sendable (Animals.WindowGesture) -> Bool
  ) -> Mutant<Animals> {
    .handling(name) { gesture, before, window, _, _ in
      if isMeant(gesture) { window[keyPath: part] = before[keyPath: part] }
    }
  }

  private static func isComplete(_ fields: AnimalsWindow.Fields?) -> Bool {
    fields?.name.isEmpty == false && fields?.diet != nil && fields?.categoryId != nil
  }

  // MARK: What is enabled

  private static let controlMutants: [Mutant<Animals>] = [
    .enabling("save-enabled-while-waiting") { controls, window, _ in
      if isComplete(window.editor?.fields), !controls.contains(.save) { controls.append(.save) }
    },
    .enabling("save-enabled-without-category") { controls, window, _ in
      guard window.editor != nil, window.hasAnimalListAppeared, !isComplete(window.editor?.fields)
      else {
        return
      }
      controls.append(.save)
    },
    .enabling("save-enabled-without-name") { controls, window, _ in
      if var fields = window.editor?.fields, fields.name.isEmpty, window.hasAnimalListAppeared {
        fields.name = "any"
        if isComplete(fields) { controls.append(.save) }
      }
    },
    .enabling("save-disabled-for-spaces") { controls, window, _ in
      if window.editor?.fields.name.allSatisfy(\.isWhitespace) == true {
        controls.removeAll { $0 == .save }
      }
    },
    .enabling("edit-enabled-while-waiting") { controls, window, display in
      guard window.modal == nil, display("AnimalDetail.animal.status", as: Status.self) == .waiting,
        let animal: Animal = display("AnimalDetail.animal")
      else { return }
      controls.append(.openEditor(id: animal.animalId))
    },
    .enabling("reload-disabled-after-failure") { controls, _, display in
      if display("CategoryList.categories.status", as: Status.self)?.isFailure == true {
        controls.removeAll { $0 == .openReloadAlert }
      }
    },
    .enabling("add-disabled") { controls, _, _ in controls.removeAll { $0 == .openNewEditor } },
    .enabling("cancel-disabled-while-waiting") { controls, _, display in
      if display("AnimalEditor.animal.status", as: Status.self) == .waiting {
        controls.removeAll { $0 == .cancelEditor }
      }
    },
  ]

  // MARK: What a gesture does

  private static let effectMutants: [Mutant<Animals>] = [
    .handling("first-category-stays") { gesture, before, window, _, _ in
      if case .selectCategory = gesture, before.category != nil {
        window.category = before.category
      }
    },
    .handling("delete-first") { gesture, _, _, dispatched, display in
      guard case .confirmDelete = gesture, let first = firstListed(display) else { return }
      dispatched = .deleteAnimal(id: first)
    },
    .handling("swipe-deletes-first") { gesture, _, _, dispatched, display in
      guard case .swipeDelete = gesture, let first = firstListed(display) else { return }
      dispatched = .deleteAnimal(id: first)
    },
    .handling("swipe-does-nothing") { gesture, _, _, dispatched, _ in
      if case .swipeDelete = gesture { dispatched = nil }
    },
    .handling("alert-for-first") { gesture, _, window, _, display in
      guard case .openDeleteAlert = gesture, let first = firstListed(display) else { return }
      window.modal = .deleteAlert(id: first)
    },
    keeping("delete-alert-stays", \.modal) { if case .confirmDelete = $0 { true } else { false } },
    keeping("alert-cannot-be-dismissed", \.modal) { $0 == .dismissAlert },
    keeping("reload-alert-stays", \.modal) { $0 == .confirmReload },
  ]

  private static func firstListed(_ display: Display) -> String? {
    display("AnimalList.animals.values", as: [Animal].self)?.first?.animalId
  }

  // MARK: Forms

  private static let formMutants: [Mutant<Animals>] = [
    .handling("save-opening-value") { gesture, before, _, dispatched, _ in
      guard gesture == .save, let opening = before.editor?.opening, let diet = opening.diet,
        case .updateAnimal(let id, _, _, let categoryId)? = dispatched
      else { return }
      dispatched = .updateAnimal(id: id, name: opening.name, diet: diet, categoryId: categoryId)
    },
    .handling("save-always-adds") { _, _, _, dispatched, _ in
      guard case .updateAnimal(let id, let name?, let diet?, let categoryId?)? = dispatched else {
        return
      }
      dispatched = .addAnimal(id: id, name: name, diet: diet, categoryId: categoryId)
    },
    .handling("new-editors-share-an-id") { gesture, _, window, _, _ in
      if gesture == .openNewEditor { window.editor?.placeholder = "placeholder 1" }
    },
    .refreshing("editor-opens-empty") { before, window, _, _ in
      guard before.editor?.opening == nil, window.editor?.opening != nil else { return }
      window.editor?.fields = AnimalsWindow.Fields()
      window.editor?.opening = AnimalsWindow.Fields()
    },
    .refreshing("new-editor-opens-filled") { before, window, _, _ in
      guard before.editor?.opening == nil, window.editor?.opening != nil,
        window.editor?.animalId == nil
      else { return }
      window.editor?.fields.diet = .herbivore
      window.editor?.opening?.diet = .herbivore
    },
    .refreshing("editor-stays-after-success") { before, window, _, _ in
      if before.editor?.opening != nil && window.modal == nil && window.hidden == before.hidden {
        window.modal = before.modal
      }
    },
    .refreshing("editor-closes-on-failure") { before, window, old, new in
      let name = "AnimalEditor.animal.status"
      let (last, now): (Status?, Status?) = (old.display(name), new.display(name))
      if window.editor != nil && last == .waiting && now?.isFailure == true { window.modal = nil }
    },
    .refreshing("new-form-cleared-after-failure") { before, window, old, new in
      let name = "AnimalEditor.animal.status"
      let (last, now): (Status?, Status?) = (old.display(name), new.display(name))
      guard before.editor?.animalId == nil, last == .waiting && now?.isFailure == true else {
        return
      }
      window.editor?.fields = AnimalsWindow.Fields()
    },
    .refreshing("alert-comes-back-as-editor") { before, window, _, _ in
      guard before.modal == nil, case .deleteAlert(let id)? = window.modal else { return }
      window.editor = AnimalsWindow.Editor(animalId: id)
    },
    .refreshing("alert-closes-when-list-changes") { before, window, old, new in
      guard case .deleteAlert? = window.modal else { return }
      let name = "AnimalList.animals.values"
      if old.display(name, as: [Animal].self) != new.display(name, as: [Animal].self) {
        window.modal = nil
      }
    },
  ]

  // MARK: Selections and appearing

  private static let selectionMutants: [Mutant<Animals>] = [
    .refreshing("selection-cleared-on-delete") { _, window, _, new in
      if window.animal != nil && new.display("AnimalDetail.animal", as: Animal.self) == nil {
        window.animal = nil
      }
    },
    .handling("category-clears-animal") { gesture, _, window, _, _ in
      if case .selectCategory = gesture { window.animal = nil }
      if gesture == .deselectCategory { window.animal = nil }
    },
    keeping("deselecting-does-nothing", \.animal) { $0 == .deselectAnimal },
    .refreshing("appears-on-each-render") { _, window, old, new in
      let name = "CategoryList.categories.status"
      if old.display(name, as: Status.self) != new.display(name, as: Status.self) {
        window.hasCategoryListAppeared = false
      }
    },
    .handling("list-appears-with-each-animal") { gesture, _, window, _, _ in
      if case .selectAnimal = gesture { window.hasAnimalListAppeared = false }
    },
  ]

  // MARK: What is shown

  private static let viewMutants: [Mutant<Animals>] = [
    .subscribing("detail-shows-first", to: "animal") { subscription in
      if subscription.parameter.isEmpty { return subscription }
      return subscription.with(output: { state, _ in
        state.animals.data.min { $0.key < $1.key }?.value
      })
    },
    .subscribing("failure-shown-as-success", to: "categories.status") { subscription in
      subscription.with(output: { state, _ in
        state.categories.status?.isFailure == true ? Status.success : state.categories.status
      })
    },
  ]
}
