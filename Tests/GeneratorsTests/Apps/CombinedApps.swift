import Model

/// A search whose answers are kept for a while: what was looked for not long ago is there at once.
struct RememberedSearch: ViewModelApp {
  struct State: Hashable, Sendable {
    var text = ""
    var found: Set<String> = []
    var search: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case type(String) }

  /// Whether what is known leaves the spinner as it is.
  var isForgetful = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    ["x", "y"].filter { $0 != state.text }.map { Interaction("types \($0)", .tap(.type($0))) }
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, isForgetful) = (ViewModel<State, Tap>(launch), launch.gates, isForgetful)
    let (work, expiries) = (Work(), Expiries())
    store.handle = { tap, store in
      guard case .type(let text) = tap else { return }
      work.task?.cancel()
      store.set(\.text, text)
      if store.state.found.contains(text) {
        if !isForgetful { store.set(\.search, .success) }
        return
      }
      store.set(\.search, .waiting)
      work.task = Task { [weak store] in
        do {
          try await Task.sleep(for: .milliseconds(300))
          try await gate(text, function: "find") { _ in }
        } catch {
          return Task.isCancelled ? () : store?.set(\.search, .failure("\(error)")) ?? ()
        }
        if Task.isCancelled { return }
        store?.set(\.found, store?.state.found.union([text]) ?? [])
        store?.set(\.search, .success)
        expiries.tasks[text]?.cancel()
        expiries.tasks[text] = Task { [weak store] in
          do { try await Task.sleep(for: .milliseconds(600)) } catch { return }
          store?.set(\.found, store?.state.found.subtracting([text]) ?? [])
        }
      }
    }
    return RunningApp(store, keeping: work, expiries)
  }
}

@MainActor final class Expiries {
  var tasks: [String: Task<Void, Never>] = [:]
  deinit { for task in tasks.values { task.cancel() } }
}

/// A switch that shows a wish over what the server has, and sends one wish after the other.
struct WishedSwitch: TaskApp {
  struct State: Hashable, Sendable {
    var saved = false
    var wish: Bool?
    var save: LoadStatus?
  }
  enum Action: Hashable, Sendable { case flip, saved(Bool), failed(String) }

  /// Whether a wish ends with the reply to an older one.
  var isForgetful = false
  let initialState = State()
  let initialRows = false

  func interactions(in state: State) -> [Interaction<Action>] {
    [Interaction("flips the switch", .flip, .destroys)]
  }
  func showing(_ isOn: Bool) -> StoredRows<State>? { .rows(State(saved: isOn)) }
  func stored(in state: State) -> State { State(saved: state.wish ?? state.saved) }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .flip: (state.wish, state.save) = (!(state.wish ?? state.saved), .waiting)
    case .saved(let isOn):
      state.saved = isOn
      if isForgetful || state.wish == isOn { (state.wish, state.save) = (nil, .success) }
    case .failed(let why): (state.wish, state.save) = (nil, .failure(why))
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Bool>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { old, action, store in
      guard let wish = store.state.wish, old.save != .waiting || action != .flip else { return }
      store.request(
        { try await gate(wish, function: "save") { $0 = wish } }, { .saved(wish) }, Action.failed)
    }
    return RunningApp(store)
  }
}

/// Pages of which the next one is loaded ahead: the listener says by an action of its own that each
/// load begins.
struct PagesAhead: TaskApp {
  enum Page: Hashable, Sendable { case loading, loaded(String), failed(String) }
  struct State: Hashable, Sendable {
    var pages: [String: Page] = [:]
    var shown: String?
  }
  enum Action: Hashable, Sendable {
    case show(String), begin(String), loaded(String, String), failed(String, String)
  }

  /// Whether a failure of the page that is not shown changes nothing.
  var isForgetful = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    ["a", "b"].filter { $0 != state.shown }.map { Interaction("shows \($0)", .show($0)) }
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .show(let page): state.shown = page
    case .begin(let page): state.pages[page] = .loading
    case .loaded(let page, let text): state.pages[page] = .loaded(text)
    case .failed(let page, let why):
      if !isForgetful || page == state.shown { state.pages[page] = .failed(why) }
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      guard case .show(let shown) = action else { return }
      for page in [shown, shown == "a" ? "b" : "a"] {
        switch store.state.pages[page] {
        case .loading, .loaded: continue
        case .failed, nil: break
        }
        try? store.dispatch(.begin(page))
        store.request(
          { try await gate(page, function: "load") { _ in page } }, { .loaded(page, $0) },
          { .failed(page, $0) })
      }
    }
    return RunningApp(store)
  }
}

/// A page that a server refuses for an old token: the page is asked for again once the token is
/// renewed, which has a status of its own.
struct RefusedPage: TaskApp {
  struct State: Hashable, Sendable {
    var token = 1
    var page: LoadStatus?
    var renewal: LoadStatus?
  }
  enum Action: Hashable, Sendable {
    case open, again, loaded, refused, renewed(Int), failed(String)
  }

  /// Whether the page is forgotten once the token is there.
  var isForgetful = false
  let initialState = State()
  let initialRows = 2

