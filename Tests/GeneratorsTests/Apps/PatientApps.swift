import Model

/// A heart with a count: a tap shows at once, and one loop sends the newest wish.
///
/// The defect takes each answer for the newest wish.
struct CountedHeart: TaskApp {
  struct Post: Hashable, Sendable {
    var isLiked = false
    var count = 3

    mutating func like(_ isLiked: Bool) {
      if isLiked != self.isLiked { count += isLiked ? 1 : -1 }
      self.isLiked = isLiked
    }
  }
  struct State: Hashable, Sendable {
    var post = Post()
    var like: LoadStatus?
  }
  enum Action: Hashable, Sendable { case tap, liked(Post), failed(Bool, String) }

  var isForgetful = false
  let initialState = State()
  let initialRows = Post()

  func interactions(in state: State) -> [Interaction<Action>] {
    [Interaction("taps the heart", .tap, .destroys)]
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .tap:
      state.post.like(!state.post.isLiked)
      state.like = .waiting
    case .liked(let post):
      if isForgetful || post.isLiked == state.post.isLiked { state.post = post }
      if post.isLiked == state.post.isLiked { state.like = .success }
    case .failed(let wish, let why):
      if wish == state.post.isLiked { state.post.like(!wish) }
      state.like = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Post>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { old, action, store in
      // What is under way is followed by the next wish.
      let isNext = action != .tap || old.like != .waiting
      if store.state.like != .waiting || !isNext { return }
      let wish = store.state.post.isLiked
      store.request(
        {
          try await gate(wish, function: "like") { post in
            post.like(wish)
            return post
          }
        }, { .liked($0) }, { .failed(wish, $0) })
    }
    return RunningApp(store)
  }
}

/// A track is prepared and then plays, unless a person has paused it meanwhile.
///
/// The defect plays it all the same.
struct PreparedTrack: TaskApp {
  struct State: Hashable, Sendable {
    var track: LoadStatus?
    var title = ""
    var isPlaying = false
  }
  enum Action: Hashable, Sendable { case play, toggle, ready, failed(String) }

  var isForgetful = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    state.track == nil
      ? [Interaction("plays", .play)] : [Interaction("pauses or goes on", .toggle)]
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .play: state = State(track: .waiting, title: "one", isPlaying: true)
    case .toggle: state.isPlaying.toggle()
    case .ready:
      state.track = .success
      if isForgetful { state.isPlaying = true }
    case .failed(let why): (state.track, state.isPlaying) = (.failure(why), false)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      guard action == .play else { return }
      store.request(
        { try await gate(function: "prepare") { $0 } }, { _ in .ready }, { .failed($0) })
    }
    return RunningApp(store)
  }
}

/// A form whose Submit waits for the check of its name that is under way.
///
/// The defect forgets that somebody submits.
struct PatientForm: EffectApp {
  struct State: Hashable, Sendable {
    var name = ""
    var check: LoadStatus?
    var submits = false
    var submit: LoadStatus?
  }
  enum Action: Hashable, Sendable {
    case type, submit, checked, refused(String), created, failed(String)
  }

  /// Whether the form waits as soon as somebody submits it.
  var waitsAtOnce = true
  var isForgetful = false
  let initialState = State()
  let initialRows: Set<String> = []

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.submits || state.submit != nil { return [] }
    return state.name.isEmpty
      ? [Interaction("types ann", .type)] : [Interaction("submits", .submit, .destroys)]
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .type: (state.name, state.check) = ("ann", .waiting)
    case .submit:
      if state.check == .waiting { state.submits = true }
      if state.check != .waiting || waitsAtOnce { state.submit = .waiting }
    case .checked:
      state.check = .success
      if state.submits { state.submit = isForgetful ? nil : .waiting }
      state.submits = false
    case .refused(let why):
      state.check = .failure(why)
      if state.submits && waitsAtOnce { (state.submits, state.submit) = (false, .failure(why)) }
    case .created: state.submit = .success
    case .failed(let why): state.submit = .failure(why)
    }
    return state
  }

  func react(to action: Action, in store: Store, _ gate: Gates<Set<String>>) {
    switch action {
    case .type:
      store.run("check") { send in
        do {
          try await gate("ann", function: "check") { _ in }
          send(.checked)
        } catch { send(.refused("\(error)")) }
      }
    case .checked, .submit:
      if store.state.submit != .waiting || store.state.submits { return }
      store.run("create") { send in
        do {
          try await gate("ann", function: "create") { _ = $0.insert("ann") }
          send(.created)
        } catch { send(.failed("\(error)")) }
      }
    default: break
    }
  }
}

/// A message that was taken for lost is in the list that is loaded next.
///
/// The defect forgets all that failed then.
struct ArrivedMessage: TaskApp {
  struct Message: Hashable, Sendable {
    let id: Int
    let text: String
  }
  struct Sending: Hashable, Sendable {
    let text: String
    var status: LoadStatus?
  }
  struct State: Hashable, Sendable {
    var messages: [Message] = []
    var load: LoadStatus?
    var outbox: [Int: Sending] = [:]
  }
  enum Action: Hashable, Sendable {
    case open, loaded([Message]), notLoaded(String), send, sent(Message), failed(String)
  }

