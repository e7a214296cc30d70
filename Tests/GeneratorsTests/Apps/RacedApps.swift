import Model

/// Two panels of a screen that are loaded beside each other, each within a time, and fail together.
struct RacedPanels: TaskApp {
  enum Panel: String, Hashable, Sendable, CaseIterable { case news, weather }
  struct State: Hashable, Sendable {
    var panels: [Panel: LoadStatus] = [:]
    var texts: [Panel: String] = [:]
  }
  enum Action: Hashable, Sendable { case open, loaded(Panel, String), failed(Panel, String) }
  struct TimedOut: Error {}
  typealias Fetch = @Sendable (Panel) async throws -> String

  /// Whether a group of tasks loads them, or two constants.
  var isGroup = false
  /// Whether only the first panel is told that both failed.
  var isForgetful = false
  let initialState = State()
  let initialRows: [Panel: String] = [.news: "War", .weather: "Rain"]

  func interactions(in state: State) -> [Interaction<Action>] {
    state.panels.values.contains(.waiting) ? [] : [Interaction("opens both", .open, .appears)]
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: for panel in Panel.allCases { state.panels[panel] = .waiting }
    case .loaded(let panel, let text): (state.panels[panel], state.texts[panel]) = (.success, text)
    case .failed(let panel, let why): state.panels[panel] = .failure(why)
    }
    return state
  }

  /// Loads both: where one fails, the other one is cancelled.
  private static func both(_ fetch: @escaping Fetch, inGroup: Bool) async throws
    -> [Panel: String]
  {
    if !inGroup {
      async let news = fetch(.news)
      async let weather = fetch(.weather)
      return try await [.news: news, .weather: weather]
    }
    return try await withThrowingTaskGroup(of: (Panel, String).self) { group in
      for panel in Panel.allCases { group.addTask { (panel, try await fetch(panel)) } }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
  }

  /// Ends a call when its time is over.
  private static func within(
    _ duration: Duration, _ body: @escaping @Sendable () async throws -> String
  ) async throws -> String {
    try await withThrowingTaskGroup(of: String.self) { group in
      group.addTask { try await body() }
      group.addTask {
        try await Task.sleep(for: duration)
        throw TimedOut()
      }
      defer { group.cancelAll() }
      return try await group.next() ?? ""
    }
  }

  func launch(_ launch: Launch<State, Action, [Panel: String]>) -> RunningApp<
    TaskStore<State, Action>
  > {
    let (store, gate) = (TaskStore(launch), launch.gates)
    let (isGroup, isForgetful) = (isGroup, isForgetful)
    store.handle = { _, action, store in
      guard action == .open else { return }
      Task { [weak store] in
        do {
          let texts = try await Self.both(
            { panel in
              try await Self.within(.seconds(10)) {
                try await gate(panel.rawValue, function: "load") { $0[panel] ?? "" }
              }
            }, inGroup: isGroup)
          for panel in Panel.allCases {
            try? store?.dispatch(.loaded(panel, texts[panel] ?? ""))
          }
        } catch {
          for panel in isForgetful ? [.news] : Panel.allCases {
            try? store?.dispatch(.failed(panel, "\(error)"))
          }
        }
      }
    }
    return RunningApp(store)
  }

  func showing(_ rows: [Panel: String]) -> StoredRows<State>? { .rows(State(texts: rows)) }
  func stored(in state: State) -> State { State(texts: state.texts) }
}
