import Model

/// A store that tells one handler of each action, and keeps the tasks that the handler starts.
@MainActor final class TaskStore<State: Hashable & Sendable, Action: Hashable & Sendable> {
  private(set) var state: State
  private let reducer: @Sendable (State, Action) throws -> State
  var handle: (@MainActor (State, Action, TaskStore) -> Void)?
  private var tasks: [Task<Void, Never>] = []

  /// - Parameter first: what it begins with; the state of the launch where it is nil.
  init<Rows>(_ launch: Launch<State, Action, Rows>, startingWith first: State? = nil) {
    (state, reducer) = (first ?? launch.state, launch.reducer)
  }

  deinit { for task in tasks { task.cancel() } }

  func dispatch(_ action: Action) throws {
    let old = state
    state = try reducer(state, action)
    handle?(old, action, self)
  }

  /// Makes a request in a task of its own, and dispatches how it ended.
  func request<Reply: Sendable>(
    _ call: @escaping @Sendable () async throws -> Reply,
    _ succeed: @escaping @MainActor (Reply) -> Action,
    _ fail: @escaping @MainActor (String) -> Action
  ) {
    tasks.append(
      Task { [weak self] in
        do {
          let reply = try await call()
          try? self?.dispatch(succeed(reply))
        } catch {
          try? self?.dispatch(fail("\(error)"))
        }
      })
  }

  /// Asks for the rows, by a call named "load".
  func load<Rows: Sendable>(
    _ gate: Gates<Rows>, _ succeed: @escaping @MainActor (Rows) -> Action,
    _ fail: @escaping @MainActor (String) -> Action
  ) {
    request({ try await gate(function: "load") { $0 } }, succeed, fail)
  }

  /// Dispatches an action after a while, unless the task is cancelled.
  func dispatch(_ action: Action, after duration: Duration) -> Task<Void, Never> {
    let task = Task { [weak self] in
      do { try await Task.sleep(for: duration) } catch { return }
      try? self?.dispatch(action)
    }
    tasks.append(task)
    return task
  }
}

/// An app whose store is such a one.
protocol TaskApp: App where Store == TaskStore<State, Action> {}

extension TaskApp {
  @MainActor func dispatch(_ action: Action, to store: Store) throws { try store.dispatch(action) }
  @MainActor func state(of store: Store) -> State { store.state }
}

enum LoadStatus: Hashable, Sendable {
  case waiting, success, failure(String)

  /// As an app tells it that says which statuses a state has.
  var told: Status {
    switch self {
    case .waiting: .waiting
    case .success: .success
    case .failure(let why): .failure(text: why)
    }
  }
}

/// The newest of several searches counts, by its number: what a task holds of the state in which it
/// began is nothing that can be seen.
struct NumberedSearch: TaskApp {
  struct State: Hashable, Sendable {
    var text = ""
    var number = 0
    var load: LoadStatus?
    var found: String?
  }
  enum Action: Hashable, Sendable {
    case type(String), found(String, number: Int), failed(String, number: Int)
  }

  /// How many numbers there are: they count round, so that there is an end of states.
  var numberCount = 4
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    DebounceApp.texts(besides: state.text).map { Interaction("types \($0)", .type($0)) }
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .type(let text):
      (state.text, state.number, state.load) = (text, (state.number + 1) % numberCount, .waiting)
    case .found(let found, let number):
      if number == state.number { (state.found, state.load) = (found, .success) }
    case .failed(let why, let number): if number == state.number { state.load = .failure(why) }
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      guard case .type(let text) = action else { return }
      let number = store.state.number
      store.request(
        { try await gate(text, function: "search") { _ in text.uppercased() } },
        { .found($0, number: number) }, { .failed($0, number: number) })
    }
    return RunningApp(store)
  }
}

/// A switch that shows at once what a person wants, saves the newest wish when the save under way
/// is over, and goes back to what is saved where that fails.
struct WishfulSwitch: TaskApp {
  struct State: Hashable, Sendable {
    var isOn = false
    var saved = false
    var load: LoadStatus?
    var save: LoadStatus?
  }
  enum Action: Hashable, Sendable {
    case open, loaded(Bool), loadFailed(String), toggle, saved(Bool), saveFailed(String)
  }

  let initialState = State()
  let initialRows = false

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.load == .waiting { return [] }
    let open = state.save == .waiting ? [] : [Interaction("opens", Action.open, .appears)]
    return open + (state.load == .success ? [Interaction("toggles", .toggle, .destroys)] : [])
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.load = .waiting
    case .loaded(let isOn): state = State(isOn: isOn, saved: isOn, load: .success)
    case .loadFailed(let why): state.load = .failure(why)
    case .toggle: (state.isOn, state.save) = (!state.isOn, .waiting)
    case .saved(let isOn):
      (state.saved, state.save) = (isOn, isOn == state.isOn ? .success : .waiting)
    case .saveFailed(let why): (state.isOn, state.save) = (state.saved, .failure(why))
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Bool>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { old, action, store in
      switch action {
      case .open: store.load(gate, Action.loaded, Action.loadFailed)
      case .toggle where old.save != .waiting, .saved where store.state.save == .waiting:
        let wish = store.state.isOn
        store.request(
          { try await gate(wish, function: "save") { $0 = wish } }, { .saved(wish) },
          Action.saveFailed)
      default: break
      }
    }
    return RunningApp(store)
  }

  func showing(_ rows: Bool) -> StoredRows<State>? { .rows(State(isOn: rows, saved: rows)) }
}

