import Model

/// A note whose load is told by an action of its own: the listener says that it begins, and then
/// asks.
struct StartedNote: TaskApp {
  struct State: Hashable, Sendable {
    var text = ""
    var isLoading = false
    var isLoaded = false
    var error: String?
  }
  enum Action: Hashable, Sendable { case open, begin, loaded(String), failed(String) }

  /// Whether the listener says so before it starts the task, or in it.
  var saysAtOnce = true
  /// Whether it forgets to say that the load failed.
  var isForgetful = false
  let initialState = State()
  let initialRows = "Milk"

  func interactions(in state: State) -> [Interaction<Action>] {
    [Interaction("opens the note", .open, .appears)]
  }

  func statuses(of state: State) -> [AppSubject: Status]? {
    if state.isLoading { return [AppSubject("note"): .waiting] }
    if let error = state.error { return [AppSubject("note"): .failure(text: error)] }
    return state.isLoaded ? [AppSubject("note"): .success] : [:]
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: break
    case .begin: (state.isLoading, state.error) = (true, nil)
    case .loaded(let text): (state.text, state.isLoading, state.isLoaded) = (text, false, true)
    case .failed(let why): (state.isLoading, state.error) = (false, why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, String>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate, saysAtOnce, isForgetful) = (
      TaskStore(launch), launch.gates, saysAtOnce, isForgetful
    )
    store.handle = { old, action, store in
      guard action == .open, !old.isLoading else { return }
      if saysAtOnce { try? store.dispatch(.begin) }
      Task { [weak store] in
        if !saysAtOnce { try? store?.dispatch(.begin) }
        do {
          let text = try await gate(function: "load") { $0 }
          try? store?.dispatch(.loaded(text))
        } catch {
          if !isForgetful { try? store?.dispatch(.failed("\(error)")) }
        }
      }
    }
    return RunningApp(store)
  }

  func showing(_ rows: String) -> StoredRows<State>? { .rows(State(text: rows)) }
  func stored(in state: State) -> State { State(text: state.text) }
}

/// Two screens that need a token, which is fetched once for both.
struct SharedToken: TaskApp {
  enum Screen: Hashable, Sendable, CaseIterable { case feed, profile }
  struct State: Hashable, Sendable {
    var token: Int?
    var feed: LoadStatus?
    var profile: LoadStatus?

    subscript(screen: Screen) -> LoadStatus? {
      get { screen == .feed ? feed : profile }
      set { if screen == .feed { feed = newValue } else { profile = newValue } }
    }
  }
  enum Action: Hashable, Sendable {
    case open(Screen), token(Int), loaded(Screen), failed(Screen, String)
  }

  /// Whether a second screen forgets that it waits, when the token fails.
  var isForgetful = false
  let initialState = State()
  let initialRows = 1

  func interactions(in state: State) -> [Interaction<Action>] {
    Screen.allCases.filter { state[$0] != .waiting }.map {
      Interaction("opens \($0)", .open($0), .appears)
    }
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open(let screen): state[screen] = .waiting
    case .token(let token): state.token = token
    case .loaded(let screen): state[screen] = .success
    case .failed(let screen, let why): state[screen] = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate, isForgetful) = (TaskStore(launch), launch.gates, isForgetful)
    let flight = Flight()
    store.handle = { _, action, store in
      guard case .open(let screen) = action else { return }
      let isSecond = flight.task != nil
      if store.state.token == nil && flight.task == nil {
        flight.task = Task { try await gate(function: "fetchToken") { $0 } }
      }
      let shared = store.state.token == nil ? flight.task : nil
      Task { [weak store] in
        do {
          let token = try await shared?.value
          flight.task = nil
          if let token, store?.state.token == nil { try? store?.dispatch(.token(token)) }
          try await gate("\(screen)", function: "load") { _ in () }
          try? store?.dispatch(.loaded(screen))
        } catch {
          flight.task = nil
          if !isForgetful || !isSecond { try? store?.dispatch(.failed(screen, "\(error)")) }
        }
      }
    }
    return RunningApp(store, keeping: flight)
  }

  func showing(_ rows: Int) -> StoredRows<State>? { .rows(State(token: rows)) }
  func stored(in state: State) -> State { State(token: state.token) }

  @MainActor final class Flight { var task: Task<Int, any Error>? }
}

/// A switch that is saved at once, and again when it was changed meanwhile: a flag says so.
struct SavedSwitch: TaskApp {
  struct State: Hashable, Sendable {
    var isOn = false
    var isChanged = false
    var save: LoadStatus?
  }
  enum Action: Hashable, Sendable { case flip, saved(Bool), failed(String) }

  let initialState = State()
  let initialRows = false

  func interactions(in state: State) -> [Interaction<Action>] {
    [Interaction("flips the switch", .flip)]
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .flip:
      state.isOn.toggle()
      if state.save == .waiting { state.isChanged = true } else { state.save = .waiting }
    case .saved(let isOn):
      (state.save, state.isChanged) = (isOn == state.isOn ? .success : .waiting, false)
    case .failed(let why): (state.save, state.isChanged) = (.failure(why), false)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Bool>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { old, action, store in
      let isAsked =
        if case .saved = action { store.state.save == .waiting } else {
          action == .flip && old.save != .waiting
        }
      guard isAsked else { return }
      let isOn = store.state.isOn
      store.request(
        { try await gate(isOn, function: "save") { $0 = isOn } }, { .saved(isOn) }, Action.failed)
    }
    return RunningApp(store)
  }

  func showing(_ rows: Bool) -> StoredRows<State>? { .rows(State(isOn: rows)) }
  func stored(in state: State) -> State { State(isOn: state.isOn) }
}

/// Two switches, each saved by itself; the defect puts the other one back when a save succeeds.
struct TwoSwitches: TaskApp {
  struct State: Hashable, Sendable {
    var isOn = ["left": false, "right": false]
    /// What was shown before the switch was flipped whose save is under way.
    var before: [String: [String: Bool]] = [:]
    var saves: [String: LoadStatus] = [:]
  }
  enum Action: Hashable, Sendable { case flip(String), saved(String), failed(String, String) }

  var isMended = true
  let initialState = State()
  let initialRows = ["left": false, "right": false]

  func interactions(in state: State) -> [Interaction<Action>] {
    state.isOn.keys.sorted().filter { state.saves[$0] == nil }.map {
      Interaction("flips \($0)", .flip($0))
    }
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .flip(let name):
      state.before[name] = state.isOn
      state.isOn[name]?.toggle()
      state.saves[name] = .waiting
    case .saved(let name):
      if !isMended, var all = state.before[name] {
        all[name] = state.isOn[name]
        state.isOn = all
      }
      (state.saves[name], state.before[name]) = (.success, nil)
    case .failed(let name, let why):
      state.isOn[name] = state.before[name]?[name]
      (state.saves[name], state.before[name]) = (.failure(why), nil)
    }
    return state
  }

  func launch(
    _ launch: Launch<State, Action, [String: Bool]>
  ) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      guard case .flip(let name) = action, let isOn = store.state.isOn[name] else { return }
      store.request(
        { try await gate(name, isOn, function: "save") { $0[name] = isOn } }, { .saved(name) },
        { .failed(name, $0) })
    }
    return RunningApp(store)
  }

  func showing(_ rows: [String: Bool]) -> StoredRows<State>? { .rows(State(isOn: rows)) }
  func stored(in state: State) -> State { State(isOn: state.isOn) }
}
