import Model

/// A window of Animals as a drawing.
enum AnimalsScreens {
  @Sendable static func screen(
    _ window: Animals.Window, _ display: Display, _ offered: [Animals.WindowGesture],
    _ values: Animals.Values
  ) -> Screen {
    let base =
      [categoryList(window, display, offered)]
      + animalList(
        window, display, values.additions.isEmpty ? nil : offered.contains(.openNewEditor))
    return Screen(base + detail(window, display, offered) + modal(window, display, offered))
  }

  private static func categoryList(
    _ window: Animals.Window, _ display: Display, _ offered: [Animals.WindowGesture]
  ) -> Screen.Part {
    let categories: [Category] = display("CategoryList.categories.values") ?? []
    let rows = categories.map {
      Screen.Row($0.name, isSelected: $0.categoryId == window.category)
    }
    return Screen.Part(
      "Categories", .list, rows: rows + waiting(display("CategoryList.categories.status")),
      buttons: [Screen.Button("Reload Sample Data", isEnabled: offered.contains(.openReloadAlert))])
  }

  /// - Parameter adds: whether Add is enabled; nil where no animal can be added.
  private static func animalList(_ window: Animals.Window, _ display: Display, _ adds: Bool?)
    -> [Screen.Part]
  {
    guard let category: Category = display("AnimalList.category") else { return [] }
    let animals: [Animal] = display("AnimalList.animals.values") ?? []
    let rows = animals.map {
      Screen.Row($0.name, $0.diet.rawValue, isSelected: $0.animalId == window.animal)
    }
    return [
      Screen.Part(
        category.name, .list, rows: rows + waiting(display("AnimalList.animals.status")),
        buttons: adds.map { [Screen.Button("Add", isEnabled: $0)] } ?? [])
    ]
  }

  private static func detail(
    _ window: Animals.Window, _ display: Display, _ offered: [Animals.WindowGesture]
  ) -> [Screen.Part] {
    guard let animal: Animal = display("AnimalDetail.animal"),
      let category: Category = display("AnimalDetail.animal.category")
    else { return [] }
    let rows = [Screen.Row("Diet", animal.diet.rawValue), Screen.Row("Category", category.name)]
    return [
      Screen.Part(
        animal.name, .detail, rows: rows + waiting(display("AnimalDetail.animal.status")),
        buttons: [
          Screen.Button("Edit", isEnabled: offered.contains(.openEditor(id: animal.animalId))),
          Screen.Button(
            "Delete", isEnabled: offered.contains(.openDeleteAlert(id: animal.animalId))),
        ])
    ]
  }

  private static func modal(
    _ window: Animals.Window, _ display: Display, _ offered: [Animals.WindowGesture]
  ) -> [Screen.Part] {
    func buttons(_ buttons: (title: String, gesture: Animals.WindowGesture)...) -> [Screen.Button] {
      buttons.map { Screen.Button($0.title, isEnabled: offered.contains($0.gesture)) }
    }
    switch window.modal {
    case .reloadAlert?:
      return [
        Screen.Part(
          "Reload the sample data?", .alert,
          buttons: buttons(("Yes", .confirmReload), ("Cancel", .dismissAlert)))
      ]
    case .deleteAlert(let id)?:
      return [
        Screen.Part(
          "Delete \(id)?", .alert,
          buttons: buttons(("Yes", .confirmDelete(id: id)), ("Cancel", .dismissAlert)))
      ]
    case .editor(let editor)?:
      let fields = editor.fields
      let rows = [
        Screen.Row("Name", fields.name), Screen.Row("Diet", fields.diet?.rawValue ?? ""),
        Screen.Row("Category", fields.categoryId ?? ""),
      ]
      return [
        Screen.Part(
          editor.animalId.map { "Edit \($0)" } ?? "New animal", .form,
          rows: rows + waiting(display("AnimalEditor.animal.status")),
          buttons: buttons(("Save", .save), ("Cancel", .cancelEditor)))
      ]
    case nil: return []
    }
  }

  /// A line that says that an answer is awaited; a published window shows nothing of any other
  /// status.
  private static func waiting(_ status: Status?) -> [Screen.Row] {
    status == .waiting ? [.waiting] : []
  }
}
