import Model

/// Switches that are saved one after the other; what is saved follows from the state of the moment
/// in which a tap has its turn.
struct QueuedSwitch: App {
  @MainActor final class Store {
    private(set) var state: State
    private let reducer: @Sendable (State, Action) throws -> State
    private let taps: AsyncStream<Action>.Continuation
    private var work: Task<Void, Never>?

    init(_ launch: Launch<State, Action, Bool>, isForgetful: Bool) {
      (state, reducer) = (launch.state, launch.reducer)
      let (stream, taps) = AsyncStream<Action>.makeStream()
      self.taps = taps
      work = Task { [weak self, gate = launch.gates] in
        for await action in stream { await self?.handle(action, gate, isForgetful) }
      }
    }

    deinit { work?.cancel() }

    func dispatch(_ action: Action) {
      state = (try? reducer(state, action)) ?? state
      taps.yield(action)
    }

    private func handle(_ action: Action, _ gate: Gates<Bool>, _ isForgetful: Bool) async {
      do {
        switch action {
        case .open: dispatch(.loaded(try await gate(function: "load") { $0 }))
        case .tap:
          let isOn = !state.isOn
          try await gate(isOn, function: "save") { $0 = isOn }
          dispatch(.saved(isOn))
        case .loaded, .failed, .saved: break
        }
      } catch {
        if action == .open || !isForgetful { dispatch(.failed("\(error)")) }
      }
    }
  }
  struct State: Hashable, Sendable {
    var page: LoadStatus?
    var isOn = false
  }
  enum Action: Hashable, Sendable { case open, loaded(Bool), failed(String), tap, saved(Bool) }

  /// Whether nobody hears that a switch could not be saved.
  var isForgetful = false
  let initialState = State()
  let initialRows = false

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.page == .waiting { return [] }
    return state.page == .success
      ? [Interaction("taps the switch", .tap, .destroys)]
      : [Interaction("opens the page", .open, .appears)]
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.page = .waiting
    case .loaded(let isOn): state = State(page: .success, isOn: isOn)
    case .failed(let why): state.page = .failure(why)
    case .tap: break
    case .saved(let isOn): state.isOn = isOn
    }
    return state
  }
  func launch(_ launch: Launch<State, Action, Bool>) -> RunningApp<Store> {
    RunningApp(Store(launch, isForgetful: isForgetful))
  }
  func dispatch(_ action: Action, to store: Store) throws { store.dispatch(action) }
  func state(of store: Store) -> State { store.state }
  func showing(_ rows: Bool) -> StoredRows<State>? { .rows(State(isOn: rows)) }
}

/// A download that a person may stop: whether to do so is asked, and no more once it is over.
struct StoppedDownload: TaskApp {
  enum Question: Hashable, Sendable { case stop }
  struct State: Hashable, Sendable {
    var download: LoadStatus?
    var hasBegun = false
    var question: Question?
  }
  enum Action: Hashable, Sendable {
    case begin, ask, stop, goOn, hasBegun, done, failed(String)
  }

  /// Whether the question goes as soon as something has come.
  var isHasty = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.question != nil {
      return [Interaction("stops it", .stop), Interaction("goes on with it", .goOn)]
    }
    return state.download == .waiting
      ? [Interaction("taps Stop", .ask)] : [Interaction("downloads it", .begin)]
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .begin: state = State(download: .waiting)
    case .ask: state.question = .stop
    case .stop: state = State()
    case .goOn: state.question = nil
    case .hasBegun:
      state.hasBegun = true
      if isHasty { state.question = nil }
    case .done: state = State(download: .success, hasBegun: true)
    case .failed(let why): state = State(download: .failure(why))
    }
    return state
  }
  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate, work) = (TaskStore(launch), launch.gates, Work())
    store.handle = { _, action, store in
      if action == .stop { work.task?.cancel() }
      if action != .begin { return }
      work.task = Task { [weak store] in
        do {
          try await gate(1, function: "part") { _ in }
          if Task.isCancelled { return }
          try? store?.dispatch(.hasBegun)
          try await gate(2, function: "part") { _ in }
          if !Task.isCancelled { try? store?.dispatch(.done) }
        } catch {
          if !Task.isCancelled { try? store?.dispatch(.failed("\(error)")) }
        }
      }
    }
    return RunningApp(store, keeping: work)
  }
}

/// Contacts that a repository keeps once they were loaded; another screen adds one.
///
/// The defect does not keep what is added.
struct KeptContacts: ViewModelApp {
  enum Screen: Hashable, Sendable { case home, list }
  struct State: Hashable, Sendable {
    var screen = Screen.home
    var contacts: [String] = []
    var load: LoadStatus?
    var add: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case open, close, add }
  @MainActor final class Repository { var contacts: [String]? }

  var isForgetful = false
  let initialState = State()
  let initialRows = ["Ann"]

  func showing(_ rows: [String]) -> StoredRows<State>? { .rows(State(contacts: rows)) }
  func stored(in state: State) -> State { State(contacts: state.contacts) }

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.load == .waiting || state.add == .waiting { return [] }
    return state.screen == .list
      ? [Interaction("closes the list", .tap(.close))]
      : [
        Interaction("opens the list", .tap(.open), .appears),
        Interaction("adds Bob", .tap(.add), .adds(1)),
      ]
  }

  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<Store> {
    let (store, gate) = (ViewModel<State, Tap>(launch), launch.gates)
    let (repository, isForgetful) = (Repository(), isForgetful)
    @MainActor func open(_ store: Store) {
      if let contacts = repository.contacts {
        return store.set(\.self, State(screen: .list, contacts: contacts, load: .success))
      }
      store.set(\.self, State(screen: .list, load: .waiting))
      Task { [weak store] in
        do {
          let contacts = try await gate(function: "load") { $0 }
          repository.contacts = contacts
          store?.set(\.self, State(screen: .list, contacts: contacts, load: .success))
        } catch { store?.set(\.load, .failure("\(error)")) }
      }
    }
    store.handle = { tap, store in
      switch tap {
      case .open: open(store)
      case .close: store.set(\.self, State())
      case .add:
        store.set(\.add, .waiting)
        Task { [weak store] in
          do {
            try await gate(function: "add") { $0.append("Bob") }
            if !isForgetful { repository.contacts?.append("Bob") }
            store?.set(\.add, .success)
          } catch {
            repository.contacts = nil
            store?.set(\.add, .failure("\(error)"))
          }
        }
      }
    }
    return RunningApp(store, keeping: repository)
  }
}
