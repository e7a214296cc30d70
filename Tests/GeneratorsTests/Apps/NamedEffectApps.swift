import Model

/// A store whose effects have names: one that begins cancels the one of its name that is under way.
@MainActor final class EffectStore<State: Hashable & Sendable, Action: Hashable & Sendable> {
  private(set) var state: State
  private let reducer: @Sendable (State, Action) throws -> State
  private let react: @MainActor (Action, EffectStore) -> Void
  private var effects: [String: Task<Void, Never>] = [:]

  init<Rows>(
    _ launch: Launch<State, Action, Rows>,
    _ react: @escaping @MainActor (Action, EffectStore) -> Void
  ) {
    (state, reducer, self.react) = (launch.state, launch.reducer, react)
  }

  deinit { for effect in effects.values { effect.cancel() } }

  func dispatch(_ action: Action) throws {
    state = try reducer(state, action)
    react(action, self)
  }

  /// Begins an effect; what it sends after it was cancelled goes nowhere.
  func run(
    _ name: String,
    _ effect: @escaping @MainActor @Sendable (@escaping @MainActor (Action) -> Void) async -> Void
  ) {
    effects[name]?.cancel()
    effects[name] = Task { [weak self] in
      await effect { if !Task.isCancelled { try? self?.dispatch($0) } }
    }
  }

  func cancel(_ name: String) { effects.removeValue(forKey: name)?.cancel() }
}

/// An app whose store is such a one.
protocol EffectApp: App where Store == EffectStore<State, Action> {
  @MainActor func react(to action: Action, in store: Store, _ gate: Gates<Rows>)
}

extension EffectApp {
  @MainActor func launch(_ launch: Launch<State, Action, Rows>) -> RunningApp<Store> {
    let gate = launch.gates
    return RunningApp(EffectStore(launch) { react(to: $0, in: $1, gate) })
  }
  @MainActor func dispatch(_ action: Action, to store: Store) throws { try store.dispatch(action) }
  @MainActor func state(of store: Store) -> State { store.state }
}

/// Half a moment after the last key a search begins, and an older one is given up.
///
/// The defect lets it go on.
struct SearchAsYouType: EffectApp {
  struct State: Hashable, Sendable {
    var text = ""
    var search: LoadStatus?
    var found: [String] = []
  }
  enum Action: Hashable, Sendable { case type(String), due, found([String]), failed(String) }

  var isMended = true
  let initialState = State()
  let initialRows = ["ant", "abbot"]

  func interactions(in state: State) -> [Interaction<Action>] {
    ["a", "ab"].filter { $0 != state.text }.map { Interaction("types \($0)", .type($0)) }
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .type(let text): state.text = text
    case .due: state.search = .waiting
    case .found(let words): (state.search, state.found) = (.success, words)
    case .failed(let why): (state.search, state.found) = (.failure(why), [])
    }
    return state
  }

  @MainActor func react(to action: Action, in store: Store, _ gate: Gates<[String]>) {
    switch action {
    case .type:
      store.run("debounce") { send in
        do { try await Task.sleep(for: .milliseconds(500)) } catch { return }
        send(.due)
      }
    case .due:
      let text = store.state.text
      store.run(isMended ? "search" : "search \(text)") { send in
        do {
          send(
            .found(try await gate(text, function: "search") { $0.filter { $0.hasPrefix(text) } }))
        } catch { send(.failed("\(error)")) }
      }
    case .found, .failed: break
    }
  }
}

/// What is asked for at launch has three seconds, then the app goes on without; both race in a task
/// group.
struct TimeOut: EffectApp {
  struct State: Hashable, Sendable {
    var start: LoadStatus?
    var isNew = false
  }
  enum Action: Hashable, Sendable { case retry, ready(Bool), failed(String) }

  let initialState = State()
  let initialRows = true

