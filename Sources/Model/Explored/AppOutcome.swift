/// Where a step led, and what was dispatched on the way.
struct AppOutcome<A: App>: Hashable {
  typealias State = AppExecution<A>.State
  typealias Notes = AppNotes<A>

  var state: State
  /// The place of the state among those that were seen; nil until it is looked at.
  var place: Int?
  let dispatches: [AppNotice<A.State, A.Action>.Dispatch]
  /// Whether the reducer threw or gave two answers, and whether something is to come of the first
  /// dispatch.
  let traits: StepTraits
  /// What is noted then, which follows from what happened; nil where that happened on another way
  /// than the one that is kept.
  var notes: Notes?

  static func == (first: Self, second: Self) -> Bool {
    first.state == second.state && first.dispatches == second.dispatches
      && first.traits == second.traits
  }

  func hash(into hasher: inout Hasher) { hasher.combine(state) }
}

extension AppExecution {
  typealias Outcome = AppOutcome<A>

  /// What the last step led to.
  var outcome: Outcome { Outcome(dispatched, effects, state, notes) }
}

extension AppOutcome {
  /// What a step led to.
  ///
  /// - Parameters:
  ///   - dispatched: what it dispatched.
  ///   - effects: what each of that leads to.
  fileprivate init(
    _ dispatched: [AppGates<A>.Dispatch], _ effects: [AppEffects<A>.Effect],
    _ state: State, _ notes: Notes
  ) {
    var traits: StepTraits = []
    if dispatched.count == 1 && dispatched[0].new == nil { traits.insert(.throwing) }
    for (place, effect) in effects.enumerated() {
      if !effect.isPure { traits.insert(.impure) }
      if place == 0 && !effect.isSilent { traits.insert(.heard) }
    }
    self.init(
      state: state,
      dispatches: dispatched.enumerated().compactMap { place, dispatch in
        let isHeard = effects.count == dispatched.count && !effects[place].isSilent
        let isShared = dispatched[..<place].contains(where: dispatch.isShared)
        return dispatch.new.map {
          .init(
            action: dispatch.element.action, state: $0, isHeard: isHeard, isShared: isShared)
        }
      }, traits: traits, notes: notes)
  }

  /// What a step led to that trapped.
  init(crashing old: State, by label: AppExecution<A>.Label, _ crash: Crash) {
    var state = old
    state.store = .crashed(crash)
    (state.mail, state.underWay) = ([], [])
    if case .perform(_, _, _?) = label { state.budgets.faultsLeft -= 1 }
    if label == .relaunch { state.budgets.relaunchesLeft -= 1 }
    self.init(
      state: state, dispatches: [], traits: .crash,
      notes: Notes(budgets: state.budgets))
  }
}
