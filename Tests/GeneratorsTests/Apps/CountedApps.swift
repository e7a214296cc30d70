import Model

/// Posts that may be liked, and how many are: all of it shows at once.
struct LikedPosts: TaskApp {
  struct State: Hashable, Sendable {
    var likes: [String: Bool] = [:]
    var count = 0
    var feed: LoadStatus?
    var rows: [String: LoadStatus] = [:]
  }
  enum Action: Hashable, Sendable {
    case open, like(String), loaded([String: Bool]), failed(String)
    case liked(String, [String: Bool]), unliked(String, String)
  }
  /// What an answer says beside that it is done.
  enum Answer: Hashable, Sendable { case nothing, count, all }

  var answer = Answer.nothing
  let initialState = State()
  let initialRows = ["p": false, "q": false]

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.feed == .waiting { return [] }
    let isBusy = state.rows.values.contains(.waiting)
    let opening = isBusy ? [] : [Interaction("opens the feed", Action.open, .appears)]
    if state.feed != .success { return opening }
    return opening
      + state.likes.keys.sorted().filter { state.rows[$0] != .waiting }.map {
        Interaction("taps the heart of \($0)", .like($0), .destroys)
      }
  }
  func showing(_ rows: [String: Bool]) -> StoredRows<State>? {
    .rows(State(likes: rows, count: rows.values.count { $0 }))
  }
  func stored(in state: State) -> State { State(likes: state.likes, count: state.count) }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    func toggle(_ id: String) {
      state.likes[id]?.toggle()
      state.count = state.likes.values.count { $0 }
    }
    switch action {
    case .open: (state.feed, state.rows) = (.waiting, [:])
    case .like(let id):
      toggle(id)
      state.rows[id] = .waiting
    case .loaded(let likes):
      (state.likes, state.count, state.feed) = (likes, likes.values.count { $0 }, .success)
    case .failed(let why): state.feed = .failure(why)
    case .liked(let id, let likes):
      state.rows[id] = nil
      if answer == .all { state.likes = likes }
      if answer != .nothing { state.count = likes.values.count { $0 } }
    case .unliked(let id, let why):
      toggle(id)
      state.rows[id] = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, [String: Bool]>) -> RunningApp<Store> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      switch action {
      case .open: store.load(gate, Action.loaded, Action.failed)
      case .like(let id):
        let isLiked = store.state.likes[id] ?? false
        store.request(
          {
            try await gate(id, isLiked, function: "like") { likes in
              likes[id] = isLiked
              return likes
            }
          }, { .liked(id, $0) }, { .unliked(id, $0) })
      default: break
      }
    }
    return RunningApp(store)
  }
}

/// Messages that are marked as read, how many are left, and one that comes by itself.
struct UnreadInbox: TaskApp {
  struct State: Hashable, Sendable {
    var isRead: [String: Bool] = [:]
    var badge = 0
    var list: LoadStatus?
    var marks: [String: LoadStatus] = [:]
    /// What came before the list did.
    var early: Set<String> = []
  }
  enum Action: Hashable, Sendable {
    case open, mark(String), loaded([String: Bool]), failed(String), marked(String)
    case unmarked(String, String), pushed(String, badge: Int)
  }

  /// Whether the badge is what the server said as the message came.
  var takesBadge = false
  let initialState = State()
  let initialRows = ["a": false]

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.list == .waiting || state.marks.values.contains(.waiting) { return [] }
    let opening = [Interaction("opens the inbox", Action.open, .appears)]
    if state.list != .success { return opening }
    return opening
      + state.isRead.keys.sorted().filter { state.isRead[$0] == false }.map {
        Interaction("marks \($0) as read", .mark($0), .destroys)
      }
  }
  func showing(_ rows: [String: Bool]) -> StoredRows<State>? {
    .rows(State(isRead: rows, badge: rows.values.count { !$0 }))
  }
  func stored(in state: State) -> State { State(isRead: state.isRead, badge: state.badge) }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: (state.list, state.marks) = (.waiting, [:])
    case .mark(let id):
      (state.isRead[id], state.marks[id]) = (true, .waiting)
    case .loaded(let rows):
      (state.isRead, state.list) = (rows, .success)
      for id in state.early where rows[id] == nil { state.isRead[id] = false }
      state.early = []
    case .failed(let why): (state.list, state.early) = (.failure(why), [])
    case .marked(let id): state.marks[id] = nil
    case .unmarked(let id, let why): (state.isRead[id], state.marks[id]) = (false, .failure(why))
    case .pushed(let id, let badge):
      if state.list == .waiting { state.early.insert(id) }
      if state.list == nil { return state }
      state.isRead[id] = state.isRead[id] ?? false
      if takesBadge {
        state.badge = badge
        return state
      }
    }
    state.badge = state.isRead.values.count { !$0 }
    return state
  }

  func launch(_ launch: Launch<State, Action, [String: Bool]>) -> RunningApp<Store> {
    let (store, gate, work) = (TaskStore(launch), launch.gates, Work())
    store.handle = { _, action, store in
      switch action {
      case .open: store.load(gate, Action.loaded, Action.failed)
      case .mark(let id):
        store.request(
          { try await gate(id, function: "mark") { $0[id] = true } }, { .marked(id) },
          { .unmarked(id, $0) })
      default: break
      }
    }
    work.task = Task { [weak store] in
      while !Task.isCancelled {
        let message = try? await gate.pushed(["b"], function: "message") { rows, id in
          rows[id] = false
          return (id, rows.values.count { !$0 })
        }
        guard let (id, badge) = message else { return }
        try? store?.dispatch(.pushed(id, badge: badge))
      }
    }
    return RunningApp(store, keeping: work)
  }
}
