import Model

/// A seat that a server may refuse: a banner says so until a person closes it.
struct RefusedSeat: ViewModelApp {
  struct State: Hashable, Sendable {
    var list: LoadStatus?
    var booking: LoadStatus?
    var booked: Set<String> = []
    var banner: String?
  }
  enum Tap: Hashable, Sendable { case open, book, close }

  /// Whether a seat that was booked brings back the banner that was shown before.
  var bringsBack = false
  let initialState = State()
  let initialRows: Set<String> = []

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.list == .waiting { return [] }
    guard state.list == .success else { return [Interaction("opens", .tap(.open), .appears)] }
    return
      (state.booking == .waiting || state.booked.contains("a")
      ? [] : [Interaction("books a", .tap(.book), .destroys)])
      + (state.banner == nil ? [] : [Interaction("closes the banner", .tap(.close))])
  }

  func launch(_ launch: Launch<State, Action, Set<String>>) -> RunningApp<Store> {
    let (store, gate, bringsBack) = (ViewModel<State, Tap>(launch), launch.gates, bringsBack)
    store.handle = { tap, store in
      switch tap {
      case .close: store.set(\.banner, nil)
      case .open:
        store.set(\.list, .waiting)
        Task { [weak store] in await store?.set(\.self, Self.load(gate, State())) }
      case .book:
        let banner = store.state.banner
        store.set(\.booking, .waiting)
        Task { [weak store] in
          do {
            let isBooked = try await gate(answers: [true, false], function: "book") {
              if $1 { $0.insert("a") }
              return $0.contains("a")
            }
            guard var state = store?.state else { return }
            state.booking = nil
            if isBooked { state.booked.insert("a") }
            if !isBooked { state.banner = "Full" } else if bringsBack { state.banner = banner }
            store?.set(\.self, state)
          } catch {
            // How it came out is told once that is known.
            await store?.set(\.self, Self.load(gate, State(banner: "Full")))
          }
        }
      }
    }
    return RunningApp(store)
  }

  private static func load(_ gate: Gates<Set<String>>, _ state: State) async -> State {
    var state = state
    do {
      state.booked = try await gate(function: "look", { $0 })
      state.list = .success
    } catch { state.list = .failure("\(error)") }
    return state
  }

  func showing(_ rows: Set<String>) -> StoredRows<State>? { .rows(State(booked: rows)) }
  func stored(in state: State) -> State { State(booked: state.booked) }
}

/// A wish that may be refused, and that closes what the last one told as it is made again.
struct RepeatedWish: ViewModelApp {
  struct State: Hashable, Sendable {
    var save: LoadStatus?
    var banner: String?
    var chosen: String? = "a"
  }
  enum Tap: Hashable, Sendable { case save }
  enum Defect { case tellsRefusalsOnly, choosesAgain }

  var defect: Defect?
  let initialState = State()
  let initialRows: Set = ["a"]

  func interactions(in state: State) -> [Interaction<Action>] {
    state.save == .waiting ? [] : [Interaction("saves", .tap(.save), .destroys)]
  }

  func launch(_ launch: Launch<State, Action, Set<String>>) -> RunningApp<Store> {
    let (store, gate, defect) = (ViewModel<State, Tap>(launch), launch.gates, defect)
    store.handle = { _, store in
      store.set(\.self, State(save: .waiting, chosen: defect == .choosesAgain ? nil : "a"))
      Task { [weak store] in
        do {
          if try await gate(answers: [true, false], function: "save", { $1 }) {
            store?.set(\.self, State(save: .success))
          } else {
            store?.set(\.self, State(banner: "Not now"))
          }
        } catch { store?.set(\.self, State(banner: defect == nil ? "Not now" : nil)) }
      }
    }
    return RunningApp(store)
  }
}

/// Orders of which each ends with the same call, so that two of these calls are alike.
struct AlikeEnds: ViewModelApp {
  struct State: Hashable, Sendable {
    var busy: Set<String> = []
    var last: String?
    var alert: String?
  }
  enum Tap: Hashable, Sendable { case order(String) }

  /// Whether each order shows itself once more as it ends.
  var showsItself = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    ["a", "b"].filter { !state.busy.contains($0) }.map {
      Interaction("orders \($0)", .tap(.order($0)), .destroys)
    }
  }

  func statuses(of state: State) -> [AppSubject: Status]? {
    Dictionary(uniqueKeysWithValues: state.busy.map { (AppSubject("busy", item: $0), .waiting) })
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, showsItself) = (ViewModel<State, Tap>(launch), launch.gates, showsItself)
    store.handle = { tap, store in
      guard case .order(let id) = tap else { return }
      store.set(\.busy, store.state.busy.union([id]))
      store.set(\.last, id)
      Task { [weak store] in
        do {
          try await gate(id, function: "order") { $0 = 1 }
          try await gate(function: "settle") { _ in }
        } catch { store?.set(\.alert, "Not ordered") }
        guard let store else { return }
        if showsItself { store.set(\.last, id) }
        store.set(\.busy, store.state.busy.subtracting([id]))
      }
    }
    return RunningApp(store)
  }
}

/// A list of which several rows can be chosen; somebody else may delete one.
struct ChosenRows: ViewModelApp {
  struct State: Hashable, Sendable {
    var load: LoadStatus?
    var rows: [String] = []
    var chosen: Set<String> = []
  }
  enum Tap: Hashable, Sendable { case load, choose(String) }

  /// Whether a load also brings back what was chosen as it was asked for.
  var bringsBack = false
  let initialState = State()
  let initialRows = ["a", "b"]

