import Model

/// What properties look at.
extension Animals {
  var hasForms: Bool { true }

  /// The editor, once it has shown its fields.
  func forms(in window: Window) -> [Form] {
    guard let editor = window.editor, let opening = editor.opening else { return [] }
    return [
      Form(
        id: editor.id,
        title: editor.animalId.map { "the editor of \($0)" } ?? "the editor of a new animal",
        openedFor: editor.animalId, opening: opening.named, saved: editor.saved?.named,
        fields: editor.fields.named,
        sends: repaired.contains(.sendChanges) && editor.animalId != nil
          ? editor.changedFields : nil)
    ]
  }

  func fields(ofItem id: String, in state: State) -> [String: String]? {
    state.animals.data[id].map { Window.Fields($0).named }
  }

  func fields(ofItem id: String, in database: Database) -> [String: String]? {
    database.animals.first { $0.animalId == id }.map { Window.Fields($0).named }
  }
}
