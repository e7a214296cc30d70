import Model

/// A key that the server deletes once a passkey was used: its first answer is a question, and the
/// spinner turns on under it until the person has answered.
struct ConfirmedDelete: TaskApp {
  struct State: Hashable, Sendable {
    var keys: [String] = []
    var load: LoadStatus?
    var delete: LoadStatus?
    var isAsking = false
  }
  typealias Rows = [String]
  enum Action: Hashable, Sendable {
    case open, opened([String]), failed(String)
    case delete, asked, deleted, undeleted(String)
    case confirm, cancel
  }
  enum Fault: Hashable, Sendable { case keepsSpinnerAtCancel, forgetsAtConfirm }

  var fault: Fault?
  /// Whether `statuses(of:)` says that nothing waits while the person is asked.
  var saysWhoIsAsked = true
  let initialState = State()
  let initialRows = ["k"]

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.isAsking {
      return [
        Interaction("uses the passkey", .confirm, .destroys), Interaction("cancels", .cancel),
      ]
    }
    let open = Interaction<Action>("opens the keys", .open, .appears)
    if state.load == .waiting || state.delete == .waiting { return [] }
    let isThere = state.load == .success && !state.keys.isEmpty
    return [open] + (isThere ? [Interaction("deletes the key", .delete, .destroys)] : [])
  }
  func showing(_ rows: Rows) -> StoredRows<State>? { .rows(State(keys: rows)) }
  func stored(in state: State) -> State { State(keys: state.keys) }
  func statuses(of state: State) -> [AppSubject: Status]? {
    guard saysWhoIsAsked else { return nil }
    var statuses: [AppSubject: Status] = [:]
    statuses[AppSubject("load")] = state.load?.told
    statuses[AppSubject("delete")] = state.isAsking ? nil : state.delete?.told
    return statuses
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.load = .waiting
    case .opened(let keys): (state.keys, state.load) = (keys, .success)
    case .failed(let why): state.load = .failure(why)
    case .delete: state.delete = .waiting
    case .asked: state.isAsking = true
    case .deleted: (state.keys, state.delete) = ([], .success)
    // What failed may have been carried out: the keys are loaded again.
    case .undeleted(let why): (state.delete, state.load) = (.failure(why), .waiting)
    case .confirm: state.isAsking = false
    case .cancel:
      state.isAsking = false
      if fault != .keepsSpinnerAtCancel { state.delete = nil }
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Rows>) -> RunningApp<Store> {
    let (store, gate, fault) = (TaskStore<State, Action>(launch), launch.gates, fault)
    @MainActor func load(_ store: Store) {
      store.request({ try await gate(function: "keys") { $0 } }, Action.opened, Action.failed)
    }
    @MainActor func delete(_ isConfirmed: Bool, _ store: Store) {
      store.request(
        {
          try await gate(isConfirmed, function: "delete") { rows in
            if isConfirmed { rows = [] }
            return isConfirmed
          }
        }, { $0 ? .deleted : .asked }, Action.undeleted)
    }
    store.handle = { _, action, store in
      switch action {
      case .open, .undeleted: load(store)
      case .delete: delete(false, store)
      case .confirm where fault != .forgetsAtConfirm: delete(true, store)
      default: break
      }
    }
    return RunningApp(store)
  }
}
