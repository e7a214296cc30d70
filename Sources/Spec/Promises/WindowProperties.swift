import Model

/// What only windows have: what they show, what their controls do, and what becomes of half-typed
/// forms.
struct WindowProperties<P: Product>: PropertyGroup {
  let system: RuntimeSystem<P>
  /// What is known of the windows apart from the product; nil for nothing.
  let facts: WindowFacts<P>?

  var all: [RuntimeProperty] {
    [viewFresh, windowAlone, controlEffective, draftKept, formLeft, editKept]
  }

  private var hasNoWindows: String? {
    system.scope.environment == .windows ? nil : "no windows in the open environment"
  }

  private var viewFresh: RuntimeProperty {
    // What each mount has to show, by its name.
    let (system, product, views) = (system, product, facts?.views ?? [:])
    let lags = system.scope.windows?.lagging != nil
    let stale = WindowQuestion<P, [Violation]> { window, state in
      product.mounts(in: window.window).compactMap { mount in
        let right =
          views[mount.name]?(window.window, state) ?? mount.subscription.output(state, .ascending)
        let shown = system.shown(by: mount, in: window, state)
        if shown == right { return nil }
        let told = ToldAnswers(shown, right)
        return Violation(
          culprit: mount.name,
          detail: "\(mount.name) shows \(told.first), and \(mount.subscription.title) gives "
            + "\(told.second)")
      }
    }
    let reason = hasNoWindows ?? (lags || !views.isEmpty ? nil : "no subscription lags here")
    return property(
      "view.fresh", "What a subscription shows is what its selector says of the current state.",
      witness: "a subscription shows something",
      consequence: "The screen goes on showing what is no longer true.", unless: reason,
      .settled { state in
        let answers = state.answers(of: stale)
        return answers.isEmpty ? .idle : .judge(answers.flatMap { $0 })
      })
  }

  private var windowAlone: RuntimeProperty {
    let comesAndGoes = system.scope.windows?.opensAndCloses == true
    return property(
      "window.alone",
      "A window opens or closes alone: no other one comes, goes or changes with it.",
      witness: "a window opens or closes",
      consequence: "Closing one window closes another, or changes what is in it.",
      unless: hasNoWindows ?? (comesAndGoes ? nil : "no window opens or closes here"),
      .step { step in
        guard step.traits.contains(.gesture), !step.traits.contains(.crash),
          step.windowGesture == nil
        else {
          return .idle
        }
        let (old, new) = (step.old.unorderedWindows, step.new.unorderedWindows)
        let isClosing = new.count < old.count
        let (fewer, more) = isClosing ? (new, old) : (old, new)
        var others = more
        for window in fewer { others.firstIndex(of: window).map { _ = others.remove(at: $0) } }
        let staysSame = !step.changes(.store) && !step.changes(.database) && !step.changes(.pending)
        return .require(
          others.count == 1 && fewer.count + 1 == more.count && staysSame, culprit: step.kind,
          "\(old.count.counted("window")) were open, now \(new.count), and others or more changed")
      })
  }

  private var controlEffective: RuntimeProperty {
    // Those that come by themselves, with a component that comes up; nil where it is not said. No
    // key path, as a function with one is not compiled for a product in another module.
    let appearances = facts?.appearances.map { $0.gesture }
    return property(
      "control.effective",
      "An enabled control does something: what it dispatches neither fails nor leaves the state as "
        + "it was, and one that dispatches nothing changes its window.",
      witness: "a control is used",
      consequence: "A button that looks alive does nothing.", unless: hasNoWindows,
      .step { step in
        guard step.traits.contains(.gesture), !step.traits.contains(.crash),
          step.windowGesture != nil
        else {
          return .idle
        }
        if step.gesture == nil {
          let change = step.windowChanges.first(where: \.isActing)
          return .require(
            change?.old?.window != change?.new?.window, culprit: "\(step.kind) dispatches nothing",
            "the control was enabled, dispatches nothing, and the window stays as it was")
        }
        // A control may dispatch what a component does that comes up.
        let isAppearing = appearances.flatMap { all in step.windowGesture.map(all.contains) }
        if step.traits.contains(.throwing) {
          return .violated(culprit: "\(step.kind) fails", detail: "the reducer throws")
        }
        if isAppearing ?? step.traits.contains(.appearing) { return .idle }
        return .require(
          step.changes(.store), culprit: "\(step.kind) does nothing",
          "the control was enabled and the state stays as it was")
      })
  }

