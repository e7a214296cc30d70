import Model

/// What only windows have: what they show, what their controls do, and what becomes of half-typed forms.
extension RuntimeProperties {
  var windowProperties: [RuntimeProperty] { [viewFresh, controlEffective, draftKept, editKept] }

  private var hasNoWindows: String? {
    system.scope.environment == .windows ? nil : "no windows in the open environment"
  }

  private var viewFresh: RuntimeProperty {
    let product = product
    let reason = hasNoWindows ?? (system.scope.windows?.lagging == nil ? "no subscription lags here" : nil)
    return property(
      "view.fresh", "What a subscription shows is what its selector says of the current state.",
      witness: "a subscription shows something", unless: reason,
      .settled(reads: [.windows, .store]) { state in
        guard let store = state.state, !state.windows.isEmpty else { return .idle }
        let stale = state.windows.flatMap { window in
          product.mounts(in: window.window).filter { mount in
            window.lagging?.subscriptions.first { $0.name == mount.name }?.shown
              != mount.subscription.output(store, .ascending)
          }
        }
        return .judge(
          stale.map { mount in
            Violation(
              culprit: mount.name,
              detail: "\(mount.name) shows something else than \(mount.subscription.title)")
          }.uniqued())
      })
  }

  private var controlEffective: RuntimeProperty {
    let system = system
    return property(
      "control.effective",
      "An enabled control that dispatches neither fails nor leaves the state as it was.",
      witness: "a control dispatches", unless: hasNoWindows,
      .step(.cause(having: .gesture)) { step in
        if step.traits.contains(.appearing) { return .idle }
        guard system.gesture(of: step.label, in: step.old) != nil else { return .idle }
        if step.traits.contains(.throwing) {
          return .violated([Violation(culprit: "\(step.kind) fails", detail: "the reducer throws")])
        }
        return .require(
          step.old.store != step.new.store, culprit: "\(step.kind) does nothing",
          "the control was enabled and the state stays as it was")
      })
  }

  private var hasNoForm: String? {
    hasNoWindows ?? (product.hasForms ? nil : "no window has a form")
  }

  private var draftKept: RuntimeProperty {
    let product = product
    return property(
      "draft.kept",
      "A half-typed form goes away only by Cancel, by closing its window, by a relaunch, or by "
        + "its own save.",
      witness: "windows change while a form is half typed", unless: hasNoForm,
      .step(.cause(changing: [.windows])) { step in
        if case .closeWindow = step.label { return .idle }
        var windows = step.old.windows.map(\.window)
        if case .windowGesture(_, let place) = step.label { windows.remove(at: place) }
        let drafts = windows.flatMap(product.forms).filter(\.isDraft)
        if drafts.isEmpty { return .idle }
        var left = step.new.windows.map(\.window).flatMap(product.forms)
        let lost = drafts.filter { draft in
          guard let place = left.firstIndex(of: draft) else { return true }
          left.remove(at: place)
          return false
        }
        return .judge(
          lost.map { draft in
            Violation(culprit: step.kind, detail: "\(draft.title) goes away with what was typed into it")
          }.uniqued())
      })
  }

  private var editKept: RuntimeProperty {
    let product = product
    let system = system
    return property(
      "edit.kept",
      "A save does not overwrite with its opening value what somebody else changed meanwhile, and an edit "
        + "never becomes an add.",
      witness: "a form is saved", unless: hasNoForm,
      .step(.cause(having: .gesture)) { step in
        guard case .windowGesture(_, let place) = step.label, let state = step.old.state,
          step.old.windows.indices.contains(place),
          let gesture = system.gesture(of: step.label, in: step.old)
        else { return .idle }
        let forms = product.forms(in: step.old.windows[place].window)
        if forms.isEmpty { return .idle }
        var violations: [Violation] = []
        for form in forms {
          guard let item = form.openedFor else { continue }
          if product.additionCount(of: gesture) > 0 {
            violations.append(
              Violation(culprit: "edit becomes add", detail: "\(form.title) adds instead of updating"))
          }
          guard let now = product.fields(ofItem: item, in: state) else { continue }
          let overwritten = form.fields.keys.sorted().filter {
            form.fields[$0] == form.opening[$0] && now[$0] != form.opening[$0] && now[$0] != form.saved?[$0]
          }
          violations += overwritten.map { field in
            Violation(
              culprit: "\(field) overwritten",
              detail: "\(form.title) puts back the \(field) '\(form.opening[field] ?? "")', which somebody "
                + "changed to '\(now[field] ?? "")'")
          }
        }
        return .judge(violations)
      })
  }
}
