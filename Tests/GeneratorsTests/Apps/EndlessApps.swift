import Foundation
import Model

/// A feed that loads itself anew every second until the app is killed: no task of it comes to its
/// end.
struct PolledFeed: TaskApp {
  struct State: Hashable, Sendable {
    var load: LoadStatus?
    var items: Int?
  }
  enum Action: Hashable, Sendable { case open, loaded(Int), failed(String) }
  enum Loop: String, Codable, Sendable {
    /// Ends where its task is cancelled, which nothing does.
    case untilCancelled
    /// Ends with the first load that succeeds.
    case untilLoaded
    case forever
    /// Ends where its task is cancelled, and keeps the store.
    case keepingStore
    /// Never ends, and keeps the store.
    case foreverKeepingStore
  }

  var loop = Loop.untilCancelled
  let initialState = State()
  let initialRows = 1

  func interactions(in state: State) -> [Interaction<Action>] {
    state.load == nil ? [Interaction("opens the feed", .open, .appears)] : []
  }

  func statuses(of state: State) -> [AppSubject: Status]? {
    switch state.load {
    case nil: [:]
    case .waiting?: [AppSubject("feed"): .waiting]
    case .success?: [AppSubject("feed"): .success]
    case .failure(let text)?: [AppSubject("feed"): .failure(text: text)]
    }
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    switch action {
    case .open: State(load: .waiting)
    case .loaded(let items): State(load: .success, items: items)
    case .failed(let why): State(load: .failure(why), items: state.items)
    }
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate, loop) = (TaskStore(launch), launch.gates, loop)
    let keepsStore = loop == .keepingStore || loop == .foreverKeepingStore
    store.handle = { _, action, store in
      guard action == .open else { return }
      let kept = keepsStore ? store : nil
      Task { [weak store] in
        while true {
          do {
            let items = try await gate(function: "load") { $0 }
            try? (kept ?? store)?.dispatch(.loaded(items))
            if loop == .untilLoaded { return }
          } catch {
            try? (kept ?? store)?.dispatch(.failed("\(error)"))
          }
          try? await Task.sleep(for: .seconds(1))
          let endsByCancellation = loop == .untilCancelled || loop == .keepingStore
          if endsByCancellation && Task.isCancelled { return }
        }
      }
    }
    return RunningApp(store)
  }

  func showing(_ rows: Int) -> StoredRows<State>? { .rows(State(items: rows)) }
}

/// Counts a tap once another thread has resumed its task, so that no schedule decides when.
struct ResumedCounter: TaskApp {
  enum Action: Hashable, Sendable { case tap, count }

  let initialState = 0
  let initialRows = 0

  func interactions(in state: Int) -> [Interaction<Action>] {
    state < 3 ? [Interaction("taps", .tap)] : []
  }

  func reduce(_ state: Int, _ action: Action) throws -> Int { action == .count ? state + 1 : state }

  func launch(_ launch: Launch<Int, Action, Int>) -> RunningApp<TaskStore<Int, Action>> {
    let store = TaskStore(launch)
    store.handle = { _, action, store in
      guard action == .tap else { return }
      Task {
        await withCheckedContinuation { continuation in
          Thread.detachNewThread { continuation.resume() }
        }
        try? store.dispatch(.count)
      }
    }
    return RunningApp(store)
  }
}

/// A tip that is shown some seconds after a tap, which a task counts silently; a second tap does
/// nothing.
struct LateTip: TaskApp {
  struct State: Hashable, Sendable {
    var isAsked = false
    var isShown = false
  }
  enum Action: Hashable, Sendable { case tap, show }

  var secondCount = 2
  /// Whether the app traps where it should show the tip.
  var traps = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] { [Interaction("taps", .tap)] }

  func reduce(_ state: State, _ action: Action) throws -> State {
    if action == .show && traps { throw Crash("no tip") }
    return action == .tap
      ? State(isAsked: true, isShown: state.isShown) : State(isAsked: state.isAsked, isShown: true)
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<TaskStore<State, Action>> {
    let (store, secondCount) = (TaskStore(launch), secondCount)
    store.handle = { old, action, store in
      guard action == .tap, !old.isAsked else { return }
      Task { [weak store] in
        for _ in 0..<secondCount { try? await Task.sleep(for: .seconds(1)) }
        try? store?.dispatch(.show)
      }
    }
    return RunningApp(store)
  }
}

