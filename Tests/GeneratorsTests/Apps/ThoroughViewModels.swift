import Model

/// A load that is tried again as long as the server says "later", up to a number of times.
struct PatientLoad: ViewModelApp {
  struct State: Hashable, Sendable { var load: LoadStatus? }
  enum Tap: Hashable, Sendable { case open }

  /// How often it is tried, and whether it says then that it gave up.
  var triesMax = 3
  var isForgetful = false
  let initialState = State()
  let initialRows = 1

  func interactions(in state: State) -> [Interaction<Action>] {
    state.load == .waiting ? [] : [Interaction("opens the page", .tap(.open), .appears)]
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate) = (ViewModel<State, Tap>(launch), launch.gates)
    let (triesMax, isForgetful) = (triesMax, isForgetful)
    store.handle = { _, store in
      store.set(\.load, .waiting)
      Task { [weak store] in
        do {
          for _ in 0..<triesMax
          where try await gate(answers: [true, false], function: "load", { $1 }) {
            return store?.set(\.load, .success) ?? ()
          }
          if !isForgetful { store?.set(\.load, .failure("later")) }
        } catch {
          store?.set(\.load, .failure("\(error)"))
        }
      }
    }
    return RunningApp(store)
  }
}

/// A tap that changes one number three times.
struct Staircase: ViewModelApp {
  struct State: Hashable, Sendable { var step = 0 }
  enum Tap: Hashable, Sendable { case climb }

  let initialState = State()
  let initialRows = 1

  func interactions(in state: State) -> [Interaction<Action>] {
    [Interaction("climbs", .tap(.climb))]
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let store = ViewModel<State, Tap>(launch)
    store.handle = { _, store in for step in 1...3 { store.set(\.step, step) } }
    return RunningApp(store)
  }
}

/// A load after which two texts are set and a spinner ends, whether they change or not; and a draft
/// that goes with the second change after it was sent.
struct Letter: ViewModelApp {
  struct State: Hashable, Sendable {
    var sent = 0
    var seen = 0
    var draft = ""
    var isBusy = false
    var error: String?
  }
  enum Tap: Hashable, Sendable { case open, type, send }

  /// Whether a failure ends the spinner and nothing else.
  var isForgetful = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.isBusy { return [] }
    return [Interaction("opens", .tap(.open), .appears)]
      + (state.draft.isEmpty
        ? [Interaction("types", .tap(.type))] : [Interaction("sends", .tap(.send), .adds(1))])
  }

  func statuses(of state: State) -> [AppSubject: Status]? {
    if state.isBusy { return [AppSubject("letter"): .waiting] }
    return state.error.map { [AppSubject("letter"): .failure(text: $0)] } ?? [:]
  }

  func drafts(in state: State) -> [String: String] {
    state.draft.isEmpty ? [:] : ["letter": state.draft]
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, isForgetful) = (ViewModel<State, Tap>(launch), launch.gates, isForgetful)
    store.handle = { tap, store in
      if tap == .type { return store.set(\.draft, "Dear") }
      let draft = store.state.draft
      store.set(\.error, nil)
      store.set(\.isBusy, true)
      Task { [weak store] in
        do {
          let count =
            tap == .open
            ? try await gate(function: "count") { $0 }
            : try await gate(draft, function: "send") { count in
              count += 1
              return count
            }
          store?.set(\.sent, count)
          store?.set(\.seen, count)
          if tap == .send { store?.set(\.draft, "") }
        } catch {
          if !isForgetful { store?.set(\.error, "\(error)") }
        }
        store?.set(\.isBusy, false)
      }
    }
    return RunningApp(store)
  }
}

/// A pull that cancels the load before and begins anew, by which nothing changes that is shown.
struct PulledFeed: ViewModelApp {
  struct State: Hashable, Sendable {
    var count = 0
    var load: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case pull }

  let initialState = State()
  let initialRows = 1

  func interactions(in state: State) -> [Interaction<Action>] {
    [Interaction("pulls", .tap(.pull), .appears)]
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, work) = (ViewModel<State, Tap>(launch), launch.gates, Work())
    store.handle = { _, store in
      work.task?.cancel()
      if store.state.load != .waiting { store.set(\.load, .waiting) }
      work.task = Task { [weak store] in
        do {
          let count = try await gate(function: "count") { $0 }
          if Task.isCancelled { return }
          store?.set(\.count, count)
          store?.set(\.load, .success)
        } catch {
          if !Task.isCancelled { store?.set(\.load, .failure("\(error)")) }
        }
      }
    }
    return RunningApp(store, keeping: work)
  }
}

/// Saves that are taken one after the other and share one status, which ends with the last of them.
struct SavesInTurn: ViewModelApp {
  struct State: Hashable, Sendable {
    var title = "x"
    var save: LoadStatus?
    var queue: [String] = []
    var hasFailed = false
  }
  typealias Tap = String

  let initialState = State()
  let initialRows = "x"

  func interactions(in state: State) -> [Interaction<Action>] {
    state.queue.count > 1
      ? []
      : ["a", "b"].filter { $0 != state.title }.map { Interaction("renames to \($0)", .tap($0)) }
  }

  func launch(_ launch: Launch<State, Action, String>) -> RunningApp<Store> {
    let (store, gate, work) = (ViewModel<State, Tap>(launch), launch.gates, Work())
    let (jobs, take) = AsyncStream.makeStream(of: String.self)
    work.task = Task { [weak store] in
      for await title in jobs {
        var hasFailed = false
        do { try await gate(title, function: "rename") { $0 = title } } catch { hasFailed = true }
        guard var state = store?.state else { return }
        state.queue.removeFirst()
        if hasFailed { state.hasFailed = true }
        if state.queue.isEmpty { state.save = state.hasFailed ? .failure("not saved") : .success }
        store?.set(\.self, state)
      }
    }
    store.handle = { title, store in
      var state = store.state
      if state.queue.isEmpty { state.hasFailed = false }
      (state.title, state.save, state.queue) = (title, .waiting, state.queue + [title])
      store.set(\.self, state)
      take.yield(title)
    }
    return RunningApp(store, keeping: work)
  }
}
