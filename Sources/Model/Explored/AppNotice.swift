/// What is on its way inside a running app and waits at no gate.
public struct AppNotice<State: Hashable & Sendable, Action: Hashable & Sendable>: Hashable, Sendable
{
  enum Content: Hashable, Sendable {
    /// Something was dispatched, and may still lead to calls: those that it leads to by itself.
    case element([GateCall], AppRequest?)
    /// Timers wait, in the order in which they are due.
    case timers([Timer])
    /// The rest of what a step dispatches, each with the state after it, what the step belongs to,
    /// and what it began with.
    case dispatches([Dispatch], AppRequest?, by: Origin)
    /// A promise of the app itself that is broken.
    case broken(LivePromise)
    /// What belongs to which thunk, and what each was replied so far.
    case thunks(AppThunks<Dispatch>.Shown)
    /// What each call was answered last since the launch.
    case answers([Answer])
    /// The last steps that led here: what tells states apart that look alike and go on differently.
    case history([String])
  }

  /// What a step begins with.
  enum Origin: Hashable, Sendable {
    case interaction
    /// A call succeeded.
    case success(GateCall)
    case other
  }

  struct Timer: Hashable, Sendable {
    /// In milliseconds.
    let left: Int64
    /// How often its task has slept before since something was seen of it.
    let napCount: Int
    /// How often it has slept before in all, where that tells states apart.
    let sleepCount: Int
    /// The place of what waits for it among what was dispatched.
    let element: Int?
    /// How many requests that something waits for began after it, where that tells states apart: it
    /// does not give them up.
    let youngerCount: Int
    /// Which task of its thunk sleeps, where that tells states apart.
    let branch: AppThunks<Dispatch>.Branch?

    /// A task that sleeps more than three times in a row looks the same each time.
    ///
    /// - Parameter countMax: so many sleeps in all tell it apart.
    init(
      _ left: Duration, _ nap: Nap, countMax: Int, of element: Int?, youngerCount: Int,
      _ branch: AppThunks<Dispatch>.Branch?
    ) {
      (self.element, self.youngerCount, self.branch) = (element, youngerCount, branch)
      self.left = left / .milliseconds(1) > 0 ? Int64(left / .milliseconds(1)) : 0
      (napCount, sleepCount) = (min(nap.count, 3), min(nap.countInAll, countMax))
    }
  }

  struct Answer: Hashable, Sendable, Comparable {
    let call: GateCall
    /// Nil as long as there was none.
    let reply: Result<GateReply, OperationFailure>?

    var isSuccess: Bool { if case .success? = reply { true } else { false } }

    static func < (first: Self, second: Self) -> Bool {
      first.call < second.call || first.call == second.call && first.isSuccess && !second.isSuccess
    }
  }

  struct Dispatch: Hashable, Sendable {
    let action: Action
    let state: State
    /// Whether it leads to something.
    var isHeard = false
    /// Whether another task has dispatched the same in the step: each may say so that waited for
    /// what came.
    var isShared = false
    /// Whether the same failed reply has shown words before, or let a status come to failure.
    var hasToldFailure = false
  }

  let content: Content
}

extension AppNotice: RequestPart {
  package var isPush: Bool { false }
  package var isAnsweredOutside: Bool { false }
  package var callsAhead: [GateCall] {
    if case .element(let calls, _) = content { calls } else { [] }
  }
  package var sleepers: [Int]? {
    if case .timers(let timers) = content { timers.compactMap(\.element) } else { nil }
  }
  package var request: AppRequest? {
    switch content {
    case .element(_, let request), .dispatches(_, let request, _): request
    case .timers, .broken, .thunks, .answers, .history: nil
    }
  }
}

extension AppNotice: BrokenPromise {
  package var brokenPromise: LivePromise? {
    if case .broken(let promise) = content { promise } else { nil }
  }
  package var isPending: Bool {
    switch content {
    case .element, .timers, .dispatches: true
    case .broken, .thunks, .answers, .history: false
    }
  }
}

extension AppNotice: PendingDispatches {
  package var isBetweenDispatches: Bool { if case .dispatches = content { true } else { false } }

  package var succeededCall: GateCall? {
    if case .dispatches(_, _, .success(let call)) = content { call } else { nil }
  }

  package var nextAction: Any? {
    if case .dispatches(let rest, _, _) = content { rest.first?.action } else { nil }
  }

  package var finalState: Any? {
    if case .dispatches(let rest, _, _) = content { rest.last?.state } else { nil }
  }

  package var hasToldFailure: Bool {
    guard case .dispatches(let rest, _, _) = content else { return false }
    return rest.first?.hasToldFailure == true
  }

  package func repeats(_ action: Any, after state: Any?) -> Bool {
    guard case .dispatches(let rest, _, _) = content,
      case .does(let action)? = action as? AppAction<Action>
    else {
      return false
    }
    var before = state as? State
    return rest.contains { dispatch in
      defer { before = dispatch.state }
      return dispatch.action == action
        && (!dispatch.isShared || dispatch.isHeard || dispatch.state != before)
    }
  }
}

/// Something that may hold what a step is still to dispatch.
package protocol PendingDispatches {
  /// Whether a step is in the midst of what it dispatches.
  var isBetweenDispatches: Bool { get }
  /// The call that succeeded where that is what the step began with.
  var succeededCall: GateCall? { get }
  /// What it dispatches next; nil where nothing is left of it.
  var nextAction: Any? { get }
  /// The state after all that it dispatches; nil where nothing is left of it.
  var finalState: Any? { get }
  /// Whether a failed reply has shown words by what it dispatched before.
  var hasToldFailure: Bool { get }
  /// Whether an action is dispatched once more: by the same task, or by another one if it does
  /// something then, as it changes the state or leads to something.
  ///
  /// - Parameter state: the one that is left for what is still to be dispatched.
  func repeats(_ action: Any, after state: Any?) -> Bool
}

/// Something that may say that a promise of an app is broken.
package protocol BrokenPromise {
  var brokenPromise: LivePromise? { get }
  /// Whether something is still to come of it.
  var isPending: Bool { get }
}

extension AppNotice: CaseNamed {
  public var caseName: String {
    switch content {
    case .element(let calls, _): calls.first?.caseName ?? "what was dispatched"
    case .timers: "timer"
    case .broken(let promise): promise.name
    case .thunks: "thunks"
    case .answers: "what was answered"
    case .history: "what came before"
    case .dispatches(let rest, _, _):
      rest.first.flatMap { innermostCaseName(of: $0.action) } ?? "dispatch"
    }
  }
}

/// What happens to a running app beside interactions, calls and kills.
public enum AppOccurrence: Hashable, Sendable, Comparable {
  /// Time passes until the first timer is due.
  case timePasses
  /// A step that dispatches more than once goes on to the next dispatch.
  case goesOn

  /// In the order in which they are listed.
  public static func < (first: AppOccurrence, second: AppOccurrence) -> Bool {
    first == .timePasses && second == .goesOn
  }
}

extension AppOccurrence: DispatchingOccurrence {
  var isDispatch: Bool { self == .goesOn }
}

/// What reaches an app's reducer.
public enum AppAction<Action: Hashable & Sendable>: Hashable, Sendable, Enveloping {
  case does(Action)

  var enveloped: Any { if case .does(let action) = self { action } else { self } }
}
