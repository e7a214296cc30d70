import Dispatch
import Model

/// A note with one status of its save, which goes when the note is saved: the draft goes with it.
struct NoteEditor: TaskApp {
  struct State: Hashable, Sendable {
    var draft: String?
    var saved = ""
    var save: LoadStatus?
  }
  enum Action: Hashable, Sendable { case type, save, saved(String), failed(String) }

  let initialState = State()
  let initialRows = ""

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.save == .waiting { return [] }
    return state.draft == nil
      ? (state.saved.isEmpty ? [Interaction("types", .type)] : [])
      : [Interaction("taps Save", .save, .destroys)]
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .type: state.draft = "Milk"
    case .save: state.save = .waiting
    case .saved(let text): (state.saved, state.draft, state.save) = (text, nil, nil)
    case .failed(let why): state.save = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, String>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      guard action == .save, let text = store.state.draft else { return }
      store.request(
        { try await gate(text, function: "save") { $0 = text } }, { .saved(text) }, Action.failed)
    }
    return RunningApp(store)
  }

  func drafts(in state: State) -> [String: String] { state.draft.map { ["note": $0] } ?? [:] }
}

/// Downloads one at a time: the statuses are all that there is of a file, and one may be queued.
///
/// The defect leaves what was queued where it is when a download fails, so that its wait has no
/// end.
struct DownloadQueue: TaskApp {
  enum Progress: Hashable, Sendable { case queued, loading, loaded, failed(String) }
  struct State: Hashable, Sendable { var files: [String: Progress] = [:] }
  enum Action: Hashable, Sendable { case tap(String), loaded(String), failed(String, String) }

  var isMended = true
  /// Whether what is queued is told as waiting.
  var tellsQueued = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    ["a", "b"].filter { state.files[$0] == nil }.map { Interaction("downloads \($0)", .tap($0)) }
  }

  func statuses(of state: State) -> [AppSubject: Status]? {
    guard tellsQueued else { return nil }
    let statuses = state.files.map { name, progress -> (AppSubject, Status) in
      let status: Status =
        switch progress {
        case .queued, .loading: .waiting
        case .loaded: .success
        case .failed(let why): .failure(text: why)
        }
      return (AppSubject("files", item: name), status)
    }
    return Dictionary(uniqueKeysWithValues: statuses)
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    func next() {
      if state.files.values.contains(.loading) { return }
      if let name = state.files.filter({ $0.value == .queued }).keys.min() {
        state.files[name] = .loading
      }
    }
    switch action {
    case .tap(let name):
      state.files[name] = .queued
      next()
    case .loaded(let name):
      state.files[name] = .loaded
      next()
    case .failed(let name, let why):
      state.files[name] = .failed(why)
      if isMended { next() }
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { old, _, store in
      for (name, progress) in store.state.files
      where progress == .loading && old.files[name] != .loading {
        store.request(
          { try await gate(name, function: "download") { $0 += 1 } }, { .loaded(name) },
          { .failed(name, $0) }
        )
      }
    }
    return RunningApp(store)
  }
}

/// A feed whose statuses know waiting and failure, and no success; and a store that is left behind
/// where a reply is never taken.
struct FlaggedFeed: TaskApp {
  struct State: Hashable, Sendable {
    var isLoading = false
    var error: String?
    var items = 0
  }
  enum Action: Hashable, Sendable { case open, loaded(Int), failed(String) }

  /// Whether a failed load waits for something that never comes, and keeps the store.
  var hangs = false
  let initialState = State()
  let initialRows = 1

  func interactions(in state: State) -> [Interaction<Action>] {
    state.isLoading ? [] : [Interaction("opens the feed", .open, .appears)]
  }

  func statuses(of state: State) -> [AppSubject: Status]? {
    if state.isLoading { return [AppSubject("feed"): .waiting] }
    return state.error.map { [AppSubject("feed"): .failure(text: $0)] } ?? [:]
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    switch action {
    case .open: State(isLoading: true, items: state.items)
    case .loaded(let items): State(items: items)
    case .failed(let why): State(error: why, items: state.items)
    }
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate, hangs) = (TaskStore(launch), launch.gates, hangs)
    store.handle = { _, action, store in
      guard action == .open else { return }
      Task { [weak store] in
        do {
          let items = try await gate(function: "load") { $0 }
          try? store?.dispatch(.loaded(items))
        } catch {
          guard let store else { return }
          if hangs { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
          try? store.dispatch(.failed("\(error)"))
        }
      }
    }
    return RunningApp(store)
  }

  func showing(_ rows: Int) -> StoredRows<State>? { .rows(State(items: rows)) }
}

/// Counts a tap by way of a dispatch queue, so that no schedule decides when.
struct QueueCounter: TaskApp {
  enum Action: Hashable, Sendable { case tap, count }

  let initialState = 0
  let initialRows = 0

  func interactions(in state: Int) -> [Interaction<Action>] {
    state < 2 ? [Interaction("taps", .tap)] : []
  }

  func reduce(_ state: Int, _ action: Action) throws -> Int { action == .count ? state + 1 : state }

  func launch(_ launch: Launch<Int, Action, Int>) -> RunningApp<TaskStore<Int, Action>> {
    let store = TaskStore(launch)
    store.handle = { _, action, store in
      guard action == .tap else { return }
      DispatchQueue.global().async { Task { @MainActor in try? store.dispatch(.count) } }
    }
    return RunningApp(store)
  }
}
