import Model

/// A page of two parts that are shown in the order in which they were asked for: each task waits
/// for the one before, once its own call is answered.
struct OrderedPage: ViewModelApp {
  struct Rows: Hashable, Sendable { var (title, comments) = ("hello", 2) }
  struct State: Hashable, Sendable {
    var title = ""
    var comments = 0
    var head: LoadStatus?
    var rest: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case head, rest }

  /// Keeps the last task, for which the next one waits.
  @MainActor final class Chain { var last: Task<Void, Never>? }

  /// Whether what was answered before it had its turn is dropped, and waited for on and on.
  var drops = false
  let initialState = State()
  let initialRows = Rows()

  func interactions(in state: State) -> [Interaction<Action>] {
    (state.head == .waiting ? [] : [Interaction("opens the page", .tap(.head), .appears)])
      + (state.rest == .waiting ? [] : [Interaction("opens the comments", .tap(.rest), .appears)])
  }

  func launch(_ launch: Launch<State, Action, Rows>) -> RunningApp<Store> {
    let (store, gate, chain, drops) = (Store(launch), launch.gates, Chain(), drops)
    store.handle = { [weak chain] tap, store in
      guard let chain else { return }
      let status: WritableKeyPath<State, LoadStatus?> = tap == .head ? \.head : \.rest
      store.set(status, .waiting)
      let before = chain.last
      chain.last = Task { [weak store] in
        let reply: Result<Rows, any Error>
        do {
          reply = .success(try await gate(function: tap == .head ? "page" : "comments") { $0 })
        } catch { reply = .failure(error) }
        let answered = store?.state
        await before?.value
        let hasWaited = answered != store?.state
        switch reply {
        case .success where hasWaited && drops: break
        case .success(let rows):
          if tap == .head { store?.set(\.title, rows.title) }
          if tap == .rest { store?.set(\.comments, rows.comments) }
          store?.set(status, .success)
        case .failure(let error): store?.set(status, .failure("\(error)"))
        }
      }
    }
    return RunningApp(store, keeping: chain)
  }
}

/// A note that is saved once nobody has typed for a while, each save behind the one before.
struct BehindNote: ViewModelApp {
  struct State: Hashable, Sendable {
    var text = ""
    var saved = ""
    var load: LoadStatus?
    var save: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case open, type(String), retry }

  /// Keeps what waits for the keys to rest, and the last save.
  @MainActor final class Tasks {
    var rest: Task<Void, Never>?
    var save: Task<Void, Never>?
  }

  /// Whether what was typed while a save was under way is taken for saved.
  var isForgetful = false
  let initialState = State()
  let initialRows = "a"

  func showing(_ rows: String) -> StoredRows<State>? { .rows(State(text: rows, saved: rows)) }
  func stored(in state: State) -> State { State(text: state.text, saved: state.saved) }
  func drafts(in state: State) -> [String: String] {
    state.text == state.saved ? [:] : ["note": state.text]
  }
  func interactions(in state: State) -> [Interaction<Action>] {
    let opens = Interaction<Action>("opens the note", .tap(.open), .appears)
    if state.load != .success { return state.load == .waiting ? [] : [opens] }
    let retries = Interaction<Action>("tries again", .tap(.retry))
    return (state.text == state.saved && state.save != .waiting ? [opens] : [])
      + (state.save == .failure("the operation failed") ? [retries] : [])
      + ["b", "c"].filter { $0 != state.text }.map {
        Interaction("types \($0)", .tap(.type($0)), .destroys)
      }
  }

  @MainActor private func save(_ store: Store?, _ gate: Gates<String>) async {
    guard let store, store.state.text != store.state.saved else { return }
    let text = store.state.text
    store.set(\.save, .waiting)
    do {
      try await gate(text, function: "save") { $0 = text }
      store.set(\.saved, isForgetful ? store.state.text : text)
      store.set(\.save, .success)
    } catch { store.set(\.save, .failure("\(error)")) }
  }

