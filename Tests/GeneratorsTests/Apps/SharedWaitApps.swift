@testable import Model

/// A reply that is tracked twice by an action of its own, for which the listener asks a server.
struct Tracker: TaskApp {
  struct State: Hashable, Sendable { var load: LoadStatus? }
  enum Action: Hashable, Sendable { case open, loaded, failed(String), track }
  var isTwice = true
  let initialState = State()
  let initialRows = 0
  func interactions(in state: State) -> [Interaction<Action>] {
    state.load == .waiting ? [] : [Interaction("opens", .open, .appears)]
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.load = .waiting
    case .loaded: state.load = .success
    case .failed(let why): state.load = .failure(why)
    case .track: break
    }
    return state
  }
  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate, isTwice) = (TaskStore(launch), launch.gates, isTwice)
    store.handle = { _, action, store in
      switch action {
      case .open:
        store.load(gate, { _ in .loaded }, { .failed($0) })
      case .loaded:
        try? store.dispatch(.track)
        if isTwice { try? store.dispatch(.track) }
      case .track:
        Task { _ = try? await gate(function: "track") { $0 += $0 < 2 ? 1 : 0 } }
      default: break
      }
    }
    return RunningApp(store)
  }
}

/// A page that may be left while it loads; who comes back waits for the load that is still under
/// way.
struct SharedPage: ViewModelApp {
  struct State: Hashable, Sendable {
    var load: LoadStatus?
    var text = ""
  }
  enum Tap: Hashable, Sendable { case open, leave }
  @MainActor final class Flight { var isUnderWay = false }
  let initialState = State()
  let initialRows = "Milk"
  func interactions(in state: State) -> [Interaction<Action>] {
    state.load == .waiting
      ? [Interaction("leaves", .tap(.leave))] : [Interaction("opens", .tap(.open), .appears)]
  }
  func launch(_ launch: Launch<State, Action, String>) -> RunningApp<Store> {
    let (store, gate, flight) = (ViewModel<State, Tap>(launch), launch.gates, Flight())
    store.handle = { tap, store in
      if tap == .leave { return store.set(\.load, nil) }
      store.set(\.load, .waiting)
      if flight.isUnderWay { return }
      flight.isUnderWay = true
      Task { [weak store] in
        let result: Result<String, any Error>
        do { result = .success(try await gate(function: "load") { $0 }) } catch {
          result = .failure(error)
        }
        flight.isUnderWay = false
        // Nobody is there any more.
        if store?.state.load != .waiting { return }
        switch result {
        case .success(let text):
          store?.set(\.self, State(load: .success, text: text))
        case .failure(let error): store?.set(\.load, .failure("\(error)"))
        }
      }
    }
    return RunningApp(store, keeping: flight)
  }
}

/// A page that may be left while it loads, with a reducer and a listener.
struct SharedNote: TaskApp {
  struct State: Hashable, Sendable {
    var load: LoadStatus?
    var text = ""
  }
  enum Action: Hashable, Sendable { case open, leave, loaded(String), failed(String) }
  let initialState = State()
  let initialRows = "Milk"
  func interactions(in state: State) -> [Interaction<Action>] {
    state.load == .waiting
      ? [Interaction("leaves", .leave)] : [Interaction("opens", .open, .appears)]
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.load = .waiting
    case .leave: state.load = nil
    case .loaded(let text): if state.load == .waiting { state = State(load: .success, text: text) }
    case .failed(let why): if state.load == .waiting { state.load = .failure(why) }
    }
    return state
  }
  func launch(_ launch: Launch<State, Action, String>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate, flight) = (TaskStore(launch), launch.gates, SharedPage.Flight())
    store.handle = { _, action, store in
      if action != .open || flight.isUnderWay { return }
      flight.isUnderWay = true
      store.request(
        {
          defer { Task { @MainActor in flight.isUnderWay = false } }
          return try await gate(function: "load") { $0 }
        }, { .loaded($0) }, { .failed($0) })
    }
    return RunningApp(store, keeping: flight)
  }
}

