import Model

extension Animals {
  static let windowMutants: [Mutant<Animals>] =
    controlMutants + effectMutants + formMutants + selectionMutants + viewMutants

  private static func enabling(
    _ change: @escaping @Sendable (inout [WindowGesture], Window, Display) -> Void
  ) -> @Sendable (inout Design<Animals>, Animals) -> Void {
    { design, _ in
      design.windows.enabling = { controls, window, display in
        var changed = controls
        change(&changed, window, display)
        return changed
      }
    }
  }

  private static func handling(
    _ change: @escaping @Sendable (WindowGesture, Window, inout Window, inout UserAction?, Display) -> Void
  ) -> @Sendable (inout Design<Animals>, Animals) -> Void {
    { design, _ in design.windows.handling = change }
  }

  /// A gesture leaves a part of the window as it was.
  private static func keeping<Part>(
    _ part: WritableKeyPath<Window, Part> & Sendable,
    after isMeant: @escaping @Sendable (WindowGesture) -> Bool
  ) -> @Sendable (inout Design<Animals>, Animals) -> Void {
    handling { gesture, before, window, _, _ in
      if isMeant(gesture) { window[keyPath: part] = before[keyPath: part] }
    }
  }

  private static func refreshing(
    _ change: @escaping @Sendable (Window, inout Window, Rendering<Window>, Rendering<Window>) -> Void
  ) -> @Sendable (inout Design<Animals>, Animals) -> Void {
    { design, _ in design.windows.refreshing = change }
  }

  private static func isComplete(_ fields: Fields?) -> Bool {
    fields?.name.isEmpty == false && fields?.diet != nil && fields?.categoryId != nil
  }

  // MARK: What is enabled

  private static let controlMutants: [Mutant<Animals>] = [
    Mutant(
      "save-enabled-while-waiting",
      in: enabling { controls, window, _ in
        if isComplete(window.editor?.fields), !controls.contains(.save) { controls.append(.save) }
      }),
    Mutant(
      "save-enabled-without-category",
      in: enabling { controls, window, _ in
        guard window.editor != nil, window.hasAnimalListAppeared, !isComplete(window.editor?.fields) else {
          return
        }
        controls.append(.save)
      }),
    Mutant(
      "save-enabled-without-name",
      in: enabling { controls, window, _ in
        if var fields = window.editor?.fields, fields.name.isEmpty, window.hasAnimalListAppeared {
          fields.name = "any"
          if isComplete(fields) { controls.append(.save) }
        }
      }),
    Mutant(
      "save-disabled-for-spaces",
      in: enabling { controls, window, _ in
        if window.editor?.fields.name.allSatisfy(\.isWhitespace) == true {
          controls.removeAll { $0 == .save }
        }
      }),
    Mutant(
      "edit-enabled-while-waiting",
      in: enabling { controls, window, display in
        guard window.modal == nil, display("AnimalDetail.animal.status", as: Status.self) == .waiting,
          let animal: Animal = display("AnimalDetail.animal")
        else { return }
        controls.append(.openEditor(id: animal.animalId))
      }),
    Mutant(
      "reload-disabled-after-failure",
      in: enabling { controls, _, display in
        if display("CategoryList.categories.status", as: Status.self)?.isFailure == true {
          controls.removeAll { $0 == .openReloadAlert }
        }
      }),
    Mutant("add-disabled", in: enabling { controls, _, _ in controls.removeAll { $0 == .openNewEditor } }),
    Mutant(
      "cancel-disabled-while-waiting",
      in: enabling { controls, _, display in
        if display("AnimalEditor.animal.status", as: Status.self) == .waiting {
          controls.removeAll { $0 == .cancelEditor }
        }
      }),
  ]

  // MARK: What a gesture does

  private static let effectMutants: [Mutant<Animals>] = [
    Mutant(
      "first-category-stays",
      in: handling { gesture, before, window, _, _ in
        if case .selectCategory = gesture, before.category != nil { window.category = before.category }
      }),
    Mutant(
      "delete-first",
      in: handling { gesture, _, _, dispatched, display in
        guard case .confirmDelete = gesture, let first = firstListed(display) else { return }
        dispatched = .deleteAnimal(id: first)
      }),
    Mutant(
      "swipe-deletes-first",
      in: handling { gesture, _, _, dispatched, display in
        guard case .swipeDelete = gesture, let first = firstListed(display) else { return }
        dispatched = .deleteAnimal(id: first)
      }),
    Mutant(
      "swipe-does-nothing",
      in: handling { gesture, _, _, dispatched, _ in
        if case .swipeDelete = gesture { dispatched = nil }
      }),
    Mutant(
      "alert-for-first",
      in: handling { gesture, _, window, _, display in
        guard case .openDeleteAlert = gesture, let first = firstListed(display) else { return }
        window.modal = .deleteAlert(id: first)
      }),
    Mutant(
      "delete-alert-stays",
      in: keeping(\.modal) { if case .confirmDelete = $0 { true } else { false } }),
    Mutant("alert-cannot-be-dismissed", in: keeping(\.modal) { $0 == .dismissAlert }),
    Mutant("reload-alert-stays", in: keeping(\.modal) { $0 == .confirmReload }),
  ]

