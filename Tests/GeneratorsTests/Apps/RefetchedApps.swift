import Model

/// A page that is loaded again once its title was saved; the error of a load stays until then.
struct RefetchedPage: TaskApp {
  struct State: Hashable, Sendable {
    var title = ""
    var page: LoadStatus?
    var rename: LoadStatus?
    var isFetching = false
  }
  enum Action: Hashable, Sendable {
    case open, refetch, rename, loaded(String), failed(String), renamed, unrenamed(String)
  }

  /// Whether nobody is told that what was loaded before could not be loaded again.
  var isSilent = false
  /// Whether the error goes as the title is saved, before anything is loaded.
  var endsEarly = false
  let initialState = State()
  let initialRows = "a"

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.page == nil { return [Interaction("opens the page", .open, .appears)] }
    if state.page == .waiting || state.rename == .waiting || state.isFetching { return [] }
    return [
      Interaction("comes back to the page", .refetch, .appears),
      Interaction("renames it", .rename, .destroys),
    ]
  }
  func showing(_ rows: String) -> StoredRows<State>? { .rows(State(title: rows)) }
  func stored(in state: State) -> State { State(title: state.title) }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: (state.page, state.isFetching) = (.waiting, true)
    case .refetch: state.isFetching = true
    case .rename: state.rename = .waiting
    case .loaded(let title): (state.title, state.page, state.isFetching) = (title, .success, false)
    case .failed(let why):
      if !isSilent || state.page != .success { state.page = .failure(why) }
      state.isFetching = false
    case .renamed:
      state.rename = .success
      if endsEarly { state.page = .success }
    case .unrenamed(let why): state.rename = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, String>) -> RunningApp<Store> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      switch action {
      case .open, .refetch: store.load(gate, Action.loaded, Action.failed)
      case .rename:
        store.request(
          { try await gate(function: "rename") { $0 = $0 == "a" ? "b" : "a" } }, { .renamed },
          Action.unrenamed)
      case .renamed: try? store.dispatch(.refetch)
      default: break
      }
    }
    return RunningApp(store)
  }
}

/// A page that is loaded again once its title or its mark was saved; each save has an error of its
/// own.
struct MarkedPage: TaskApp {
  struct State: Hashable, Sendable {
    var title = ""
    var isMarked = false
    var page: LoadStatus?
    var rename: LoadStatus?
    var mark: LoadStatus?
    var isFetching = false
  }
  struct Row: Hashable, Sendable {
    var title = "a"
    var isMarked = false
  }
  enum Action: Hashable, Sendable {
    case open, refetch, rename, mark, loaded(Row), failed(String), renamed(LoadStatus)
    case marked(LoadStatus)
  }

  /// Whether what is loaded again ends the errors of saves, too.
  var isForgetful = false
  let initialState = State()
  let initialRows = Row()

  func interactions(in state: State) -> [Interaction<Action>] {
    let isBusy = [state.page, state.rename, state.mark].contains(.waiting) || state.isFetching
    if isBusy { return [] }
    let opens = Interaction<Action>("opens the page", .open, .appears)
    if state.page != .success { return [opens] }
    return [
      opens, Interaction("renames it", .rename, .destroys),
      Interaction("marks it", .mark, .destroys),
    ]
  }
  func showing(_ rows: Row) -> StoredRows<State>? {
    .rows(State(title: rows.title, isMarked: rows.isMarked))
  }
  func stored(in state: State) -> State { State(title: state.title, isMarked: state.isMarked) }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.page = .waiting
    case .refetch: state.isFetching = true
    case .rename: state.rename = .waiting
    case .mark: state.mark = .waiting
    case .loaded(let row):
      (state.title, state.isMarked, state.page) = (row.title, row.isMarked, .success)
      let ends = isForgetful && state.isFetching
      if ends, case .failure? = state.rename { state.rename = .success }
      if ends, case .failure? = state.mark { state.mark = .success }
      state.isFetching = false
    case .failed(let why): (state.page, state.isFetching) = (.failure(why), false)
    case .renamed(let status): state.rename = status
    case .marked(let status): state.mark = status
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Row>) -> RunningApp<Store> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      switch action {
      case .mark:
        store.request(
          { try await gate(function: "mark") { $0.isMarked.toggle() } },
          { .marked(.success) }, { .marked(.failure($0)) })
      case .rename:
        store.request(
          { try await gate(function: "rename") { $0.title = $0.title == "a" ? "b" : "a" } },
          { .renamed(.success) }, { .renamed(.failure($0)) })
      case .renamed(.success), .marked(.success): try? store.dispatch(.refetch)
      case .open, .refetch: store.load(gate, Action.loaded, Action.failed)
      default: break
      }
    }
    return RunningApp(store)
  }
}

/// A feed whose posts stay as a reload fails; pulling it down may load them after all.
struct ReloadedFeed: ViewModelApp {
  struct State: Hashable, Sendable {
    var posts: [String] = []
    var load: LoadStatus?
    var pull: LoadStatus?
    var like: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case open, pull, like }

  /// Whether a like that goes well says that the feed was loaded.
  var takesLikeForLoad = false
  /// What a pull that failed leaves: its own failure, that of the feed or of a like, or nothing.
  enum Ending: Sendable { case pull, feed, like, nothing }
  var ending = Ending.pull
  let initialState = State()
  let initialRows = ["Hi", "Ho"]

  func interactions(in state: State) -> [Interaction<Action>] {
    if [state.load, state.pull, state.like].contains(.waiting) { return [] }
    return [Interaction("opens the feed", .tap(.open), .appears)]
      + (state.load == nil ? [] : [Interaction("pulls it down", .tap(.pull))])
      + (state.posts.isEmpty || state.like == .success
        ? [] : [Interaction("likes a post", .tap(.like), .destroys)])
  }
  func showing(_ rows: [String]) -> StoredRows<State>? { .rows(State(posts: rows)) }

  @MainActor private func load(
    _ store: Store?, _ gate: Gates<[String]>, for status: WritableKeyPath<State, LoadStatus?>
  ) async {
    do {
      let posts = try await gate(function: "load") { $0 }
      store?.set(\.posts, posts)
      store?.set(\.load, .success)
      if status == \.pull { store?.set(\.pull, nil) }
    } catch {
      let isTold = status == \.load || ending == .pull
      if isTold { return store?.set(status, .failure("\(error)")) ?? () }
      if ending != .nothing {
        store?.set(ending == .feed ? \.load : \.like, .failure("\(error)"))
      }
      store?.set(\.pull, nil)
    }
  }

  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<Store> {
    let (store, gate, takesLikeForLoad) = (Store(launch), launch.gates, takesLikeForLoad)
    store.handle = { tap, store in
      let status: WritableKeyPath<State, LoadStatus?> =
        tap == .open ? \.load : tap == .pull ? \.pull : \.like
      store.set(status, .waiting)
      Task { [weak store] in
        if tap != .like { return await load(store, gate, for: status) }
        do {
          try await gate(function: "like") { _ in }
          store?.set(\.like, .success)
          if takesLikeForLoad { store?.set(\.load, .success) }
        } catch { store?.set(\.like, .failure("\(error)")) }
      }
    }
    return RunningApp(store)
  }
}
