import Model
import Synchronization

/// A screen that loads something, as small as an app can be.
struct KindState: Hashable, Sendable {
  enum Status: Hashable, Sendable { case waiting, success, failure(String) }
  var load: Status?
  var title: String?
  var body: String?
  var text = ""
  var unread = 0
}

enum KindAction: Hashable, Sendable {
  case open, leave, type(String), reset
  case loaded(title: String, body: String), failed(String), found(String, for: String), pushed(Int)
}

/// A store that tells one handler of each action.
@MainActor final class KindStore {
  private(set) var state: KindState
  private let reducer: @Sendable (KindState, KindAction) throws -> KindState
  var handle: (@MainActor (KindState, KindAction, KindStore) -> Void)?

  init(_ launch: Launch<KindState, KindAction, KindRows>) {
    (state, reducer) = (launch.state, launch.reducer)
  }

  func dispatch(_ action: KindAction) throws {
    let old = state
    state = try reducer(state, action)
    handle?(old, action, self)
  }
}

struct KindRows: Hashable, Sendable {
  var title = "T"
  var body = "B"
  var isOpen = false
}

/// What keeps the tasks of an app.
@MainActor final class KindTasks {
  var tasks: [Task<Void, Never>] = []

  deinit { for task in tasks { task.cancel() } }
}

/// Small apps of kinds that no one thunk of one call and one dispatch describes, each right, or
/// with a defect that only its kind can have.
struct KindApp: App {
  enum Kind: String, Sendable, CaseIterable {
    /// Two calls at once; the defect leaves a failure of the second untold.
    case callsAtOnce
    /// The newest search counts; the defect does not cancel the older one.
    case cancels
    /// Something comes unasked; the defect counts it twice.
    case pushes
    /// A server that answers a completion handler; the defect forgets it when the server fails.
    case completionHandler
    /// Effects that a function returns; the defect runs that of the action before.
    case returnedEffects
    /// The state is restored from what is stored; the defect asks for more before anybody listens.
    case restores
    /// A draft is in the store; the defect loses it when something else is loaded.
    case drafts
    /// A component hears of loads alone; the defect has its filter leave out failures.
    case subscribes
  }

  let kind: Kind
  var isMended = true
  let initialState = KindState()
  let initialRows = KindRows()

  func interactions(in state: KindState) -> [Interaction<KindAction>] {
    switch kind {
    case .cancels:
      return DebounceApp.texts(besides: state.text).map { Interaction("types \($0)", .type($0)) }
    case .pushes: return state.unread > 0 ? [Interaction("reads", .reset)] : []
    case .drafts:
      return (state.text.isEmpty ? [Interaction("types a", .type("a"))] : [])
        + (state.load == .waiting ? [] : [Interaction("opens", .open, .appears)])
    case .callsAtOnce, .completionHandler, .returnedEffects, .restores, .subscribes:
      return state.load == .waiting ? [] : [Interaction("opens", .open, .appears)]
    }
  }

  func reduce(_ state: KindState, _ action: KindAction) throws -> KindState {
    var state = state
    switch action {
    case .open: state.load = .waiting
    case .leave: state = KindState()
    case .type(let text):
      state.text = text
      if kind == .cancels { state.load = .waiting }
    case .reset: state.unread = 0
    case .loaded(let title, let body):
      (state.title, state.body, state.load) = (title, body, .success)
      if kind == .drafts && !isMended { state.text = "" }
    case .failed(let why): state.load = .failure(why)
    case .found(let title, _): (state.title, state.load) = (title, .success)
    case .pushed(let count): state.unread += count
    }
    return state
  }

  func launch(_ launch: Launch<KindState, KindAction, KindRows>) -> RunningApp<KindStore> {
    let (store, tasks, gate) = (KindStore(launch), KindTasks(), launch.gates)
    switch kind {
    case .callsAtOnce: callAtOnce(store, tasks, gate)
    case .cancels: cancel(store, tasks, gate)
    case .pushes: listen(store, tasks, gate)
    case .completionHandler, .drafts, .subscribes: complete(store, tasks, gate)
    case .returnedEffects: runEffects(store, tasks, gate)
    case .restores:
      if launch.rows.isOpen && !isMended { try? store.dispatch(.open) }
      callAtOnce(store, tasks, gate)
      if launch.rows.isOpen && isMended {
        try? store.dispatch(.loaded(title: launch.rows.title, body: launch.rows.body))
      }
    }
    return RunningApp(store, keeping: tasks)
  }

  @MainActor private func callAtOnce(
    _ store: KindStore, _ tasks: KindTasks, _ gate: Gates<KindRows>
  ) {
    let isMended = isMended || kind == .restores
    store.handle = { [weak tasks] _, action, store in
      guard action == .open else { return }
      let task = Task { [weak store] in
        async let title = gate(function: "title") { rows in
          rows.isOpen = true
          return rows.title
        }
        async let body = gate(function: "body") { $0.body }
        do {
          let first = try await title
          let second = isMended ? try await body : (try? await body) ?? ""
          if isMended || !second.isEmpty {
            try? store?.dispatch(.loaded(title: first, body: second))
          }
        } catch {
          try? store?.dispatch(.failed("\(error)"))
        }
      }
      tasks?.tasks.append(task)
    }
  }

