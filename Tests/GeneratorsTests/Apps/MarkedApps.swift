import Model

/// A list whose tasks are hidden as they are deleted, and marked until a load brings them no more.
struct HiddenTasks: TaskApp {
  enum Defect: Sendable {
    /// A load shows what is hidden.
    case showsHidden
    /// The list begins with a tip that no load brings: once deleted, it comes back.
    case forgetsTip
  }
  struct State: Hashable, Sendable {
    var tasks: [Int: String] = [:]
    var deleted: Set<Int> = []
    var load: LoadStatus?
    var banner: String?
  }
  enum Action: Hashable, Sendable {
    case open, loaded([Int: String]), missed(String), delete(Int), done, failed(String)
  }

  var defect: Defect?
  let initialState = State()
  var initialRows: [Int: String] { defect == .forgetsTip ? [:] : [1: "Call"] }

  func interactions(in state: State) -> [Interaction<Action>] {
    (state.load == .waiting ? [] : [Interaction("opens the list", .open, .appears)])
      + state.tasks.keys.sorted().map { Interaction("deletes \($0)", .delete($0), .destroys) }
  }
  func showing(_ rows: [Int: String]) -> StoredRows<State>? { .rows(State(tasks: rows)) }
  func stored(in state: State) -> State { State(tasks: state.tasks.filter { $0.key != 0 }) }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.load = .waiting
    case .loaded(let tasks):
      let hidden = defect == .showsHidden ? [] : state.deleted
      let tips = defect == .forgetsTip ? [0: "Welcome"] : [:]
      state.tasks = tasks.merging(tips) { $1 }.filter { !hidden.contains($0.key) }
      state.load = .success
      state.deleted.formIntersection(tasks.keys)
      if state.deleted.isEmpty { state.banner = nil }
    case .missed(let why): state.load = .failure(why)
    case .delete(let id):
      state.tasks[id] = nil
      state.deleted.insert(id)
    case .done: break
    case .failed(let why): state.banner = why
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, [Int: String]>) -> RunningApp<
    TaskStore<State, Action>
  > {
    let (store, gate) = (TaskStore(launch), launch.gates)
    @MainActor func delete(_ id: Int, _ store: TaskStore<State, Action>) {
      store.request(
        { try await gate(id, function: "delete") { $0[id] = nil } }, { .done }, { .failed($0) })
    }
    store.handle = { old, action, store in
      switch action {
      case .open:
        if old.banner != nil { for id in old.deleted.sorted() { delete(id, store) } }
        store.load(gate, { .loaded($0) }, { .missed($0) })
      case .delete(let id): delete(id, store)
      default: break
      }
    }
    return RunningApp(store)
  }
}

/// A board on which a move shows at once: where it fails, an alert says so, and it is loaded.
struct MovedPiece: ViewModelApp {
  struct State: Hashable, Sendable {
    var board: [Int: String] = [:]
    var load: LoadStatus?
    var move: LoadStatus?
    var alert: String?
    var failureCount = 0
  }
  enum Tap: Hashable, Sendable { case open, place, close }

  enum Defect: Sendable {
    /// The board is left as it is where the move fails.
    case keepsBoard
    /// Where the move fails, nothing says so before its status goes.
    case tellsNothing
    /// All that changes before is a number.
    case counts
  }

  var defect: Defect?
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
    let (store, gate, defect) = (ViewModel<State, Tap>(launch), launch.gates, defect)
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
            switch defect {
            case .tellsNothing: break
            case .counts: store?.set(\.failureCount, 1)
            default: store?.set(\.alert, "The move failed.")
            }
            store?.set(\.move, nil)
            if defect != .keepsBoard { await load(store) }
          }
        }
      }
    }
    return RunningApp(store)
  }

  func showing(_ rows: [Int: String]) -> StoredRows<State>? { .rows(State(board: rows)) }
  func stored(in state: State) -> State { State(board: state.board) }
}
