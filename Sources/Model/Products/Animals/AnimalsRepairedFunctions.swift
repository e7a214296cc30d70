import Model

extension Animals {
  @Sendable static func takeTurns(_ product: inout Animals) {
    let design = product.design
    @Sendable func isOutOfTurn(_ state: State, _ action: Action) -> Bool {
      switch action {
      case .ui(.animalListOnAppear), .ui(.reloadSampleData): state.animals.queue.values.contains(.waiting)
      case .ui(.deleteAnimal), .ui(.updateAnimal), .ui(.changeAnimal), .ui(.addAnimal):
        state.animals.status == .waiting
      default: false
      }
    }
    product.design.reducer = { state, action in
      let next = try design.reducer(state, action)
      return isOutOfTurn(state, action) ? state : next
    }
    product.design.noticing = { isOutOfTurn($0, $1) ? nil : design.noticing($0, $1) }
  }

  @Sendable static func dropAnswers(_ product: inout Animals) {
    let reducer = product.design.reducer
    product.design.reducer = { state, action in
      var next = try reducer(state, action)
      if case .data(.didAddAnimal(let id, .success)) = action {
        next.animals.queue[id] = nil
        next.lastForm = max(state.lastForm, Self.number(ofPlaceholder: id))
      }
      for id in state.animals.data.keys
      where next.animals.data[id] == nil && next.animals.queue[id] == .success {
        next.animals.queue[id] = nil
      }
      return next
    }
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
        next.categories.data = keyed(categories, by: \.categoryId)
      case .data(.didFetchAnimals(.success(let animals))):
        next.animals.data = keyed(animals, by: \.animalId)
      default: break
      }
      return next
    }
    product.design.noticing = { old, action in
      var begun = old
      switch action {
      case .ui(.categoryListOnAppear) where old.categories.status != .waiting: begun.categories.status = nil
      case .ui(.animalListOnAppear) where old.animals.status != .waiting: begun.animals.status = nil
      default: break
      }
      return design.noticing(begun, action)
    }
  }

  @Sendable static func disableWhileWaiting(_ product: inout Animals) {
    product.design.windows.enabling = { controls, window, display in
      let waiting = display("CategoryList.animals.waiting", as: Set<String>.self) ?? []
      let listWaits = display("AnimalList.animals.status", as: Status.self) == .waiting
      let categoriesWait = display("CategoryList.categories.status", as: Status.self) == .waiting
      func isFree(_ id: String?) -> Bool { !listWaits && id.map { !waiting.contains($0) } ?? true }
      return controls.filter { control in
        switch control {
        case .openReloadAlert, .confirmReload: !listWaits && !categoriesWait && waiting.isEmpty
        case .refreshCategories: !categoriesWait
        case .refreshAnimals: !listWaits && waiting.isEmpty
        case .swipeDelete(let id), .openDeleteAlert(let id), .openEditor(let id): isFree(id)
        case .confirmDelete(let id):
          isFree(id) && display("AnimalDetail.animal", as: Animal.self)?.animalId == id
        case .save:
          isFree(window.editor?.id)
            && (window.editor?.animalId == nil || display("AnimalEditor.animal", as: Animal.self) != nil)
        default: true
        }
      }
    }
  }
}
