import Model

/// Two-phase commit, after Lamport's specification for "Consensus on Transaction Commit" (Gray,
/// Lamport 2006).
///
/// A transaction manager decides for some resource managers whether they all commit. A resource
/// manager that is prepared says so in a message and may no longer decide by itself; the
/// transaction manager commits when it has heard so from everyone, and may abort until then.
/// Messages are never lost and never removed: the set of those sent is the network, and receiving
/// one again is a step that changes nothing.
struct TwoPhaseCommit: ExplicitSystem {
  /// What a resource manager has come to.
  enum Manager: Hashable, Sendable { case working, prepared, committed, aborted }

  /// What the transaction manager has decided.
  enum Decision: Hashable, Sendable { case none, committed, aborted }

  /// A message that was sent.
  enum Message: Hashable, Sendable {
    case prepared(Int)
    case commit
    case abort
  }

  struct State: Hashable, Sendable {
    /// What each resource manager has come to: `rmState`.
    var managers: [Manager]
    /// What the transaction manager has decided: `tmState`.
    var decision = Decision.none
    /// The resource managers that the transaction manager has heard of: `tmPrepared`.
    var heard: Set<Int> = []
    /// What was sent: `msgs`.
    var messages: Set<Message> = []
  }

  /// The actions of the specification, by their names there.
  enum Label: Hashable, Comparable, Sendable {
    case commit
    case abort
    case receivePrepared(Int)
    case prepare(Int)
    case chooseToAbort(Int)
    case receiveCommit(Int)
    case receiveAbort(Int)
  }

  let managerCount: Int
  /// A mistake: whether a resource manager may abort by itself when it is prepared.
  var isHasty = false

  var initialStates: [State] { [State(managers: Array(repeating: .working, count: managerCount))] }

  func steps(from state: State) -> [Step<State, Label>] {
    var labels: [Label] = state.decision == .none ? [.abort] : []
    if state.decision == .none && state.heard.count == managerCount { labels.append(.commit) }
    for manager in 0..<managerCount {
      if state.decision == .none && state.messages.contains(.prepared(manager)) {
        labels.append(.receivePrepared(manager))
      }
      if state.managers[manager] == .working { labels.append(.prepare(manager)) }
      if state.managers[manager] == .working || isHasty && state.managers[manager] == .prepared {
        labels.append(.chooseToAbort(manager))
      }
      if state.messages.contains(.commit) { labels.append(.receiveCommit(manager)) }
      if state.messages.contains(.abort) { labels.append(.receiveAbort(manager)) }
    }
    return labels.sorted().map { Step($0, to: self.state(after: $0, in: state)) }
  }

  private func state(after label: Label, in state: State) -> State {
    var state = state
    switch label {
    case .commit:
      state.decision = .committed
      state.messages.insert(.commit)
    case .abort:
      state.decision = .aborted
      state.messages.insert(.abort)
    case .receivePrepared(let manager): state.heard.insert(manager)
    case .prepare(let manager):
      state.managers[manager] = .prepared
      state.messages.insert(.prepared(manager))
    case .chooseToAbort(let manager), .receiveAbort(let manager): state.managers[manager] = .aborted
    case .receiveCommit(let manager): state.managers[manager] = .committed
    }
    return state
  }

  /// The name of the action.
  func kind(of label: Label) -> String {
    String(String(describing: label).prefix { $0 != "(" })
  }
}
