import Model

/// One window: what is selected, and the editor or alert that is open over it.
struct AnimalsWindow: Hashable, Sendable {
  /// The selected category; only people clear it.
  var category: String?
  /// The selected animal; only people clear it.
  var animal: String?
  /// What is open over the window and keeps its other controls out of reach.
  var modal: Modal?
  /// What went with its branch while its flag stayed set, in the order in which it went.
  var hidden: [Presentation] = []
  var hasCategoryListAppeared = false
  /// Whether the animal list has appeared, which takes a category; without one it goes, and appears
  /// anew.
  var hasAnimalListAppeared = false

  var editor: Editor? {
    get { if case .editor(let editor)? = modal { editor } else { nil } }
    set { modal = newValue.map(Modal.editor) }
  }

  /// What hangs on a branch of a component: the list's, which has a category, or the detail's,
  /// which has an animal and its category.
  enum Presentation: Hashable, Sendable {
    /// With the placeholder that it had.
    case newEditor(String?)
    case editor, deleteAlert
  }

  enum Modal: Hashable, Sendable {
    case reloadAlert
    case deleteAlert(id: String)
    case editor(Editor)

    /// What hangs on a branch; the reload alert always stands.
    var presentation: Presentation? {
      switch self {
      case .reloadAlert: nil
      case .deleteAlert: .deleteAlert
      case .editor(let editor): editor.animalId == nil ? .newEditor(editor.placeholder) : .editor
      }
    }
  }

  struct Editor: Hashable, Sendable {
    /// The animal that it opened for; nil for a new one.
    var animalId: String?
    /// The id of a new animal until it is stored.
    var placeholder: String?
    var fields = Fields()
    /// The fields as it opened, carried for properties only; nil until its first render.
    var opening: Fields?
    /// The fields of its last save, carried for properties only.
    var saved: Fields?
    /// Whether it has saved an add, carried for properties only.
    var hasAdded = false
    /// The fields of a save that is not answered yet; nil in the published editor, which does not
    /// know.
    var sent: Fields?

    var id: String? { animalId ?? placeholder }
  }

  /// The fields of a form; empty where nothing is filled in.
  struct Fields: Hashable, Sendable {
    var name = ""
    var diet: Diet?
    var categoryId: String?
  }
}

extension Animals {
  typealias Window = AnimalsWindow

  enum WindowGesture: Hashable, Comparable, Codable, Sendable {
    case categoryListAppears
    case animalListAppears
    case selectCategory(id: String)
    case deselectCategory
    case selectAnimal(id: String)
    case deselectAnimal
    case openReloadAlert
    case confirmReload
    case swipeDelete(id: String)
    case openDeleteAlert(id: String)
    case confirmDelete(id: String)
    case dismissAlert
    case openEditor(id: String)
    case openNewEditor
    case fillIn(name: String, diet: Diet, categoryId: String)
    case save
    case cancelEditor
    /// Asks for the categories, or the animals, again; no published window offers it.
    case refreshCategories, refreshAnimals
  }
}

extension AnimalsWindow: Comparable {
  static func < (first: Self, second: Self) -> Bool {
    first.words.lexicographicallyPrecedes(second.words)
  }

  private var words: [String] {
    [
      category.orderWord, animal.orderWord, hasCategoryListAppeared ? "1" : "0",
      hasAnimalListAppeared ? "1" : "0",
      hidden.map { "\($0)" }.joined(),
    ] + (modal?.words ?? [])
  }
}

extension AnimalsWindow.Modal {
  fileprivate var words: [String] {
    switch self {
    case .reloadAlert: return ["reload"]
    case .deleteAlert(let id): return ["delete", id]
    case .editor(let editor):
      let fields = [editor.fields, editor.opening, editor.saved, editor.sent].flatMap {
        fields -> [String] in
        guard let fields else { return ["-"] }
        return ["+", fields.name, fields.diet?.rawValue ?? "", fields.categoryId.orderWord]
      }
      let ids = [editor.animalId.orderWord, editor.placeholder.orderWord]
      return ["editor"] + ids + ["\(editor.hasAdded)"] + fields
    }
  }
}

extension AnimalsWindow.Editor {
  /// The fields that a save has to send: what differs from the opening values, or did at the last
  /// save, which may have been carried out.
  var changedFields: Set<String> {
    fields.differences(from: opening).union(saved?.differences(from: opening) ?? [])
  }

  /// Whether an earlier render was of this editor, with its fields.
  func hasShown(_ rendering: Rendering<AnimalsWindow>) -> Bool {
    rendering.window.editor?.opening != nil && rendering.window.editor?.animalId == animalId
  }
}

extension AnimalsWindow.Fields {
  func differences(from other: AnimalsWindow.Fields?) -> Set<String> {
    let others = other?.named ?? [:]
    return Set(named.filter { others[$0.key] != $0.value }.keys)
  }

  init(_ animal: Animal?) {
    name = animal?.name ?? ""
    diet = animal?.diet
    categoryId = animal?.categoryId
  }

  var named: [String: String] {
    ["name": name, "diet": diet?.rawValue ?? "", "category": categoryId ?? ""]
  }
}
