import Model

/// A list that stands in its status; deletes show at once, and give up what is loaded silently.
struct PayloadList: TaskApp {
  enum Items: Hashable, Sendable { case idle, loading, loaded([String]), failed(String) }
  struct State: Hashable, Sendable {
    var items = Items.idle
    var error: String?
  }
  enum Action: Hashable, Sendable {
    case open, comeBack, loaded([String]), missed(String)
    case delete(String), deleted, kept(String), close
  }

  /// Whether what is loaded goes on while something is deleted.
  var isHasty = false
  let initialState = State()
  let initialRows = ["a", "b"]

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.error != nil { return [Interaction("closes the message", .close)] }
    return switch state.items {
    case .idle, .failed: [Interaction("opens the list", .open, .appears)]
    case .loading: []
    case .loaded(let items):
      [Interaction("comes back", .comeBack)]
        + items.map { Interaction("deletes \($0)", .delete($0), .destroys) }
    }
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.items = .loading
    case .comeBack, .deleted: break
    case .loaded(let items): state.items = .loaded(items)
    case .missed(let why): state.items = .failed(why)
    case .delete(let item):
      if case .loaded(let items) = state.items {
        state.items = .loaded(items.filter { $0 != item })
      }
    case .kept(let why): state.error = why
    case .close: state = State(items: .loading)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate, isHasty, work) = (TaskStore(launch), launch.gates, isHasty, Work())
    store.handle = { _, action, store in
      switch action {
      case .open, .comeBack, .close:
        work.task?.cancel()
        work.task = Task { [weak store] in
          do {
            let items = try await gate(function: "items") { $0 }
            if !Task.isCancelled { try? store?.dispatch(.loaded(items)) }
          } catch {
            if !Task.isCancelled { try? store?.dispatch(.missed("\(error)")) }
          }
        }
      case .delete(let item):
        if !isHasty { work.task?.cancel() }
        store.request(
          { try await gate(item, function: "delete") { $0.removeAll { $0 == item } } },
          { _ in .deleted }, { .kept($0) })
      default: break
      }
    }
    return RunningApp(store, keeping: work)
  }
}

/// A document that a person opens, or that another device hands over while one is being opened.
struct HandedDocument: ViewModelApp {
  struct State: Hashable, Sendable {
    var open: String?
    var text = ""
    var load: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case open(String) }

  /// Whether the text of a document shows that was left meanwhile.
  var isMixedUp = false
  let initialState = State()
  let initialRows = ["a": "A", "b": "B"]

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.load == .waiting { return [] }
    return ["a", "b"].filter { $0 != state.open || state.load != .success }.map {
      Interaction("opens \($0)", .tap(.open($0)))
    }
  }

  func launch(_ launch: Launch<State, Action, [String: String]>) -> RunningApp<Store> {
    let (store, gate, isMixedUp) = (ViewModel<State, Tap>(launch), launch.gates, isMixedUp)
    let (work, activities) = (Work(), Work())
    @MainActor func open(_ id: String, _ store: Store) {
      work.task?.cancel()
      store.set(\.self, State(open: id, load: .waiting))
      work.task = Task { [weak store] in
        do {
          let text = try await gate(id, function: "document") { $0[id] ?? "" }
          guard let store, !Task.isCancelled || isMixedUp else { return }
          store.set(\.self, State(open: store.state.open, text: text, load: .success))
        } catch {
          if !Task.isCancelled { store?.set(\.load, .failure("\(error)")) }
        }
      }
    }
    store.handle = { tap, store in if case .open(let id) = tap { open(id, store) } }
    activities.task = Task { [weak store] in
      while let id = try? await gate.pushed(["b"], function: "activity", { $1 }), let store {
        open(id, store)
      }
    }
    return RunningApp(store, keeping: work, activities)
  }
}

/// A counter whose page fails as a whole where a save does.
struct FailingPage: TaskApp {
  struct State: Hashable, Sendable {
    var page: LoadStatus?
    var save: LoadStatus?
    var count = 0
  }
  enum Action: Hashable, Sendable {
    case open, loaded(Int), missed(String), count, saved(Int), unsaved(String)
  }

  /// Whether the save goes on to turn beside the failed page.
  var isStuck = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.page == .waiting || state.save == .waiting && state.page == .success { return [] }
    if state.page != .success { return [Interaction("opens the page", .open, .appears)] }
    return state.count > 1 ? [] : [Interaction("counts", .count, .destroys)]
  }
  func showing(_ rows: Int) -> StoredRows<State>? { .rows(State(count: rows)) }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.page = .waiting
    case .loaded(let count): (state.count, state.page) = (count, .success)
    case .missed(let why): state.page = .failure(why)
    case .count: state.save = .waiting
    case .saved(let count): (state.count, state.save) = (count, .success)
    case .unsaved(let why):
      state.page = .failure(why)
      if !isStuck { state.save = nil }
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      switch action {
      case .open: store.load(gate, Action.loaded, Action.missed)
      case .count:
        store.request(
          {
            try await gate(function: "count") {
              $0 += 1
              return $0
            }
          }, Action.saved, Action.unsaved)
      default: break
      }
    }
    return RunningApp(store)
  }
}

/// Messages that have names of the device's until the server gives them others.
struct RenamedMessages: TaskApp {
  struct Message: Hashable, Sendable, Identifiable {
    var id: String
    var status = LoadStatus.waiting
  }
  struct State: Hashable, Sendable {
    var messages: [Message] = []
    var count = 0
  }
  enum Action: Hashable, Sendable { case send, sent(String, String), failed(String, String) }

  /// Whether a message that was sent stands beside the one that waits.
  var isDoubled = false
  let initialState = State()
  let initialRows: [String] = []

  func interactions(in state: State) -> [Interaction<Action>] {
    state.count < 2 ? [Interaction("sends Hi", .send, .adds(1))] : []
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .send:
      state.count += 1
      state.messages.append(Message(id: "local \(state.count)"))
    case .sent(let id, let name):
      if !isDoubled { state.messages.removeAll { $0.id == id } }
      state.messages.append(Message(id: name, status: .success))
    case .failed(let id, let why):
      state.messages = state.messages.map {
        $0.id == id ? Message(id: id, status: .failure(why)) : $0
      }
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      guard case .send = action else { return }
      let id = "local \(store.state.count)"
      store.request(
        {
          try await gate(id, function: "send") {
            $0.append("Hi")
            return "server \($0.count)"
          }
        }, { .sent(id, $0) }, { .failed(id, $0) })
    }
    return RunningApp(store)
  }
}
