import Model

/// A search whose texts are kept as a history: one tap asks for both.
struct RecordedSearch: TaskApp {
  struct State: Hashable, Sendable {
    var text = ""
    var found: String?
    var search: LoadStatus?
    var history: [String] = []
    var save: LoadStatus?
  }
  enum Action: Hashable, Sendable {
    case find(String), retry, found(String), failed(String, for: String), saved, unsaved(String)
  }
  enum Mistake: Hashable, Sendable { case takesAny, forgetsSpinner }

  var mistake: Mistake?
  /// Whether a newer search cancels the older one; its answer is passed over otherwise.
  var cancels = true
  let initialState = State()
  let initialRows = ["z"]

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.save == .waiting { return [] }
    if case .failure = state.save { return [Interaction("saves again", .retry, .destroys)] }
    return ["a", "b"].filter { $0 != state.text }.map {
      Interaction("searches \($0)", .find($0), .destroys)
    }
  }
  func showing(_ rows: [String]) -> StoredRows<State>? { .rows(State(history: rows)) }
  func stored(in state: State) -> State { State(history: state.history) }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .find(let text):
      (state.text, state.search, state.save) = (text, .waiting, .waiting)
      state.history = [text] + state.history.filter { $0 != text }
    case .retry: state.save = .waiting
    case .found(let text):
      if mistake == .forgetsSpinner && text == "b" { return state }
      if text == state.text || mistake == .takesAny {
        (state.found, state.search) = (text, .success)
      }
    case .failed(let why, let text): if text == state.text { state.search = .failure(why) }
    case .saved: state.save = .success
    case .unsaved(let why): state.save = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<Store> {
    let first = launch.state == initialState ? State(history: launch.rows) : nil
    let (store, gate) = (TaskStore(launch, startingWith: first), launch.gates)
    let (work, cancels) = (Work(), cancels)
    @MainActor func find(_ text: String) {
      if cancels { work.task?.cancel() }
      work.task = Task { [weak store] in
        do {
          try await gate(text, function: "find") { _ in }
          if !Task.isCancelled { try? store?.dispatch(.found(text)) }
        } catch {
          if !Task.isCancelled { try? store?.dispatch(.failed("\(error)", for: text)) }
        }
      }
    }
    @MainActor func save(_ store: Store) {
      let history = store.state.history
      store.request(
        { try await gate(history, function: "save") { $0 = history } }, { .saved },
        Action.unsaved)
    }
    store.handle = { _, action, store in
      switch action {
      case .find(let text):
        find(text)
        save(store)
      case .retry: save(store)
      default: break
      }
    }
    return RunningApp(store, keeping: work)
  }
}
