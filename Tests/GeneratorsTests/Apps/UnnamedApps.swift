import Model

/// A task that shows at once under a name of its own until the server numbers it; it may be ticked
/// off before, which waits for the number.
///
/// The defect goes on to tell of the tick under the old name.
struct NumberedTask: App {
  struct Item: Hashable, Sendable {
    var id: String
    var isDone = false
  }
  struct State: Hashable, Sendable {
    var items: [Item] = []
    var load: LoadStatus?
    var saves: [String: LoadStatus] = [:]
  }
  enum Action: Hashable, Sendable {
    case open, loaded([Item]), loadFailed(String)
    case add, added(String), addFailed(String)
    case tick(String), ticked(String), tickFailed(String, String)
  }

  @MainActor final class Store {
    private(set) var state: State
    private let reducer: @Sendable (State, Action) throws -> State
    private let gate: Gates<[Item]>
    private let isForgetful: Bool
    private var tasks: [Task<Void, Never>] = []
    private var add: Task<String?, Never>?

    init(_ launch: Launch<State, Action, [Item]>, isForgetful: Bool) {
      (state, reducer, gate) = (launch.state, launch.reducer, launch.gates)
      self.isForgetful = isForgetful
    }

    deinit { for task in tasks { task.cancel() } }

    func dispatch(_ action: Action) throws {
      state = try reducer(state, action)
      switch action {
      case .open: open()
      case .add: addTask()
      case .tick(let id): tick(id)
      default: break
      }
    }

    private func open() {
      tasks.append(
        Task { [weak self, gate] in
          do {
            let items = try await gate(function: "load") { $0 }
            try? self?.dispatch(.loaded(items))
          } catch { try? self?.dispatch(.loadFailed("\(error)")) }
        })
    }

    private func addTask() {
      add = Task { [weak self, gate] in
        do {
          let id = try await gate(function: "add") { items in
            items.append(Item(id: "\(items.count + 1)"))
            return "\(items.count)"
          }
          self?.end(.added(id))
          return id
        } catch {
          self?.end(.addFailed("\(error)"))
          return nil
        }
      }
    }

    private func end(_ action: Action) {
      add = nil
      try? dispatch(action)
    }

    private func tick(_ id: String) {
      let add = add
      tasks.append(
        Task { [weak self, gate, isForgetful] in
          var number = id
          if let add {
            guard let added = await add.value else { return }
            number = added
          }
          let (item, told) = (number, isForgetful ? id : number)
          do {
            try await gate(item, function: "tick") { items in
              for place in items.indices where items[place].id == item {
                items[place].isDone = true
              }
            }
            try? self?.dispatch(.ticked(told))
          } catch { try? self?.dispatch(.tickFailed(told, "\(error)")) }
        })
    }
  }

  var isForgetful = false
  let initialState = State()
  let initialRows: [Item] = []

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.load == .waiting { return [] }
    let isIdle = state.saves.isEmpty
    return
      (isIdle || !state.saves.values.contains(.waiting)
      ? [Interaction("opens the list", .open, .appears)] : [])
      + (isIdle && state.load == .success && state.items.isEmpty
        ? [Interaction("adds a task", .add, .adds(1))] : [])
      + state.items.filter { !$0.isDone && state.saves[$0.id].map { $0 == .waiting } ?? true }
      .map { Interaction("ticks \($0.id) off", .tick($0.id), .destroys) }
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: (state.load, state.saves) = (.waiting, [:])
    case .loaded(let items): (state.load, state.items) = (.success, items)
    case .loadFailed(let why): state.load = .failure(why)
    case .add:
      state.items.append(Item(id: "new"))
      state.saves["new"] = .waiting
    case .added(let id):
      state.items = state.items.map { $0.id == "new" ? Item(id: id, isDone: $0.isDone) : $0 }
      state.saves["new"] = nil
      if state.items.contains(Item(id: id, isDone: true)) { state.saves[id] = .waiting }
    case .addFailed(let why): (state.items, state.saves["new"]) = ([], .failure(why))
    case .tick(let id):
      state.items = state.items.map { $0.id == id ? Item(id: id, isDone: true) : $0 }
      state.saves[id] = .waiting
    case .ticked(let id): state.saves[id] = nil
    case .tickFailed(let id, let why):
      state.items = state.items.map { $0.id == id ? Item(id: id) : $0 }
      state.saves[id] = .failure(why)
    }
    return state
  }

  @MainActor func launch(_ launch: Launch<State, Action, [Item]>) -> RunningApp<Store> {
    RunningApp(Store(launch, isForgetful: isForgetful))
  }
  @MainActor func dispatch(_ action: Action, to store: Store) throws { try store.dispatch(action) }
  @MainActor func state(of store: Store) -> State { store.state }
  func showing(_ rows: [Item]) -> StoredRows<State>? { .rows(State(items: rows)) }
}