  @MainActor private func cancel(_ store: KindStore, _ tasks: KindTasks, _ gate: Gates<KindRows>) {
    let isMended = isMended
    store.handle = { [weak tasks] _, action, store in
      guard case .type(let text) = action, let tasks else { return }
      if isMended { for task in tasks.tasks { task.cancel() } }
      tasks.tasks = [
        Task { [weak store] in
          do {
            let found = try await gate(text, function: "search") { _ in text.uppercased() }
            // A reply may have been on its way when its task was cancelled.
            if Task.isCancelled { return }
            try? store?.dispatch(.found(found, for: text))
          } catch {
            if Task.isCancelled { return }
            try? store?.dispatch(.failed("\(error)"))
          }
        }
      ]
    }
  }

  @MainActor private func listen(_ store: KindStore, _ tasks: KindTasks, _ gate: Gates<KindRows>) {
    let isMended = isMended
    tasks.tasks = [
      Task { [weak store] in
        while let count = try? await gate.pushed([1], function: "message", { $1 }) {
          try? store?.dispatch(.pushed(count))
          if !isMended { try? store?.dispatch(.pushed(count)) }
        }
      }
    ]
  }

  @MainActor private func complete(_ store: KindStore, _ tasks: KindTasks, _ gate: Gates<KindRows>)
  {
    let isMended = isMended || kind != .completionHandler
    let fetch: @MainActor (@escaping @MainActor (Result<String, any Error>) -> Void) -> Void = {
      [weak tasks] completion in
      tasks?.tasks.append(
        Task {
          do { completion(.success(try await gate(function: "title") { $0.title })) } catch {
            if isMended { completion(.failure(error)) }
          }
        })
    }
    store.handle = { _, action, store in
      guard action == .open else { return }
      fetch { [weak store] result in
        switch result {
        case .success(let title): try? store?.dispatch(.loaded(title: title, body: ""))
        case .failure(let error): try? store?.dispatch(.failed("\(error)"))
        }
      }
    }
  }

  @MainActor private func runEffects(
    _ store: KindStore, _ tasks: KindTasks, _ gate: Gates<KindRows>
  ) {
    typealias Effect = @Sendable () async -> KindAction
    let effects: @Sendable (KindState, KindAction) -> Effect? = { _, action in
      guard action == .open else { return nil }
      return {
        do { return .loaded(title: try await gate(function: "title") { $0.title }, body: "") } catch
        {
          return .failed("\(error)")
        }
      }
    }
    let isMended = isMended
    var earlier: Effect?
    store.handle = { [weak tasks] old, action, store in
      let effect = effects(old, action)
      let run = isMended ? effect : earlier
      earlier = effect
      guard let run else { return }
      tasks?.tasks.append(Task { [weak store] in try? store?.dispatch(await run()) })
    }
  }

  func drafts(in state: KindState) -> [String: String] {
    kind == .drafts && !state.text.isEmpty ? ["note": state.text] : [:]
  }

  var subscriptions: [AppSubscription<KindApp>] {
    if kind != .subscribes { return [] }
    let isMended = isMended
    return [
      Subscription(
        name: "load",
        filter: { _, action in
          switch action {
          case .does(.failed): isMended
          case .does: true
          }
        }, output: { state, _ in state.load })
    ]
  }

  func dispatch(_ action: KindAction, to store: KindStore) throws { try store.dispatch(action) }
  func state(of store: KindStore) -> KindState { store.state }
}

/// A counter behind an actor, whose screen shows the last state that the actor told.
struct ActorApp: App {
  enum Action: Hashable, Sendable { case load, loaded(Int), failed }
  struct State: Hashable, Sendable {
    var count = 0
    var load: KindState.Status?
  }

  actor Machine {
    private var state: State
    private let reducer: @Sendable (State, Action) throws -> State
    private let gate: Gates<Int>
    private let isMended: Bool
    nonisolated let shown: Mutex<State>

    init(_ launch: Launch<State, Action, Int>, isMended: Bool) {
      (state, reducer, gate) = (launch.state, launch.reducer, launch.gates)
      self.isMended = isMended
      shown = Mutex(launch.state)
    }

    func send(_ action: Action) async {
      guard let new = try? reducer(state, action) else { return }
      state = new
      shown.withLock { $0 = new }
      guard action == .load else { return }
      if let count = try? await gate(function: "count", { $0 }) {
        await send(.loaded(count))
      } else if isMended {
        await send(.failed)
      }
    }
  }

  /// What a screen dispatches to.
  final class Store: Sendable {
    let machine: Machine
    init(_ machine: Machine) { self.machine = machine }
  }

  /// Whether a load that fails is told; the defect leaves it waiting.
  var isMended = true
  let initialState = State()
  let initialRows = 3

  func interactions(in state: State) -> [Interaction<Action>] {
    state.load == .waiting ? [] : [Interaction("loads", .load, .appears)]
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .failed: state.load = .failure("")
    case .load: state.load = .waiting
    case .loaded(let count): (state.count, state.load) = (count, .success)
    }
    return state
  }
  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    RunningApp(Store(Machine(launch, isMended: isMended)))
  }
  func dispatch(_ action: Action, to store: Store) throws {
    Task { await store.machine.send(action) }
  }
  func state(of store: Store) -> State { store.machine.shown.withLock { $0 } }
}
