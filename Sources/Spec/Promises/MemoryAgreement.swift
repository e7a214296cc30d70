import Model

/// What an app has shown of what is stored.
struct Agreement<P: Product>: Hashable, Sendable {
  /// What explains that state and rows differ while a failure is shown.
  enum Blame: Hashable, Sendable {
    /// A request failed, or a person changed what is not asked for, since they agreed.
    case failure
    /// They agreed last.
    case nothing
    /// A request was carried out since they agreed, and nothing failed.
    case request
  }

  var loading: Loading<P.Subject>
  /// What may explain that state and rows differ while a failure is shown.
  var blame = Blame.failure
  /// What failed replies have told.
  var told = ToldFailures()
  /// Whether a call changed the rows twice, as its reply was lost and a person asked once more.
  ///
  /// The app cannot know of the first time until it loads again.
  private(set) var isMadeTwice = false
  /// How it goes with the calls that add something.
  private var additions: [GateCall: Addition] = [:]

  private enum Addition: Hashable {
    case asked
    /// It was carried out and its reply was lost, and whether a person asked for it once more.
    case lost, askedAgain
  }

  init(loading: Loading<P.Subject>) { self.loading = loading }

  /// Whether a status is at failure, or a message is shown that is not compared with rows.
  func showsFailure(_ state: RuntimeView<P>) -> Bool {
    if state.showsFailure || told.messages.isEmpty { return state.showsFailure }
    let compared = state.storedFacts ?? [:]
    return told.messages.contains { compared[$0.key] != $0.value }
  }

  /// Takes note of a call that adds something and whose reply is lost, and of the same once more.
  ///
  /// - Parameter agrees: whether state and rows do.
  mutating func noteLost(
    _ step: StepView<RuntimeSystem<P>>, _ product: P, agrees: (RuntimeView<P>) -> Bool
  ) {
    notePerformance(step)
    if step.traits.contains(.gesture), !step.traits.contains(.appearing),
      let gesture = step.gesture, product.additionCount(of: gesture) > 0
    {
      for call in step.callsAsked.compactMap(Self.call) {
        additions[call] = additions[call] == .lost ? .askedAgain : additions[call] ?? .asked
      }
    }
    if additions.isEmpty { return }
    if step.traits.contains(.relaunch) {
      (additions, isMadeTwice) = ([:], false)
    } else if isLoaded(by: step, product) {
      (additions, isMadeTwice) = (additions.filter { $0.value == .asked }, false)
    } else if isMadeTwice {
      isMadeTwice = !(step.new.isSettled && agrees(step.new))
    }
  }

  private mutating func notePerformance(_ step: StepView<RuntimeSystem<P>>) {
    guard !additions.isEmpty, let (operation, fault) = step.performance,
      let call = Self.call(operation), let addition = additions[call]
    else { return }
    let changes = step.changes(.database)
    switch addition {
    case .askedAgain:
      if fault != nil { additions[call] = .lost } else if changes { isMadeTwice = true }
    case .asked, .lost: additions[call] = fault != nil && changes ? .lost : nil
    }
  }

  /// Whether a step reports that something was loaded, and not what was lost before.
  private func isLoaded(by step: StepView<RuntimeSystem<P>>, _ product: P) -> Bool {
    guard step.changes(.statuses), let (operation, result) = step.completion,
      case .success = result, let call = Self.call(operation), additions[call] == nil,
      let old = step.old.statuses, let new = step.new.statuses
    else { return false }
    return product.collections.contains { old[$0] == .waiting && new[$0] == .success }
  }

  /// The call as an app asks for it.
  private static func call(_ operation: P.Operation) -> GateCall? {
    (P.request(operation) as? GateCall)?.unanswered
  }
}
