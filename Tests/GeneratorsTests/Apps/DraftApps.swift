import Model

/// Comments that are typed for an article and sent; the server takes no 'no'.
///
/// A draft goes when it was sent as it stands.
struct Comments: TaskApp {
  enum Defect { case clearsNewer, clearsRefused, clearsFailed }
  struct State: Hashable, Sendable {
    var articles = ["p"]
    var drafts: [String: String] = [:]
    var sends: [String: LoadStatus] = [:]
  }
  enum Action: Hashable, Sendable { case type(String), send, sent(String, isTaken: Bool), failed }

  var defect: Defect?
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    let draft = state.drafts["p"]
    return ["hi", "no"].filter { $0 != draft }.map { Interaction("types \($0)", .type($0)) }
      + (draft == nil || state.sends["p"] == .waiting ? [] : [Interaction("sends", .send)])
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .type(let text): state.drafts["p"] = text
    case .send: state.sends["p"] = .waiting
    case .sent(let text, true):
      state.sends["p"] = .success
      if defect == .clearsNewer || state.drafts["p"] == text { state.drafts["p"] = nil }
    case .sent(_, false):
      state.sends["p"] = .failure("not taken")
      if defect == .clearsRefused { state.drafts["p"] = nil }
    case .failed:
      state.sends["p"] = .failure("not sent")
      if defect == .clearsFailed { state.drafts["p"] = nil }
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      guard action == .send, let text = store.state.drafts["p"] else { return }
      store.request(
        { try await gate(text, function: "comment") { _ in text != "no" } },
        { .sent(text, isTaken: $0) }, { _ in .failed })
    }
    return RunningApp(store)
  }

  func drafts(in state: State) -> [String: String] { state.drafts }
}

/// A note may be half typed beside a row while that is deleted: it goes with its row.
///
/// The defect takes the notes of all rows.
struct NotedRows: TaskApp {
  struct Row: Hashable, Sendable, Identifiable { let id: String }
  struct State: Hashable, Sendable {
    var rows = ["a", "b"].map(Row.init)
    var notes: [String: String] = [:]
    var deletes: [String: LoadStatus] = [:]
  }
  enum Action: Hashable, Sendable { case note(String), delete, deleted, failed(String) }

  var isForgetful = false
  let initialState = State()
  let initialRows: Set<String> = ["a", "b"]

  func interactions(in state: State) -> [Interaction<Action>] {
    state.rows.filter { state.notes[$0.id] == nil }.map {
      Interaction("types beside \($0.id)", .note($0.id))
    }
      + (state.rows.count == 2 && state.deletes["a"] != .waiting
        ? [Interaction("deletes a", .delete, .destroys)] : [])
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .note(let id): state.notes[id] = "mind"
    case .delete: state.deletes["a"] = .waiting
    case .deleted:
      state.rows.removeFirst()
      (state.notes["a"], state.deletes["a"]) = (nil, nil)
      if isForgetful { state.notes = [:] }
    case .failed(let why): state.deletes["a"] = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Set<String>>) -> RunningApp<TaskStore<State, Action>>
  {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      guard action == .delete else { return }
      store.request(
        { try await gate("a", function: "delete") { _ = $0.remove("a") } }, { .deleted },
        Action.failed)
    }
    return RunningApp(store)
  }
}

/// A payment with a key that is kept until it is known to have gone through; nothing is loaded.
///
/// The defect takes another key for each try.
struct KeyedPayment: TaskApp {
  struct State: Hashable, Sendable {
    var tries = 0
    var paid = 0
    var pay: LoadStatus?
  }
  enum Action: Hashable, Sendable { case pay, paid, failed(String) }

  var isForgetful = false
  let initialState = State()
  let initialRows: Set<Int> = []

  func interactions(in state: State) -> [Interaction<Action>] {
    state.pay == .waiting || state.paid > 0 ? [] : [Interaction("pays", .pay, .adds(1))]
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .pay:
      state.pay = .waiting
      if isForgetful { state.tries += 1 }
    case .paid: (state.paid, state.pay) = (1, .success)
    case .failed(let why): state.pay = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Set<Int>>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      guard action == .pay else { return }
      let key = store.state.tries
      store.request(
        { try await gate(key, function: "pay") { _ = $0.insert(key) } }, { .paid }, Action.failed)
    }
    return RunningApp(store)
  }

  func showing(_ rows: Set<Int>) -> StoredRows<State>? { .rows(State(paid: rows.count)) }
  func stored(in state: State) -> State { State(paid: state.paid) }
}

/// A view model that says first that it has loaded, and then sets what it has, changed or not.
struct LateRows: ViewModelApp {
  struct State: Hashable, Sendable {
    var rows: [String] = []
    var load: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case open }

  /// Whether a failure is taken for a success.
  var isForgetful = false
  let initialState = State()
  let initialRows = ["a"]

  func interactions(in state: State) -> [Interaction<Action>] {
    state.load == .waiting ? [] : [Interaction("opens", .tap(.open), .appears)]
  }

  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<Store> {
    let (store, gate, isForgetful) = (ViewModel<State, Tap>(launch), launch.gates, isForgetful)
    store.handle = { _, store in
      store.set(\.load, .waiting)
      Task { [weak store] in
        do {
          let rows = try await gate(function: "read") { $0 }
          store?.set(\.load, .success)
          store?.set(\.rows, rows)
        } catch { store?.set(\.load, isForgetful ? .success : .failure("\(error)")) }
      }
    }
    return RunningApp(store)
  }
}

/// A connection that may break by itself, and is made again by hand.
///
/// The defect takes a failure to connect for a connection.
struct BrokenLine: TaskApp {
  struct State: Hashable, Sendable { var line: LoadStatus? }
  enum Action: Hashable, Sendable { case connect, connected, failed(String), broke }

  var isForgetful = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    state.line == .waiting || state.line == .success
      ? [] : [Interaction("connects", .connect, .appears)]
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    switch action {
    case .connect: State(line: .waiting)
    case .connected: State(line: .success)
    case .failed(let why): State(line: isForgetful ? .success : .failure(why))
    case .broke: state.line == .success ? State(line: .failure("the line broke")) : state
    }
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      guard action == .connect else { return }
      store.request({ try await gate(function: "connect") { _ in } }, { .connected }, Action.failed)
    }
    Task { [weak store] in
      while (try? await gate.pushed([0], function: "close", { $1 })) != nil {
        try? store?.dispatch(.broke)
      }
    }
    return RunningApp(store)
  }
}
