import Model

/// A shop whose cart is emptied as it is checked out, and comes back where that fails.
struct ShoppingCart: TaskApp {
  struct State: Hashable, Sendable {
    var stock: [String: Int] = [:]
    var cart: [String: Int] = [:]
    var products: LoadStatus?
    var checkout: LoadStatus?
  }
  enum Action: Hashable, Sendable {
    case open, loaded([String: Int]), missed(String)
    case add(String), checkOut, bought, refused([String: Int], String)
  }
  struct SoldOut: Error {}

  /// Whether what could not be bought is forgotten.
  var isForgetful = false
  let initialState = State()
  let initialRows = ["Shirt": 1, "Watch": 1]

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.products == .waiting { return [] }
    if state.products != .success { return [Interaction("opens the shop", .open, .appears)] }
    let isReady = !state.cart.isEmpty && state.checkout != .waiting
    return state.stock.filter { $0.value > 0 }.keys.sorted().map {
      Interaction("adds \($0)", .add($0))
    } + (isReady ? [Interaction("checks out", .checkOut, .destroys)] : [])
  }
  func drafts(in state: State) -> [String: String] {
    Dictionary(uniqueKeysWithValues: state.cart.keys.map { ($0, $0) })
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.products = .waiting
    case .loaded(let stock): (state.stock, state.products) = (stock, .success)
    case .missed(let why): state.products = .failure(why)
    case .add(let item):
      state.stock[item, default: 0] -= 1
      state.cart[item, default: 0] += 1
    case .checkOut: (state.cart, state.checkout) = ([:], .waiting)
    case .bought: state.checkout = .success
    case .refused(let cart, let why):
      state.checkout = .failure(why)
      if !isForgetful { state.cart.merge(cart, uniquingKeysWith: +) }
    }
    return state
  }

  func launch(
    _ launch: Launch<State, Action, [String: Int]>
  ) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { old, action, store in
      switch action {
      case .open: store.load(gate, Action.loaded, Action.missed)
      case .checkOut:
        let cart = old.cart
        store.request(
          {
            try await gate(cart, function: "buy") { stock in
              if cart.contains(where: { stock[$0, default: 0] < $1 }) { throw SoldOut() }
              for (item, count) in cart { stock[item, default: 0] -= count }
            }
          }, { _ in .bought }, { .refused(cart, $0) })
      default: break
      }
    }
    return RunningApp(store)
  }
}

/// A chat with one alert for all that fails: to connect, and to send.
struct SocketChat: TaskApp {
  struct State: Hashable, Sendable {
    var connection: LoadStatus?
    var text = ""
    var alert: LoadStatus?
  }
  enum Action: Hashable, Sendable {
    case connect, connected, broken(String), type(String), send, sent, unsent(String, String), close
  }

  /// Whether a text that could not be sent is forgotten.
  var isForgetful = false
  let initialState = State()
  let initialRows: [String] = []

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.alert != nil { return [Interaction("closes the alert", .close)] }
    let typing =
      state.text.isEmpty
      ? Interaction("types Hi", Action.type("Hi")) : Interaction("sends", .send, .adds(1))
    return [typing] + (state.connection == nil ? [Interaction("connects", .connect)] : [])
  }
  func drafts(in state: State) -> [String: String] {
    state.text.isEmpty ? [:] : ["message": state.text]
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .connect: state.connection = .waiting
    case .connected: state.connection = .success
    case .broken(let why): (state.connection, state.alert) = (nil, .failure(why))
    case .type(let text): state.text = text
    case .send: state.text = ""
    case .sent: break
    case .unsent(let text, let why):
      state.alert = .failure(why)
      if !isForgetful { state.text = text }
    case .close: state.alert = nil
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { old, action, store in
      switch action {
      case .connect:
        store.request(
          { try await gate(function: "connect") { _ in } }, { _ in .connected }, { .broken($0) })
      case .send:
        let text = old.text
        store.request(
          { try await gate(text, function: "send") { $0.append(text) } }, { _ in .sent },
          { .unsent(text, $0) })
      default: break
      }
    }
    return RunningApp(store)
  }
}

/// A list that is fetched again now and then; what is added shows at once, and gives up what is
/// fetched.
///
/// Taps change nothing themselves: what they lead to is dispatched one after the other.
struct OptimisticList: TaskApp {
  struct State: Hashable, Sendable {
    var items: [String]?
    var isFetching = false
    var isAdding = false
    var error: String?
  }
  enum Action: Hashable, Sendable {
    case open, add, close, fetching(Bool), adding([String]), added, fetched([String])
    case failed([String]?, String), closed
  }

  /// Whether what is fetched goes on while something is added.
  var isHasty = false
  let initialState = State()
  let initialRows = ["Milk"]

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.error != nil { return [Interaction("closes the message", .close, .appears)] }
    let mayOpen = !state.isFetching && !state.isAdding
    let mayAdd = state.items.map { !$0.contains("Tea") } ?? false
    return (mayOpen ? [Interaction("opens the list", .open, .appears)] : [])
      + (mayAdd ? [Interaction("adds Tea", .add, .adds(1))] : [])
  }
  func statuses(of state: State) -> [AppSubject: Status]? {
    var all: [AppSubject: Status] = state.items == nil ? [:] : [AppSubject("items"): .success]
    if let error = state.error { all[AppSubject("items")] = .failure(text: error) }
    if state.isFetching { all[AppSubject("items")] = .waiting }
    if state.isAdding { all[AppSubject("adding")] = .waiting }
    return all
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open, .add, .close: break
    case .fetching(let isFetching): state.isFetching = isFetching
    case .adding(let items): (state.items, state.isAdding) = (items, true)
    case .added: state.isAdding = false
    case .fetched(let items): (state.items, state.isFetching) = (items, false)
    case .failed(let items, let why): state = State(items: items, error: why)
    case .closed: state.error = nil
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate, isHasty) = (TaskStore(launch), launch.gates, isHasty)
    let work = Work()
    @MainActor func fetch(_ store: Store) {
      try? store.dispatch(.fetching(true))
      work.task = Task { [weak store] in
        do {
          let items = try await gate(function: "items") { $0 }
          if !Task.isCancelled { try? store?.dispatch(.fetched(items)) }
        } catch {
          if !Task.isCancelled { try? store?.dispatch(.failed(store?.state.items, "\(error)")) }
        }
      }
    }
    @MainActor func add(_ store: Store) {
      let before = store.state.items
      if !isHasty {
        work.task?.cancel()
        try? store.dispatch(.fetching(false))
      }
      try? store.dispatch(.adding((before ?? []) + ["Tea"]))
      store.request(
        { try await gate("Tea", function: "add") { $0.append("Tea") } }, { _ in .added },
        { .failed(before, $0) })
    }
    store.handle = { _, action, store in
      switch action {
      case .open: fetch(store)
      case .close:
        try? store.dispatch(.closed)
        fetch(store)
      case .add: add(store)
      default: break
      }
    }
    return RunningApp(store, keeping: work)
  }
}