  func interactions(in state: State) -> [Interaction<Action>] {
    (state.load == .waiting ? [] : [Interaction("loads", .tap(.load), .appears)])
      + state.rows.filter { !state.chosen.contains($0) }.map {
        Interaction("chooses \($0)", .tap(.choose($0)))
      }
  }

  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<Store> {
    let (store, gate, bringsBack) = (ViewModel<State, Tap>(launch), launch.gates, bringsBack)
    store.handle = { tap, store in
      if case .choose(let row) = tap {
        return store.set(\.chosen, store.state.chosen.union([row]))
      }
      let chosen = store.state.chosen
      store.set(\.load, .waiting)
      Task { [weak store] in
        do {
          let rows = try await gate(answers: [true, false], function: "load") { rows, isThere in
            if !isThere { rows.removeAll { $0 == "a" } }
            return rows
          }
          let now = bringsBack ? chosen : store?.state.chosen ?? []
          store?.set(\.self, State(load: .success, rows: rows, chosen: now.intersection(rows)))
        } catch { store?.set(\.load, .failure("\(error)")) }
      }
    }
    return RunningApp(store)
  }

  func showing(_ rows: [String]) -> StoredRows<State>? { .rows(State(rows: rows)) }
  func stored(in state: State) -> State { State(rows: state.rows) }
}

/// A list with a banner for what could not be saved; a load may bring back one that was closed.
struct ReopenedBanner: ViewModelApp {
  struct State: Hashable, Sendable {
    var load: LoadStatus?
    var save: LoadStatus?
    var rows: [String] = []
    var banner: String?
    var wasShown = false
  }
  enum Tap: Hashable, Sendable { case load, save, close }
  var isStubborn = false
  let initialState = State()
  let initialRows = ["a", "b"]

  func interactions(in state: State) -> [Interaction<Action>] {
    (state.load == .waiting ? [] : [Interaction("loads", .tap(.load), .appears)])
      + (state.save == .waiting ? [] : [Interaction("saves", .tap(.save), .destroys)])
      + (state.banner == nil ? [] : [Interaction("closes the banner", .tap(.close))])
  }
  func showing(_ rows: [String]) -> StoredRows<State>? { .rows(State(rows: rows)) }
  func stored(in state: State) -> State { State(rows: state.rows) }

  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<Store> {
    let (store, gate, isStubborn) = (ViewModel<State, Tap>(launch), launch.gates, isStubborn)
    store.handle = { tap, store in
      var state = store.state
      switch tap {
      case .close: store.set(\.banner, nil)
      case .save:
        store.set(\.save, .waiting)
        Task { [weak store] in
          do {
            try await gate(function: "save") { _ in }
            store?.set(\.save, .success)
          } catch {
            guard var state = store?.state else { return }
            (state.save, state.banner) = (nil, "Not saved")
            store?.set(\.self, state)
          }
        }
      case .load:
        (state.load, state.wasShown) = (.waiting, state.banner != nil)
        store.set(\.self, state)
        Task { [weak store] in
          do {
            let rows = try await gate(function: "load") { $0 }
            guard var state = store?.state else { return }
            if isStubborn && state.rows == rows && state.wasShown { state.banner = "Not saved" }
            (state.load, state.rows, state.wasShown) = (.success, rows, false)
            store?.set(\.self, state)
          } catch {
            store?.set(\.load, .failure("\(error)"))
          }
        }
      }
    }
    return RunningApp(store)
  }
}

/// Rows in two sections; a row that goes to the other one is chosen no more.
struct MovedRows: ViewModelApp {
  struct Rows: Hashable, Sendable {
    var open = ["a", "b"]
    var done = ["c"]
  }
  struct State: Hashable, Sendable {
    var load: LoadStatus?
    var open: [String] = []
    var done: [String] = []
    var chosen: Set<String> = []
  }
  enum Tap: Hashable, Sendable { case load, choose(String) }
  let initialState = State()
  let initialRows = Rows()

  func interactions(in state: State) -> [Interaction<Action>] {
    (state.load == .waiting ? [] : [Interaction("loads", .tap(.load), .appears)])
      + (state.open + state.done).filter { !state.chosen.contains($0) }.map {
        Interaction("chooses \($0)", .tap(.choose($0)))
      }
  }
  func showing(_ rows: Rows) -> StoredRows<State>? {
    .rows(State(open: rows.open, done: rows.done))
  }
  func stored(in state: State) -> State { State(open: state.open, done: state.done) }

  func launch(_ launch: Launch<State, Action, Rows>) -> RunningApp<Store> {
    let (store, gate) = (ViewModel<State, Tap>(launch), launch.gates)
    store.handle = { tap, store in
      if case .choose(let row) = tap {
        return store.set(\.chosen, store.state.chosen.union([row]))
      }
      store.set(\.load, .waiting)
      Task { [weak store] in
        do {
          let rows = try await gate(answers: [true, false], function: "load") { rows, isSame in
            if !isSame { rows = Rows(open: ["b"], done: ["c", "a"]) }
            return rows
          }
          guard let state = store?.state else { return }
          let moved = Set(rows.done).subtracting(state.done).intersection(state.open)
          store?.set(
            \.self,
            State(
              load: .success, open: rows.open, done: rows.done,
              chosen: state.chosen.subtracting(moved)))
        } catch {
          store?.set(\.load, .failure("\(error)"))
        }
      }
    }
    return RunningApp(store)
  }
}
