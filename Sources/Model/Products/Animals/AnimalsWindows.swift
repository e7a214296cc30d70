import Model

extension Animals {
  func showsFailure(of subject: Subject, in window: Window) -> Bool {
    repaired.contains(.showFailures)
  }

  func initialWindow(in state: State) -> Window? { Window() }

  /// The subscriptions of category list, animal list and detail, and of the editor while it is
  /// open.
  func mounts(in window: Window) -> [Mount<Animals>] {
    let all = AnimalsSubscriptions(product: self)
    let lists: [Mount<Animals>] = [
      Mount("CategoryList", all.categoriesValues), Mount("CategoryList", all.categoriesStatus),
      Mount("AnimalList", all.animalsValues(ofCategory: window.category)),
      Mount("AnimalList", all.category(window.category)), Mount("AnimalList", all.animalsStatus),
    ]
    let detail: [Mount<Animals>] = [
      Mount("AnimalDetail", all.animal(window.animal)),
      Mount("AnimalDetail", all.category(ofAnimal: window.animal)),
      Mount("AnimalDetail", all.animalStatus(window.animal)),
    ]
    let waiting =
      repaired.contains(.disableWhileWaiting) ? [Mount("CategoryList", all.animalsWaiting)] : []
    guard let editor = window.editor else { return lists + detail + waiting }
    return lists + detail + waiting + [
      Mount("AnimalEditor", all.animal(editor.id)),
      Mount("AnimalEditor", all.animalStatus(editor.id)),
      Mount("AnimalEditor", all.categoriesValues),
    ]
  }

  // MARK: Controls

  /// What the window enables in the design.
  func gestures(in window: Window, showing display: Display, values: Values) -> [WindowGesture] {
    design.windows.enabling(AnimalsControls.enabled(in: window, display, values), window, display)
  }

  // MARK: Gestures

  func handle(
    _ gesture: WindowGesture, in window: inout Window, showing display: Display
  ) -> UserAction? {
    let before = window
    var dispatched = AnimalsControls.handle(gesture, in: &window, display)
    design.windows.handling(gesture, before, &window, &dispatched, display)
    return dispatched
  }

  /// A new editor makes a placeholder when it opens.
  func assignIds(in window: inout Window, besides others: [Window], state: State) {
    guard let editor = window.editor, editor.id == nil else { return }
    let taken = others.compactMap { $0.editor?.placeholder }
    window.editor?.placeholder = (((state.lastForm ?? 0) + 1)...).lazy.map { "placeholder \($0)" }
      .first { state.animals.queue[$0] == nil && !taken.contains($0) }
  }

  func refresh(_ window: inout Window, from old: Rendering<Window>, to new: Rendering<Window>) {
    let before = window
    publishedRefresh(&window, from: old, to: new)
    design.windows.refreshing(before, &window, old, new)
  }

  /// An editor starts with what it shows first, and closes when the status of its animal becomes
  /// success.
  ///
  /// What a render takes down is not rendered, so that no handler of it sees anything more.
  private func publishedRefresh(
    _ window: inout Window, from old: Rendering<Window>, to new: Rendering<Window>
  ) {
    if presentations != .stayUp && replacePresentations(of: &window, new.display) { return }
    guard var editor = window.editor else { return }
    if editor.opening == nil {
      editor.fields = Window.Fields(new.display("AnimalEditor.animal", as: Animal.self))
      editor.opening = editor.fields
      window.editor = editor
    } else if editor.hasShown(old), Self.editedStatus(new) == .success,
      Self.editedStatus(old) != .success
    {
      window.modal = nil
    }
  }

  static func editedStatus(_ rendering: Rendering<Window>) -> Status? {
    rendering.display("AnimalEditor.animal.status")
  }
}
