import Model

/// A page without a spinner, which a person may leave while it loads.
struct QuietPage: TaskApp {
  struct State: Hashable, Sendable {
    var isOpen = false
    var value = 0
    var error: String?
  }
  enum Action: Hashable, Sendable { case open, close, loaded(Int), failed(String) }

  let initialState = State()
  let initialRows = 1

  func interactions(in state: State) -> [Interaction<Action>] {
    state.isOpen ? [Interaction("closes the page", .close)] : [Interaction("opens the page", .open)]
  }

  func statuses(of state: State) -> [AppSubject: Status]? {
    state.error.map { [AppSubject("page"): .failure(text: $0)] } ?? [:]
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: (state.isOpen, state.error) = (true, nil)
    case .close: state = State()
    case .loaded(let value): state.value = value
    case .failed(let why): state.error = why
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    let work = Work()
    store.handle = { _, action, store in
      if action == .close { work.task?.cancel() }
      guard action == .open else { return }
      work.task = Task { [weak store] in
        do {
          let value = try await gate(function: "load") { $0 }
          if !Task.isCancelled { try? store?.dispatch(.loaded(value)) }
        } catch {
          if !Task.isCancelled { try? store?.dispatch(.failed("\(error)")) }
        }
      }
    }
    return RunningApp(store, keeping: work)
  }
}

/// A name that is loaded once, typed and saved; an empty one is refused at once.
struct NameForm: TaskApp {
  struct State: Hashable, Sendable {
    var name = ""
    var isEdited = false
    var load: LoadStatus?
    var save: LoadStatus?
  }
  enum Action: Hashable, Sendable {
    case open, type(String), save, loaded(String), unloaded(String), saved, failed(String)
  }

  /// Whether what is loaded takes the place of what was typed meanwhile.
  var overwrites = false
  let initialState = State()
  let initialRows = "Ann"

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.save == .waiting { return [] }
    let mayOpen = state.load != .waiting && state.load != .success
    return (mayOpen ? [Interaction("opens the form", .open, .appears)] : [])
      + (state.name == "Bob" ? [] : [Interaction("types the name", .type("Bob"))])
      + [Interaction("saves", .save, .destroys)]
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.load = .waiting
    case .type(let name): (state.name, state.isEdited, state.save) = (name, true, nil)
    case .save: state.save = state.name.isEmpty ? .failure("a name is needed") : .waiting
    case .loaded(let name):
      state.load = .success
      if !state.isEdited || overwrites { state.name = name }
    case .unloaded(let why): state.load = .failure(why)
    case .saved: state.save = .success
    case .failed(let why): state.save = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, String>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      switch action {
      case .open:
        store.load(gate, Action.loaded, Action.unloaded)
      case .save where store.state.save == .waiting:
        let name = store.state.name
        store.request(
          { try await gate(name, function: "save") { $0 = name } }, { .saved }, Action.failed)
      default: break
      }
    }
    return RunningApp(store)
  }
}

/// A field that a tap on Send empties; a failure gives the text back, or loses it.
struct Composer: TaskApp {
  struct State: Hashable, Sendable {
    var text = ""
    var send: LoadStatus?
  }
  enum Action: Hashable, Sendable { case type, send, sent, failed(String, String) }

  var isForgetful = false
  /// Whether it tries once more, a second later.
  var triesAgain = false
  let initialState = State()
  let initialRows = ""

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.send == .waiting { return [] }
    return state.text.isEmpty ? [Interaction("types Hi", .type)] : [Interaction("sends", .send)]
  }

  func drafts(in state: State) -> [String: String] {
    state.text.isEmpty ? [:] : ["message": state.text]
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    switch action {
    case .type: State(text: "Hi")
    case .send: State(send: .waiting)
    case .sent: State(send: .success)
    case .failed(let text, let why): State(text: isForgetful ? "" : text, send: .failure(why))
    }
  }

  func launch(_ launch: Launch<State, Action, String>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate, triesAgain) = (TaskStore(launch), launch.gates, triesAgain)
    store.handle = { old, action, store in
      guard action == .send else { return }
      let text = old.text
      store.request(
        {
          do {
            return try await gate(text, function: "send") { $0 = text }
          } catch  where triesAgain {
            try await Task.sleep(for: .seconds(1))
          }
          try await gate(text, function: "send") { $0 = text }
        }, { .sent }, { .failed(text, $0) })
    }
    return RunningApp(store)
  }
}

