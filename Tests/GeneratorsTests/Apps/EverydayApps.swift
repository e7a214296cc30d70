import Model

/// A search that begins when nothing was typed for a while; what is typed gives up what was asked
/// before.
struct LaterSearch: TaskApp {
  struct State: Hashable, Sendable {
    var text = ""
    var search: LoadStatus?
  }
  enum Action: Hashable, Sendable { case type(String), found(String), failed(String, String) }

  /// Whether the answer to an older text counts, too.
  var takesAny = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    ["a", "b"].filter { $0 != state.text }.map { Interaction("types \($0)", .type($0)) }
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .type(let text): state = State(text: text, search: .waiting)
    case .found(let text) where text == state.text || takesAny: state.search = .success
    case .failed(let text, let why) where text == state.text || takesAny:
      state.search = .failure(why)
    case .found, .failed: break
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate, takesAny) = (TaskStore(launch), launch.gates, takesAny)
    let work = Work()
    store.handle = { _, action, store in
      guard case .type(let text) = action else { return }
      if !takesAny { work.task?.cancel() }
      work.task = Task { [weak store] in
        do { try await Task.sleep(for: .milliseconds(300)) } catch { return }
        do {
          _ = try await gate(text, function: "find") { _ in true }
          if !Task.isCancelled { try? store?.dispatch(.found(text)) }
        } catch {
          if !Task.isCancelled { try? store?.dispatch(.failed(text, "\(error)")) }
        }
      }
    }
    return RunningApp(store, keeping: work)
  }
}

@MainActor final class Work {
  var task: Task<Void, Never>?
  deinit { task?.cancel() }
}

/// Notes that are kept on the device until they are sent, and sent again after a kill.
struct Outbox: TaskApp {
  struct Rows: Hashable, Sendable {
    var kept: String?
    var sent: String?
  }
  struct State: Hashable, Sendable {
    var rows = Rows()
    var load: LoadStatus?
    var send: LoadStatus?
  }
  enum Action: Hashable, Sendable {
    case open, write, loaded(Rows), failed(String), wasSent(Rows), unsent(String)
  }

  /// Whether a launch forgets on the device what was not sent.
  var isForgetful = false
  let initialState = State()
  let initialRows = Rows()

  func interactions(in state: State) -> [Interaction<Action>] {
    let isReady = state.load == .success && state.send != .waiting && state.rows == Rows()
    return [Interaction("opens the notes", .open, .appears)]
      + (isReady ? [Interaction("writes Hi", .write)] : [])
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: if state.load != .waiting && state.send != .waiting { state.load = .waiting }
    case .write: state.send = .waiting
    case .loaded(let rows):
      (state.rows, state.load) = (rows, .success)
      if rows.kept != nil { state.send = .waiting }
    case .failed(let why): state.load = .failure(why)
    case .wasSent(let rows): (state.rows, state.send) = (rows, .success)
    case .unsent(let why): (state.send, state.load) = (.failure(why), .waiting)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Rows>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate, isForgetful) = (TaskStore(launch), launch.gates, isForgetful)
    store.handle = { old, action, store in
      if old.load != .waiting && store.state.load == .waiting {
        store.request(
          {
            if isForgetful { try await gate(function: "clear") { $0.kept = nil } }
            return try await gate(function: "load") { $0 }
          }, Action.loaded, Action.failed)
      }
      if old.send == .waiting || store.state.send != .waiting { return }
      let isNew = action == .write
      store.request(
        {
          if isNew { try await gate(function: "keep") { $0.kept = "Hi" } }
          return try await gate(function: "send") {
            $0 = Rows(kept: nil, sent: "Hi")
            return $0
          }
        }, Action.wasSent, Action.unsent)
    }
    return RunningApp(store)
  }

  func showing(_ rows: Rows) -> StoredRows<State>? { .rows(State(rows: rows)) }
  func stored(in state: State) -> State { State(rows: state.rows) }
}

/// Messages that the listener adds by an action of its own, which asks for the call; a failure
/// takes them away, or says so.
struct Messenger: TaskApp {
  struct Message: Hashable, Sendable {
    let id: String
    var status = LoadStatus.waiting
  }
  struct State: Hashable, Sendable {
    var messages: [Message] = []
    var count = 0
  }
  enum Action: Hashable, Sendable { case send, add(String), sent(String), failed(String, String) }

  var isSilent = false
  let initialState = State()
  let initialRows: [String] = []

  func interactions(in state: State) -> [Interaction<Action>] {
    state.count < 2 ? [Interaction("sends Hi", .send)] : []
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .send: state.count += 1
    case .add(let id): state.messages.append(Message(id: id))
    case .sent(let id): state.set(.success, of: id)
    case .failed(let id, let why):
      if isSilent {
        state.messages.removeAll { $0.id == id }
      } else {
        state.set(.failure(why), of: id)
      }
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      switch action {
      case .send: try? store.dispatch(.add("m\(store.state.count)"))
      case .add(let id):
        store.request(
          { try await gate(id, function: "send") { $0.append(id) } }, { .sent(id) },
          { .failed(id, $0) })
      default: break
      }
    }
    return RunningApp(store)
  }
}

extension Messenger.State {
  fileprivate mutating func set(_ status: LoadStatus, of id: String) {
    messages.firstIndex { $0.id == id }.map { messages[$0].status = status }
  }
}
