import Model

extension AnimalsRepairs {
  // MARK: Requests

  @Sendable static func takeTurns(_ product: inout Animals) {
    let design = product.design
    @Sendable func isOutOfTurn(_ state: Animals.State, _ action: Animals.Action) -> Bool {
      switch action {
      case .ui(.animalListOnAppear), .ui(.reloadSampleData):
        state.animals.queue.values.contains(.waiting)
      case .ui(.deleteAnimal), .ui(.updateAnimal), .ui(.addAnimal): state.animals.status == .waiting
      default: false
      }
    }
    product.design.reducer = { state, action in
      let next = try design.reducer(state, action)
      return isOutOfTurn(state, action) ? state : next
    }
    product.design.noticing = { isOutOfTurn($0, $1) ? nil : design.noticing($0, $1) }
  }

  @Sendable static func fetchAgain(_ product: inout Animals) {
    let design = product.design
    product.design.reducer = { state, action in
      var next = try design.reducer(state, action)
      switch action {
      case .ui(.categoryListOnAppear): next.categories.status = .waiting
      // Where lists take turns, it may be refused.
      case .ui(.animalListOnAppear):
        var begun = state
        begun.animals.status = nil
        next = try design.reducer(begun, action)
        if next == begun { next = state }
      case .data(.didFetchCategories(.success(let categories))):
        next.categories.data = Animals.keyed(categories, by: \.categoryId)
      case .data(.didFetchAnimals(.success(let animals))):
        next.animals.data = Animals.keyed(animals, by: \.animalId)
      default: break
      }
      return next
    }
    product.design.noticing = { old, action in
      var begun = old
      switch action {
      case .ui(.categoryListOnAppear) where old.categories.status != .waiting:
        begun.categories.status = nil
      case .ui(.animalListOnAppear) where old.animals.status != .waiting: begun.animals.status = nil
      default: break
      }
      return design.noticing(begun, action)
    }
    product.design.windows.changeEnabling { controls, window, display in
      guard window.modal == nil, window.hasCategoryListAppeared else { return }
      if display("AnimalList.category", as: Category.self) == nil {
        controls.append(.refreshCategories)
      } else if window.hasAnimalListAppeared {
        controls += [.refreshCategories, .refreshAnimals]
      }
    }
  }

  @Sendable static func addOnce(_ product: inout Animals) {
    product.design.aroundStore { operation, database, store in
      guard case .addAnimal(let form, let name, let diet, let categoryId) = operation else {
        return try store(operation, &database)
      }
      if let id = database.rowsOfForms?[form],
        database.animals.contains(where: { $0.animalId == id })
      {
        return try store(
          .updateAnimal(id: id, name: name, diet: diet, categoryId: categoryId), &database)
      }
      let reply = try store(operation, &database)
      if case .animal(let animal) = reply {
        database.rowsOfForms = (database.rowsOfForms ?? [:]).merging([form: animal.animalId]) { $1 }
      }
      return reply
    }
  }

  // MARK: Answers

  /// What waits to be added is a draft, and what failed is a notice, whatever became of its animal.
  static func isDraftOrNotice(_ id: String, in state: Animals.State) -> Bool {
    let status = state.animals.queue[id]
    return status?.isFailure == true || status == .waiting && number(ofPlaceholder: id) != nil
  }

  /// The number in a placeholder, "placeholder 2" or "placeholder 2 again"; nil for any other id.
  private static func number(ofPlaceholder id: String) -> Int? {
    id.hasPrefix("placeholder ")
      ? id.split(separator: " ").dropFirst().first.flatMap { Int($0) } : nil
  }

  @Sendable static func dropAnswers(_ product: inout Animals) {
    let reducer = product.design.reducer
    product.design.reducer = { state, action in
      var next = try reducer(state, action)
      if case .data(.didAddAnimal(let id, .success)) = action {
        next.animals.queue[id] = nil
        next.lastForm = [state.lastForm, number(ofPlaceholder: id)].compactMap(\.self).max()
      }
      for id in state.animals.data.keys
      where next.animals.data[id] == nil && next.animals.queue[id] == .success {
        next.animals.queue[id] = nil
      }
      return next
    }
    // An add that has succeeded leaves no status.
    product.design.windows.changeRefreshing { before, window, old, new in
      guard let editor = before.editor, editor.opening != nil, editor.hasShown(old),
        editor.animalId == nil, Animals.editedStatus(old) != nil, Animals.editedStatus(new) == nil
      else { return }
      window.modal = nil
    }
  }

  // MARK: Forms

  @Sendable static func keepForms(_ product: inout Animals) {
    product.presentations = .stayUp
    product.design.windows.changeHandling { gesture, _, window, _, _ in
      if gesture == .save, let saved = window.editor?.saved { window.editor?.sent = saved }
    }
    product.design.windows.changeRefreshing { before, window, old, new in
      guard var editor = before.editor, editor.opening != nil, editor.hasShown(old) else { return }
      window.modal = before.modal
      let status = Animals.editedStatus(new)
      guard Animals.editedStatus(old) == .waiting, status != .waiting, let sent = editor.sent else {
        return
      }
      editor.sent = nil
      if status?.isFailure != true { editor.opening = sent }
      let isDone =
        sent == editor.fields && (status == .success || status == nil && editor.animalId == nil)
      window.modal = isDone ? nil : .editor(editor)
    }
  }

  @Sendable static func sendChanges(_ product: inout Animals) {
    product.design.windows.changeHandling { gesture, before, _, dispatched, _ in
      guard dispatched != nil, gesture == .save, let editor = before.editor,
        let id = editor.animalId
      else { return }
      let (fields, changed) = (editor.fields, editor.changedFields)
      dispatched = .updateAnimal(
        id: id, name: changed.contains("name") ? fields.name : nil,
        diet: changed.contains("diet") ? fields.diet : nil,
        categoryId: changed.contains("category") ? fields.categoryId : nil)
    }
  }

  // MARK: Controls

  @Sendable static func disableWhileWaiting(_ product: inout Animals) {
    product.design.windows.changeEnabling { controls, window, display in
      let waiting = display("CategoryList.animals.waiting", as: Set<String>.self) ?? []
      let listWaits = display("AnimalList.animals.status", as: Status.self) == .waiting
      let categoriesWait = display("CategoryList.categories.status", as: Status.self) == .waiting
      func isFree(_ id: String?) -> Bool { !listWaits && id.map { !waiting.contains($0) } ?? true }
      controls.removeAll { control in
        switch control {
        case .openReloadAlert, .confirmReload: listWaits || categoriesWait || !waiting.isEmpty
        case .refreshCategories: categoriesWait
        case .refreshAnimals: listWaits || !waiting.isEmpty
        case .swipeDelete(let id), .openDeleteAlert(let id), .openEditor(let id): !isFree(id)
        case .confirmDelete(let id):
          !isFree(id) || display("AnimalDetail.animal", as: Animal.self)?.animalId != id
        case .save:
          !isFree(window.editor?.id)
            || window.editor?.animalId != nil
              && display("AnimalEditor.animal", as: Animal.self) == nil
        default: false
        }
      }
    }
  }
}