/// A link that is followed while the list loads, and opened once it is there.
struct LinkedList: TaskApp {
  struct State: Hashable, Sendable {
    var rows: [String] = []
    var open: String?
    var link: String?
    var load: LoadStatus?
  }
  enum Action: Hashable, Sendable { case appear, follow, loaded([String]), failed(String) }

  let initialState = State()
  let initialRows = ["a"]

  func interactions(in state: State) -> [Interaction<Action>] {
    [Interaction("opens the list", .appear, .appears)]
      + (state.open == nil ? [Interaction("follows a link", .follow)] : [])
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .appear: state.load = .waiting
    case .follow where state.load == .success: state.open = "a"
    case .follow: (state.link, state.load) = ("a", .waiting)
    case .loaded(let rows):
      state = State(rows: rows, open: state.link ?? state.open, load: .success)
    case .failed(let why): state.load = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { old, _, store in
      if old.load == .waiting || store.state.load != .waiting { return }
      store.load(gate, Action.loaded, Action.failed)
    }
    return RunningApp(store)
  }

  func showing(_ rows: [String]) -> StoredRows<State>? { .rows(State(rows: rows)) }
  func stored(in state: State) -> State { State(rows: state.rows) }
}

/// A bill that is paid with a key; a try after a lost reply takes the same key, a new one, or none.
struct Bill: TaskApp {
  struct State: Hashable, Sendable {
    var paidCount = 0
    var key = 1
    var load: LoadStatus?
    var pay: LoadStatus?
  }
  enum Action: Hashable, Sendable {
    case open, pay, loaded(Int), unloaded(String), paid, failed(String)
  }

  var takesNewKey = false
  var hasKey = true
  /// Whether the app tries once more by itself.
  var triesAgain = false
  let initialState = State()
  let initialRows: [Int] = []

  func interactions(in state: State) -> [Interaction<Action>] {
    let isReady = state.load == .success && state.paidCount == 0 && state.pay != .waiting
    return [Interaction("opens the bill", .open, .appears)]
      + (isReady ? [Interaction("pays", .pay, .adds(1))] : [])
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: if state.load != .waiting && state.pay != .waiting { state.load = .waiting }
    case .loaded(let count): (state.paidCount, state.load) = (count, .success)
    case .unloaded(let why): state.load = .failure(why)
    case .pay:
      if state.load != .waiting {
        state.pay = .waiting
        if takesNewKey { state.key += 1 }
      }
    case .paid: (state.paidCount, state.pay) = (1, .success)
    case .failed(let why): state.pay = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, [Int]>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { old, _, store in
      let state = store.state
      if old.load != .waiting && state.load == .waiting {
        store.request(
          { try await gate(function: "load") { $0.count } }, Action.loaded, Action.unloaded)
      }
      if old.pay == .waiting || state.pay != .waiting { return }
      let charge: @Sendable () async throws -> Void = {
        try await gate(hasKey ? state.key : 0, function: "charge") { rows in
          if !hasKey || !rows.contains(state.key) { rows.append(state.key) }
        }
      }
      store.request(
        {
          if triesAgain, (try? await charge()) != nil { return }
          try await charge()
        }, { .paid }, Action.failed)
    }
    return RunningApp(store)
  }

  func showing(_ rows: [Int]) -> StoredRows<State>? { .rows(State(paidCount: rows.count)) }
  func stored(in state: State) -> State { State(paidCount: state.paidCount) }
}

/// A number that goes up, and a tap at which it traps.
struct Fragile: TaskApp {
  enum Action: Hashable, Sendable { case count, trap }
  static let taps = (
    count: Interaction("counts", Action.count), trap: Interaction("taps", Action.trap)
  )
  let initialState = 0
  let initialRows = 0

  func interactions(in state: Int) -> [Interaction<Action>] {
    state < 50 ? [Self.taps.count, Self.taps.trap] : []
  }
  func reduce(_ state: Int, _ action: Action) throws -> Int { action == .count ? state + 1 : state }
  func launch(_ launch: Launch<Int, Action, Int>) -> RunningApp<TaskStore<Int, Action>> {
    RunningApp(TaskStore(launch))
  }
}
