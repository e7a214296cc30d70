import Model

/// A shop that credits what was paid for, and begins with what is still to be credited.
///
/// The defects lose what was credited before.
struct CoinShop: TaskApp {
  enum Defect: Sendable {
    /// What is left to credit takes the place of what was credited.
    case emptiesPurse
    /// Coming to the shop saves the points that it shows beside the load.
    case savesAtOnce
  }
  struct Rows: Hashable, Sendable {
    var unfinished: [Int] = []
    var wallet = Wallet(coins: [0: 1], points: 5)
  }
  struct Wallet: Hashable, Sendable {
    var coins: [Int: Int] = [:]
    var points = 0
  }
  struct State: Hashable, Sendable {
    var wallet = Wallet()
    var load: LoadStatus?
    var purchase: LoadStatus?
  }
  enum Action: Hashable, Sendable {
    case open, loaded(Wallet), missed(String), buy, bought(Wallet), refused(String), saved
  }

  var defect: Defect?
  let initialState = State()
  let initialRows = Rows()

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.load == .waiting || state.purchase == .waiting { return [] }
    return [Interaction("opens the shop", .open, .appears)]
      + (state.load == .success ? [Interaction("buys a coin", .buy, .adds(1))] : [])
  }
  func showing(_ rows: Rows) -> StoredRows<State>? { .rows(State(wallet: rows.wallet)) }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.load = .waiting
    case .loaded(let wallet): (state.wallet, state.load) = (wallet, .success)
    case .missed(let why): state.load = .failure(why)
    case .buy: state.purchase = .waiting
    case .bought(let wallet): (state.wallet, state.purchase) = (wallet, .success)
    case .refused(let why): state.purchase = .failure(why)
    case .saved: break
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Rows>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate, defect) = (TaskStore(launch), launch.gates, defect)
    @Sendable func deliver(_ id: Int) async throws -> Wallet {
      let wallet = try await gate(id, function: "credit") {
        if defect == .emptiesPurse { $0.wallet.coins = [:] }
        $0.wallet.coins[id] = 1
        return $0.wallet
      }
      try await gate(id, function: "finish") { $0.unfinished = [] }
      return wallet
    }
    store.handle = { old, action, store in
      switch action {
      case .open:
        store.request(
          {
            for id in try await gate(function: "unfinished", { $0.unfinished }) {
              _ = try await deliver(id)
            }
            return try await gate(function: "balance") { $0.wallet }
          }, Action.loaded, Action.missed)
        if defect == .savesAtOnce {
          let points = old.wallet.points
          store.request(
            { try await gate(points, function: "save") { $0.wallet.points = points } },
            { _ in .saved }, Action.missed)
        }
      case .buy:
        store.request(
          {
            try await gate(function: "pay") { $0.unfinished = [1] }
            return try await deliver(1)
          }, Action.bought, Action.refused)
      default: break
      }
    }
    return RunningApp(store)
  }
}

/// A bar that shows where a player is: people look at it at any time, and drag it.
///
/// The defect shows what was read before somebody dragged it.
struct SoughtPosition: ViewModelApp {
  struct State: Hashable, Sendable {
    var position = 0
    var seek: LoadStatus?
    var message: String?
  }
  enum Tap: Hashable, Sendable { case look, drag, close }

  /// Counts what a person does to the position, and when that is over.
  @MainActor final class Transport { var count = 0 }

  var isForgetful = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.message != nil { return [Interaction("closes the message", .tap(.close))] }
    return [Interaction("looks at the bar", .tap(.look), .appears)]
      + (state.seek == .waiting || state.position == 60
        ? [] : [Interaction("drags it to 60", .tap(.drag))])
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, transport) = (ViewModel<State, Tap>(launch), launch.gates, Transport())
    let isForgetful = isForgetful
    store.handle = { [weak transport] tap, store in
      switch tap {
      case .close: store.set(\.message, nil)
      case .look:
        let count = transport?.count
        Task { [weak store, weak transport] in
          do {
            let position = try await gate(function: "position") { $0 }
            if store?.state.seek == .waiting { return }
            if !isForgetful && transport?.count != count { return }
            store?.set(\.position, position)
          } catch { store?.set(\.message, "\(error)") }
        }
      case .drag:
        transport?.count += 1
        let old = store.state.position
        store.set(\.position, 60)
        store.set(\.seek, .waiting)
        Task { [weak store, weak transport] in
          do {
            try await gate(60, function: "seek") { $0 = 60 }
            store?.set(\.seek, .success)
          } catch {
            store?.set(\.position, old)
            store?.set(\.seek, .failure("\(error)"))
          }
          transport?.count += 1
        }
      }
    }
    return RunningApp(store, keeping: transport)
  }
}

