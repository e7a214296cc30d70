import Model

/// What windows are for, by the facts of a product's windows.
public struct ControlProperties<P: Product>: Sendable {
  /// A property of the product's runtime.
  public typealias WindowProperty = Property<RuntimeSystem<P>>
  typealias View = StepView<RuntimeSystem<P>>

  /// The product in its scope.
  public let system: RuntimeSystem<P>
  let facts: WindowFacts<P>

  /// Makes the properties of a system whose windows are known apart from the product.
  public init(system: RuntimeSystem<P>, facts: WindowFacts<P>) {
    self.system = system
    self.facts = facts
  }

  /// All of them, in the order in which reports list them.
  public var all: [WindowProperty] {
    [enabled, target]
      + (facts.opening.map { [windowOpened($0)] } ?? [])
      + (facts.controls.contains(where: \.isSave) ? [saveFaithful] : [])
      + (facts.selections.isEmpty ? [] : [selectionKept])
      + (facts.appearances.isEmpty ? [] : [appearOnce])
  }

  /// A property of windows, or the reason why it has nothing to speak about.
  public func property(
    _ name: String, _ sentence: String, witness: String, consequence: String,
    _ clause: WindowProperty.Clause
  ) -> WindowProperty {
    let isOpen = system.scope.environment != .windows
    return WindowProperty(
      name, sentence, witness: witness, consequence: consequence,
      isOpen ? .inapplicable("no windows in the open environment") : clause)
  }

  /// Of what a step does to each window, but for the end of the app.
  public static func ofChanges(
    _ judge: @escaping @Sendable (StepView<RuntimeSystem<P>>, WindowChange<P>) -> Judgement
  ) -> WindowProperty.Clause {
    .step { step in
      guard step.traits.isDisjoint(with: [.relaunch, .crash]) else { return .idle }
      return .first(step.windowChanges.lazy.map { judge(step, $0) })
    }
  }

  /// The step of a person in a window: the gesture, the window before and after, and what was on
  /// the screen.
  static func act(
    _ step: View, _ values: P.Values
  ) -> (gesture: P.WindowGesture, screen: ShownWindow<P>, after: P.Window)? {
    guard step.traits.contains(.gesture), !step.traits.contains(.crash),
      let gesture = step.windowGesture,
      let change = step.windowChanges.first(where: \.isActing), let old = change.old,
      let new = change.new
    else { return nil }
    let screen = ShownWindow<P>(
      window: old.window, display: step.old.display(of: old), values: values)
    return (gesture, screen, new.window)
  }

  static func kind(_ gesture: P.WindowGesture) -> String {
    RuntimeLabel<P>.windowGesture(gesture, window: 0).kind
  }

  private static func words(_ dispatched: P.Gesture?) -> String {
    dispatched.map { "\($0)" } ?? "nothing"
  }

  // MARK: Controls

  private var enabled: WindowProperty {
    let question = enabledQuestion
    return property(
      "control.enabled",
      "Each control is enabled exactly when its line in the table of controls says so.",
      witness: "a window is open",
      consequence: "A button is dead when it is needed, or alive when it does harm.",
      .invariant { state in
        let answers = state.answers(of: question)
        return answers.isEmpty ? .idle : .judge(answers.flatMap { $0 })
      })
  }

  /// How the controls of a window differ from the table.
  private var enabledQuestion: WindowQuestion<P, [Violation]> {
    let (system, controls) = (system, facts.controls)
    let leavesOut = Set(system.scope.windows?.leavesOut ?? [])
    return WindowQuestion { window, state in
      let display = system.display(of: window, in: state)
      let screen = ShownWindow<P>(
        window: window.window, display: display, values: system.scope.values)
      let offered = system.gestures(in: window, showing: display)
      let known = Set(offered)
      // The kind of one that is offered need not be known, and takes long to tell.
      let told = controls.flatMap { $0.offered(screen) }.filter {
        known.contains($0) || !leavesOut.contains(Self.kind($0))
      }
      return Self.differences(told, offered)
    }
  }

  /// What is enabled otherwise than the table of controls tells, in the order of both.
  static func differences(_ told: [P.WindowGesture], _ offered: [P.WindowGesture]) -> [Violation] {
    let (toldOnes, offeredOnes) = (Set(told), Set(offered))
    let disabled = told.filter { !offeredOnes.contains($0) }.map {
      Violation(
        culprit: "\(kind($0)) disabled", detail: "\($0) should be enabled by the table of controls")
    }
    return disabled
      + offered.filter { !toldOnes.contains($0) }.map {
        Violation(
          culprit: "\(kind($0)) enabled",
          detail: "\($0) is enabled, which no line of the table says")
      }
  }

  /// What a control does otherwise than its line in the table tells; nil for nothing.
  static func fault(
    of control: WindowControl<P>, for gesture: P.WindowGesture, dispatching dispatched: P.Gesture?,
    _ screen: ShownWindow<P>, after: P.Window
  ) -> String? {
    let told = control.dispatched(gesture, screen)
    if dispatched != told {
      return "\(gesture) should dispatch \(words(told)), not \(words(dispatched))"
    }
    return control.isDone(gesture, screen, after)
      ? nil : "the window does not do what \(gesture) is for: \(control.effect)"
  }

