import Model

/// A search whose last text is kept: one tap asks for both.
struct RecordedSearch: TaskApp {
  struct State: Hashable, Sendable {
    var text = ""
    var found: String?
    var search: LoadStatus?
    var kept = ""
    var save: LoadStatus?
  }
  enum Action: Hashable, Sendable {
    case find(String), retry, found(String), failed(String, for: String), saved, unsaved(String)
  }
  enum Mistake: Hashable, Sendable { case takesAny, forgetsSpinner }

  var mistake: Mistake?
  /// Whether a newer search cancels the older one; its answer is passed over otherwise.
  var cancels = true
  let initialState = State()
  let initialRows = "z"

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.save == .waiting { return [] }
    if case .failure = state.save { return [Interaction("saves again", .retry, .destroys)] }
    return ["a", "b"].filter { $0 != state.text }.map {
      Interaction("searches \($0)", .find($0), .destroys)
    }
  }
  func showing(_ rows: String) -> StoredRows<State>? { .rows(State(kept: rows)) }
  func stored(in state: State) -> State { State(kept: state.kept) }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .find(let text):
      (state.text, state.search, state.kept, state.save) = (text, .waiting, text, .waiting)
    case .retry: state.save = .waiting
    case .found(let text):
      if mistake == .forgetsSpinner && text == "b" { return state }
      if text == state.text || mistake == .takesAny {
        (state.found, state.search) = (text, .success)
      }
    case .failed(let why, let text): if text == state.text { state.search = .failure(why) }
    case .saved: state.save = .success
    case .unsaved(let why): state.save = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, String>) -> RunningApp<Store> {
    let first = launch.state == initialState ? State(kept: launch.rows) : nil
    let (store, gate) = (TaskStore(launch, startingWith: first), launch.gates)
    let (work, cancels) = (Work(), cancels)
    @MainActor func find(_ text: String, _ store: Store) {
      if cancels { work.task?.cancel() }
      work.task = Task { [weak store] in
        do {
          try await gate(text, function: "find") { _ in }
          if !Task.isCancelled { try? store?.dispatch(.found(text)) }
        } catch {
          if !Task.isCancelled { try? store?.dispatch(.failed("\(error)", for: text)) }
        }
      }
    }
    @MainActor func save(_ store: Store) {
      let kept = store.state.kept
      store.request(
        { try await gate(kept, function: "save") { $0 = kept } }, { .saved },
        Action.unsaved)
    }
    store.handle = { _, action, store in
      switch action {
      case .find(let text):
        find(text, store)
        save(store)
      case .retry: save(store)
      default: break
      }
    }
    return RunningApp(store, keeping: work)
  }
}

/// A sign-in by a code that can be sent again after a while: the screen goes with the right code.
struct CodeSignIn: TaskApp {
  enum Screen: Hashable, Sendable { case code, home }
  struct State: Hashable, Sendable {
    var screen = Screen.code
    var verify: LoadStatus?
    var resend: LoadStatus?
    var hasToWait = false
    var isTrusted = false
  }
  enum Action: Hashable, Sendable {
    case verify, verified(Bool), unverified(String), resend, resent, unsent(String), waited, trust
  }
  enum Mistake: String, Hashable, Sendable, Codable { case beginsAnew, forgetsTrust }

  var mistake: Mistake?
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.screen == .home { return [] }
    let verifying =
      state.verify == .waiting ? [] : [Interaction("enters the code", Action.verify, .destroys)]
    let resending =
      state.hasToWait || state.resend == .waiting ? [] : [Interaction("taps Resend", Action.resend)]
    return verifying + resending
      + (state.isTrusted ? [] : [Interaction("trusts the device", .trust)])
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .verify: state.verify = .waiting
    case .verified(true):
      state = State(screen: .home, isTrusted: mistake != .forgetsTrust && state.isTrusted)
    case .verified(false):
      if mistake == .beginsAnew { state = State(isTrusted: state.isTrusted) }
      state.verify = .failure("wrong")
    case .unverified(let why): state.verify = .failure(why)
    case .resend: (state.resend, state.hasToWait) = (.waiting, true)
    case .resent: state.resend = .success
    case .unsent(let why): (state.resend, state.hasToWait) = (.failure(why), false)
    case .waited: state.hasToWait = false
    case .trust: state.isTrusted = true
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, sending, timer) = (TaskStore(launch), launch.gates, Work(), Work())
    let beginsAnew = mistake == .beginsAnew
    store.handle = { _, action, store in
      switch action {
      case .verify:
        store.request(
          { try await gate(answers: [true, false], function: "verify") { $1 } }, Action.verified,
          Action.unverified)
      case .resend:
        sending.task = Task { [weak store] in
          do {
            try await gate(function: "resend") { _ in }
            if !Task.isCancelled { try? store?.dispatch(.resent) }
          } catch { if !Task.isCancelled { try? store?.dispatch(.unsent("\(error)")) } }
        }
      case .resent: timer.task = store.dispatch(.waited, after: .seconds(30))
      case .verified(let isRight) where isRight || beginsAnew:
        sending.task?.cancel()
        timer.task?.cancel()
      default: break
      }
    }
    return RunningApp(store, keeping: sending, timer)
  }
}