/// A list whose deletes can be taken back for a while.
///
/// An older load may come after a delete, which is a true finding of `memory.durable`. An item may
/// have gone by another load when its delete ends, and then its entry goes without a word: that is
/// right.
struct LateDelete: TaskApp {
  struct State: Hashable, Sendable {
    var load: LoadStatus?
    var items: [Int: String] = [:]
    var queue: [Int: LoadStatus] = [:]
    var leaving: Int?
  }
  enum Action: Hashable, Sendable {
    case open, loaded([Int: String]), loadFailed(String)
    case delete(Int), undo, isOver(Int), deleted(Int), deleteFailed(Int, String)
  }

  let initialState = State()
  let initialRows = [1: "Milk"]

  func interactions(in state: State) -> [Interaction<Action>] {
    let open = state.load == .waiting ? [] : [Interaction("opens", Action.open, .appears)]
    if state.leaving != nil { return open + [Interaction("takes it back", .undo)] }
    let rows = state.items.keys.sorted().filter { state.queue[$0] != .waiting }
    return open + rows.map { Interaction("deletes \($0)", .delete($0), .destroys) }
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.load = .waiting
    case .loaded(let items):
      (state.load, state.items) = (.success, items)
      state.queue = state.queue.filter { items[$0.key] != nil }
    case .loadFailed(let why): state.load = .failure(why)
    case .delete(let id): state.leaving = id
    case .undo: state.leaving = nil
    case .isOver(let id):
      if state.leaving == id { (state.leaving, state.queue[id]) = (nil, .waiting) }
    case .deleted(let id): (state.items[id], state.queue[id]) = (nil, nil)
    case .deleteFailed(let id, let why):
      state.queue[id] = state.items[id] == nil ? nil : .failure(why)
    }
    return state
  }

  func launch(
    _ launch: Launch<State, Action, [Int: String]>
  ) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    var timer: Task<Void, Never>?
    store.handle = { old, action, store in
      switch action {
      case .open:
        store.load(gate, Action.loaded, Action.loadFailed)
      case .delete(let id):
        timer = store.dispatch(.isOver(id), after: .seconds(5))
      case .undo: timer?.cancel()
      case .isOver(let id) where store.state.queue[id] == .waiting && old.queue[id] != .waiting:
        store.request(
          { try await gate(id, function: "delete") { $0[id] = nil } }, { .deleted(id) },
          { .deleteFailed(id, $0) })
      default: break
      }
    }
    return RunningApp(store)
  }

  func showing(_ rows: [Int: String]) -> StoredRows<State>? { .rows(State(items: rows)) }
}

/// A list in which one name can't be changed: that failure stays on the screen while other names
/// are saved.
///
/// Where a note is kept on the device while something failed, state and rows differ, and the
/// failure says so.
struct RefusedName: TaskApp {
  enum Kind: Hashable, Sendable { case mended, keepsNotes, dropsNamesBesideFailures }
  struct State: Hashable, Sendable {
    var load: LoadStatus?
    var names: [Int: String] = [:]
    var queue: [Int: LoadStatus] = [:]
  }
  enum Action: Hashable, Sendable {
    case open, loaded([Int: String]), loadFailed(String)
    case rename(Int), renamed(Int, String), renameFailed(Int, String), note
  }

  var kind = Kind.mended
  let initialState = State()
  let initialRows = [1: "Milk", 2: "Owner"]

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.load == .waiting || state.queue.values.contains(.waiting) { return [] }
    let open = [Interaction("opens", Action.open, .appears)]
    if state.load != .success { return open }
    let names = state.names.keys.filter { $0 < 3 && state.queue[$0] == nil }.sorted()
    let renames = names.map { Interaction("renames \($0)", Action.rename($0), .destroys) }
    let keeps =
      kind == .keepsNotes && state.queue[2] == .failure("refused") && state.names[3] == nil
    return open + renames + (keeps ? [Interaction("keeps a note", .note)] : [])
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.load = .waiting
    case .loaded(let names): (state.load, state.names) = (.success, names)
    case .loadFailed(let why): state.load = .failure(why)
    case .rename(let id): state.queue[id] = .waiting
    case .renamed(let id, let name):
      if kind != .dropsNamesBesideFailures || state.queue[2] != .failure("refused") {
        state.names[id] = name
      }
      state.queue[id] = .success
    case .renameFailed(let id, let why): state.queue[id] = .failure(id == 2 ? "refused" : why)
    case .note: state.names[3] = "Note"
    }
    return state
  }

  struct IsRefused: Error {}

  func launch(
    _ launch: Launch<State, Action, [Int: String]>
  ) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      switch action {
      case .open:
        store.load(gate, Action.loaded, Action.loadFailed)
      case .rename(let id):
        let name = (store.state.names[id] ?? "").uppercased()
        store.request(
          {
            try await gate(id, name, function: "rename") { rows in
              if id == 2 { throw IsRefused() }
              rows[id] = name
            }
          },
          { .renamed(id, name) }, { .renameFailed(id, $0) })
      default: break
      }
    }
    return RunningApp(store)
  }

  func showing(_ rows: [Int: String]) -> StoredRows<State>? { .rows(State(names: rows)) }
}