  func launch(_ launch: Launch<State, Action, String>) -> RunningApp<Store> {
    let (store, gate, tasks) = (Store(launch), launch.gates, Tasks())
    store.handle = { [weak tasks] tap, store in
      guard let tasks else { return }
      if case .type(let text) = tap { store.set(\.text, text) }
      if tap == .open {
        store.set(\.load, .waiting)
        Task { [weak store] in
          do {
            let text = try await gate(function: "note") { $0 }
            store?.set(\.text, text)
            store?.set(\.saved, text)
            store?.set(\.load, .success)
          } catch { store?.set(\.load, .failure("\(error)")) }
        }
        return
      }
      tasks.rest?.cancel()
      tasks.rest = Task { [weak store, weak tasks] in
        do { try await Task.sleep(for: .seconds(1)) } catch { return }
        let before = tasks?.save
        tasks?.save = Task { [weak store] in
          await before?.value
          await save(store, gate)
        }
      }
    }
    return RunningApp(store, keeping: tasks)
  }
}

/// A choice whose loading waits until the one before has ended, which is cancelled.
struct AwaitedChoice: ViewModelApp {
  struct State: Hashable, Sendable {
    var chosen: String?
    var load: LoadStatus?
    var found: String?
  }
  enum Tap: Hashable, Sendable { case choose(String) }

  /// Whether the loading before goes on, too.
  var goesOn = false
  let initialState = State()
  let initialRows = ["x": "X"]

  func interactions(in state: State) -> [Interaction<Action>] {
    [Interaction("chooses x", .tap(.choose("x")))]
  }

  func launch(_ launch: Launch<State, Action, [String: String]>) -> RunningApp<Store> {
    let (store, gate, work, goesOn) = (Store(launch), launch.gates, Work(), goesOn)
    store.handle = { tap, store in
      guard case .choose(let id) = tap else { return }
      store.set(\.chosen, id)
      store.set(\.load, .waiting)
      let before = work.task
      if !goesOn { before?.cancel() }
      work.task = Task { [weak store] in
        await before?.value
        if Task.isCancelled { return }
        do {
          let found = try await gate(id, function: "load") { $0[id] }
          if Task.isCancelled { return }
          store?.set(\.found, found)
          store?.set(\.load, .success)
        } catch { if !Task.isCancelled { store?.set(\.load, .failure("\(error)")) } }
      }
    }
    return RunningApp(store, keeping: work)
  }
}

/// A page that is loaded again after a pause, with a button that does not wait for its end.
struct PausedRetry: ViewModelApp {
  enum Kind { case cancels, numbers, doubles }
  struct State: Hashable, Sendable {
    var load: LoadStatus?
    var isPausing = false
  }
  enum Tap: Hashable, Sendable { case open, now }

  @MainActor final class Loop {
    var task: Task<Void, Never>?
    var number = 0
  }

  /// What becomes of the loop before.
  var kind = Kind.cancels
  let initialState = State()
  let initialRows = 1

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.isPausing { return [Interaction("taps Try now", .tap(.now))] }
    return state.load == nil ? [Interaction("opens the page", .tap(.open), .appears)] : []
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, loop, kind) = (Store(launch), launch.gates, Loop(), kind)
    store.handle = { _, store in
      loop.number += 1
      let number = loop.number
      if kind == .cancels { loop.task?.cancel() }
      store.set(\.self, State(load: .waiting))
      loop.task = Task { [weak store] in
        let isOver = { @MainActor in
          kind == .numbers ? number != loop.number : kind == .cancels && Task.isCancelled
        }
        while !isOver() {
          do {
            try await gate(function: "load") { _ in }
            if !isOver() { store?.set(\.self, State(load: .success)) }
            return
          } catch {
            if isOver() { return }
            store?.set(\.isPausing, true)
            do { try await Task.sleep(for: .seconds(1)) } catch { return }
            if isOver() { return }
            store?.set(\.isPausing, false)
          }
        }
      }
    }
    return RunningApp(store, keeping: loop)
  }
}
