import Model

/// A search that begins a while after the last key and tries again until it works: the spinner
/// stays.
struct TirelessSearch: ViewModelApp {
  struct State: Hashable, Sendable {
    var text = ""
    var search: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case type(String) }

  /// Whether it tries only once.
  var givesUp = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    ["a", "b"].filter { $0 != state.text }.map { Interaction("types \($0)", .tap(.type($0))) }
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, givesUp) = (ViewModel<State, Tap>(launch), launch.gates, givesUp)
    let work = Work()
    store.handle = { tap, store in
      guard case .type(let text) = tap else { return }
      store.set(\.text, text)
      store.set(\.search, .waiting)
      work.task?.cancel()
      work.task = Task { [weak store] in
        while true {
          do { try await Task.sleep(for: .milliseconds(300)) } catch { return }
          let isFound = (try? await gate(text, function: "find") { _ in true }) ?? false
          if Task.isCancelled { return }
          if isFound { return store?.set(\.search, .success) ?? () }
          if givesUp { return }
        }
      }
    }
    return RunningApp(store, keeping: work)
  }
}

/// A list that keeps how its last load ended, without a spinner; a newer load takes the place of an
/// older.
struct LastResult: TaskApp {
  struct State: Hashable, Sendable { var result: LoadStatus? }
  enum Action: Hashable, Sendable { case open, ended(LoadStatus) }

  /// Whether a load that failed changes nothing.
  var isForgetful = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    [Interaction("opens", .open, .appears)]
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    guard case .ended(let result) = action, !isForgetful || result == .success else { return state }
    return State(result: result)
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    let work = Work()
    store.handle = { _, action, store in
      guard action == .open else { return }
      work.task?.cancel()
      work.task = Task { [weak store] in
        do {
          try await gate(function: "load") { _ in }
          if !Task.isCancelled { try? store?.dispatch(.ended(.success)) }
        } catch {
          if !Task.isCancelled { try? store?.dispatch(.ended(.failure("\(error)"))) }
        }
      }
    }
    return RunningApp(store, keeping: work)
  }
}

/// A room that hears of others as long as one is in it; who leaves may come again at once.
struct Room: ViewModelApp {
  struct State: Hashable, Sendable {
    var join: LoadStatus?
    var guest: String?
  }
  enum Tap: Hashable, Sendable { case join, leave }

  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    switch state.join {
    case .waiting: []
    case .success: [Interaction("leaves", .tap(.leave))]
    case .failure, nil: [Interaction("joins", .tap(.join))]
    }
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate) = (ViewModel<State, Tap>(launch), launch.gates)
    let work = Work()
    store.handle = { tap, store in
      work.task?.cancel()
      if tap == .leave {
        store.set(\.guest, nil)
        return store.set(\.join, nil)
      }
      store.set(\.join, .waiting)
      work.task = Task { [weak store] in
        do {
          try await gate(function: "join") { _ in }
          store?.set(\.join, .success)
          while true {
            let guest = try await gate.pushed(["Bo"], function: "guest") { $1 }
            if Task.isCancelled { return }
            store?.set(\.guest, guest)
          }
        } catch {
          if !Task.isCancelled { store?.set(\.join, .failure("\(error)")) }
        }
      }
    }
    return RunningApp(store, keeping: work)
  }
}

/// An order that is typed, sent as one value, and confirmed: all of the app is one enumeration.
struct Checkout: TaskApp {
  struct Order: Hashable, Sendable {
    var name = "Ann"
    var count = 3
  }
  enum State: Hashable, Sendable { case start, typed(Order, error: String?), sending(Order), done }
  enum Action: Hashable, Sendable { case type, send, sent, refused(String) }
  enum Defect { case forgets, keepsSilent }

  var defect: Defect?
  /// Whether the number is the draft, and not the name.
  var draftsCount = false
  let initialState = State.start
  let initialRows: Set<Order> = []

  func interactions(in state: State) -> [Interaction<Action>] {
    switch state {
    case .start: [Interaction("types", .type)]
    case .typed: [Interaction("sends", .send, .adds(1))]
    case .sending, .done: []
    }
  }

