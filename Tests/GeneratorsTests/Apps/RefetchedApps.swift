import Model

/// A page that is loaded again once its title was saved; the error of a load stays until then.
struct RefetchedPage: TaskApp {
  struct State: Hashable, Sendable {
    var title = ""
    var page: LoadStatus?
    var rename: LoadStatus?
    var isFetching = false
  }
  enum Action: Hashable, Sendable {
    case open, refetch, rename, loaded(String), failed(String), renamed, unrenamed(String)
  }

  /// Whether nobody is told that what was loaded before could not be loaded again.
  var isSilent = false
  /// Whether the error goes as the title is saved, before anything is loaded.
  var endsEarly = false
  let initialState = State()
  let initialRows = "a"

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.page == nil { return [Interaction("opens the page", .open, .appears)] }
    if state.page == .waiting || state.rename == .waiting || state.isFetching { return [] }
    return [
      Interaction("comes back to the page", .refetch, .appears),
      Interaction("renames it", .rename, .destroys),
    ]
  }
  func showing(_ rows: String) -> StoredRows<State>? { .rows(State(title: rows)) }
  func stored(in state: State) -> State { State(title: state.title) }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: (state.page, state.isFetching) = (.waiting, true)
    case .refetch: state.isFetching = true
    case .rename: state.rename = .waiting
    case .loaded(let title): (state.title, state.page, state.isFetching) = (title, .success, false)
    case .failed(let why):
      if !isSilent || state.page != .success { state.page = .failure(why) }
      state.isFetching = false
    case .renamed:
      state.rename = .success
      if endsEarly { state.page = .success }
    case .unrenamed(let why): state.rename = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, String>) -> RunningApp<Store> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      switch action {
      case .open, .refetch: store.load(gate, Action.loaded, Action.failed)
      case .rename:
        store.request(
          { try await gate(function: "rename") { $0 = $0 == "a" ? "b" : "a" } }, { .renamed },
          Action.unrenamed)
      case .renamed: try? store.dispatch(.refetch)
      default: break
      }
    }
    return RunningApp(store)
  }
}