/// Two features of one view model; whether one is under way is known to the task that it keeps.
struct KeptTasks: ViewModelApp {
  struct State: Hashable, Sendable {
    var mail: LoadStatus?
    var news: LoadStatus?
  }
  enum Tap: Hashable, Sendable {
    case mail, news
    var status: WritableKeyPath<State, LoadStatus?> { self == .mail ? \.mail : \.news }
  }
  @MainActor final class Tasks { var tasks: [Tap: Task<Void, Never>] = [:] }
  let initialState = State()
  let initialRows = 1
  func interactions(in state: State) -> [Interaction<Action>] {
    [Tap.mail, .news].map { Interaction("opens \($0)", .tap($0), .appears) }
  }
  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, kept) = (ViewModel<State, Tap>(launch), launch.gates, Tasks())
    store.handle = { tap, store in
      if kept.tasks[tap] != nil { return }
      store.set(tap.status, .waiting)
      kept.tasks[tap] = Task { [weak store, weak kept] in
        do {
          try await gate("\(tap)", function: "load") { _ in }
          store?.set(tap.status, .success)
        } catch {
          store?.set(tap.status, .failure("\(error)"))
        }
        kept?.tasks[tap] = nil
      }
    }
    return RunningApp(store, keeping: kept)
  }
}

/// Two messages with an attachment each.
struct Attachments: ViewModelApp {
  struct Message: Hashable, Sendable, Identifiable {
    let id: String
    var parts: [LoadStatus?] = []
  }
  struct State: Hashable, Sendable {
    var messages = [Message(id: "a"), Message(id: "b")]
  }
  typealias Tap = Int
  let initialState = State()
  let initialRows = 1
  func interactions(in state: State) -> [Interaction<Action>] {
    [0, 1].filter { state.messages[$0].parts != [.waiting] }.map {
      Interaction("fetches \($0)", .tap($0))
    }
  }
  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate) = (ViewModel<State, Tap>(launch), launch.gates)
    store.handle = { place, store in
      store.set(\.messages[place].parts, [.waiting])
      Task { [weak store] in
        do {
          try await gate(place, function: "fetch") { _ in }
          store?.set(\.messages[place].parts, [.success])
        } catch { store?.set(\.messages[place].parts, [.failure("\(error)")]) }
      }
    }
    return RunningApp(store)
  }
}

/// A page that loads two sections side by side once it is there.
struct TwoSections: ViewModelApp {
  struct State: Hashable, Sendable {
    var page: LoadStatus?
    var top: LoadStatus?
    var bottom: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case open }
  /// Whether the page is done before the sections wait.
  var isFirst = true
  let initialState = State()
  let initialRows = 1
  func interactions(in state: State) -> [Interaction<Action>] {
    [state.page, state.top, state.bottom].contains(.waiting)
      ? [] : [Interaction("opens", .tap(.open), .appears)]
  }
  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, isFirst) = (ViewModel<State, Tap>(launch), launch.gates, isFirst)
    store.handle = { _, store in
      store.set(\.page, .waiting)
      Task { [weak store] in
        do {
          try await gate(function: "page") { _ in }
          if isFirst { store?.set(\.page, .success) }
          for section in [\State.top, \.bottom] as [WritableKeyPath<State, LoadStatus?> & Sendable]
          {
            store?.set(section, .waiting)
            Task { [weak store] in
              do {
                try await gate(section == \.top ? "top" : "bottom", function: "section") { _ in }
                store?.set(section, .success)
              } catch { store?.set(section, .failure("\(error)")) }
            }
          }
          if !isFirst { store?.set(\.page, .success) }
        } catch { store?.set(\.page, .failure("\(error)")) }
      }
    }
    return RunningApp(store)
  }
}

/// An outbox whose load forgets on the device what was not sent.
struct WipingOutbox: TaskApp {
  struct Rows: Hashable, Sendable {
    var kept: String?
  }
  struct State: Hashable, Sendable {
    var rows = Rows()
    var load: LoadStatus?
    var save: LoadStatus?
  }
  enum Action: Hashable, Sendable {
    case open, write, loaded(Rows), failed(String), wasSaved(Rows), unsaved(String)
  }
  var isForgetful = false
  /// Whether a load changes what it finds.
  var marks = false
  let initialState = State()
  let initialRows = Rows()
  func interactions(in state: State) -> [Interaction<Action>] {
    let isReady = state.load == .success && state.save != .waiting && state.rows == Rows()
    return [Interaction("opens the notes", .open, .appears)]
      + (isReady ? [Interaction("writes Hi", .write)] : [])
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: if state.load != .waiting && state.save != .waiting { state.load = .waiting }
    case .write: state.save = .waiting
    case .loaded(let rows): (state.rows, state.load) = (rows, .success)
    case .failed(let why): state.load = .failure(why)
    case .wasSaved(let rows): (state.rows, state.save) = (rows, .success)
    case .unsaved(let why): state.save = .failure(why)
    }
    return state
  }
  func launch(_ launch: Launch<State, Action, Rows>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate, isForgetful, marks) = (TaskStore(launch), launch.gates, isForgetful, marks)
    store.handle = { old, action, store in
      if old.load != .waiting && store.state.load == .waiting {
        store.request(
          {
            try await gate(function: "load") {
              if isForgetful { $0.kept = nil }
              if marks && $0.kept != nil { $0.kept = "Hi, delivered" }
              return $0
            }
          }, Action.loaded, Action.failed)
      }
      if old.save == .waiting || store.state.save != .waiting { return }
      store.request(
        {
          try await gate(function: "keep") {
            $0.kept = "Hi"
            return $0
          }
        }, Action.wasSaved, Action.unsaved)
    }
    return RunningApp(store)
  }
  func showing(_ rows: Rows) -> StoredRows<State>? { .rows(State(rows: rows)) }
  func stored(in state: State) -> State { State(rows: state.rows) }
}

