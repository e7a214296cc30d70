import Model

/// A page whose reload may fail while the old text stays; what tells of it may be anything.
struct ToldPage<Message: Hashable & Sendable>: ViewModelApp {
  struct State: Hashable, Sendable {
    var isLoading = false
    var text = ""
    var message: Message
  }
  enum Tap: Hashable, Sendable { case open }

  let nothing: Message
  /// What is told of a failure.
  let told: Message
  var initialState: State { State(message: nothing) }
  let initialRows = "news"

  func interactions(in state: State) -> [Interaction<Action>] {
    state.isLoading ? [] : [Interaction("opens the page", .tap(.open), .appears)]
  }
  func statuses(of state: State) -> [AppSubject: Status]? {
    if state.isLoading { return [AppSubject("page"): .waiting] }
    return state.text.isEmpty ? [:] : [AppSubject("page"): .success]
  }
  func showing(_ rows: String) -> StoredRows<State>? {
    .rows(State(text: rows, message: nothing))
  }
  func stored(in state: State) -> State { State(text: state.text, message: nothing) }

  func launch(_ launch: Launch<State, Action, String>) -> RunningApp<Store> {
    let (store, gate) = (ViewModel<State, Tap>(launch), launch.gates)
    let (nothing, told) = (nothing, told)
    store.handle = { _, store in
      let text = store.state.text
      store.set(\.self, State(isLoading: true, text: text, message: nothing))
      Task { [weak store] in
        let new = try? await gate(function: "load") { $0 }
        store?.set(\.self, State(text: new ?? text, message: new == nil ? told : nothing))
      }
    }
    return RunningApp(store)
  }
}

/// A switch that stays as a person left it where it could not be saved, with a mark that it was
/// not.
struct MarkedSwitch: TaskApp {
  struct State: Hashable, Sendable {
    var isOn = false
    var isUnsaved = false
    var load: LoadStatus?
    var save: LoadStatus?
  }
  enum Action: Hashable, Sendable { case open, flip, loaded(Bool), failed(String), saved, unsaved }

  /// Whether nothing is marked.
  var isSilent = false
  let initialState = State()
  let initialRows = false

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.load == .waiting || state.save == .waiting { return [] }
    let open = Interaction("opens the page", Action.open, .appears)
    return state.load == .success ? [open, Interaction("flips it", .flip, .destroys)] : [open]
  }
  func showing(_ rows: Bool) -> StoredRows<State>? { .rows(State(isOn: rows)) }
  func stored(in state: State) -> State { State(isOn: state.isOn) }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.load = .waiting
    case .flip: (state.isOn, state.save) = (!state.isOn, .waiting)
    case .loaded(let isOn): state = State(isOn: isOn, load: .success)
    case .failed(let why): state.load = .failure(why)
    case .saved: (state.save, state.isUnsaved) = (.success, false)
    case .unsaved: (state.save, state.isUnsaved) = (nil, !isSilent)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Bool>) -> RunningApp<Store> {
    let (store, gate) = (TaskStore<State, Action>(launch), launch.gates)
    store.handle = { _, action, store in
      switch action {
      case .open: store.load(gate, Action.loaded, Action.failed)
      case .flip:
        let isOn = store.state.isOn
        store.request(
          { try await gate(isOn, function: "save") { $0 = isOn } }, { .saved }, { _ in .unsaved })
      default: break
      }
    }
    return RunningApp(store)
  }
}

/// Requests that are known by their kind, or by a number, beside what is loaded.
struct RequestList<Key: Hashable & Sendable>: TaskApp {
  struct State: Hashable, Sendable {
    var items: [String: Int] = [:]
    var load: LoadStatus?
    var requests: [Key: LoadStatus] = [:]
  }
  enum Action: Hashable, Sendable {
    case open, clear, close, loaded([String: Int]), failed(String), cleared, uncleared(String)
  }
  /// What becomes of a request that failed: it is told, goes, or counts as done.
  enum Failure { case told, gone, done }

  let key: Key
  var failure = Failure.told
  let initialState = State()
  let initialRows = ["a": 1]

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.load == .waiting || state.requests[key] == .waiting { return [] }
    return [Interaction("opens the list", .open, .appears)]
      + (state.items.isEmpty ? [] : [Interaction("clears it", .clear, .destroys)])
      + (state.requests[key] == nil ? [] : [Interaction("closes the message", .close)])
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.load = .waiting
    case .clear: state.requests[key] = .waiting
    case .close: state.requests[key] = nil
    case .loaded(let items): (state.items, state.load) = (items, .success)
    case .failed(let why): state.load = .failure(why)
    case .cleared: (state.items, state.requests[key]) = ([:], nil)
    case .uncleared(let why):
      switch failure {
      case .told: state.requests[key] = .failure(why)
      case .gone: state.requests[key] = nil
      case .done: state.requests[key] = .success
      }
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, [String: Int]>) -> RunningApp<Store> {
    let (store, gate) = (TaskStore<State, Action>(launch), launch.gates)
    store.handle = { _, action, store in
      switch action {
      case .open: store.load(gate, Action.loaded, Action.failed)
      case .clear:
        store.request(
          { try await gate(function: "clear") { $0 = [:] } }, { .cleared }, Action.uncleared)
      default: break
      }
    }
    return RunningApp(store)
  }
}