  private static func firstListed(_ display: Display) -> String? {
    display("AnimalList.animals.values", as: [Animal].self)?.first?.animalId
  }

  // MARK: Forms

  private static let formMutants: [Mutant<Animals>] = [
    Mutant(
      "save-opening-value",
      in: handling { gesture, before, _, dispatched, _ in
        guard gesture == .save, let opening = before.editor?.opening, let diet = opening.diet,
          case .updateAnimal(let id, _, _, let categoryId)? = dispatched
        else { return }
        dispatched = .updateAnimal(id: id, name: opening.name, diet: diet, categoryId: categoryId)
      }),
    Mutant(
      "save-always-adds",
      in: handling { _, _, _, dispatched, _ in
        guard case .updateAnimal(let id, let name, let diet, let categoryId)? = dispatched else { return }
        dispatched = .addAnimal(id: id, name: name, diet: diet, categoryId: categoryId)
      }),
    Mutant(
      "new-editors-share-an-id",
      in: handling { gesture, _, window, _, _ in
        if gesture == .openNewEditor { window.editor?.placeholder = "placeholder 1" }
      }),
    Mutant(
      "editor-opens-empty",
      in: refreshing { before, window, _, _ in
        guard before.editor?.opening == nil, window.editor?.opening != nil else { return }
        window.editor?.fields = Fields()
        window.editor?.opening = Fields()
      }),
    Mutant(
      "new-editor-opens-filled",
      in: refreshing { before, window, _, _ in
        guard before.editor?.opening == nil, window.editor?.opening != nil, window.editor?.animalId == nil
        else { return }
        window.editor?.fields.diet = .herbivore
        window.editor?.opening?.diet = .herbivore
      }),
    Mutant(
      "editor-stays-after-success",
      in: refreshing { before, window, _, _ in
        if before.editor?.opening != nil && window.modal == nil && window.hidden == before.hidden {
          window.modal = before.modal
        }
      }),
    Mutant(
      "editor-closes-on-failure",
      in: refreshing { before, window, old, new in
        let name = "AnimalEditor.animal.status"
        let (last, now): (Status?, Status?) = (old.display(name), new.display(name))
        if window.editor != nil && last == .waiting && now?.isFailure == true { window.modal = nil }
      }),
    Mutant(
      "new-form-cleared-after-failure",
      in: refreshing { before, window, old, new in
        let name = "AnimalEditor.animal.status"
        let (last, now): (Status?, Status?) = (old.display(name), new.display(name))
        guard before.editor?.animalId == nil, last == .waiting && now?.isFailure == true else { return }
        window.editor?.fields = Fields()
      }),
    Mutant(
      "alert-comes-back-as-editor",
      in: refreshing { before, window, _, _ in
        guard before.modal == nil, case .deleteAlert(let id)? = window.modal else { return }
        window.editor = Editor(animalId: id)
      }),
    Mutant(
      "alert-closes-when-list-changes",
      in: refreshing { before, window, old, new in
        guard case .deleteAlert? = window.modal else { return }
        let name = "AnimalList.animals.values"
        if old.display(name, as: [Animal].self) != new.display(name, as: [Animal].self) {
          window.modal = nil
        }
      }),
  ]

  // MARK: Selections and appearing

  private static let selectionMutants: [Mutant<Animals>] = [
    Mutant(
      "selection-cleared-on-delete",
      in: refreshing { _, window, _, new in
        if window.animal != nil && new.display("AnimalDetail.animal", as: Animal.self) == nil {
          window.animal = nil
        }
      }),
    Mutant(
      "category-clears-animal",
      in: handling { gesture, _, window, _, _ in
        if case .selectCategory = gesture { window.animal = nil }
        if gesture == .deselectCategory { window.animal = nil }
      }),
    Mutant("deselecting-does-nothing", in: keeping(\.animal) { $0 == .deselectAnimal }),
    Mutant(
      "appears-on-each-render",
      in: refreshing { _, window, old, new in
        let name = "CategoryList.categories.status"
        if old.display(name, as: Status.self) != new.display(name, as: Status.self) {
          window.hasCategoryListAppeared = false
        }
      }),
    Mutant(
      "list-appears-with-each-animal",
      in: handling { gesture, _, window, _, _ in
        if case .selectAnimal = gesture { window.hasAnimalListAppeared = false }
      }),
  ]

  // MARK: What is shown

  private static let viewMutants: [Mutant<Animals>] = [
    Mutant("detail-shows-first") { design, _ in
      design.aroundSubscriptions(named: "animal") { subscription in
        if subscription.parameter.isEmpty { return subscription }
        return subscription.with(output: { state, _ in state.animals.data.min { $0.key < $1.key }?.value })
      }
    },
    Mutant("failure-shown-as-success") { design, _ in
      design.aroundSubscriptions(named: "categories.status") { subscription in
        subscription.with(output: { state, _ in
          state.categories.status?.isFailure == true ? Status.success : state.categories.status
        })
      }
    },
  ]
}
