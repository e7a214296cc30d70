import Model

/// A screen that shows a spinner before it comes up and asks for anything.
struct SkeletonScreen: TaskApp {
  enum Defect: Sendable { case neverAsks, swallowsFailures, dropsReplies }
  struct State: Hashable, Sendable {
    var load = LoadStatus.waiting
    var hasAppeared = false
    var titles: [String] = []
  }
  enum Action: Hashable, Sendable { case appear, loaded([String]), failed(String) }

  var defect: Defect?
  let initialState = State()
  let initialRows = ["Alien", "Brazil"]

  func interactions(in state: State) -> [Interaction<Action>] {
    state.hasAppeared && state.load == .waiting
      ? [] : [Interaction("opens the library", .appear, .appears)]
  }
  func showing(_ rows: [String]) -> StoredRows<State>? { .rows(State(titles: rows)) }
  func stored(in state: State) -> State { State(titles: state.titles) }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .appear: (state.load, state.hasAppeared) = (.waiting, true)
    case .loaded(let titles):
      if defect != .dropsReplies { (state.load, state.titles) = (.success, titles) }
    case .failed(let why): if defect != .swallowsFailures { state.load = .failure(why) }
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate, defect) = (TaskStore(launch), launch.gates, defect)
    store.handle = { _, action, store in
      guard action == .appear, defect != .neverAsks else { return }
      store.load(gate, { .loaded($0) }, { .failed($0) })
    }
    return RunningApp(store)
  }
}

/// A thread that is opened, and pulled to refresh under a spinner of its own; a post can be liked.
struct RefreshedThread: TaskApp {
  enum Defect: Sendable {
    /// A refresh ends the failure to open, and shows nothing.
    case pretends
    /// A refresh says that a like was saved.
    case takesLikeForSaved
  }
  struct State: Hashable, Sendable {
    var open: LoadStatus?
    var refresh: LoadStatus?
    var like: LoadStatus?
    var posts: [String] = []
  }
  enum Action: Hashable, Sendable {
    case open, refresh, like
    case opened([String]), refreshed([String]), liked
    case failed(Wish, String)
  }
  enum Wish: Hashable, Sendable { case open, refresh, like }

  var defect: Defect?
  let initialState = State()
  let initialRows = ["Hi", "Ho"]

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.open == nil { return [Interaction("opens the thread", .open, .appears)] }
    if [state.open, state.refresh, state.like].contains(.waiting) { return [] }
    return [Interaction("pulls to refresh", .refresh, .appears)]
      + (state.posts.isEmpty ? [] : [Interaction("likes a post", .like, .destroys)])
  }
  func showing(_ rows: [String]) -> StoredRows<State>? { .rows(State(posts: rows)) }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.open = .waiting
    case .refresh: state.refresh = .waiting
    case .like: state.like = .waiting
    case .opened(let posts): (state.open, state.posts) = (.success, posts)
    case .refreshed(let posts):
      (state.open, state.refresh) = (.success, nil)
      if defect != .pretends { state.posts = posts }
      if defect == .takesLikeForSaved && state.like != nil { state.like = .success }
    case .liked: state.like = nil
    case .failed(.open, let why): state.open = .failure(why)
    case .failed(.refresh, let why): state.refresh = .failure(why)
    case .failed(.like, let why): state.like = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      switch action {
      case .open: store.load(gate, { .opened($0) }, { .failed(.open, $0) })
      case .refresh:
        store.request(
          { try await gate(function: "refresh") { $0 } }, { .refreshed($0) },
          { .failed(.refresh, $0) })
      case .like:
        store.request(
          { try await gate(function: "like") { _ in } }, { .liked }, { .failed(.like, $0) })
      default: break
      }
    }
    return RunningApp(store)
  }
}

/// Tabs that each load a list of their own when they come up: pages under the tabs, or in a list.
struct TabbedPages: TaskApp {
  enum Tab: String, Hashable, Sendable, CaseIterable { case home, local }
  enum Defect: Sendable { case fillsShownTab, losesLastRow }
  struct Page: Hashable, Sendable, Identifiable {
    let id: String
    var load: LoadStatus?
    var rows: [String] = []
  }
  struct State: Hashable, Sendable {
    var shown = Tab.home
    var pages: [Tab: Page] = [:]
    var list: [Page] = []
  }
  enum Action: Hashable, Sendable {
    case select(Tab), open(Tab), opened(Tab, [String]), failed(Tab, String)
  }

