import Model

/// Songs of which one is played next: the first by its name, or whichever the dictionary lists
/// first.
struct NextSong: TaskApp {
  struct State: Hashable, Sendable {
    var songs: [String: Int] = [:]
    var list: LoadStatus?
    var playing: String?
  }
  enum Action: Hashable, Sendable {
    case open, playNext, loaded([String: Int]), failed(String)
  }

  var goesByOrder = false
  let initialState = State()
  let initialRows = ["Air": 3, "Bolero": 15]

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.list == .waiting { return [] }
    let opening = [Interaction("opens the list", Action.open, .appears)]
    if state.list != .success { return opening }
    return opening + [Interaction("plays the next song", Action.playNext)]
  }
  func showing(_ rows: [String: Int]) -> StoredRows<State>? { .rows(State(songs: rows)) }
  func stored(in state: State) -> State { State(songs: state.songs) }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.list = .waiting
    case .playNext:
      let others = state.songs.filter { $0.key != state.playing }
      state.playing = goesByOrder ? others.keys.first : others.keys.min()
    case .loaded(let songs): (state.songs, state.list) = (songs, .success)
    case .failed(let why): state.list = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, [String: Int]>) -> RunningApp<Store> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      if action == .open { store.load(gate, Action.loaded, Action.failed) }
    }
    return RunningApp(store)
  }
}
