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
  /// The calls that added something although they failed, and whether a person asked for them once
  /// more.
  private var lost: [GateCall: Bool] = [:]

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
    if let (operation, fault) = step.performance, step.changes(.database),
      let call = Self.call(operation)
    {
      if fault == nil {
        if lost[call] == true { isMadeTwice = true }
      } else if step.new.storedElements.count > step.old.storedElements.count {
        lost[call] = false
      }
    }
    if lost.isEmpty { return }
    if step.traits.contains(.relaunch) || isLoaded(by: step, product) {
      (lost, isMadeTwice) = ([:], false)
    } else if isMadeTwice {
      isMadeTwice = !(step.new.isSettled && agrees(step.new))
    }
    if step.traits.contains(.gesture), !step.traits.contains(.appearing) {
      for call in step.callsAsked.compactMap(Self.call) where lost[call] != nil {
        lost[call] = true
      }
    }
  }

  /// Whether a step reports that something was loaded, and not what was lost before.
  private func isLoaded(by step: StepView<RuntimeSystem<P>>, _ product: P) -> Bool {
    guard step.changes(.statuses), let (operation, result) = step.completion,
      case .success = result, let call = Self.call(operation), lost[call] == nil,
      let old = step.old.statuses, let new = step.new.statuses
    else { return false }
    return product.collections.contains { old[$0] == .waiting && new[$0] == .success }
  }

  /// The call as an app asks for it.
  private static func call(_ operation: P.Operation) -> GateCall? {
    (P.request(operation) as? GateCall)?.unanswered
  }
}
