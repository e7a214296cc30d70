extension AppExecution {
  /// Where a step led, and what was dispatched on the way.
  struct Outcome: Hashable {
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

    static func == (first: Outcome, second: Outcome) -> Bool {
      first.state == second.state && first.dispatches == second.dispatches
        && first.traits == second.traits
    }

    func hash(into hasher: inout Hasher) { hasher.combine(state) }
  }
}

extension AppExecution.Outcome {
  /// What a step led to that trapped.
  init(crashing old: AppExecution<A>.State, by label: AppExecution<A>.Label, _ crash: Crash) {
    var state = old
    state.store = .crashed(crash)
    (state.mail, state.underWay) = ([], [])
    if case .perform(_, _, _?) = label { state.budgets.faultsLeft -= 1 }
    if label == .relaunch { state.budgets.relaunchesLeft -= 1 }
    self.init(
      state: state, dispatches: [], traits: .crash,
      notes: AppExecution<A>.Notes(budgets: state.budgets))
  }
}
