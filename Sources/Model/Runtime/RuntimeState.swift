/// The whole of a running app at one moment: store, mail, thunks, database, windows, and what is
/// left of the budgets.
public struct RuntimeState<P: Product>: Hashable, Sendable {
  /// The store's state, or the crash that ended it.
  package var store: StoreState<P>
  /// What the listener has not taken yet, oldest first.
  package var mail: [P.Notice]
  package var underWay: [Thunk<P>]
  package var database: P.Database
  package var budgets: Budgets
  /// What was asked of a remote store by launches that were killed, and can still be carried out;
  /// in order of content.
  package var outliving: [P.Operation] = []
  /// The windows that are open; none in the open environment.
  package var windows: [WindowState<P>] = []

  /// The store's state, nil after a crash.
  package var state: P.State? {
    if case .running(let state) = store { state } else { nil }
  }

  /// Whether nothing is pending; never after a crash.
  package var isSettled: Bool {
    let isIdle = mail.allSatisfy { ($0 as? any BrokenPromise)?.isPending == false }
    return state != nil && isIdle && underWay.allSatisfy(\.isListening)
      && !windows.contains(where: \.isBehind)
  }
}

/// What a store is.
@usableFromInline package enum StoreState<P: Product>: Hashable, Sendable {
  case running(P.State)
  /// A product function crashed; only a relaunch leads on.
  case crashed(Crash)
}

/// A thunk under way.
public struct Thunk<P: Product>: Hashable, Sendable {
  /// What it asked the persistent store for.
  public let operation: P.Operation
  /// Nil until the operation was carried out; then its result, whose completion is still to be
  /// dispatched.
  public let result: Result<P.Reply, OperationFailure>?

  /// Whether it waits for what comes without a request.
  package var isListening: Bool { result == nil && (operation as? any RequestPart)?.isPush == true }

  /// Makes a thunk; its operation not yet carried out by default.
  package init(operation: P.Operation, result: Result<P.Reply, OperationFailure>? = nil) {
    self.operation = operation
    self.result = result
  }
}