  var isForgetful = false
  let initialState = State()
  let initialRows: [Message] = []

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.load == .waiting || state.outbox.values.contains(where: { $0.status == .waiting }) {
      return []
    }
    let isNew = state.load == .success && state.messages.isEmpty && state.outbox.isEmpty
    return [Interaction("opens the chat", .open, .appears)]
      + (isNew ? [Interaction("sends hi", .send, .adds(1))] : [])
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.load = .waiting
    case .loaded(let messages):
      (state.messages, state.load) = (messages, .success)
      if isForgetful { state.outbox[1]?.status = nil }
      for message in messages { state.outbox[message.id] = nil }
    case .notLoaded(let why): state.load = .failure(why)
    case .send: state.outbox[1] = Sending(text: "hi", status: .waiting)
    case .sent(let message):
      state.outbox[1] = nil
      state.messages.append(message)
    case .failed(let why): state.outbox[1]?.status = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, [Message]>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      switch action {
      case .open:
        store.load(gate, { .loaded($0) }, { .notLoaded($0) })
      case .send:
        store.request(
          {
            try await gate(1, "hi", function: "send") { rows in
              rows.append(Message(id: 1, text: "hi"))
              return rows[0]
            }
          }, { .sent($0) }, { .failed($0) })
      default: break
      }
    }
    return RunningApp(store)
  }

  func showing(_ rows: [Message]) -> StoredRows<State>? { .rows(State(messages: rows)) }
  func stored(in state: State) -> State { State(messages: state.messages) }
}

/// A device that answers by a callback, and is given three seconds.
///
/// The defect goes on to wait for one that has failed.
struct BridgedDevice: EffectApp {
  struct State: Hashable, Sendable { var link: LoadStatus? }
  enum Action: Hashable, Sendable { case connect, connected, failed(String) }

  /// Hands the answer of a device to what waits for it.
  @MainActor private final class Bridge {
    private var task: Task<Void, Never>?
    private var waiting: CheckedContinuation<String?, Never>?

    func connect(_ gate: Gates<Int>, isForgetful: Bool) async -> String? {
      await withTaskCancellationHandler {
        await withCheckedContinuation { waiting in
          self.waiting = waiting
          task = Task {
            do {
              try await gate(function: "connect") { _ in }
              end(nil)
            } catch { if !isForgetful { end("\(error)") } }
          }
        }
      } onCancel: {
        Task { @MainActor in
          self.task?.cancel()
          self.end("no answer")
        }
      }
    }

    private func end(_ answer: String?) {
      waiting?.resume(returning: answer)
      waiting = nil
    }
  }

  var isForgetful = false
  /// Whether it is given three seconds and no more.
  var hasLimit = true
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    state.link == .waiting ? [] : [Interaction("connects", .connect, .appears)]
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    switch action {
    case .connect: State(link: .waiting)
    case .connected: State(link: .success)
    case .failed(let why): State(link: .failure(why))
    }
  }

  func react(to action: Action, in store: Store, _ gate: Gates<Int>) {
    guard action == .connect else { return }
    let (isForgetful, hasLimit) = (isForgetful, hasLimit)
    store.run("link") { send in
      let bridge = Bridge()
      let answer = await withTaskGroup(of: String?.self) { group in
        group.addTask { await bridge.connect(gate, isForgetful: isForgetful) }
        if hasLimit {
          group.addTask {
            try? await Task.sleep(for: .seconds(3))
            return "no answer"
          }
        }
        let first = await group.next() ?? nil
        group.cancelAll()
        return first
      }
      send(answer.map(Action.failed) ?? .connected)
    }
  }
}

/// Cells that are loaded one by one: a cell is its status, and what was loaded stands in it.
///
/// The defect takes a cell away that failed.
struct LoadedCells: TaskApp {
  enum Cell: Hashable, Sendable { case loading, loaded(String), failed(String) }
  struct State: Hashable, Sendable {
    var list: LoadStatus?
    var cells: [String: Cell] = [:]
    var stars: Set<String> = []
  }
  enum Action: Hashable, Sendable {
    case open, listed([String]), notListed(String), got(String, String), failed(String, String)
  }

  var isForgetful = false
  let initialState = State()
  let initialRows = ["a": "A"]

  func interactions(in state: State) -> [Interaction<Action>] {
    state.list == .waiting || state.cells.values.contains(.loading)
      ? [] : [Interaction("opens the list", .open, .appears)]
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: (state.list, state.cells) = (.waiting, [:])
    case .listed(let ids):
      state.list = .success
      for id in ids { state.cells[id] = .loading }
    case .notListed(let why): state.list = .failure(why)
    case .got(let id, let text): state.cells[id] = .loaded(text)
    case .failed(let id, let why): state.cells[id] = isForgetful ? nil : .failed(why)
    }
    return state
  }

  func launch(
    _ launch: Launch<State, Action, [String: String]>
  ) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      switch action {
      case .open:
        store.request(
          { try await gate(function: "list") { $0.keys.sorted() } }, { .listed($0) },
          { .notListed($0) })
      case .listed(let ids):
        for id in ids {
          store.request(
            { try await gate(id, function: "cell") { $0[id] ?? "" } }, { .got(id, $0) },
            { .failed(id, $0) })
        }
      default: break
      }
    }
    return RunningApp(store)
  }

  func showing(_ rows: [String: String]) -> StoredRows<State>? {
    .rows(State(cells: rows.mapValues { .loaded($0) }))
  }
}
