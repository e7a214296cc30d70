import Model

extension String {
  /// Names that somebody may cut, trim, refuse or spell otherwise.
  public static let oddNames = [
    " ", "\u{a0}", "\u{201c}'\"\\", "Zo\u{eb}", "Zoe\u{308}", "\u{1f468}\u{200d}\u{1f469}", " a\n",
    repeatElement("long", count: 300).joined(separator: " "),
  ]
}

/// The facts of a product's windows, asked of drawn windows over drawn states: what no run comes to
/// is asked, too.
extension ControlProperties {
  /// The same facts, asked of drawn windows.
  public var valuesClauses: [ValuesClause<P>] {
    guard let drawn = facts.drawn else { return [] }
    let values = system.scope.values
    return [
      ValuesClause(
        "contract(windows)",
        "A window opens with, shows, enables and does what its definition says.",
        witness: "a window is drawn",
        consequence: "A screen shows something else, or a button does."
      ) { [self] view in
        guard let state = view.state else { return .idle }
        let windows = drawn(state, values)
        let told = windows.flatMap { self.faults(of: $0, in: state) }
        return .judge(
          (told + self.faultsOfOpening(in: state) + self.faultsOfHandlers(windows, state)))
      }
    ]
  }

  private func faultsOfOpening(in state: P.State) -> [Violation] {
    guard let told = facts.opening?(state, system.scope.values),
      let opened = system.product.initialWindow(in: state), told != opened
    else { return [] }
    return [Violation(culprit: "opening", detail: "a window opens with \(opened), not \(told)")]
  }

  /// What change handlers make of two renders in which anything may differ, as after taps in quick
  /// succession.
  private func faultsOfHandlers(_ windows: [P.Window], _ state: P.State) -> [Violation] {
    guard let handled = facts.handled else { return [] }
    let screens = windows.map { screen($0, shown(in: $0, state)) }
    let backwards = Array(screens.reversed())
    return (Array(zip(screens, screens.dropFirst())) + Array(zip(backwards, backwards.dropFirst())))
      .compactMap { old, new in
        var window = new.window
        system.product.refresh(
          &window, from: Rendering(window: old.window, display: old.display),
          to: Rendering(window: new.window, display: new.display))
        let (after, told) = (window, handled(old, new))
        if after == told { return nil }
        return Violation(culprit: "handlers", detail: "a window becomes \(after), not \(told)")
      }
  }

  private func shown(in window: P.Window, _ state: P.State) -> [String: Output] {
    system.product.mounts(in: window).reduce(into: [:]) {
      $0[$1.name] = $1.subscription.output(state, .ascending)
    }
  }

  private func screen(_ window: P.Window, _ shown: [String: Output]) -> ShownWindow<P> {
    ShownWindow(window: window, display: Display { shown[$0] }, values: system.scope.values)
  }

  private func faults(of window: P.Window, in state: P.State) -> [Violation] {
    let product = system.product
    let outputs = shown(in: window, state)
    var faults = outputs.compactMap { name, output -> Violation? in
      guard let told = facts.views[name]?(window, state), told != output else { return nil }
      return Violation(culprit: name, detail: "\(name) shows \(output.value), not \(told.value)")
    }.sorted { $0.culprit < $1.culprit }
    let screen = screen(window, outputs)
    let offers = facts.controls.map { (control: $0, gestures: $0.offered(screen)) }
    let offered = product.gestures(in: window, showing: screen.display, values: screen.values)
    faults += Self.differences(offers.flatMap(\.gestures), offered)
    for (control, gestures) in offers {
      for gesture in gestures { faults += faultOfHandling(gesture, control, screen, state) }
    }
    return faults
  }

  private func faultOfHandling(
    _ gesture: P.WindowGesture, _ control: WindowControl<P>, _ screen: ShownWindow<P>,
    _ state: P.State
  ) -> [Violation] {
    var after = screen.window
    let dispatched = system.product.handle(gesture, in: &after, showing: screen.display)
    system.product.assignIds(in: &after, besides: [], state: state)
    func fault(_ detail: String) -> [Violation] {
      [Violation(culprit: Self.kind(gesture), detail: detail)]
    }
    let detail = Self.fault(
      of: control, for: gesture, dispatching: dispatched, screen, after: after)
    if let detail { return fault(detail) }
    for selection in facts.selections {
      let chosen = selection.chosen(gesture) ?? selection.id(screen.window)
      if selection.id(after) != chosen {
        return fault(
          "after \(gesture), the \(selection.name) is \(selection.id(after) ?? "nothing")")
      }
    }
    let asks = facts.appearances.contains { $0.gesture == gesture && !$0.hasAppeared(after) }
    return asks ? fault("after \(gesture), it is due again") : []
  }
}
