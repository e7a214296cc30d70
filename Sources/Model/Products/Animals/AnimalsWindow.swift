extension Animals {
  /// One window: what is selected, and the editor or alert that is open over it.
  public struct Window: Hashable, Sendable {
    /// The selected category; nothing clears it.
    public var category: String?
    /// The selected animal; nothing clears it.
    public var animal: String?
    /// What is open over the window and keeps its other controls out of reach.
    public var modal: Modal?
    /// Whether the category list has appeared.
    public var hasCategoryListAppeared = false
    /// Whether the animal list has appeared, which takes a category.
    public var hasAnimalListAppeared = false

    /// Makes a window as it opens.
    public init() {}

    /// The editor that is open.
    public var editor: Editor? {
      get { if case .editor(let editor)? = modal { editor } else { nil } }
      set { modal = newValue.map(Modal.editor) }
    }
  }

  /// What is open over a window.
  public enum Modal: Hashable, Sendable {
    /// "Reload Sample Data?"
    case reloadAlert
    /// "Delete this animal?"
    case deleteAlert(id: String)
    /// The form.
    case editor(Editor)
  }

  /// The form for one animal.
  public struct Editor: Hashable, Sendable {
    /// The animal that it opened for; nil for a new one.
    public var animalId: String?
    /// The id of a new animal until it is stored; taken at the first Save, as nothing shows it before.
    public var placeholder: String?
    /// The fields now.
    public var fields = Fields()
    /// The fields as it opened, carried for properties only; nil until its first render.
    public var opening: Fields?
    /// The fields of its last save, carried for properties only.
    public var saved: Fields?
    /// Whether it has saved an add, carried for properties only.
    public var hasAdded = false

    /// The id with which it saves.
    public var id: String? { animalId ?? placeholder }
  }

  /// The fields of a form; empty where nothing is filled in.
  public struct Fields: Hashable, Sendable {
    /// The name.
    public var name = ""
    /// The diet.
    public var diet: Diet?
    /// The category.
    public var categoryId: String?
  }

  /// What a person does in a window.
  public enum WindowGesture: Hashable, Comparable, Codable, Sendable {
    /// The category list appears.
    case categoryListAppears
    /// The animal list appears.
    case animalListAppears
    /// A tap on a category.
    case selectCategory(id: String)
    /// A tap on an animal.
    case selectAnimal(id: String)
    /// Reload Sample Data, which opens its alert.
    case openReloadAlert
    /// Yes in the reload alert.
    case confirmReload
    /// A swipe that deletes a row.
    case swipeDelete(id: String)
    /// Delete in the detail, which opens its alert.
    case openDeleteAlert(id: String)
    /// Yes in the delete alert.
    case confirmDelete(id: String)
    /// Cancel in an alert.
    case dismissAlert
    /// Edit in the detail.
    case openEditor(id: String)
    /// Add.
    case openNewEditor
    /// All fields of a form are filled in.
    case fillIn(name: String, diet: Diet, categoryId: String)
    /// Save.
    case save
    /// Cancel in the editor.
    case cancelEditor
  }
}

extension Animals.Window: Comparable {
  /// Compares the content, selections first.
  public static func < (first: Self, second: Self) -> Bool {
    first.words.lexicographicallyPrecedes(second.words)
  }

  private var words: [String] {
    [
      category ?? "", animal ?? "", hasCategoryListAppeared ? "1" : "0", hasAnimalListAppeared ? "1" : "0",
    ] + (modal?.words ?? [])
  }
}

extension Animals.Modal {
  fileprivate var words: [String] {
    switch self {
    case .reloadAlert: return ["reload"]
    case .deleteAlert(let id): return ["delete", id]
    case .editor(let editor):
      let fields = [editor.fields, editor.opening, editor.saved].flatMap { fields -> [String] in
        guard let fields else { return ["-"] }
        return ["+", fields.name, fields.diet?.rawValue ?? "", fields.categoryId ?? ""]
      }
      return ["editor", editor.animalId ?? "", editor.placeholder ?? "", "\(editor.hasAdded)"] + fields
    }
  }
}

extension Animals.Fields {
  /// The fields of an animal; empty for none.
  init(_ animal: Animal?) {
    name = animal?.name ?? ""
    diet = animal?.diet
    categoryId = animal?.categoryId
  }

  /// The fields under their names, as properties compare them.
  var named: [String: String] {
    ["name": name, "diet": diet?.rawValue ?? "", "category": categoryId ?? ""]
  }
}
