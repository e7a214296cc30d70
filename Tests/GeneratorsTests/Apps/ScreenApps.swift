import Model

/// Uploads that were under way when the app was killed are begun again at the next launch, which
/// says so by an action.
struct ResumedUploads: TaskApp {
  enum Phase: Hashable, Sendable { case queued, uploading, done, failed }
  struct State: Hashable, Sendable { var photos: [String: Phase] = [:] }
  enum Action: Hashable, Sendable { case pick, kept(Bool), start(String), sent(String, Bool) }

  /// Whether the next launch says that they begin, and asks for nothing.
  var isForgetful = false
  let initialState = State()
  let initialRows: [String: Phase] = [:]

  func interactions(in state: State) -> [Interaction<Action>] {
    state.photos.isEmpty ? [Interaction("picks a photo", .pick, .adds(1))] : []
  }
  func statuses(of state: State) -> [AppSubject: Status]? {
    Dictionary(
      uniqueKeysWithValues: state.photos.map { name, phase in
        let status: Status =
          switch phase {
          case .queued, .uploading: .waiting
          case .done: .success
          case .failed: .failure(text: "not sent")
          }
        return (AppSubject("photos", item: name), status)
      })
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .pick: state.photos["beach"] = .queued
    case .kept(let isKept): if !isKept { state.photos["beach"] = .failed }
    case .start(let name): state.photos[name] = .uploading
    case .sent(let name, let isSent): state.photos[name] = isSent ? .done : .failed
    }
    return state
  }

  func launch(
    _ launch: Launch<State, Action, [String: Phase]>
  ) -> RunningApp<TaskStore<State, Action>> {
    var restored = launch.state
    if restored == initialState {
      restored.photos = launch.rows.mapValues { $0 == .uploading ? .queued : $0 }
    }
    let (store, gate) = (TaskStore(launch, startingWith: restored), launch.gates)
    @MainActor func send(_ name: String, _ store: TaskStore<State, Action>) {
      try? store.dispatch(.start(name))
      if isForgetful && store.state == State(photos: launch.rows) { return }
      store.request(
        { try await gate(name, function: "send") { $0[name] = .done } }, { .sent(name, true) },
        { _ in .sent(name, false) })
    }
    store.handle = { _, action, store in
      switch action {
      case .pick:
        store.request(
          { try await gate(function: "keep") { $0["beach"] = .uploading } }, { .kept(true) },
          { _ in .kept(false) })
      case .kept(true): send("beach", store)
      default: break
      }
    }
    for (name, phase) in restored.photos.sorted(by: { $0.key < $1.key })
    where launch.state == initialState && phase == .queued {
      send(name, store)
    }
    return RunningApp(store)
  }
}