  var isList = false
  var defect: Defect?
  let initialRows = [Tab.home: ["a", "b"], .local: ["c", "d"]]
  var initialState: State { shown { _ in [] } }

  private func shown(_ rows: (Tab) -> [String]) -> State {
    let pages = Tab.allCases.map { ($0, Page(id: $0.rawValue, rows: rows($0))) }
    return isList
      ? State(list: pages.map(\.1)) : State(pages: Dictionary(uniqueKeysWithValues: pages))
  }
  private func page(_ tab: Tab, in state: State) -> Page? {
    isList ? state.list.first { $0.id == tab.rawValue } : state.pages[tab]
  }

  func interactions(in state: State) -> [Interaction<Action>] {
    let isBusy = page(state.shown, in: state)?.load == .waiting
    return (isBusy ? [] : [Interaction("opens the tab", .open(state.shown), .appears)])
      + Tab.allCases.filter { $0 != state.shown }.map { Interaction("goes to \($0)", .select($0)) }
  }
  func showing(_ rows: [Tab: [String]]) -> StoredRows<State>? { .rows(shown { rows[$0] ?? [] }) }
  func stored(in state: State) -> State {
    var state = state
    state.shown = .home
    return state
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    func change(_ tab: Tab, _ body: (inout Page) -> Void) {
      if isList, let place = state.list.firstIndex(where: { $0.id == tab.rawValue }) {
        body(&state.list[place])
      } else if var page = state.pages[tab] {
        body(&page)
        state.pages[tab] = page
      }
    }
    switch action {
    case .select(let tab): state.shown = tab
    case .open(let tab): change(tab) { $0.load = .waiting }
    case .opened(let tab, let rows):
      change(tab) { $0.load = .success }
      change(defect == .fillsShownTab ? state.shown : tab) {
        $0.rows = defect == .losesLastRow ? rows.dropLast() : rows
      }
    case .failed(let tab, let why): change(tab) { $0.load = .failure(why) }
    }
    return state
  }

  func launch(
    _ launch: Launch<State, Action, [Tab: [String]]>
  ) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      guard case .open(let tab) = action else { return }
      store.request(
        { try await gate(tab, function: "open") { $0[tab] ?? [] } }, { .opened(tab, $0) },
        { .failed(tab, $0) })
    }
    return RunningApp(store)
  }
}

/// Uploads that were under way when the app was killed are begun again at the next launch, which
/// says so by an action.
struct ResumedUploads: TaskApp {
  enum Phase: Hashable, Sendable { case queued, uploading, done, failed }
  struct State: Hashable, Sendable { var photos: [String: Phase] = [:] }
  enum Action: Hashable, Sendable { case pick, kept(Bool), start(String), sent(String, Bool) }

  /// Whether the next launch says that they begin, and asks for nothing.
  var isForgetful = false
  let initialState = State()
  let initialRows: [String: Phase] = [:]

  func interactions(in state: State) -> [Interaction<Action>] {
    state.photos.isEmpty ? [Interaction("picks a photo", .pick, .adds(1))] : []
  }
  func statuses(of state: State) -> [AppSubject: Status]? {
    Dictionary(
      uniqueKeysWithValues: state.photos.map { name, phase in
        let status: Status =
          switch phase {
          case .queued, .uploading: .waiting
          case .done: .success
          case .failed: .failure(text: "not sent")
          }
        return (AppSubject("photos", item: name), status)
      })
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .pick: state.photos["beach"] = .queued
    case .kept(let isKept): if !isKept { state.photos["beach"] = .failed }
    case .start(let name): state.photos[name] = .uploading
    case .sent(let name, let isSent): state.photos[name] = isSent ? .done : .failed
    }
    return state
  }

  func launch(
    _ launch: Launch<State, Action, [String: Phase]>
  ) -> RunningApp<TaskStore<State, Action>> {
    var restored = launch.state
    if restored == initialState {
      restored.photos = launch.rows.mapValues { $0 == .uploading ? .queued : $0 }
    }
    let (store, gate) = (TaskStore(launch, startingWith: restored), launch.gates)
    @MainActor func send(_ name: String, _ store: TaskStore<State, Action>) {
      try? store.dispatch(.start(name))
      if isForgetful && store.state == State(photos: launch.rows) { return }
      store.request(
        { try await gate(name, function: "send") { $0[name] = .done } }, { .sent(name, true) },
        { _ in .sent(name, false) })
    }
    store.handle = { _, action, store in
      switch action {
      case .pick:
        store.request(
          { try await gate(function: "keep") { $0["beach"] = .uploading } }, { .kept(true) },
          { _ in .kept(false) })
      case .kept(true): send("beach", store)
      default: break
      }
    }
    for (name, phase) in restored.photos.sorted(by: { $0.key < $1.key })
    where launch.state == initialState && phase == .queued {
      send(name, store)
    }
    return RunningApp(store)
  }
}

