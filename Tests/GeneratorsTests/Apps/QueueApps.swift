import Model

/// Two notes, saved one after the other, and a list that is loaded beside that.
struct SavedInTurn: TaskApp {
  struct State: Hashable, Sendable {
    var load: LoadStatus?
    var saves: [String: LoadStatus] = [:]
  }
  enum Action: Hashable, Sendable {
    case open, save(String), loaded(Set<String>), loadFailed(String), saved(String)
    case saveFailed(String, String)
  }
  enum Mistake { case dropsSaves, forgetsSave }

  /// Works on one thing after the other.
  @MainActor final class Chain {
    private var last: Task<Void, Never>?

    func add(_ work: @escaping @MainActor () async -> Void) {
      last = Task { [last] in
        await last?.value
        await work()
      }
    }
  }

  /// Whether what is saved has the list loaded, too.
  var reloads = false
  var mistake: Mistake?
  let initialState = State()
  let initialRows: Set<String> = []

  func interactions(in state: State) -> [Interaction<Action>] {
    (reloads || state.load == .waiting
      ? [] : [Interaction("opens the list", Action.open, .appears)])
      + ["a", "b"].filter { state.saves[$0] != .waiting }.map {
        Interaction("saves \($0)", .save($0), .destroys)
      }
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.load = .waiting
    case .save(let id):
      state.saves[id] = .waiting
      if reloads { state.load = .waiting }
    case .loaded: state.load = .success
    case .loadFailed(let why): state.load = .failure(why)
    case .saved(let id):
      if mistake != .forgetsSave || state.load == .waiting { state.saves[id] = .success }
    case .saveFailed(let id, let why): state.saves[id] = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Set<String>>) -> RunningApp<Store> {
    let (store, gate, chain) = (TaskStore<State, Action>(launch), launch.gates, Chain())
    store.handle = { [self] old, action, store in
      if case .save(let id) = action { chain.add { [weak store] in await save(id, gate, store) } }
      if store.state.load != .waiting || old.load == .waiting { return }
      store.load(gate, Action.loaded, Action.loadFailed)
    }
    return RunningApp(store, keeping: chain)
  }

  @MainActor private func save(_ id: String, _ gate: Gates<Set<String>>, _ store: Store?) async {
    if mistake == .dropsSaves && store?.state.load == .waiting { return }
    do {
      try await gate(id, function: "save") { $0.insert(id) }
      try? store?.dispatch(.saved(id))
    } catch {
      try? store?.dispatch(.saveFailed(id, "\(error)"))
    }
  }
}
