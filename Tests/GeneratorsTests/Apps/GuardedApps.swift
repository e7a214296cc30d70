import Model

/// Lets one task pass at a time; those that wait have their turn in an order of its own.
@MainActor final class Turnstile {
  enum Order { case oldestFirst, newestFirst, loadsFirst, newestOnly }
  private let order: Order
  private var isTaken = false
  private var waiters: [(isLoad: Bool, continuation: CheckedContinuation<Bool, Never>)] = []

  init(_ order: Order) { self.order = order }

  /// - Returns: false for one that has no turn any more.
  func enter(isLoad: Bool = false) async -> Bool {
    if !isTaken {
      isTaken = true
      return true
    }
    return await withCheckedContinuation { continuation in
      if order == .newestOnly {
        while let old = waiters.popLast() { old.continuation.resume(returning: false) }
      }
      waiters.append((isLoad, continuation))
    }
  }

  func leave() {
    isTaken = !waiters.isEmpty
    if waiters.isEmpty { return }
    let place =
      switch order {
      case .oldestFirst, .newestOnly: 0
      case .newestFirst: waiters.count - 1
      case .loadsFirst: waiters.firstIndex(where: \.isLoad) ?? 0
      }
    waiters.remove(at: place).continuation.resume(returning: true)
  }
}

/// Things that are saved one at a time, each in a task of its own, beside a list that is loaded.
struct SavedOneByOne: TaskApp {
  struct State: Hashable, Sendable {
    var saves: [String: LoadStatus] = [:]
    var load: LoadStatus?
  }
  enum Action: Hashable, Sendable {
    case save(String), saved(String), failed(String, String)
    case load, loaded, notLoaded(String)
  }

  var ids = ["a", "b"]
  var order = Turnstile.Order.oldestFirst
  /// Whether calls say what they save.
  var namesItem = false
  var loads = false
  /// Whether a save that fails keeps its place.
  var keepsPlace = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    ids.filter { state.saves[$0] != .waiting }.map {
      Interaction("saves \($0)", .save($0), .destroys)
    } + (loads && state.load != .waiting ? [Interaction("loads", .load)] : [])
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .save(let id): state.saves[id] = .waiting
    case .saved(let id): state.saves[id] = .success
    case .failed(let id, let why): state.saves[id] = .failure(why)
    case .load: state.load = .waiting
    case .loaded: state.load = .success
    case .notLoaded(let why): state.load = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate) = (TaskStore<State, Action>(launch), launch.gates)
    let turnstile = Turnstile(order)
    let save: @Sendable (String) async throws -> Void = { [namesItem] id in
      try await gate(namesItem ? id : "", function: "save") { $0 = 1 }
    }
    store.handle = { [self] _, action, store in
      switch action {
      case .save(let id):
        pass(turnstile, store, { try await save(id) }, .saved(id)) { .failed(id, $0) }
      case .load:
        pass(turnstile, store, isLoad: true, { try await gate(function: "load") { _ in } }, .loaded)
        {
          .notLoaded($0)
        }
      default: break
      }
    }
    return RunningApp(store, keeping: turnstile)
  }

  /// Makes a call once it has its turn.
  @MainActor private func pass(
    _ turnstile: Turnstile, _ store: Store, isLoad: Bool = false,
    _ call: @escaping @Sendable () async throws -> Void, _ success: Action,
    _ failure: @escaping @MainActor (String) -> Action
  ) {
    Task { [weak store] in
      guard await turnstile.enter(isLoad: isLoad) else { return }
      do {
        try await call()
        turnstile.leave()
        try? store?.dispatch(success)
      } catch {
        if !keepsPlace { turnstile.leave() }
        try? store?.dispatch(failure("\(error)"))
      }
    }
  }
}

/// Messages that are sent one after the other, each in a task that awaits the one before.
struct SentInChain: TaskApp {
  struct State: Hashable, Sendable { var sends: [String: LoadStatus] = [:] }
  enum Action: Hashable, Sendable {
    case send(String), sent(String), failed(String, String), cancel(String)
  }
  @MainActor final class Sender {
    var last: Task<Void, Never>?
    var tasks: [String: Task<Void, Never>] = [:]
  }

  /// Whether what was cancelled says how it ended.
  var tellsCancelled = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    ["a", "b"].map { id in
      state.sends[id] == .waiting
        ? Interaction("cancels \(id)", .cancel(id))
        : Interaction("sends \(id)", .send(id), .destroys)
    }
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .send(let id): state.sends[id] = .waiting
    case .sent(let id): state.sends[id] = .success
    case .failed(let id, let why): state.sends[id] = .failure(why)
    case .cancel(let id): state.sends[id] = nil
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, sender) = (TaskStore<State, Action>(launch), launch.gates, Sender())
    store.handle = { [tellsCancelled] _, action, store in
      switch action {
      case .send(let id):
        let previous = sender.last
        let task = Task { [weak store] in
          await previous?.value
          if Task.isCancelled { return }
          var outcome = Action.sent(id)
          do { try await gate(function: "send") { $0 = 1 } } catch {
            outcome = .failed(id, "\(error)")
          }
          if tellsCancelled || !Task.isCancelled { try? store?.dispatch(outcome) }
        }
        (sender.last, sender.tasks[id]) = (task, task)
      case .cancel(let id): sender.tasks[id]?.cancel()
      default: break
      }
    }
    return RunningApp(store, keeping: sender)
  }
}