/// A feed that may be pulled to refresh while it loads: the newest load counts, by its number.
struct NewestLoad: TaskApp {
  enum Defect: Sendable {
    /// An older load is shown as well.
    case showsAny
    /// A post can be sent twice.
    case sendsTwice
  }
  struct State: Hashable, Sendable {
    var isLoading = false
    var isSending = false
    var number = 0
    var posts: [String] = []
    var message: String?
  }
  enum Action: Hashable, Sendable {
    case refresh, loaded([String], Int), failed(String, Int), send, sent
  }

  var defect: Defect?
  let initialState = State()
  let initialRows = ["Hi"]

  func interactions(in state: State) -> [Interaction<Action>] {
    let isReady = defect == .sendsTwice && !state.isLoading && !state.posts.isEmpty
    return [Interaction("pulls to refresh", .refresh, .appears)]
      + (isReady ? [Interaction("sends a post", .send, .destroys)] : [])
  }
  func statuses(of state: State) -> [AppSubject: Status]? {
    var statuses: [AppSubject: Status] = [:]
    if state.isSending { statuses[AppSubject("send")] = .waiting }
    statuses[AppSubject("feed")] =
      state.isLoading
      ? .waiting
      : state.message.map { .failure(text: $0) } ?? (state.posts.isEmpty ? nil : .success)
    return statuses
  }
  func showing(_ rows: [String]) -> StoredRows<State>? { .rows(State(posts: rows)) }
  func stored(in state: State) -> State { State(posts: state.posts) }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .refresh: (state.isLoading, state.number) = (true, (state.number + 1) % 4)
    case .loaded(let posts, let number):
      if defect != .showsAny && number != state.number { return state }
      (state.isLoading, state.posts, state.message) = (false, posts, nil)
    case .failed(let why, let number):
      if defect != .showsAny && number != state.number { return state }
      (state.isLoading, state.message) = (false, why)
    case .send: state.isSending = true
    case .sent: state.isSending = false
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      let number = store.state.number
      switch action {
      case .refresh: store.load(gate, { .loaded($0, number) }, { .failed($0, number) })
      case .send:
        store.request({ try await gate(function: "send") { _ in } }, { .sent }, { _ in .sent })
      default: break
      }
    }
    return RunningApp(store)
  }
}

/// Settings in a dictionary that one load brings.
struct LoadedSettings: TaskApp {
  struct State: Hashable, Sendable {
    var load: LoadStatus?
    var texts = ["mail": "", "name": ""]
  }
  enum Action: Hashable, Sendable { case open, loaded([String: String]), failed(String) }

  /// Whether the load leaves one of them as it was.
  var isForgetful = false
  let initialState = State()
  let initialRows = ["mail": "a@b", "name": "Ann"]

  func interactions(in state: State) -> [Interaction<Action>] {
    state.load == .waiting ? [] : [Interaction("opens the settings", .open, .appears)]
  }
  func showing(_ rows: [String: String]) -> StoredRows<State>? { .rows(State(texts: rows)) }

  func reduce(_ state: State, _ action: Action) throws -> State {
    switch action {
    case .open: return State(load: .waiting, texts: state.texts)
    case .loaded(var texts):
      if isForgetful { texts["name"] = state.texts["name"] }
      return State(load: .success, texts: texts)
    case .failed(let why): return State(load: .failure(why), texts: state.texts)
    }
  }

  func launch(
    _ launch: Launch<State, Action, [String: String]>
  ) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      if action == .open { store.load(gate, { .loaded($0) }, { .failed($0) }) }
    }
    return RunningApp(store)
  }
}
