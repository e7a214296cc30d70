import Model

/// Two panels that need one token, which is renewed once for both: who is refused second waits for
/// what the first one asked for.
///
/// The defect forgets who came second.
struct OneRenewal: TaskApp {
  struct Expired: Error {}
  enum Panel: String, Hashable, Sendable, CaseIterable { case mail, news }
  struct State: Hashable, Sendable {
    var token = 0
    var panels: [Panel: LoadStatus] = [:]
    var refused: [Panel] = []
  }
  enum Action: Hashable, Sendable {
    case open(Panel), loaded(Panel), failed(Panel, String), refused(Panel, token: Int)
    case renewed(Int), notRenewed(String)
  }

  var isForgetful = false
  let initialState = State()
  /// The token that the server takes.
  let initialRows = 1

  func interactions(in state: State) -> [Interaction<Action>] {
    Panel.allCases.filter { state.panels[$0] != .waiting }.map {
      Interaction("opens \($0)", .open($0), .appears)
    }
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open(let panel): state.panels[panel] = .waiting
    case .loaded(let panel): state.panels[panel] = .success
    case .failed(let panel, let why): state.panels[panel] = .failure(why)
    case .refused(let panel, let token):
      if token == state.token && !(isForgetful && !state.refused.isEmpty) {
        state.refused.append(panel)
      }
    case .renewed(let token): (state.token, state.refused) = (token, [])
    case .notRenewed(let why):
      for panel in state.refused { state.panels[panel] = .failure(why) }
      state.refused = []
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    @MainActor func get(_ panel: Panel, _ store: TaskStore<State, Action>) {
      let token = store.state.token
      store.request(
        {
          try await gate(panel, token, function: "get") {
            if $0 != token { throw Expired() }
          }
        }, { .loaded(panel) },
        { $0 == "\(Expired())" ? .refused(panel, token: token) : .failed(panel, $0) })
    }
    store.handle = { old, action, store in
      switch action {
      case .open(let panel): if old.panels[panel] != .waiting { get(panel, store) }
      case .refused(let panel, let token):
        if token != store.state.token { return get(panel, store) }
        if !old.refused.isEmpty { return }
        store.request(
          { try await gate(function: "renew") { $0 } }, { .renewed($0) }, { .notRenewed($0) })
      case .renewed: for panel in old.refused { get(panel, store) }
      default: break
      }
    }
    return RunningApp(store)
  }
}

/// Two panels of a server that may be busy: who is refused waits for one pause with the other, and
/// tries once more.
///
/// The defect keeps silent of what is refused twice.
struct SharedPause: ViewModelApp {
  struct Busy: Error {}
  typealias Panel = OneRenewal.Panel
  struct State: Hashable, Sendable { var panels: [Panel: LoadStatus] = [:] }
  typealias Tap = Panel

  var isForgetful = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    Panel.allCases.filter { state.panels[$0] == nil }.map {
      Interaction("opens \($0)", .tap($0), .appears)
    }
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, pause) = (ViewModel<State, Tap>(launch), launch.gates, Work())
    let isForgetful = isForgetful
    @MainActor func get(_ panel: Panel) async throws {
      for isLast in [false, true] {
        do {
          return try await gate(panel, answers: [false, true], function: "get") {
            if $1 { throw Busy() }
          }
        } catch is Busy where !isLast {
          if pause.task == nil { pause.task = Task { try? await Task.sleep(for: .seconds(1)) } }
          await pause.task?.value
          pause.task = nil
        }
      }
    }
    store.handle = { panel, store in
      store.set(\.panels[panel], .waiting)
      Task { [weak store] in
        do {
          try await get(panel)
          store?.set(\.panels[panel], .success)
        } catch {
          if !isForgetful || !(error is Busy) { store?.set(\.panels[panel], .failure("\(error)")) }
        }
      }
    }
    return RunningApp(store, keeping: pause)
  }
}

/// Notes that are loaded anew once one is added: a load that is under way is cancelled.
///
/// The defect cancels it, and loads nothing.
struct ReloadedNotes: ViewModelApp {
  struct State: Hashable, Sendable {
    var notes: [String] = []
    var list: LoadStatus?
    var add: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case open, add }

  var isForgetful = false
  let initialState = State()
  let initialRows = ["Milk"]

  func interactions(in state: State) -> [Interaction<Action>] {
    [Interaction("opens the notes", .tap(.open), .appears)]
      + (state.list == .success && state.add != .waiting
        ? [Interaction("adds one", .tap(.add), .adds(1))] : [])
  }

  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<Store> {
    let (store, gate, work) = (ViewModel<State, Tap>(launch), launch.gates, Work())
    @MainActor func load(_ store: Store) {
      store.set(\.list, .waiting)
      work.task = Task { [weak store] in
        var (notes, list) = (store?.state.notes ?? [], LoadStatus.success)
        do { notes = try await gate(function: "load") { $0 } } catch { list = .failure("\(error)") }
        if Task.isCancelled { return }
        store?.set(\.self, State(notes: notes, list: list, add: store?.state.add))
      }
    }
    let isForgetful = isForgetful
    store.handle = { tap, store in
      if tap == .open { return store.state.list == .waiting ? () : load(store) }
      store.set(\.add, .waiting)
      Task { [weak store, weak work] in
        do {
          try await gate(function: "add") { $0.append("Note \($0.count)") }
          store?.set(\.add, .success)
          work?.task?.cancel()
          if !isForgetful, let store { load(store) }
        } catch { store?.set(\.add, .failure("\(error)")) }
      }
    }
    return RunningApp(store, keeping: work)
  }
}