  func interactions(in state: State) -> [Interaction<Action>] {
    state.start == .waiting ? [] : [Interaction("tries again", .retry, .appears)]
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    switch action {
    case .retry: State(start: .waiting, isNew: state.isNew)
    case .ready(let isNew): State(start: .success, isNew: isNew)
    case .failed(let why): State(start: .failure(why), isNew: state.isNew)
    }
  }

  @MainActor func react(to action: Action, in store: Store, _ gate: Gates<Bool>) {
    guard action == .retry else { return }
    store.run("start") { send in
      let answer = await withTaskGroup(of: Bool?.self) { group in
        group.addTask { try? await gate(function: "start") { $0 } }
        group.addTask {
          try? await Task.sleep(for: .seconds(3))
          return nil
        }
        let first = await group.next() ?? nil
        group.cancelAll()
        return first
      }
      send(answer.map(Action.ready) ?? .failed("no answer"))
    }
  }
}

/// A picture in two parts: Cancel ends the upload.
///
/// The defect goes on, and the next upload ends the older one.
struct UploadInParts: EffectApp {
  struct State: Hashable, Sendable { var upload: Progress? }
  enum Progress: Hashable, Sendable { case loading(Int), success, failure(String) }
  enum Action: Hashable, Sendable { case start, cancel, part(Int), done, failed(String) }

  var isMended = true
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    switch state.upload {
    case nil, .failure: [Interaction("uploads", .start, .destroys)]
    case .loading: [Interaction("taps Cancel", .cancel)]
    case .success: []
    }
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    switch action {
    case .start: State(upload: .loading(0))
    case .cancel: State()
    case .part(let part): State(upload: .loading(part))
    case .done: State(upload: .success)
    case .failed(let why): State(upload: .failure(why))
    }
  }

  @MainActor func react(to action: Action, in store: Store, _ gate: Gates<Int>) {
    switch action {
    case .start:
      store.run("upload") { send in
        do {
          for part in 1...2 {
            try await gate(part, function: "put") { $0 = max($0, part) }
            send(part == 2 ? .done : .part(part))
          }
        } catch { send(.failed("\(error)")) }
      }
    case .cancel: if isMended { store.cancel("upload") }
    case .part, .done, .failed: break
    }
  }
}

/// A volume that is saved a while after the last change; what changes during a save is saved after
/// it.
struct VolumeSaved: EffectApp {
  struct State: Hashable, Sendable {
    var volume = 1
    var saved = 1
    var isDirty = false
    var save: LoadStatus?
  }
  enum Action: Hashable, Sendable { case change(Int), due, saved(Int), failed(String) }

  let initialState = State()
  let initialRows = 1

  func interactions(in state: State) -> [Interaction<Action>] {
    [1, 2].filter { $0 != state.volume }.map {
      Interaction("sets the volume to \($0)", .change($0))
    }
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .change(let volume): (state.volume, state.isDirty) = (volume, volume != state.saved)
    case .due: if state.save != .waiting && state.isDirty { state.save = .waiting }
    case .saved(let volume):
      (state.saved, state.save, state.isDirty) = (volume, .success, state.volume != volume)
    case .failed(let why): state.save = .failure(why)
    }
    return state
  }

  @MainActor func react(to action: Action, in store: Store, _ gate: Gates<Int>) {
    func wait() {
      store.run("debounce") { send in
        do { try await Task.sleep(for: .seconds(1)) } catch { return }
        send(.due)
      }
    }
    switch action {
    case .change: wait()
    case .due where store.state.save == .waiting:
      let volume = store.state.volume
      store.run("save") { send in
        do {
          try await gate(volume, function: "save") { $0 = volume }
          send(.saved(volume))
        } catch { send(.failed("\(error)")) }
      }
    case .saved where store.state.isDirty: wait()
    case .due, .saved, .failed: break
    }
  }

  func showing(_ rows: Int) -> StoredRows<State>? { .rows(State(volume: rows, saved: rows)) }

  func stored(in state: State) -> State { State(volume: state.saved, saved: state.saved) }
}