  private var hasNoForm: String? {
    hasNoWindows ?? (product.hasForms ? nil : "no window has a form")
  }

  private var draftKept: RuntimeProperty {
    let product = product
    let kept = property(
      "draft.kept",
      "A half-typed form goes away only by Cancel, by closing its window, by a relaunch, or by "
        + "its own save.",
      witness: "a form is half typed",
      consequence: "What was typed is gone.", unless: hasNoForm,
      .step { step in
        guard step.traits.isDisjoint(with: [.relaunch, .crash]), step.changesOtherWindows else {
          return .idle
        }
        var lost: [Form] = []
        var isJudged = false
        for change in step.windowChanges where !change.isActing {
          let drafts = (change.old.map { product.forms(in: $0.window) } ?? []).filter(\.isDraft)
          let left = change.new.map { product.forms(in: $0.window) } ?? []
          isJudged = isJudged || !drafts.isEmpty
          // What it opened with may become what it saved.
          lost += drafts.filter { draft in
            !left.contains {
              $0.id == draft.id && $0.openedFor == draft.openedFor && $0.fields == draft.fields
            }
          }
        }
        if !isJudged { return .idle }
        return .judge(
          lost.map { draft in
            Violation(
              culprit: step.kind, detail: "\(draft.title) goes away with what was typed into it")
          })
      })
    if hasNoForm != nil { return kept }
    return kept.adding(.step { Self.sendsWhatItSaves($0, product) }).adding(
      .invariant { state in
        let forms = state.unorderedWindows.flatMap { product.forms(in: $0.window) }
        return forms.contains(where: \.isDraft) ? .holds : .idle
      })
  }

  /// Whether a gesture after which a form counts as saved dispatches something.
  private static func sendsWhatItSaves(_ step: View, _ product: P) -> Judgement {
    guard step.traits.contains(.gesture), !step.traits.contains(.crash), step.windowGesture != nil,
      step.gesture == nil, let change = step.windowChanges.first(where: \.isActing),
      let old = change.old, let new = change.new
    else { return .idle }
    let before = product.forms(in: old.window)
    let unsent = product.forms(in: new.window).filter { form in
      before.contains { $0.id == form.id && $0.saved != form.saved }
    }
    if unsent.isEmpty { return .idle }
    return .judge(
      unsent.map { form in
        Violation(
          culprit: "\(step.kind) sends nothing",
          detail: "\(form.title) is saved, and nothing is sent")
      })
  }

  /// A way out of a form that asks for nothing: where something comes up first, there is none for a
  /// moment.
  private var formLeft: RuntimeProperty {
    let (system, product) = (system, product)
    let values = system.scope.values
    let stuck = WindowQuestion<P, [Violation]?> { window, state in
      let forms = product.forms(in: window.window)
      if forms.isEmpty { return nil }
      let display = system.display(of: window, in: state)
      // What a scope leaves out is there all the same.
      let gestures = product.gestures(in: window.window, showing: display, values: values)
      let outcomes = gestures.map { gesture in
        var after = window.window
        let dispatched = product.handle(gesture, in: &after, showing: display)
        return (left: product.forms(in: after).map(\.id), dispatched: dispatched)
      }
      if !outcomes.isEmpty
        && outcomes.allSatisfy({ $0.dispatched.map(product.isAppearing) == true })
      {
        return nil
      }
      return forms.filter { form in
        !outcomes.contains { $0.dispatched == nil && !$0.left.contains(form.id) }
      }.map { form in
        Violation(
          culprit: form.openedFor == nil ? "new form" : "form of an item",
          detail: "no control of the window leaves \(form.title) without saving it")
      }
    }
    return property(
      "form.left", "A form that is open can be left without saving it.", witness: "a form is open",
      consequence: "Whoever opened a form has to save it, or to close the app.", unless: hasNoForm,
      .invariant { state in
        let answers = state.answers(of: stuck).compactMap(\.self)
        return answers.isEmpty ? .idle : .judge(answers.flatMap { $0 })
      })
  }

