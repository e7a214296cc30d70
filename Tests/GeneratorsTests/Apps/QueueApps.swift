import Model

/// Two notes, saved one after the other, and a list that is loaded beside that.
struct SavedInTurn: TaskApp {
  struct State: Hashable, Sendable {
    var load: LoadStatus?
    var saves: [String: LoadStatus] = [:]
  }
  enum Action: Hashable, Sendable {
    case open, save(String), loaded(Set<String>), loadFailed(String), saved(String)
    case saveFailed(String, String)
  }
  enum Mistake { case dropsSaves, forgetsSave }

  /// Works on one thing after the other.
  @MainActor final class Line {
    private var waiting: [@MainActor () async -> Void] = []
    private var isBusy = false

    func add(_ work: @escaping @MainActor () async -> Void) {
      waiting.append(work)
      if !isBusy { next() }
    }

    private func next() {
      isBusy = !waiting.isEmpty
      guard isBusy else { return }
      let work = waiting.removeFirst()
      Task { [weak self] in
        await work()
        self?.next()
      }
    }
  }

  /// Whether what is saved has the list loaded, too.
  var reloads = false
  var mistake: Mistake?
  let initialState = State()
  let initialRows: Set<String> = []

  func interactions(in state: State) -> [Interaction<Action>] {
    (reloads || state.load == .waiting
      ? [] : [Interaction("opens the list", Action.open, .appears)])
      + ["a", "b"].filter { state.saves[$0] != .waiting }.map {
        Interaction("saves \($0)", .save($0), .destroys)
      }
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.load = .waiting
    case .save(let id):
      state.saves[id] = .waiting
      if reloads { state.load = .waiting }
    case .loaded: state.load = .success
    case .loadFailed(let why): state.load = .failure(why)
    case .saved(let id):
      if mistake != .forgetsSave || state.load == .waiting { state.saves[id] = .success }
    case .saveFailed(let id, let why): state.saves[id] = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Set<String>>) -> RunningApp<Store> {
    let (store, gate, line) = (TaskStore<State, Action>(launch), launch.gates, Line())
    store.handle = { [self] old, action, store in
      if case .save(let id) = action { line.add { [weak store] in await save(id, gate, store) } }
      if store.state.load != .waiting || old.load == .waiting { return }
      Task { [weak store] in await load(gate, store) }
    }
    return RunningApp(store, keeping: line)
  }

  @MainActor private func load(_ gate: Gates<Set<String>>, _ store: Store?) async {
    do {
      let all = try await gate(function: "load") { $0 }
      try? store?.dispatch(.loaded(all))
    } catch {
      try? store?.dispatch(.loadFailed("\(error)"))
    }
  }

  @MainActor private func save(_ id: String, _ gate: Gates<Set<String>>, _ store: Store?) async {
    if mistake == .dropsSaves && store?.state.load == .waiting { return }
    do {
      try await gate(id, function: "save") { $0.insert(id) }
      try? store?.dispatch(.saved(id))
    } catch {
      try? store?.dispatch(.saveFailed(id, "\(error)"))
    }
  }
}

/// One thing is saved at a time, and of what waits the newest alone; what it takes the place of is
/// told.
struct NewestFirstSaves: TaskApp {
  struct State: Hashable, Sendable {
    var saves: [String: LoadStatus] = [:]
    var isA = true
    var isB = true
    var isC = true
  }
  enum Action: Hashable, Sendable {
    case save(String), saved(String), failed(String, String), replaced(String), giveUp
  }
  @MainActor final class Saver {
    var isBusy = false
    var next: String?
  }

  /// Whether a failure counts as a success.
  var isDeaf = false
  let initialState = State()
  let initialRows: Set<String> = []

