import Model

/// A page that a person may leave while it loads: that its load was cancelled ends the spinner.
struct LeftPage: ViewModelApp {
  struct State: Hashable, Sendable {
    var isOpen = false
    var isLoading = false
    var text: String?
    var error: String?
  }
  enum Tap: Hashable, Sendable { case open, leave }
  enum Mistake { case keepsSpinner, tellsCancelled }

  /// Loads the page, one load at a time.
  @MainActor final class Loader {
    var task: Task<Void, Never>?
    var count = 0
  }

  var mistake: Mistake?
  let initialState = State()
  let initialRows = "Text"

  func interactions(in state: State) -> [Interaction<Change<State, Tap>>] {
    state.isOpen
      ? [Interaction("leaves the page", .tap(.leave))]
      : [Interaction("opens the page", .tap(.open), .appears)]
  }

  func statuses(of state: State) -> [AppSubject: Status]? {
    if state.isLoading { return [AppSubject("page"): .waiting] }
    if let error = state.error { return [AppSubject("page"): .failure(text: error)] }
    return state.text == nil ? [:] : [AppSubject("page"): .success]
  }

  func launch(_ launch: Launch<State, Change<State, Tap>, String>) -> RunningApp<
    ViewModel<State, Tap>
  > {
    let (store, gate, loader) = (ViewModel<State, Tap>(launch), launch.gates, Loader())
    store.handle = { tap, store in
      store.set(\.isOpen, tap == .open)
      loader.task?.cancel()
      if tap == .leave { return }
      loader.count += 1
      let number = loader.count
      loader.task = Task { [weak store] in
        store?.set(\.isLoading, true)
        store?.set(\.error, nil)
        defer { if loader.count == number { store?.set(\.isLoading, false) } }
        do {
          let text = try await gate(function: "load") { $0 }
          if !Task.isCancelled { store?.set(\.text, text) }
        } catch is CancellationError {
          if mistake == .keepsSpinner { loader.count += 1 }
          if mistake == .tellsCancelled { store?.set(\.error, "cancelled") }
        } catch {
          if !Task.isCancelled { store?.set(\.error, "\(error)") }
        }
      }
    }
    return RunningApp(store, keeping: loader)
  }

  func showing(_ rows: String) -> StoredRows<State>? { .rows(State(text: rows)) }
  func stored(in state: State) -> State { State(text: state.text) }
}

/// A board on which a move shows at once; where it fails, an alert says so, and a load follows.
struct MovedPiece: ViewModelApp {
  struct State: Hashable, Sendable {
    var board: [Int: String] = [:]
    var load: LoadStatus?
    var move: LoadStatus?
    var alert: String?
  }
  enum Tap: Hashable, Sendable { case open, place, close }

  /// Whether the board is left as it is where the move fails.
  var keepsBoard = false
  let initialState = State()
  let initialRows = [1: "O"]

  func interactions(in state: State) -> [Interaction<Change<State, Tap>>] {
    if state.alert != nil { return [Interaction("closes the alert", .tap(.close))] }
    if state.load == .waiting || state.move == .waiting { return [] }
    return [Interaction("opens the board", .tap(.open), .appears)]
      + (state.load == .success && state.board[2] == nil
        ? [Interaction("places X", .tap(.place), .destroys)] : [])
  }

  func launch(_ launch: Launch<State, Change<State, Tap>, [Int: String]>) -> RunningApp<
    ViewModel<State, Tap>
  > {
    let (store, gate, keepsBoard) = (ViewModel<State, Tap>(launch), launch.gates, keepsBoard)
    @MainActor func load(_ store: ViewModel<State, Tap>?) async {
      store?.set(\.load, .waiting)
      do {
        store?.set(\.board, try await gate(function: "load") { $0 })
        store?.set(\.load, .success)
      } catch {
        store?.set(\.load, .failure("\(error)"))
      }
    }
    store.handle = { tap, store in
      switch tap {
      case .close: store.set(\.alert, nil)
      case .open: Task { [weak store] in await load(store) }
      case .place:
        store.set(\.board[2], "X")
        store.set(\.move, .waiting)
        Task { [weak store] in
          do {
            try await gate(function: "place") { $0[2] = "X" }
            store?.set(\.move, .success)
          } catch {
            store?.set(\.alert, "The move failed.")
            store?.set(\.move, nil)
            if !keepsBoard { await load(store) }
          }
        }
      }
    }
    return RunningApp(store)
  }

  func showing(_ rows: [Int: String]) -> StoredRows<State>? { .rows(State(board: rows)) }
  func stored(in state: State) -> State { State(board: state.board) }
}

/// Tasks of which a deleted one is hidden at once, until the server has it no more.
struct BuriedTasks: TaskApp {
  struct State: Hashable, Sendable {
    var tasks: [Int: String] = [:]
    var deleted: Set<Int> = []
    var load: LoadStatus?
    var banner: String?
  }
  enum Action: Hashable, Sendable {
    case open, loaded([Int: String]), failed(String), delete(Int), deleted
    case deleteFailed(String)
  }

  /// Whether a load shows what is deleted.
  var showsDeleted = false
  let initialState = State()
  let initialRows = [1: "Call"]

  func interactions(in state: State) -> [Interaction<Action>] {
    (state.load == .waiting ? [] : [Interaction("opens the list", .open, .appears)])
      + state.tasks.keys.sorted().map { Interaction("deletes \($0)", .delete($0), .destroys) }
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.load = .waiting
    case .loaded(let tasks):
      (state.load, state.tasks) = (.success, tasks)
      if !showsDeleted { for id in state.deleted { state.tasks[id] = nil } }
      state.deleted.formIntersection(tasks.keys)
      if state.deleted.isEmpty { state.banner = nil }
    case .failed(let why): state.load = .failure(why)
    case .delete(let id):
      state.tasks[id] = nil
      state.deleted.insert(id)
    case .deleted: break
    case .deleteFailed(let why): state.banner = why
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, [Int: String]>) -> RunningApp<
    TaskStore<State, Action>
  > {
    let (store, gate) = (TaskStore(launch), launch.gates)
    @MainActor func delete(_ id: Int, _ store: TaskStore<State, Action>) {
      store.request(
        { try await gate(id, function: "delete") { $0[id] = nil } }, { .deleted },
        { .deleteFailed($0) })
    }
    store.handle = { old, action, store in
      switch action {
      case .open:
        if old.banner != nil { for id in old.deleted.sorted() { delete(id, store) } }
        store.load(gate, { .loaded($0) }, { .failed($0) })
      case .delete(let id): delete(id, store)
      default: break
      }
    }
    return RunningApp(store)
  }

  func showing(_ rows: [Int: String]) -> StoredRows<State>? { .rows(State(tasks: rows)) }
  func stored(in state: State) -> State { State(tasks: state.tasks) }
}