/// A note that is loaded anew every second from the launch on, by a loop that says when it begins.
struct PolledNote: TaskApp {
  struct State: Hashable, Sendable {
    var text: String?
    var load: LoadStatus?
    var save: LoadStatus?
  }
  enum Action: Hashable, Sendable {
    case begin, loaded(String), failed(String), write, saved, unsaved(String)
  }

  let initialState = State()
  let initialRows = "Milk"

  func interactions(in state: State) -> [Interaction<Action>] {
    state.text == nil || state.save == .waiting ? [] : [Interaction("writes", .write)]
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .begin: state.load = .waiting
    case .loaded(let text): (state.load, state.text) = (.success, text)
    case .failed(let why): state.load = .failure(why)
    case .write: state.save = .waiting
    case .saved: state.save = .success
    case .unsaved(let why): state.save = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, String>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    Task { [weak store] in
      while !Task.isCancelled {
        try? store?.dispatch(.begin)
        do {
          let text = try await gate(function: "load") { $0 }
          try? store?.dispatch(.loaded(text))
        } catch {
          try? store?.dispatch(.failed("\(error)"))
        }
        try? await Task.sleep(for: .seconds(1))
      }
    }
    store.handle = { _, action, store in
      guard action == .write else { return }
      store.request(
        { try await gate("Milk", function: "save") { $0 = "Milk" } }, { .saved }, Action.unsaved)
    }
    return RunningApp(store)
  }

  func showing(_ rows: String) -> StoredRows<State>? { .rows(State(text: rows)) }
  func stored(in state: State) -> State { State(text: state.text) }
}

/// A banner that a task takes away after five seconds, beside another task that ticks each second.
struct TickingBanner: TaskApp {
  struct State: Hashable, Sendable {
    var isAsked = false
    var isShown = false
  }
  enum Action: Hashable, Sendable { case tap, hide }

  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    state.isAsked ? [] : [Interaction("taps", .tap)]
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    if action == .hide { throw Crash("no banner") }
    return State(isAsked: true, isShown: true)
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<TaskStore<State, Action>> {
    let store = TaskStore(launch)
    Task { while !Task.isCancelled { try? await Task.sleep(for: .seconds(1)) } }
    store.handle = { _, action, store in
      guard action == .tap else { return }
      _ = store.dispatch(.hide, after: .seconds(5))
    }
    return RunningApp(store)
  }
}

/// Tries to load again and again, off the main actor, until it works.
struct TirelessLoad: TaskApp {
  struct State: Hashable, Sendable { var load: LoadStatus? }
  enum Action: Hashable, Sendable { case open, loaded }

  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    state.load == nil ? [Interaction("opens", .open, .appears)] : []
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    State(load: action == .open ? .waiting : .success)
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      guard action == .open else { return }
      Task.detached { [weak store] in
        while true {
          do {
            try await gate(function: "load") { _ in () }
            break
          } catch { try? await Task.sleep(for: .seconds(1)) }
        }
        try? await store?.dispatch(.loaded)
      }
    }
    return RunningApp(store)
  }
}

/// An order that is asked for anew each half a minute, three times in all: only the loop knows how
/// often it has been.
///
/// The defect keeps silent of a failure.
struct TrackedOrder: ViewModelApp {
  struct State: Hashable, Sendable {
    var text: String?
    var load: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case open }

  var isForgetful = false
  let initialState = State()
  let initialRows = "sent"

  func interactions(in state: State) -> [Interaction<Action>] {
    state.load == .waiting || state.load == .success
      ? [] : [Interaction("opens the order", .tap(.open), .appears)]
  }

  func launch(_ launch: Launch<State, Action, String>) -> RunningApp<Store> {
    let (store, gate, work) = (ViewModel<State, Tap>(launch), launch.gates, Work())
    let isForgetful = isForgetful
    @MainActor func load(_ store: Store) {
      if store.state.load == .waiting { return }
      store.set(\.load, .waiting)
      Task { [weak store] in
        do {
          store?.set(\.self, State(text: try await gate(function: "order") { $0 }, load: .success))
        } catch { if !isForgetful { store?.set(\.load, .failure("\(error)")) } }
      }
    }
    store.handle = { _, store in
      load(store)
      if work.task != nil { return }
      work.task = Task { [weak store] in
        for _ in 0..<3 {
          try? await Task.sleep(for: .seconds(30))
          if let store, !Task.isCancelled { load(store) }
        }
      }
    }
    return RunningApp(store, keeping: work)
  }
}