  func drafts(in state: State) -> [String: String] {
    guard case .typed(let order, _) = state else { return [:] }
    return ["draft": draftsCount ? "\(order.count)" : order.name]
  }

  func statuses(of state: State) -> [AppSubject: Status]? {
    switch state {
    case .sending: [AppSubject("order"): .waiting]
    case .typed(_, let error?): [AppSubject("order"): .failure(text: error)]
    case .done: [AppSubject("order"): .success]
    case .start, .typed: [:]
    }
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    switch (state, action) {
    case (.start, .type): .typed(Order(), error: nil)
    case (.typed(let order, _), .send): .sending(order)
    case (.sending, .sent): .done
    case (.sending(let order), .refused(let error)):
      switch defect {
      case .forgets: .typed(Order(name: "", count: 0), error: error)
      case .keepsSilent: .typed(order, error: nil)
      case nil: .typed(order, error: error)
      }
    default: state
    }
  }

  func launch(_ launch: Launch<State, Action, Set<Order>>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      guard action == .send, case .sending(let order) = store.state else { return }
      store.request(
        { try await gate(order, function: "send") { _ = $0.insert(order) } }, { .sent },
        Action.refused)
    }
    return RunningApp(store)
  }
}

/// A list that is pulled anew, with a message over it that a person may close.
struct PulledList: ViewModelApp {
  struct State: Hashable, Sendable {
    var isLoaded = false
    var isPulled = false
    var message: String?
  }
  enum Tap: Hashable, Sendable { case pull, close }

  /// Whether who closes a message sees an empty list as if it were loaded.
  var pretends = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    (state.isPulled ? [] : [Interaction("pulls", .tap(.pull), .appears)])
      + (state.message == nil ? [] : [Interaction("closes the message", .tap(.close))])
  }

  func statuses(of state: State) -> [AppSubject: Status]? {
    if state.isPulled { return [AppSubject("list"): .waiting] }
    if let message = state.message { return [AppSubject("list"): .failure(text: message)] }
    return state.isLoaded || pretends ? [AppSubject("list"): .success] : [:]
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate) = (ViewModel<State, Tap>(launch), launch.gates)
    let work = Work()
    store.handle = { tap, store in
      store.set(\.message, nil)
      if tap == .close { return }
      store.set(\.isPulled, true)
      work.task = Task { [weak store] in
        do {
          try await gate(function: "load") { _ in }
          store?.set(\.isLoaded, true)
        } catch {
          store?.set(\.message, "\(error)")
        }
        store?.set(\.isPulled, false)
      }
    }
    return RunningApp(store, keeping: work)
  }
}

/// Pages that are each loaded when they come up, in a dictionary.
struct ShownPages: ViewModelApp {
  struct State: Hashable, Sendable { var pages: [String: Loaded] = [:] }
  enum Loaded: Hashable, Sendable { case loading, loaded(String), failed(String) }
  enum Tap: Hashable, Sendable { case open(String) }

  /// Whether each page shows what the first one holds.
  var mixesUp = false
  let initialState = State()
  let initialRows = ["x": "X", "y": "Y"]

  func interactions(in state: State) -> [Interaction<Action>] {
    ["x", "y"].filter { state.pages[$0] != .loading }
      .map { Interaction("opens \($0)", .tap(.open($0)), .appears) }
  }

  func showing(_ rows: [String: String]) -> StoredRows<State>? {
    .rows(State(pages: rows.mapValues { .loaded($0) }))
  }

  func launch(_ launch: Launch<State, Action, [String: String]>) -> RunningApp<Store> {
    let (store, gate, mixesUp) = (ViewModel<State, Tap>(launch), launch.gates, mixesUp)
    store.handle = { tap, store in
      guard case .open(let page) = tap else { return }
      store.set(\.pages[page], .loading)
      Task { [weak store] in
        do {
          let text = try await gate(page, function: "load") { $0[mixesUp ? "x" : page] ?? "" }
          store?.set(\.pages[page], .loaded(text))
        } catch {
          store?.set(\.pages[page], .failed("\(error)"))
        }
      }
    }
    return RunningApp(store)
  }
}