  func interactions(in state: State) -> [Interaction<Action>] {
    state.page == .waiting ? [] : [Interaction("opens the page", .open, .appears)]
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open, .again: state.page = .waiting
    case .loaded: state.page = .success
    case .refused: state.renewal = .waiting
    case .renewed(let token): (state.token, state.renewal) = (token, .success)
    case .failed(let why):
      if state.renewal == .waiting { state.renewal = .failure(why) }
      state.page = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate, isForgetful) = (TaskStore(launch), launch.gates, isForgetful)
    store.handle = { _, action, store in
      switch action {
      case .open, .again:
        let token = store.state.token
        store.request(
          { try await gate(token, function: "page") { $0 == token } },
          { $0 ? .loaded : .refused }, Action.failed)
      case .refused:
        store.request(
          { try await gate(function: "renew") { $0 } }, Action.renewed, Action.failed)
      case .renewed: if !isForgetful { try? store.dispatch(.again) }
      case .loaded, .failed: break
      }
    }
    return RunningApp(store)
  }
}

/// An order whose phase tells of a failure, too, beside the status of the request.
struct PhasedOrder: TaskApp {
  enum Phase: Hashable, Sendable { case cart, paying, done, failed(String) }
  struct State: Hashable, Sendable {
    var phase = Phase.cart
    var order: LoadStatus?
  }
  enum Action: Hashable, Sendable { case buy, bought, failed(String) }

  /// Whether the phase alone tells of it.
  var isForgetful = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    state.order == .waiting ? [] : [Interaction("buys", .buy)]
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    switch action {
    case .buy: State(phase: .paying, order: .waiting)
    case .bought: State(phase: .done, order: .success)
    case .failed(let why):
      State(phase: .failed(why), order: isForgetful ? .waiting : .failure(why))
    }
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      guard action == .buy else { return }
      store.request(
        { try await gate(function: "pay") { _ in } }, { .bought }, Action.failed)
    }
    return RunningApp(store)
  }
}

/// Deletes that may be under way side by side, counted on the screen; an alert or a banner says
/// what failed.
struct CountedDeletes: TaskApp {
  enum Alert: Hashable, Sendable { case failed(String) }
  struct State: Hashable, Sendable {
    var items: Set = ["a", "b"]
    var deleting: Set<String> = []
    var busyCount = 0
    var note = ""
    var banner: String?
    var alert: Alert?
  }
  enum Action: Hashable, Sendable {
    case delete(String), note, close, deleted(String), failed(String, String)
  }
  enum Defect { case keepsSilent, undoes }
  struct NotAskedFor: Error {}

  var defect: Defect?
  /// Whether an alert tells of a failure, which is no status, and not a banner, which is one.
  var alerts = false
  let initialState = State()
  let initialRows: Set = ["a", "b"]

  func statuses(of state: State) -> [AppSubject: Status]? {
    var statuses = Dictionary(
      uniqueKeysWithValues: state.deleting.map { (AppSubject("delete", item: $0), Status.waiting) })
    state.banner.map { statuses[AppSubject("banner")] = .failure(text: $0) }
    return statuses
  }

  func interactions(in state: State) -> [Interaction<Action>] {
    state.items.subtracting(state.deleting).sorted().map {
      Interaction("deletes \($0)", .delete($0), .destroys)
    } + (state.note.isEmpty ? [Interaction("notes Hi", .note)] : [])
      + (state.alert == nil ? [] : [Interaction("closes the alert", .close)])
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .delete(let item):
      state.deleting.insert(item)
      state.busyCount += 1
      state.banner = nil
    case .note: state.note = "Hi"
    case .close: state.alert = nil
    case .deleted(let item), .failed(let item, _):
      if state.deleting.remove(item) == nil { throw NotAskedFor() }
      state.busyCount -= 1
      if defect == .undoes { state.note = "" }
      guard case .failed(_, let why) = action else {
        state.items.remove(item)
        return state
      }
      if defect == .keepsSilent { return state }
      if alerts { state.alert = .failed("\(item): \(why)") } else { state.banner = why }
    }
    return state
  }

  func launch(
    _ launch: Launch<State, Action, Set<String>>
  ) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      guard case .delete(let item) = action else { return }
      store.request(
        { try await gate(item, function: "delete") { _ = $0.remove(item) } }, { .deleted(item) },
        { .failed(item, $0) })
    }
    return RunningApp(store)
  }
}

/// A feed that loads itself anew a minute after it was loaded, unless somebody pulls.
struct MinuteFeed: TaskApp {
  struct State: Hashable, Sendable {
    var isLoaded = false
    var load: LoadStatus?
  }
  enum Action: Hashable, Sendable { case pull, due, loaded, failed(String) }

  /// Whether a failure is told as long as nothing was loaded, and never again.
  var isSilent = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    state.load == .waiting ? [] : [Interaction("pulls", .pull, .appears)]
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .pull, .due: state.load = .waiting
    case .loaded: state = State(isLoaded: true, load: .success)
    case .failed(let why): state.load = isSilent && state.isLoaded ? .success : .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate, work) = (TaskStore(launch), launch.gates, Work())
    store.handle = { _, action, store in
      work.task?.cancel()
      switch action {
      case .pull, .due:
        store.request({ try await gate(function: "load") { _ in } }, { .loaded }, Action.failed)
      case .loaded, .failed: work.task = store.dispatch(.due, after: .seconds(60))
      }
    }
    return RunningApp(store, keeping: work)
  }
}