/// A purse whose points are earned one by one.
struct Purse: TaskApp {
  struct State: Hashable, Sendable {
    var points = 0
    var load: LoadStatus?
    var earn: LoadStatus?
  }
  enum Action: Hashable, Sendable { case open, loaded(Int), missed(String), earn, earned(Int) }

  /// Whether a page that comes up saves the points that it shows before it asks for them.
  var savesFirst = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.load == .waiting || state.earn == .waiting { return [] }
    return [Interaction("opens the purse", .open, .appears)]
      + (state.load == .success && state.points < 2
        ? [Interaction("earns a point", .earn, .destroys)] : [])
  }
  func showing(_ rows: Int) -> StoredRows<State>? { .rows(State(points: rows)) }
  func stored(in state: State) -> State { State(points: state.points) }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.load = .waiting
    case .earn: state.earn = .waiting
    case .loaded(let points): (state.points, state.load) = (points, .success)
    case .earned(let points): (state.points, state.earn) = (points, .success)
    case .missed(let why):
      state.load = .failure(why)
      if state.earn == .waiting { state.earn = .failure(why) }
    }
    return state
  }
  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, savesFirst) = (TaskStore<State, Action>(launch), launch.gates, savesFirst)
    store.handle = { old, action, store in
      switch action {
      case .open:
        let points = old.points
        store.request(
          {
            if savesFirst { try await gate(points, function: "save") { $0 = points } }
            return try await gate(function: "load") { $0 }
          }, Action.loaded, Action.missed)
      case .earn:
        store.request(
          {
            try await gate(function: "earn") { points in
              points += 1
              return points
            }
          }, Action.earned, Action.missed)
      default: break
      }
    }
    return RunningApp(store)
  }
}

/// A switch that stands at launch where it was saved; one loop saves the newest wish.
struct RestoredSwitch: ViewModelApp {
  struct State: Hashable, Sendable {
    var isOn = false
    var save: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case flip, comeBack }
  @MainActor final class Worker { var isBusy = false }

  /// Whether what is flipped while something is saved is never saved.
  var isDeaf = false
  let initialState = State()
  let initialRows = true

  func interactions(in state: State) -> [Interaction<Action>] {
    let hasFailed = if case .failure? = state.save { true } else { false }
    return [Interaction("flips the switch", .tap(.flip), .destroys)]
      + (hasFailed ? [Interaction("comes back", .tap(.comeBack), .appears)] : [])
  }
  func showing(_ rows: Bool) -> StoredRows<State>? { .rows(State(isOn: rows)) }

  func launch(_ launch: Launch<State, Action, Bool>) -> RunningApp<Store> {
    let (store, gate, worker, isDeaf) = (Store(launch), launch.gates, Worker(), isDeaf)
    if launch.state == initialState { store.set(\.isOn, launch.rows) }
    store.handle = { [weak worker] tap, store in
      if tap == .flip { store.set(\.isOn, !store.state.isOn) }
      store.set(\.save, .waiting)
      guard let worker, !worker.isBusy else { return }
      worker.isBusy = true
      Task { [weak store, weak worker] in
        defer { worker?.isBusy = false }
        while let isOn = store?.state.isOn {
          do { try await gate(isOn, function: "save") { $0 = isOn } } catch {
            store?.set(\.save, .failure("\(error)"))
            return
          }
          if isDeaf || store?.state.isOn == isOn { break }
        }
        store?.set(\.save, .success)
      }
    }
    return RunningApp(store, keeping: worker)
  }
}
