import Model
import Spec

/// What the windows of Animals promise: how alerts and editors come and go.
enum AnimalsWindowProperties {
  typealias AnimalsProperty = AnimalsProperties.AnimalsProperty

  static func all(_ system: RuntimeSystem<Animals>) -> [AnimalsProperty] {
    let controls = ControlProperties(system: system, facts: .animals)
    return controls.all + [
      formOpened(controls), presentationAsked(controls), presentationEnds(controls),
    ]
  }

  private static func formOpened(_ controls: ControlProperties<Animals>) -> AnimalsProperty {
    let product = controls.system.product
    return controls.property(
      "form.opened",
      "An editor opens with what its animal shows, a new one empty and under an id that nothing "
        + "else has; then its fields change only when somebody fills them in.",
      witness: "an editor opens",
      consequence: "A form shows the values of another animal, or what became of another form.",
      ControlProperties.ofChanges { step, change in
        let before = change.old?.window.editor
        guard let editor = change.new?.window.editor, let state = step.new.state else {
          return .idle
        }
        let subject = editor.animalId == nil ? "new editor" : "editor of an animal"
        if let before, before.opening != nil, before.id == editor.id {
          let isFilled = change.isActing && step.windowGesture.map(fillsIn) == true
          return .require(
            isFilled || before.fields == editor.fields, culprit: "\(subject) after \(step.kind)",
            "the editor showed \(before.fields), and now \(editor.fields)")
        }
        guard let opening = editor.opening else { return .idle }
        let animal = editor.animalId.flatMap { state.animals.data[$0] }
        if opening != editor.fields || opening != AnimalsWindow.Fields(animal) {
          let detail =
            "the editor opens with \(opening), and its animal is \(animal.map { "\($0)" } ?? "new")"
          return .violated([Violation(culprit: subject, detail: detail)])
        }
        if editor.animalId != nil { return .holds }
        let namesakes = step.new.unorderedWindows.flatMap { product.forms(in: $0.window) }
          .filter { $0.id == editor.id }
        let isOwn = namesakes.count == 1 && state.animals.queue[editor.id ?? ""] == nil
        return .require(
          isOwn, culprit: "\(subject) under an id in use",
          "\(editor.id ?? "no id") has another form or a status already")
      })
  }

  private static func fillsIn(_ gesture: Animals.WindowGesture) -> Bool {
    if case .fillIn = gesture { true } else { false }
  }

  private static func presentationAsked(_ controls: ControlProperties<Animals>) -> AnimalsProperty {
    controls.property(
      "presentation.asked", "An alert or editor comes up only when somebody asks for it.",
      witness: "an alert or an editor comes up",
      consequence: "An alert to delete comes up for something that nobody wants to delete.",
      ControlProperties.ofChanges { step, change in
        guard let old = change.old, let presentation = Presentation(change.new?.window.modal),
          presentation != Presentation(old.window.modal)
        else { return .idle }
        let gesture = change.isActing ? step.windowGesture : nil
        let comesBack = presentation.isHidden(in: old.window, for: change.new?.window.animal)
        return .require(
          gesture.map(opening) ?? false,
          culprit: "\(presentation.kind) by itself\(comesBack ? "" : ", for what nobody opened")",
          "\(presentation.kind) comes up by itself")
      })
  }

  private static func opening(_ gesture: Animals.WindowGesture) -> Bool {
    switch gesture {
    case .openReloadAlert, .openDeleteAlert, .openEditor, .openNewEditor: true
    default: false
    }
  }

  private static func presentationEnds(_ controls: ControlProperties<Animals>) -> AnimalsProperty {
    let presentations = controls.system.product.presentations
    return controls.property(
      "presentation.ends",
      "An alert or editor closes by its own controls, by its own success, or with its branch, and "
        + "for no other reason; and it does close then.",
      witness: "an alert or an editor is open",
      consequence: "An alert or a form goes away by itself, or stays when it is done.",
      ControlProperties.ofChanges { step, change in
        guard let old = change.old, let new = change.new, let modal = old.window.modal,
          let presentation = Presentation(modal)
        else { return .idle }
        let closes = Presentation(new.window.modal) != presentation
        let display = Self.display(of: new, mountedBy: old.window, step.new)
        let gesture = change.isActing ? step.windowGesture : nil
        let isDue =
          gesture.map(closing) ?? false
          || old.window.editor?.opening != nil
            && Self.succeeds(
              from: Self.display(of: old, mountedBy: old.window, step.old), to: display)
          || presentations != .stayUp && !presentation.stands(display)
        return .require(
          closes == isDue,
          culprit: "\(presentation.kind) \(closes ? "closes" : "stays") after \(step.kind)",
          "\(presentation.kind) \(closes ? "closes without a reason" : "should close, and stays")")
      })
  }

  /// What a window showed last of the mounts of a component state, which a later render may have
  /// dropped: what does not lag shows what the state says.
  private static func display(
    of window: WindowState<Animals>, mountedBy component: Animals.Window,
    _ view: RuntimeView<Animals>
  ) -> Display {
    let state = view.state
    return Display { name in
      if let held = window.held(name) { return held }
      return state.flatMap { WindowFacts.animals.views[name]?(component, $0) }
    }
  }

  private static func closing(_ gesture: Animals.WindowGesture) -> Bool {
    switch gesture {
    case .confirmReload, .confirmDelete, .dismissAlert, .cancelEditor: true
    default: false
    }
  }

  /// Whether the status that an editor shows, once it was rendered, becomes success.
  private static func succeeds(from old: Display, to new: Display) -> Bool {
    let name = "AnimalEditor.animal.status"
    let (last, status): (Status?, Status?) = (old(name), new(name))
    return last != status && status == .success
  }

  /// What is open over a window, whatever is typed into it.
  private enum Presentation: Equatable {
    case reloadAlert
    case deleteAlert(id: String)
    case editor(id: String?, isNew: Bool)

    init?(_ modal: AnimalsWindow.Modal?) {
      switch modal {
      case nil: return nil
      case .reloadAlert: self = .reloadAlert
      case .deleteAlert(let id): self = .deleteAlert(id: id)
      case .editor(let editor): self = .editor(id: editor.id, isNew: editor.animalId == nil)
      }
    }

    var kind: String {
      switch self {
      case .reloadAlert: "reload alert"
      case .deleteAlert: "delete alert"
      case .editor(_, let isNew): isNew ? "new editor" : "editor"
      }
    }

    /// Whether it went with its branch, and may come back for what the branch shows.
    func isHidden(in window: Animals.Window, for animal: String?) -> Bool {
      window.hidden.contains { hidden in
        switch (hidden, self) {
        case (.deleteAlert, .deleteAlert(let id)): id == animal
        case (.editor, .editor(let id, isNew: false)): id == animal
        case (.newEditor, .editor(_, isNew: true)): true
        default: false
        }
      }
    }

    /// Whether the branch that it hangs on is shown.
    func stands(_ display: Display) -> Bool {
      switch self {
      case .reloadAlert: true
      case .editor(_, isNew: true): display("AnimalList.category", as: Category.self) != nil
      case .deleteAlert, .editor:
        display("AnimalDetail.animal", as: Animal.self) != nil
          && display("AnimalDetail.animal.category", as: Category.self) != nil
      }
    }
  }
}