/// What an app asks a server for, beside what is loaded.
enum RequestKind: Hashable, Sendable { case clear, rename }

/// A thread that is liked while a comment on it is half typed.
struct LikedThread: TaskApp {
  struct State: Hashable, Sendable {
    var threads = ["t"]
    var drafts: [String: String] = [:]
    var likes: [String: LoadStatus] = [:]
  }
  enum Action: Hashable, Sendable { case type, like, liked, failed(String) }

  /// Whether the like takes what was typed.
  var isForgetful = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.likes["t"] == .waiting { return [] }
    return (state.drafts["t"] == nil ? [Interaction("types Hello", .type)] : [])
      + (state.likes["t"] == .success ? [] : [Interaction("likes t", .like, .destroys)])
  }
  func drafts(in state: State) -> [String: String] { state.drafts }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .type: state.drafts["t"] = "Hello"
    case .like: state.likes["t"] = .waiting
    case .liked:
      state.likes["t"] = .success
      if isForgetful { state.drafts["t"] = nil }
    case .failed(let why): state.likes["t"] = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate) = (TaskStore<State, Action>(launch), launch.gates)
    store.handle = { _, action, store in
      guard action == .like else { return }
      store.request(
        { try await gate("t", function: "like") { $0 += 1 } }, { .liked }, Action.failed)
    }
    return RunningApp(store)
  }
}

/// A search that keeps each answer under the text that was looked for, also one that comes late.
struct FiledSearch: TaskApp {
  struct State: Hashable, Sendable {
    var text = ""
    var found: [String: String] = [:]
    var shown: String?
    var search: LoadStatus?
  }
  enum Action: Hashable, Sendable { case type(String), found(String), failed(String, String) }

  let initialState = State()
  let initialRows = 0
  /// Whether a late answer is shown as well.
  var showsAny = false

  func interactions(in state: State) -> [Interaction<Action>] {
    ["a", "b"].filter { $0 != state.text }.map { Interaction("types \($0)", .type($0)) }
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .type(let text):
      (state.text, state.shown) = (text, state.found[text])
      state.search = state.shown == nil ? .waiting : .success
    case .found(let text):
      state.found[text] = text.uppercased()
      if showsAny || text == state.text {
        (state.shown, state.search) = (state.found[text], .success)
      }
    case .failed(let text, let why):
      if text == state.text && state.search == .waiting { state.search = .failure(why) }
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate) = (TaskStore<State, Action>(launch), launch.gates)
    store.handle = { _, action, store in
      guard case .type(let text) = action, store.state.search == .waiting else { return }
      store.request(
        { try await gate(text, function: "find") { _ in } }, { .found(text) },
        { .failed(text, $0) })
    }
    return RunningApp(store)
  }
}

/// One spinner for all that is under way, by a number.
struct CountedSpinner: ViewModelApp {
  struct State: Hashable, Sendable {
    var underWay = 0
    var pages: Set<String> = []
    var error: String?
  }
  enum Tap: Hashable, Sendable { case load(String) }

  /// Whether the first reply ends the spinner.
  var endsEarly = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    state.underWay > 1
      ? []
      : ["a", "b"].filter { !state.pages.contains($0) }.map {
        Interaction("opens \($0)", .tap(.load($0)))
      }
  }
  func statuses(of state: State) -> [AppSubject: Status]? {
    if state.underWay > 0 { return [AppSubject("spinner"): .waiting] }
    if let error = state.error { return [AppSubject("spinner"): .failure(text: error)] }
    return state.pages.isEmpty ? [:] : [AppSubject("spinner"): .success]
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, endsEarly) = (ViewModel<State, Tap>(launch), launch.gates, endsEarly)
    store.handle = { tap, store in
      guard case .load(let page) = tap else { return }
      store.set(\.underWay, store.state.underWay + 1)
      Task { [weak store] in
        let isLoaded = (try? await gate(page, function: "load") { _ in true }) ?? false
        guard var state = store?.state else { return }
        state.underWay = endsEarly ? 0 : max(0, state.underWay - 1)
        if isLoaded { state.pages.insert(page) } else { state.error = "Offline" }
        store?.set(\.self, state)
      }
    }
    return RunningApp(store)
  }
}

/// What is unread, as names: all may be marked as read, and what comes is unread again.
struct UnreadNames: TaskApp {
  struct State: Hashable, Sendable { var unread: Set<String> = ["a", "b"] }
  enum Action: Hashable, Sendable { case readAll, arrive(String) }

  /// Whether all that was unread at first is so again when something comes.
  var isForgetful = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    state.unread.isEmpty ? [] : [Interaction("marks all as read", .readAll)]
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    switch action {
    case .readAll: State(unread: [])
    case .arrive(let name):
      State(unread: state.unread.union([name]).union(isForgetful ? initialState.unread : []))
    }
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate) = (TaskStore<State, Action>(launch), launch.gates)
    Task { [weak store] in
      while let name = try? await gate.pushed(["a"], function: "arrive", { $1 }) {
        try? store?.dispatch(.arrive(name))
      }
    }
    return RunningApp(store)
  }
}
