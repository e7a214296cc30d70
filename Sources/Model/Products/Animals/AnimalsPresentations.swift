import Model

extension Animals {
  /// What becomes of a presentation whose branch goes.
  ///
  /// What is up is taken down with it, and what was typed is gone. The flag that opened it belongs
  /// to the component around the branch. How the platform behaves was not tried, so it is a choice.
  enum Presentations: String, Hashable, Codable, Sendable {
    /// Its flag stays set: it comes up again with the next item that the branch shows, for that
    /// item.
    case keepFlag = "go with their branch, flag kept"
    case clearFlag = "go with their branch, flag cleared"
    /// It stays over the window.
    case stayUp = "stay up"
  }

  /// Takes down what its branch no longer shows, or puts up what it shows again.
  ///
  /// - Returns: whether anything changed, which the next render shows.
  func replacePresentations(of window: inout Window, _ display: Display) -> Bool {
    let category: Category? = display("AnimalList.category")
    let categoryOfAnimal: Category? = display("AnimalDetail.animal.category")
    let animal: Animal? = categoryOfAnimal == nil ? nil : display("AnimalDetail.animal")
    func stands(_ presentation: Window.Presentation) -> Bool {
      if case .newEditor = presentation { category != nil } else { animal != nil }
    }
    if let shown = window.modal?.presentation, !stands(shown) {
      window.modal = nil
      if presentations == .keepFlag { window.hidden.append(shown) }
      return true
    }
    // One at a time: another waits until the window is free.
    guard window.modal == nil, let place = window.hidden.firstIndex(where: stands) else {
      return false
    }
    switch window.hidden.remove(at: place) {
    case .newEditor(let placeholder):
      window.editor = AnimalsWindow.Editor(placeholder: placeholder.map { "\($0) again" })
    case .editor: window.editor = AnimalsWindow.Editor(animalId: animal?.animalId)
    case .deleteAlert: window.modal = animal.map { .deleteAlert(id: $0.animalId) }
    }
    return true
  }
}
