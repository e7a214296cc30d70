import Model

/// A page that can be loaded as often as a person likes, and on which something can be changed
/// meanwhile.
struct ReloadedPage<Content: Hashable & Sendable, Rows: Hashable & Sendable>: TaskApp {
  struct State: Hashable, Sendable {
    var content: Content
    var load: LoadStatus?
  }
  enum Action: Hashable, Sendable { case open, change, loaded(Rows), failed(String) }

  let initialState: State
  let initialRows: Rows
  var change: @Sendable (inout Content) -> Void = { _ in }
  let take: @Sendable (inout Content, Rows) -> Void

  init(
    _ content: Content, of rows: Rows,
    change: @escaping @Sendable (inout Content) -> Void = { _ in },
    take: @escaping @Sendable (inout Content, Rows) -> Void
  ) {
    (initialState, initialRows) = (State(content: content), rows)
    (self.change, self.take) = (change, take)
  }

  func interactions(in state: State) -> [Interaction<Action>] {
    var changed = state.content
    change(&changed)
    return (state.load == .waiting ? [] : [Interaction("opens the page", .open, .appears)])
      + (changed == state.content ? [] : [Interaction("changes it", .change)])
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.load = .waiting
    case .change: change(&state.content)
    case .loaded(let rows):
      take(&state.content, rows)
      state.load = .success
    case .failed(let why): state.load = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Rows>) -> RunningApp<Store> {
    let (store, gate) = (TaskStore<State, Action>(launch), launch.gates)
    store.handle = { _, action, store in
      if action == .open { store.load(gate, Action.loaded, Action.failed) }
    }
    return RunningApp(store)
  }
}

/// An article of which people change one thing, and the server another.
struct SharedItem: Hashable, Sendable {
  var views = 0
  var isStarred = false
  var note = ""
}

/// What a screen is at, with what it holds then.
enum ScreenState: Hashable, Sendable {
  case empty
  case listed(isUnreadOnly: Bool, count: Int)
}

/// A post that a server counts likes of.
struct CountedPost: Hashable, Sendable, Identifiable {
  let id: Int
  var likes = 0
}

/// Rows that go on to be shown while they are loaded anew, by the case of the status itself.
struct FoldedRows: TaskApp {
  struct Row: Hashable, Sendable {
    let id: String
    var isOpen = false
  }
  enum Feed: Hashable, Sendable { case idle, loading([Row]), loaded([Row]), failed(String, [Row]) }
  struct State: Hashable, Sendable { var feed = Feed.idle }
  enum Action: Hashable, Sendable { case open, unfold, loaded([String]), failed(String) }

  /// Whether all rows are folded again when they are loaded anew.
  var isForgetful = false
  let initialState = State()
  let initialRows = ["a"]

  func interactions(in state: State) -> [Interaction<Action>] {
    var isLoading = false
    if case .loading = state.feed { isLoading = true }
    return (isLoading ? [] : [Interaction("opens the rows", .open, .appears)])
      + (rows(of: state).allSatisfy(\.isOpen) ? [] : [Interaction("unfolds a", .unfold)])
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    let rows = rows(of: state)
    switch action {
    case .open: return State(feed: .loading(rows))
    case .unfold:
      let open = rows.map { Row(id: $0.id, isOpen: true) }
      return switch state.feed {
      case .loading: State(feed: .loading(open))
      case .failed(let why, _): State(feed: .failed(why, open))
      default: State(feed: .loaded(open))
      }
    case .loaded(let ids):
      let known = isForgetful ? [] : rows
      return State(feed: .loaded(ids.map { id in known.first { $0.id == id } ?? Row(id: id) }))
    case .failed(let why): return State(feed: .failed(why, rows))
    }
  }
  private func rows(of state: State) -> [Row] {
    switch state.feed {
    case .idle: []
    case .loading(let rows), .loaded(let rows), .failed(_, let rows): rows
    }
  }

  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<Store> {
    let (store, gate) = (TaskStore<State, Action>(launch), launch.gates)
    store.handle = { _, action, store in
      if action == .open { store.load(gate, Action.loaded, Action.failed) }
    }
    return RunningApp(store)
  }
}

