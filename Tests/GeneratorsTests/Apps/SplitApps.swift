import Model

/// A counter of guests beside a form that is saved, and then sent by another request: each answer
/// to the save puts the number back that was there as the save began.
struct CountedGuests: ViewModelApp {
  struct State: Hashable, Sendable {
    var guests = 0
    var save: LoadStatus?
    var order: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case save, more }
  let initialState = State()
  let initialRows = 0
  func interactions(in state: State) -> [Interaction<Action>] {
    (state.save == .waiting || state.order == .waiting ? [] : [Interaction("saves", .tap(.save))])
      + (state.guests == 2 ? [] : [Interaction("adds a guest", .tap(.more))])
  }
  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate) = (Store(launch), launch.gates)
    store.handle = { tap, store in
      if tap == .more { return store.set(\.guests, store.state.guests + 1) }
      let guests = store.state.guests
      store.set(\.save, .waiting)
      Task { [weak store] in
        do { try await gate(guests, function: "save") { $0 = guests } } catch {
          store?.set(\.save, .failure("\(error)"))
          return
        }
        store?.set(\.guests, guests)
        store?.set(\.save, .success)
        store?.set(\.order, .waiting)
        do {
          try await gate(function: "order") { _ in }
          store?.set(\.order, .success)
        } catch { store?.set(\.order, .failure("\(error)")) }
      }
    }
    return RunningApp(store)
  }
}

/// A feed of one post, which stays as a reload fails: a like that goes well says that the feed was
/// loaded, although nothing was.
struct LikedPost: ViewModelApp {
  struct Post: Hashable, Sendable, Identifiable {
    var id = 1
    var text = "Hi"
    var isLiked = false
  }
  struct State: Hashable, Sendable {
    var posts: [Post] = []
    var load: LoadStatus?
    var like: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case open, like }
  let initialState = State()
  let initialRows = [Post()]
  func interactions(in state: State) -> [Interaction<Action>] {
    if [state.load, state.like].contains(.waiting) { return [] }
    return [Interaction("opens the feed", .tap(.open), .appears)]
      + (state.posts.first?.isLiked == false
        ? [Interaction("likes the post", .tap(.like), .destroys)] : [])
  }
  func showing(_ rows: [Post]) -> StoredRows<State>? { .rows(State(posts: rows)) }
  func stored(in state: State) -> State { State(posts: state.posts) }
  func launch(_ launch: Launch<State, Action, [Post]>) -> RunningApp<Store> {
    let (store, gate) = (Store(launch), launch.gates)
    store.handle = { tap, store in
      switch tap {
      case .open:
        store.set(\.load, .waiting)
        Task { [weak store] in
          do {
            let posts = try await gate(function: "load") { $0 }
            store?.set(\.posts, posts)
            store?.set(\.load, .success)
          } catch { store?.set(\.load, .failure("\(error)")) }
        }
      case .like:
        store.set(\.like, .waiting)
        Task { [weak store] in
          do {
            let post = try await gate(1, function: "like") { rows -> Post in
              rows[0].isLiked = true
              return rows[0]
            }
            store?.set(\.posts, [post])
            store?.set(\.like, .success)
            if case .failure? = store?.state.load { store?.set(\.load, .success) }
          } catch { store?.set(\.like, .failure("\(error)")) }
        }
      }
    }
    return RunningApp(store)
  }
}

/// Letters that go with a photo, each by two calls: a number says how many are on their way, and
/// goes down after a letter is said to be sent.
struct CountedLetters: TaskApp {
  struct State: Hashable, Sendable {
    var letters: [Int: LoadStatus] = [:]
    var onTheirWay = 0
  }
  enum Action: Hashable, Sendable { case send(Int), sent(Int), unsent(Int, String), over }
  let initialState = State()
  let initialRows: Set<Int> = []
  func interactions(in state: State) -> [Interaction<Action>] {
    [1, 2].filter {
      state.letters[$0] == nil && state.letters[$0 - 1] == ($0 == 1 ? nil : .waiting)
    }
    .map { Interaction("sends \($0)", .send($0)) }
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .send(let id): (state.letters[id], state.onTheirWay) = (.waiting, state.onTheirWay + 1)
    case .sent(let id): state.letters[id] = .success
    case .unsent(let id, let why): state.letters[id] = .failure(why)
    case .over: state.onTheirWay -= 1
    }
    return state
  }
  func launch(_ launch: Launch<State, Action, Set<Int>>) -> RunningApp<Store> {
    let (store, gate) = (TaskStore<State, Action>(launch), launch.gates)
    store.handle = { _, action, store in
      switch action {
      case .send(let id):
        store.request(
          {
            async let photo: Void = gate(id, function: "photo") { _ in }
            async let text: Void = gate(id, function: "text") { $0.insert(id) }
            _ = try await (photo, text)
          }, { .sent(id) }, { .unsent(id, $0) })
      case .sent, .unsent: try? store.dispatch(.over)
      default: break
      }
    }
    return RunningApp(store)
  }
}

/// A title that can be edited: a person takes its last word away, and pulls to refresh before it is
/// saved, and the load puts the stored title into the field.
struct EditedTitle: TaskApp {
  struct State: Hashable, Sendable {
    var title = ""
    var field = ""
    var load: LoadStatus?
    var save: LoadStatus?
  }
  enum Action: Hashable, Sendable {
    case open, loaded(String), missed(String), type(String), send, saved(String), unsaved(String)
  }
  let initialState = State()
  let initialRows = "Shop list"
  func interactions(in state: State) -> [Interaction<Action>] {
    if state.load == .waiting || state.save == .waiting { return [] }
    return [Interaction("pulls to refresh", .open, .appears)]
      + (state.load == .success && state.field != "Shop"
        ? [Interaction("types Shop", .type("Shop"))] : [])
      + (state.load == .success && state.field != state.title
        ? [Interaction("saves", .send, .destroys)] : [])
  }
  func drafts(in state: State) -> [String: String] { ["field": state.field] }
  func showing(_ rows: String) -> StoredRows<State>? { .rows(State(title: rows)) }
  func stored(in state: State) -> State { State(title: state.title) }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.load = .waiting
    case .loaded(let title): (state.title, state.field, state.load) = (title, title, .success)
    case .missed(let why): state.load = .failure(why)
    case .type(let text): state.field = text
    case .send: state.save = .waiting
    case .saved(let title): (state.title, state.save) = (title, .success)
    case .unsaved(let why): state.save = .failure(why)
    }
    return state
  }
  func launch(_ launch: Launch<State, Action, String>) -> RunningApp<Store> {
    let (store, gate) = (TaskStore<State, Action>(launch), launch.gates)
    store.handle = { old, action, store in
      switch action {
      case .open: store.load(gate, Action.loaded, Action.missed)
      case .send:
        let text = old.field
        store.request(
          {
            try await gate(text, function: "save") { $0 = text }
            return text
          }, Action.saved, Action.unsaved)
      default: break
      }
    }
    return RunningApp(store)
  }
}