  func interactions(in state: State) -> [Interaction<Action>] {
    [("a", state.isA), ("b", state.isB), ("c", state.isC)].filter { name, isOpen in
      isOpen && state.saves[name] == nil
    }.map { Interaction("saves \($0.0)", .save($0.0), .destroys) }
      + (state.saves["a"] == .waiting ? [Interaction("gives up a", .giveUp)] : [])
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .save(let name): state.saves[name] = .waiting
    case .saved(let name):
      if state.saves[name] == .waiting { state.saves[name] = .success }
    case .failed(let name, let why):
      if state.saves[name] == .waiting { state.saves[name] = isDeaf ? .success : .failure(why) }
    case .replaced("a"), .giveUp: (state.saves["a"], state.isA) = (nil, false)
    case .replaced("b"): (state.saves["b"], state.isB) = (nil, false)
    case .replaced(let name): (state.saves[name], state.isC) = (nil, false)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Set<String>>) -> RunningApp<Store> {
    let (store, gate, saver) = (TaskStore<State, Action>(launch), launch.gates, Saver())
    store.handle = { _, action, store in
      if action == .giveUp && saver.next == "a" { saver.next = nil }
      guard case .save(let name) = action else { return }
      if saver.isBusy {
        if let other = saver.next, other != name { try? store.dispatch(.replaced(other)) }
        saver.next = name
        return
      }
      (saver.isBusy, saver.next) = (true, name)
      Task { [weak store] in
        while let name = saver.next {
          saver.next = nil
          do {
            try await gate(name, function: "save") { $0.insert(name) }
            try? store?.dispatch(.saved(name))
          } catch {
            try? store?.dispatch(.failed(name, "\(error)"))
          }
        }
        saver.isBusy = false
      }
    }
    return RunningApp(store, keeping: saver)
  }
}

/// Something that a person sends, as often as they tap, and something else beside it.
struct SentOnce: TaskApp {
  struct State: Hashable, Sendable {
    var send: LoadStatus?
    var other: LoadStatus?
  }
  enum Action: Hashable, Sendable {
    case send, sent, failed(String)
    case other, otherDone, otherFailed(String)
  }
  /// What becomes of a tap while something is sent.
  enum Repetition { case dropped, atOnce, inTurn }
  @MainActor final class Sender {
    var task: Task<Void, Never>?
    var left = 0
  }

  var repetition = Repetition.dropped
  var hasOther = false
  /// How often something is sent until that succeeds.
  var attemptCount = 1
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    [Interaction("sends", .send, .destroys)]
      + (hasOther && state.other != .waiting ? [Interaction("does more", .other, .destroys)] : [])
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .send: state.send = .waiting
    case .sent: state.send = .success
    case .failed(let why): state.send = .failure(why)
    case .other: state.other = .waiting
    case .otherDone: state.other = .success
    case .otherFailed(let why): state.other = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, sender) = (TaskStore<State, Action>(launch), launch.gates, Sender())
    store.handle = { [self] _, action, store in
      if action == .other {
        store.request(
          { try await gate(function: "other") { $0 } }, { _ in .otherDone }, { .otherFailed($0) })
      }
      if action == .send { send(gate, sender, store) }
    }
    return RunningApp(store, keeping: sender)
  }

  @MainActor private func send(_ gate: Gates<Int>, _ sender: Sender, _ store: Store) {
    if repetition == .inTurn && sender.task != nil { sender.left += 1 }
    guard sender.task == nil || repetition == .atOnce else { return }
    sender.task = Task { [weak store] in
      repeat {
        await attempt(attemptCount, gate, store)
        sender.left -= 1
      } while sender.left >= 0
      (sender.task, sender.left) = (nil, 0)
    }
  }

  @MainActor private func attempt(_ count: Int, _ gate: Gates<Int>, _ store: Store?) async {
    do {
      try await gate(function: "send") { $0 = min($0 + 1, 2) }
      try? store?.dispatch(.sent)
    } catch {
      if count > 1 { return await attempt(count - 1, gate, store) }
      try? store?.dispatch(.failed("\(error)"))
    }
  }
}
