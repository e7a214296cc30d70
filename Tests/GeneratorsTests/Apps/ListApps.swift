import Model

/// A list with a delete that can be undone for a while; that it failed is told where loads are.
struct UndoableDelete: TaskApp {
  struct State: Hashable, Sendable {
    var isLeaving = false
    var list: LoadStatus?
  }
  enum Action: Hashable, Sendable {
    case refresh, delete, loaded, unloaded(String), deleted, failed(String)
  }

  let initialState = State()
  let initialRows = ["a"]

  func interactions(in state: State) -> [Interaction<Action>] {
    [Interaction("refreshes", .refresh, .appears)]
      + (state.isLeaving ? [] : [Interaction("deletes a", .delete, .destroys)])
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    switch action {
    case .refresh: State(isLeaving: state.isLeaving, list: .waiting)
    case .delete: State(isLeaving: true, list: state.list)
    case .loaded: State(isLeaving: state.isLeaving, list: .success)
    case .unloaded(let why): State(isLeaving: state.isLeaving, list: .failure(why))
    case .deleted: State(list: state.list)
    // What is loaded meanwhile ends with words of its own.
    case .failed(let why): State(list: state.list == .waiting ? .waiting : .failure(why))
    }
  }

  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { old, action, store in
      switch action {
      case .refresh where old.list != .waiting:
        store.request({ _ = try await gate(function: "load") { $0 } }, { .loaded }, Action.unloaded)
      case .delete:
        store.request(
          {
            try await Task.sleep(for: .seconds(5))
            try await gate(function: "delete") { $0 = [] }
          }, { .deleted }, Action.failed)
      default: break
      }
    }
    return RunningApp(store)
  }
}

/// Todos of a server that refuses to delete what is not there any more, which is as good as
/// deleted.
struct GoneTodo: TaskApp {
  struct NotFound: Error {}
  struct State: Hashable, Sendable {
    var todos: [String: String] = [:]
    var queue: [String: LoadStatus] = [:]
    var load: LoadStatus?
  }
  enum Action: Hashable, Sendable {
    case open, delete(String), loaded([String: String]), unloaded(String), deleted(String), failed(
      String, String)
  }

  let initialState = State()
  let initialRows = ["1": "Milk"]

  func interactions(in state: State) -> [Interaction<Action>] {
    [Interaction("opens the list", .open, .appears)]
      + state.todos.keys.sorted().filter { state.queue[$0] != .waiting }.map {
        Interaction("deletes \($0)", .delete($0), .destroys)
      }
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open:
      if state.load != .waiting && !state.queue.values.contains(.waiting) { state.load = .waiting }
    case .delete(let id): if state.load != .waiting { state.queue[id] = .waiting }
    case .loaded(let todos):
      (state.todos, state.load) = (todos, .success)
      state.queue = state.queue.filter { todos[$0.key] != nil }
    case .unloaded(let why): state.load = .failure(why)
    case .deleted(let id): (state.todos[id], state.queue[id]) = (nil, nil)
    case .failed(let id, let why): state.queue[id] = .failure(why)
    }
    return state
  }

  func launch(
    _ launch: Launch<State, Action, [String: String]>
  ) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { old, action, store in
      if old.load != .waiting && store.state.load == .waiting {
        store.load(gate, Action.loaded, Action.unloaded)
      }
      guard case .delete(let id) = action, store.state.queue[id] == .waiting,
        old.queue[id] != .waiting
      else {
        return
      }
      store.request(
        {
          do {
            try await gate(id, function: "delete") { rows in
              if rows.removeValue(forKey: id) == nil { throw NotFound() }
            }
          } catch is NotFound {}
        }, { .deleted(id) }, { .failed(id, $0) })
    }
    return RunningApp(store)
  }
}

/// A list beside what is chosen of it: when that is deleted, the first that is left is chosen.
struct MasterAndDetail: TaskApp {
  struct State: Hashable, Sendable {
    var rows = ["a", "b", "c"]
    var selected = "c"
    var delete: LoadStatus?
  }
  enum Action: Hashable, Sendable { case select(String), delete, deleted, failed(String) }

  let initialState = State()
  let initialRows = ["a", "b", "c"]

  func interactions(in state: State) -> [Interaction<Action>] {
    let mayDelete = state.delete != .waiting && state.rows.contains("b")
    return state.rows.filter { $0 != state.selected }.map {
      Interaction("selects \($0)", .select($0))
    }
      + (mayDelete ? [Interaction("deletes b", .delete, .destroys)] : [])
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .select(let row): state.selected = row
    case .delete: state.delete = .waiting
    case .deleted:
      state.rows.removeAll { $0 == "b" }
      state.delete = .success
      if state.selected == "b" { state.selected = state.rows[0] }
    case .failed(let why): state.delete = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      guard action == .delete else { return }
      store.request(
        { try await gate(function: "delete") { $0.removeAll { $0 == "b" } } }, { .deleted },
        Action.failed)
    }
    return RunningApp(store)
  }
}

/// A poll that counts a vote at once, and names who has voted.
struct VotedPoll: TaskApp {
  struct Poll: Hashable, Sendable {
    var votes = [2, 3]
    var voters = [1, 4]
  }
  struct State: Hashable, Sendable {
    var poll = Poll()
    var vote: LoadStatus?
  }
  enum Action: Hashable, Sendable { case vote, voted(Poll), failed(String) }

  /// Whether the reply names who has voted once more.
  var namesTwice = false
  let initialState = State()
  let initialRows = Poll()

  func interactions(in state: State) -> [Interaction<Action>] {
    state.poll.voters.contains(7) || state.vote == .waiting
      ? [] : [Interaction("votes", .vote, .destroys)]
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .vote:
      state.vote = .waiting
      state.poll.votes[0] += 1
      state.poll.voters.append(7)
    case .voted(let poll):
      (state.vote, state.poll) = (.success, poll)
      if namesTwice { state.poll.voters.append(7) }
    case .failed(let why): (state.vote, state.poll) = (.failure(why), initialState.poll)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Poll>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      guard action == .vote else { return }
      store.request(
        {
          try await gate(function: "vote") { poll in
            if !poll.voters.contains(7) { poll.votes[0] += 1 }
            if !poll.voters.contains(7) { poll.voters.append(7) }
            return poll
          }
        }, { .voted($0) }, { .failed($0) })
    }
    return RunningApp(store)
  }
}