/// Tabs that are chosen at once and load when nothing else does.
struct Tabs: ViewModelApp {
  struct State: Hashable, Sendable {
    var tab = 0
    var load: LoadStatus?
    var other: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case tab(Int), other }
  let initialState = State()
  let initialRows = 1
  func interactions(in state: State) -> [Interaction<Action>] {
    [Interaction("chooses \(1 - state.tab)", .tap(.tab(1 - state.tab)))]
      + (state.other == nil ? [Interaction("does other", .tap(.other))] : [])
  }
  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, work) = (ViewModel<State, Tap>(launch), launch.gates, Work())
    store.handle = { tap, store in
      guard case .tab(let tab) = tap else {
        store.set(\.other, .waiting)
        Task { [weak store] in
          do {
            try await gate(function: "other") { _ in }
            store?.set(\.other, .success)
          } catch { store?.set(\.other, .failure("\(error)")) }
        }
        return
      }
      store.set(\.tab, tab)
      if work.task != nil { return }
      store.set(\.load, .waiting)
      work.task = Task { [weak store, weak work] in
        do {
          try await gate(function: "load") { _ in }
          store?.set(\.load, .success)
        } catch { store?.set(\.load, .failure("\(error)")) }
        work?.task = nil
      }
    }
    return RunningApp(store, keeping: work)
  }
}

/// Keeps how the last two loads ended, beside the status of the load.
struct History: ViewModelApp {
  enum Outcome: Hashable, Sendable { case success, failure }
  struct State: Hashable, Sendable {
    var load: LoadStatus?
    var last: [Outcome] = []
  }
  enum Tap: Hashable, Sendable { case open }
  let initialState = State()
  let initialRows = 1
  func interactions(in state: State) -> [Interaction<Action>] {
    state.load == .waiting ? [] : [Interaction("opens", .tap(.open), .appears)]
  }
  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate) = (ViewModel<State, Tap>(launch), launch.gates)
    store.handle = { _, store in
      store.set(\.load, .waiting)
      Task { [weak store] in
        var (load, outcome) = (LoadStatus.success, Outcome.success)
        do { try await gate(function: "load") { _ in } } catch {
          (load, outcome) = (.failure("\(error)"), .failure)
        }
        guard let store else { return }
        store.set(\.self, State(load: load, last: Array((store.state.last + [outcome]).suffix(2))))
      }
    }
    return RunningApp(store)
  }
}

/// Two panels, each with a status at a place of its own.
struct TwoPanels: ViewModelApp {
  struct State: Hashable, Sendable {
    var panels: [LoadStatus?] = [nil, nil]
  }
  typealias Tap = Int
  /// Whether the second one keeps silent of failures.
  var isSilent = false
  let initialState = State()
  let initialRows = 1
  func interactions(in state: State) -> [Interaction<Action>] {
    state.panels.indices.filter { state.panels[$0] != .waiting }.map {
      Interaction("opens \($0)", .tap($0), .appears)
    }
  }
  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, isSilent) = (ViewModel<State, Int>(launch), launch.gates, isSilent)
    store.handle = { place, store in
      store.set(\.panels[place], .waiting)
      Task { [weak store] in
        var status = LoadStatus.success
        do { try await gate("\(place)", function: "load") { _ in } } catch {
          status = .failure("\(error)")
        }
        if isSilent && place == 1 && status != .success { status = .success }
        store?.set(\.panels[place], status)
      }
    }
    return RunningApp(store)
  }
}
