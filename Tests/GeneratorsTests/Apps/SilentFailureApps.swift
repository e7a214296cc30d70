@testable import Model

/// A switch; what a save that fails takes back, and where it says so.
struct Switch: TaskApp {
  struct State: Hashable, Sendable {
    var isOn: Bool?
    var load: LoadStatus?
    var save: LoadStatus?
    var queue: [String: LoadStatus] = [:]
  }
  enum Action: Hashable, Sendable {
    case open, flip, loaded(Bool), loadFailed(String), saved(Bool), saveFailed(Bool, String)
  }
  /// Whether the switch moves at once, and back where the save fails.
  var isOptimistic = false
  /// Whether the status of a save stands in a queue.
  var queues = false
  /// Whether a failure is told.
  var tells = false
  let initialState = State()
  let initialRows = false

  func interactions(in state: State) -> [Interaction<Action>] {
    let isBusy = state.save == .waiting || state.queue["1"] == .waiting
    return (state.load == .waiting || isBusy ? [] : [Interaction("opens", .open, .appears)])
      + (state.isOn == nil || isBusy ? [] : [Interaction("flips", .flip, .destroys)])
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    func set(_ save: LoadStatus?) {
      if queues { state.queue["1"] = save } else { state.save = save }
    }
    switch action {
    case .open: state.load = .waiting
    case .flip:
      if isOptimistic { state.isOn = state.isOn.map(!) }
      set(.waiting)
    case .loaded(let isOn): (state.isOn, state.load) = (isOn, .success)
    case .loadFailed(let why): state.load = .failure(why)
    case .saved(let isOn):
      state.isOn = isOn
      set(.success)
    case .saveFailed(let isOn, let why):
      if isOptimistic { state.isOn = !isOn }
      set(tells ? .failure(why) : nil)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Bool>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { old, action, store in
      switch action {
      case .open:
        store.load(gate, Action.loaded, Action.loadFailed)
      case .flip:
        let isOn = !(old.isOn ?? false)
        store.request(
          { try await gate(isOn, function: "save") { $0 = isOn } }, { _ in .saved(isOn) }
        ) {
          .saveFailed(isOn, $0)
        }
      default: break
      }
    }
    return RunningApp(store)
  }

  func showing(_ rows: Bool) -> StoredRows<State>? { .rows(State(isOn: rows)) }
}

/// A list that a pull appends to, of a server whose rows have another form than the list's.
struct AppendedList<Row: Hashable & Sendable>: TaskApp {
  struct Item: Hashable, Sendable {
    let id: String
    let title: String
  }
  struct State: Hashable, Sendable {
    var items: [Item] = []
    var load: LoadStatus?
  }
  enum Action: Hashable, Sendable { case pull, loaded([Item]), failed(String) }
  let initialRows: [Row]
  let item: @Sendable (Row) -> Item
  let initialState = State()

  func interactions(in state: State) -> [Interaction<Action>] {
    state.load == .waiting || state.items.count > 1 ? [] : [Interaction("pulls", .pull, .appears)]
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .pull: state.load = .waiting
    case .loaded(let items): (state.items, state.load) = (state.items + items, .success)
    case .failed(let why): state.load = .failure(why)
    }
    return state
  }
  func launch(_ launch: Launch<State, Action, [Row]>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate, item) = (TaskStore(launch), launch.gates, item)
    store.handle = { _, action, store in
      if action != .pull { return }
      store.request(
        { try await gate(function: "load") { $0.map(item) } }, Action.loaded, Action.failed)
    }
    return RunningApp(store)
  }
}