  private var editKept: RuntimeProperty {
    let product = product
    let edit = property(
      "edit.kept",
      "A save does not overwrite with its opening value what somebody else changed meanwhile, and "
        + "an edit never becomes an add.",
      witness: "a form is saved",
      consequence: "A save undoes what somebody else wrote meanwhile, or makes a second item.",
      unless: hasNoForm,
      .step { step in
        guard step.traits.contains(.gesture), !step.traits.contains(.crash),
          let gesture = step.gesture,
          let window = step.windowChanges.first(where: \.isActing)?.old, let state = step.old.state
        else { return .idle }
        let forms = product.forms(in: window.window)
        if forms.isEmpty { return .idle }
        var violations: [Violation] = []
        for form in forms {
          guard let item = form.openedFor else { continue }
          if product.additionCount(of: gesture) > 0 {
            violations.append(
              Violation(
                culprit: "edit becomes add", detail: "\(form.title) adds instead of updating"))
          }
          guard let known = product.fields(ofItem: item, in: state) else { continue }
          violations += Self.overwritten(by: form, known)
        }
        return .judge(violations)
      })
    let isOurs = system.scope.store == .local && system.scope.occurrencesMax == 0
    if hasNoForm != nil || isOurs { return edit }
    return edit.adding(
      .step(remembering: storedAtOpening) { step, opened, _ in
        Self.keepsUnseen(step, opened.value, product)
      })
  }

  /// The fields of an item as the persistent store held them when a form of it opened.
  private var storedAtOpening: Observer<RuntimeSystem<P>, [String: [String: String]]> {
    let product = product
    return Observer(initial: [:]) { step, memory in
      if !step.traits.isDisjoint(with: [.relaunch, .crash]) {
        memory.value = [:]
        return
      }
      for change in step.windowChanges {
        let items = [change.old, change.new].map { window in
          Set(window.map { product.forms(in: $0.window) }?.compactMap(\.openedFor) ?? [])
        }
        for item in items[0].subtracting(items[1]) { memory.value[item] = nil }
        for item in items[1].subtracting(items[0]) {
          memory.value[item] = product.fields(ofItem: item, in: step.new.database)
        }
      }
    }
  }

  /// Whether a save leaves alone what others changed in the persistent store since its form opened,
  /// and the state does not show.
  private static func keepsUnseen(
    _ step: View, _ opened: [String: [String: String]], _ product: P
  ) -> Judgement {
    guard step.traits.contains(.gesture), !step.traits.contains(.crash), step.gesture != nil,
      let window = step.windowChanges.first(where: \.isActing)?.old, let state = step.old.state
    else { return .idle }
    return .judge(
      product.forms(in: window.window).flatMap { form -> [Violation] in
        guard let item = form.openedFor, let before = opened[item],
          let stored = product.fields(ofItem: item, in: step.old.database)
        else { return [] }
        let known = product.fields(ofItem: item, in: state)
        return overwritten(
          by: form, stored, unseen: { known?[$0] != stored[$0] && before[$0] != stored[$0] })
      })
  }

  /// The fields that a save puts back to what they were when the form opened.
  ///
  /// - Parameters:
  ///   - now: the fields as they are now.
  ///   - isUnseen: whether a field is looked at, since it changed unseen; nil where all are seen.
  private static func overwritten(
    by form: Form, _ now: [String: String], unseen isUnseen: ((String) -> Bool)? = nil
  ) -> [Violation] {
    let (adverb, change) =
      isUnseen == nil
      ? ("", "somebody changed to") : (" unseen", "in the database has meanwhile become")
    return form.fields.keys.sorted().filter {
      form.sends?.contains($0) != false && form.fields[$0] == form.opening[$0]
        && now[$0] != form.opening[$0]
        && now[$0] != form.saved?[$0]
        && isUnseen?($0) != false
    }.map { field in
      Violation(
        culprit: "\(field) overwritten\(adverb)",
        detail:
          "\(form.title) puts back the \(field) '\(form.opening[field] ?? "")', which \(change) "
          + "'\(now[field] ?? "")'")
    }
  }
}