/// Likes that show at once; the defect takes all of them back where one fails.
struct ManyLikes: ViewModelApp {
  struct State: Hashable, Sendable {
    var likes = ["a": false, "b": false]
    var saves: [String: LoadStatus] = [:]
  }
  enum Tap: Hashable, Sendable { case like(String) }

  var takesAllBack = false
  let initialState = State()
  let initialRows: Set<String> = []

  func interactions(in state: State) -> [Interaction<Action>] {
    ["a", "b"].filter { state.likes[$0] == false && state.saves[$0] != .waiting }.map {
      Interaction("likes \($0)", .tap(.like($0)), .destroys)
    }
  }

  func launch(_ launch: Launch<State, Action, Set<String>>) -> RunningApp<Store> {
    let (store, gate, takesAllBack) = (ViewModel<State, Tap>(launch), launch.gates, takesAllBack)
    store.handle = { tap, store in
      guard case .like(let id) = tap else { return }
      let before = store.state.likes
      var state = store.state
      (state.likes[id], state.saves[id]) = (true, .waiting)
      store.set(\.self, state)
      Task { [weak store] in
        do {
          try await gate(id, true, function: "like") { _ = $0.insert(id) }
          store?.set(\.saves[id], .success)
        } catch {
          guard var state = store?.state else { return }
          if takesAllBack { state.likes = before } else { state.likes[id] = false }
          state.saves[id] = .failure("\(error)")
          store?.set(\.self, state)
        }
      }
    }
    return RunningApp(store)
  }
}

/// Stars whose saves are known by a set of names; a list that is older than a star takes it back,
/// unless the app knows better.
struct NamedSaves: TaskApp {
  struct State: Hashable, Sendable {
    var stars: [String: Bool] = [:]
    var saving: Set<String> = []
    var isSaved = false
    var isLoading = false
    var hasLoaded = false
    var error: String?
  }
  enum Action: Hashable, Sendable {
    case open, star, loaded([String: Bool]), failed(String), saved, unsaved(String)
  }

  var takesOlderList = false
  let initialState = State()
  let initialRows = ["a": false]

  func interactions(in state: State) -> [Interaction<Action>] {
    (state.isLoading ? [] : [Interaction("opens the list", .open, .appears)])
      + (state.stars["a"] == false && state.saving.isEmpty
        ? [Interaction("stars a", .star, .destroys)] : [])
  }
  func statuses(of state: State) -> [AppSubject: Status]? {
    var all: [AppSubject: Status] = [:]
    if state.isLoading {
      all[AppSubject("list")] = .waiting
    } else if state.hasLoaded {
      all[AppSubject("list")] = .success
    }
    if let error = state.error { all[AppSubject("banner")] = .failure(text: error) }
    for id in state.saving { all[AppSubject("save", item: id)] = .waiting }
    return all
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: (state.isLoading, state.error, state.isSaved) = (true, nil, false)
    case .star: (state.stars["a"], state.saving) = (true, ["a"])
    case .loaded(let stars):
      // What was saved since the list was asked for is newer than the list.
      let isOlder = !state.saving.isEmpty || state.isSaved
      if takesOlderList || !isOlder { state.stars = stars }
      (state.isLoading, state.hasLoaded) = (false, true)
    case .failed(let why): (state.isLoading, state.error) = (false, why)
    case .saved: (state.stars["a"], state.saving, state.isSaved) = (true, [], true)
    case .unsaved(let why):
      (state.stars["a"], state.saving, state.error) = (false, [], why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, [String: Bool]>) -> RunningApp<Store> {
    let (store, gate) = (TaskStore<State, Action>(launch), launch.gates)
    store.handle = { _, action, store in
      switch action {
      case .open: store.load(gate, Action.loaded, Action.failed)
      case .star:
        store.request(
          { try await gate("a", function: "star") { $0["a"] = true } }, { .saved }, Action.unsaved)
      default: break
      }
    }
    return RunningApp(store)
  }
}