/// How many of a thing are in a cart: a tap shows at once, and the newest number is sent.
///
/// The defect shows what was sent, whatever was tapped meanwhile.
struct CartStepper: ViewModelApp {
  struct State: Hashable, Sendable {
    var count = 5
    /// What the server is known to have.
    var sent = 5
    var save: LoadStatus?
  }
  typealias Tap = Int

  var isForgetful = false
  let initialState = State()
  let initialRows = 5

  func interactions(in state: State) -> [Interaction<Action>] {
    [5, 7].filter { $0 != state.count }.map { Interaction("takes \($0)", .tap($0), .destroys) }
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, isForgetful) = (ViewModel<State, Int>(launch), launch.gates, isForgetful)
    @MainActor func send(_ store: Store) {
      let count = store.state.count
      store.set(\.save, .waiting)
      Task { [weak store] in
        do {
          try await gate(count, function: "send") { $0 = count }
          guard let store else { return }
          let isNewest = isForgetful || store.state.count == count
          store.set(
            \.self,
            State(
              count: isForgetful ? count : store.state.count, sent: count,
              save: isNewest ? .success : .waiting))
          if !isNewest { send(store) }
        } catch { store?.set(\.save, .failure("\(error)")) }
      }
    }
    store.handle = { count, store in
      store.set(\.count, count)
      if store.state.save != .waiting { send(store) }
    }
    return RunningApp(store)
  }
}

/// A message that stands in the list as soon as it is sent, and until it has arrived.
///
/// The defect forgets with a load what could not be sent.
struct PendingMessage: TaskApp {
  struct Message: Hashable, Sendable, Identifiable { let id: String }
  struct State: Hashable, Sendable {
    var messages: [Message] = []
    var load: LoadStatus?
    var sending: [String: LoadStatus] = [:]
  }
  enum Action: Hashable, Sendable {
    case open, send, loaded([Message]), failed(String), sent, unsent(String)
  }

  var isForgetful = false
  let initialState = State()
  let initialRows = [Message(id: "1")]

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.load == .waiting { return [] }
    let isReady = state.load == .success && state.sending["new"] != .waiting
    return [Interaction("opens the chat", .open, .appears)]
      + (isReady ? [Interaction("sends a message", .send, .adds(1))] : [])
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.load = .waiting
    case .send:
      if state.sending["new"] == nil { state.messages.append(Message(id: "new")) }
      state.sending["new"] = .waiting
    case .loaded(let messages):
      let unsent = state.messages.filter { state.sending[$0.id] != nil && !isForgetful }
      (state.messages, state.load) = (messages + unsent, .success)
    case .failed(let why): state.load = .failure(why)
    case .sent:
      state.messages.removeAll { ["new", "2"].contains($0.id) }
      state.messages.append(Message(id: "2"))
      state.sending["new"] = nil
    case .unsent(let why): state.sending["new"] = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, [Message]>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      switch action {
      case .open: store.load(gate, { .loaded($0) }, { .failed($0) })
      case .send:
        store.request(
          {
            try await gate(function: "send") {
              if $0.count == 1 { $0.append(Message(id: "2")) }
            }
          }, { .sent }, { .unsent($0) })
      default: break
      }
    }
    return RunningApp(store)
  }
}

/// A board of departures that is loaded once more after half a minute: what still runs then is
/// given up for it.
///
/// The defect gives it up and leaves it at that.
struct DepartureBoard: ViewModelApp {
  struct State: Hashable, Sendable {
    var departures: [Int] = []
    var load: LoadStatus?
    var wasLoadedAnew: Bool?
  }
  enum Tap: Hashable, Sendable { case open }

  var isForgetful = false
  let initialState = State()
  let initialRows = [1, 2]

  func interactions(in state: State) -> [Interaction<Action>] {
    state.load == .waiting ? [] : [Interaction("opens the board", .tap(.open), .appears)]
  }

  func launch(_ launch: Launch<State, Action, [Int]>) -> RunningApp<Store> {
    let (store, gate, work) = (ViewModel<State, Tap>(launch), launch.gates, Work())
    @MainActor func load(_ store: Store) {
      work.task?.cancel()
      store.set(\.load, .waiting)
      work.task = Task { [weak store] in
        do {
          let departures = try await gate(function: "departures") { $0 }
          if !Task.isCancelled { store?.set(\.departures, departures) }
          if !Task.isCancelled { store?.set(\.load, .success) }
        } catch { if !Task.isCancelled { store?.set(\.load, .failure("\(error)")) } }
      }
    }
    let isForgetful = isForgetful
    store.handle = { _, store in
      load(store)
      if store.state.wasLoadedAnew != nil { return }
      store.set(\.wasLoadedAnew, false)
      Task { [weak store, weak work] in
        try? await Task.sleep(for: .seconds(30))
        store?.set(\.wasLoadedAnew, true)
        if isForgetful { work?.task?.cancel() } else if let store { load(store) }
      }
    }
    return RunningApp(store, keeping: work)
  }
}
