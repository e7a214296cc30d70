import Model

/// An issue that is renamed and archived: one spinner for requests of either kind.
struct BusyIssue: TaskApp {
  struct Issue: Hashable, Sendable {
    var title = ""
    var isArchived = false
  }
  struct State: Hashable, Sendable {
    var issue = Issue()
    var load: LoadStatus?
    var underWay = 0
    var error: String?
  }
  enum Action: Hashable, Sendable {
    case open, rename, archive, loaded(Issue), failed(String), saved, unsaved(Issue, String)
  }
  /// What becomes of the spinner with an answer, and where an error stands.
  enum Spinner { case counts, tellsErrors, endsEarly, staysOnFailure }

  var spinner = Spinner.counts
  let initialState = State()
  let initialRows = Issue(title: "a")

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.load == .waiting { return [] }
    if state.load != .success || state.error != nil {
      return state.underWay > 0 ? [] : [Interaction("opens the issue", .open, .appears)]
    }
    return (state.issue.title == "a" ? [Interaction("renames it", Action.rename, .destroys)] : [])
      + (state.issue.isArchived ? [] : [Interaction("archives it", .archive, .destroys)])
  }
  func statuses(of state: State) -> [AppSubject: Status]? {
    var all: [AppSubject: Status] = [:]
    switch state.load {
    case nil: break
    case .waiting: all[AppSubject("issue")] = .waiting
    case .success: all[AppSubject("issue")] = .success
    case .failure(let why): all[AppSubject("issue")] = .failure(text: why)
    }
    if let why = state.error {
      all[AppSubject(spinner == .tellsErrors ? "busy" : "banner")] = .failure(text: why)
    }
    if state.underWay > 0 { all[AppSubject("busy")] = .waiting }
    return all
  }
  func showing(_ rows: Issue) -> StoredRows<State>? { .rows(State(issue: rows)) }
  func stored(in state: State) -> State { State(issue: state.issue) }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: (state.load, state.error) = (.waiting, nil)
    case .rename: (state.issue.title, state.underWay) = ("b", state.underWay + 1)
    case .archive: (state.issue.isArchived, state.underWay) = (true, state.underWay + 1)
    case .loaded(let issue): (state.issue, state.load) = (issue, .success)
    case .failed(let why): state.load = .failure(why)
    case .saved: state.underWay = spinner == .endsEarly ? 0 : state.underWay - 1
    case .unsaved(let before, let why):
      if spinner != .staysOnFailure { state.underWay -= 1 }
      state.error = why
      if before.title != "b" && state.issue.title == "b" { state.issue.title = before.title }
      if !before.isArchived { state.issue.isArchived = false }
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Issue>) -> RunningApp<Store> {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      switch action {
      case .open: store.load(gate, Action.loaded, Action.failed)
      case .rename:
        store.request(
          { try await gate("b", function: "rename") { $0.title = "b" } }, { .saved },
          { .unsaved(Issue(title: "a", isArchived: true), $0) })
      case .archive:
        store.request(
          { try await gate(function: "archive") { $0.isArchived = true } }, { .saved },
          { .unsaved(Issue(title: "b"), $0) })
      default: break
      }
    }
    return RunningApp(store)
  }
}