  private var target: WindowProperty {
    let (values, controls) = (system.scope.values, facts.controls)
    return property(
      "control.target",
      "What a control does concerns the item that it names on the screen, and it does it.",
      witness: "a control is used",
      consequence: "A tap on one item changes another one, or nothing.",
      .step { step in
        guard let (gesture, screen, after) = Self.act(step, values),
          let control = controls.first(where: { $0.offered(screen).contains(gesture) }),
          !control.isSave
        else { return .idle }
        let fault = Self.fault(
          of: control, for: gesture, dispatching: step.gesture, screen, after: after)
        return .judge([fault].compactMap(\.self).map { Violation(culprit: step.kind, detail: $0) })
      })
  }

  private var saveFaithful: WindowProperty {
    let (values, controls) = (system.scope.values, facts.controls.filter(\.isSave))
    return property(
      "save.faithful", "A save dispatches what the form shows, field by field, under its own id.",
      witness: "a form is saved",
      consequence: "What is stored is not what was typed.",
      .step { step in
        guard let (gesture, screen, _) = Self.act(step, values),
          let control = controls.first(where: { $0.offered(screen).contains(gesture) })
        else { return .idle }
        let (told, dispatched) = (control.dispatched(gesture, screen), step.gesture)
        return .require(
          dispatched == told, culprit: step.kind,
          "\(Self.words(dispatched)) is dispatched instead of \(Self.words(told)), which the form "
            + "shows"
        )
      })
  }

  // MARK: Windows

  private func windowOpened(_ opening: @escaping @Sendable (P.State, P.Values) -> P.Window)
    -> WindowProperty
  {
    let scope = system.scope
    let opensLater = scope.relaunchesMax > 0 || scope.windows?.opensAndCloses == true
    return property(
      "window.opened",
      "A window opens with nothing selected, looked for, typed, or open over it; "
        + "a launch opens the same each time.",
      witness: "a window opens",
      consequence: "A new window shows what nobody asked for in it.",
      opensLater
        ? .step { step in
          guard let state = step.new.state else { return .idle }
          let opened = step.windowChanges.filter { $0.old == nil }.compactMap(\.new?.window)
          let told = opening(state, scope.values)
          if let window = opened.first(where: { $0 != told }) {
            let detail = "the window opens with \(window), not \(told)"
            return .violated(culprit: step.kind, detail: detail)
          }
          let countAtLaunch = step.traits.contains(.relaunch) ? scope.windows?.countAtLaunch : nil
          if countAtLaunch == nil && opened.isEmpty { return .idle }
          return .require(
            countAtLaunch ?? opened.count == opened.count, culprit: "\(step.kind): other windows",
            "\(opened.count.counted("window")) open instead of \(countAtLaunch ?? 0)")
        } : .inapplicable("no window opens after launch"))
  }

  // MARK: Selections

  private var selectionKept: WindowProperty {
    let selections = facts.selections
    return property(
      "selection.kept",
      "What is selected, looked for or sorted by changes only by its own control, or by the "
        + "handler of another.",
      witness: "something is selected",
      consequence: "What was selected jumps, or goes away.",
      Self.ofChanges { step, change in
        guard let old = change.old?.window, let new = change.new?.window else { return .idle }
        let gesture = change.isActing ? step.windowGesture : nil
        return .first(
          selections.lazy.map { selection in
            let (before, after) = (selection.id(old), selection.id(new))
            let chosen = gesture.flatMap(selection.chosen)
            if chosen == nil && before == nil && after == nil { return .idle }
            var allowed = [chosen ?? before]
            if chosen == nil, let other = selections.first(where: { $0.name == selection.follows })
            {
              // What the other one was, which a render may bring late, or what it was just now
              // chosen to be.
              allowed.append(gesture.flatMap(other.chosen) ?? other.id(old))
            }
            if after == nil, !allowed.contains(nil) {
              let isGone = allowed.compactMap(\.self).contains { id in
                step.new.state.map { selection.isGone(id, $0) } ?? false
              }
              if isGone { allowed.append(nil) }
            }
            return .require(
              allowed.contains(after), culprit: "\(selection.name) after \(step.kind)",
              "\(before ?? "nothing") was selected, and now it is \(after ?? "nothing")")
          })
      })
  }

  // MARK: Appearing

  private var appearOnce: WindowProperty {
    let (appearances, values) = (facts.appearances, system.scope.values)
    return property(
      "appear.once", "A component asks on appearing, not on each render.",
      witness: "a component has appeared",
      consequence: "A list asks the database again and again.",
      Self.ofChanges { step, change in
        guard let old = change.old, let new = change.new else { return .idle }
        return .first(
          appearances.lazy.map { appearance in
            let appears = change.isActing && step.windowGesture == appearance.gesture
            if !appears && !appearance.hasAppeared(old.window) { return .idle }
            if appearance.hasAppeared(new.window) { return .holds }
            let stays = [(old, step.old), (new, step.new)].allSatisfy { window, state in
              let display = state.display(of: window)
              return appearance.isShown(
                ShownWindow(window: window.window, display: display, values: values))
            }
            let kind = Self.kind(appearance.gesture)
            return .require(
              !stays, culprit: "\(kind) after \(step.kind)",
              "the component has appeared, stays on the screen, and \(kind) is due again")
          })
      })
  }
}

extension Judgement {
  /// The first that is violated; kept when none is and some is kept.
  static func first(_ judgements: some Sequence<Judgement>) -> Judgement {
    var result = Judgement.idle
    for judgement in judgements {
      if case .violated = judgement { return judgement }
      if judgement == .holds { result = .holds }
    }
    return result
  }
}
