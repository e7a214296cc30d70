import Spec

/// Windows of Animals over a drawn state: lists and detail of what there is and of what is gone,
/// each alert, and editors as they open, half filled in and filled in.
enum AnimalsDrawnWindows {
  static func all(_ state: Animals.State, _ values: Animals.Values) -> [Animals.Window] {
    let categories = state.categories.data.keys.sorted()
    let animals = state.animals.data.values.sorted { $0.animalId < $1.animalId }
    let gone = values.deletions.last
    var first = window(state, category: categories.first, animal: animals.first?.animalId)
    let last = window(state, category: categories.last, animal: animals.last?.animalId)
    let others = [
      Animals.Window(), last,
      window(state, category: animals.last?.categoryId, animal: animals.last?.animalId),
      window(state, category: categories.first, animal: gone),
      window(state, category: gone, animal: nil),
    ]
    // What stands over a window does not depend on how many rows are below it.
    if max(animals.count, categories.count) > 8 { return [first] + others }
    let modals =
      [.reloadAlert] + (animals.suffix(1) + animals.prefix(1)).map { .deleteAlert(id: $0.animalId) }
      + editors(animals, values).map(AnimalsWindow.Modal.editor)
    return [first] + others
      + modals.map { modal in
        first.modal = modal
        return first
      }
  }

  private static func window(_ state: Animals.State, category: String?, animal: String?)
    -> Animals.Window
  {
    var window = Animals.Window()
    window.hasCategoryListAppeared = true
    window.category = category
    window.hasAnimalListAppeared = AnimalsAnswers.category(category, state) != nil
    window.animal = animal
    return window
  }

  private static func editors(
    _ animals: [Animal], _ values: Animals.Values
  ) -> [AnimalsWindow.Editor] {
    var editors: [AnimalsWindow.Editor] = []
    func add(animalId: String?, opening: AnimalsWindow.Fields, fields: AnimalsWindow.Fields) {
      var editor = AnimalsWindow.Editor(
        animalId: animalId, placeholder: animalId == nil ? "placeholder 1" : nil)
      (editor.opening, editor.fields) = (opening, fields)
      editors.append(editor)
    }
    for animal in animals.prefix(1) + animals.suffix(1) {
      let opening = AnimalsWindow.Fields(animal)
      add(animalId: animal.animalId, opening: opening, fields: opening)
      for update in values.updates where update.animalId == animal.animalId {
        add(animalId: animal.animalId, opening: opening, fields: AnimalsWindow.Fields(update))
      }
    }
    add(animalId: nil, opening: AnimalsWindow.Fields(), fields: AnimalsWindow.Fields())
    for animal in values.additions {
      let (name, diet, categoryId) = (animal.name, animal.diet, animal.categoryId)
      let parts = [
        AnimalsWindow.Fields(animal), AnimalsWindow.Fields(name: name, categoryId: categoryId),
        AnimalsWindow.Fields(name: name, diet: diet),
        AnimalsWindow.Fields(diet: diet, categoryId: categoryId),
      ]
      let odd = String.oddNames.map {
        AnimalsWindow.Fields(name: $0, diet: diet, categoryId: categoryId)
      }
      for fields in animals.count < 3 ? parts + odd : parts {
        add(animalId: nil, opening: AnimalsWindow.Fields(), fields: fields)
      }
    }
    return editors
  }
}
