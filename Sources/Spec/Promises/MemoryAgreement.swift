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
  /// The calls that were carried out although they failed, and whether a person asked for them once
  /// more.
  private var lost: [P.Operation: Bool] = [:]

  init(loading: Loading<P.Subject>) { self.loading = loading }

  /// Whether a status is at failure, or a message is shown that is not compared with rows.
  func showsFailure(_ state: RuntimeView<P>) -> Bool {
    if state.showsFailure || told.messages.isEmpty { return state.showsFailure }
    let compared = state.storedFacts ?? [:]
    return told.messages.contains { compared[$0.key] != $0.value }
  }

  /// Takes note of a call that is carried out and whose reply is lost, and of the same once more.
  ///
  /// - Parameter isOver: whether state and rows agree.
  mutating func noteLost(
    _ step: StepView<RuntimeSystem<P>>, isOver: (RuntimeView<P>) -> Bool
  ) {
    if let (operation, fault) = step.performance, step.changes(.database) {
      let call = P.request(operation)
      if fault != nil {
        lost[call] = false
      } else if lost[call] == true {
        isMadeTwice = true
      }
    }
    if lost.isEmpty { return }
    if step.traits.contains(.relaunch) || step.new.isSettled && isOver(step.new) {
      (lost, isMadeTwice) = ([:], false)
    } else if step.traits.contains(.gesture) {
      for call in step.callsAsked where lost[call] != nil { lost[call] = true }
    }
  }
}
