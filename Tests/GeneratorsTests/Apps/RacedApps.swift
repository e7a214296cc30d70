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

/// A photo in a list and on a page of its own: both wait for one call, and may go before it ends.
struct SharedPhoto: TaskApp {
  enum Place: Hashable, Sendable, CaseIterable { case cell, page }
  enum Photo: Hashable, Sendable { case loading, loaded(String), failed(String) }
  struct State: Hashable, Sendable { var photos: [Place: Photo] = [:] }
  enum Action: Hashable, Sendable { case open(Place), leave(Place), shows(Place, Photo) }

  /// Photos that are there, and calls that are under way.
  private actor Library {
    private let gate: Gates<String>
    private var photo: String?
    private var flight: Task<String, any Error>?

    init(_ gate: Gates<String>) { self.gate = gate }

    func load() async throws -> String {
      if let photo { return photo }
      if let flight { return try await flight.value }
      let flight = Task { [gate] in try await gate(function: "photo") { $0 } }
      self.flight = flight
      defer { self.flight = nil }
      let loaded = try await flight.value
      photo = loaded
      return loaded
    }
  }

  @MainActor private final class Tasks { var all: [Place: Task<Void, Never>] = [:] }

  /// Whether a place that is gone shows the photo all the same.
  var comesBack = false
  let initialState = State()
  let initialRows = "Cat"

  func interactions(in state: State) -> [Interaction<Action>] {
    Place.allCases.map {
      state.photos[$0] == nil
        ? Interaction("comes to the \($0)", .open($0), .appears)
        : Interaction("leaves the \($0)", .leave($0))
    }
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open(let place): state.photos[place] = .loading
    case .leave(let place): state.photos[place] = nil
    case .shows(let place, let photo): state.photos[place] = photo
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, String>) -> RunningApp<TaskStore<State, Action>> {
    let (store, library, tasks) = (TaskStore(launch), Library(launch.gates), Tasks())
    let comesBack = comesBack
    store.handle = { _, action, store in
      switch action {
      case .open(let place):
        tasks.all[place] = Task { [weak store] in
          let result: Photo
          do { result = .loaded(try await library.load()) } catch { result = .failed("\(error)") }
          if Task.isCancelled && !comesBack { return }
          try? store?.dispatch(.shows(place, result))
        }
      case .leave(let place): tasks.all[place]?.cancel()
      case .shows: break
      }
    }
    return RunningApp(store, keeping: library, tasks)
  }
}

/// Tags that a note may have: a switch for each, whether or not the note has it.
struct TagSwitches: TaskApp {
  struct Pair: Hashable, Sendable {
    var note: Int
    var tag: String
  }
  struct State: Hashable, Sendable {
    var tags: [Int: Set<String>] = [:]
    var list: LoadStatus?
    var switches: [Pair: LoadStatus] = [:]
  }
  enum Action: Hashable, Sendable {
    case open, loaded([Int: Set<String>]), failed(String), turn(Pair), turned(Pair)
    case refused(Pair, String)
  }

  /// Whether a switch is taken away as it fails.
  var goesAway = false
  let initialState = State()
  let initialRows: [Int: Set<String>] = [1: []]

  func interactions(in state: State) -> [Interaction<Action>] {
    let (pair, isBusy) = (Pair(note: 1, tag: "big"), state.switches.values.contains(.waiting))
    let isShown = !isBusy && (!goesAway || state.switches[pair] == nil)
    return (state.list == .waiting || isBusy ? [] : [Interaction("opens it", .open, .appears)])
      + (state.list == .success && isShown
        ? [Interaction("turns big", .turn(pair), .destroys)] : [])
  }

  func statuses(of state: State) -> [AppSubject: Status]? {
    func status(_ status: LoadStatus) -> Status {
      switch status {
      case .waiting: .waiting
      case .success: .success
      case .failure(let text): .failure(text: text)
      }
    }
    var statuses = state.list.map { [AppSubject("list"): status($0)] } ?? [:]
    for (pair, value) in state.switches {
      statuses[AppSubject("tags of \(pair.note)", item: pair.tag)] = status(value)
    }
    return statuses
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: (state.list, state.switches) = (.waiting, [:])
    case .loaded(let tags): (state.tags, state.list) = (tags, .success)
    case .failed(let why): state.list = .failure(why)
    case .turn(let pair):
      state.tags[pair.note, default: []].formSymmetricDifference([pair.tag])
      state.switches[pair] = .waiting
    case .turned(let pair): state.switches[pair] = nil
    case .refused(let pair, let why):
      state.tags[pair.note, default: []].formSymmetricDifference([pair.tag])
      state.switches[pair] = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, [Int: Set<String>]>) -> RunningApp<
    TaskStore<State, Action>
  > {
    let (store, gate) = (TaskStore(launch), launch.gates)
    store.handle = { _, action, store in
      switch action {
      case .open: store.load(gate, { .loaded($0) }, { .failed($0) })
      case .turn(let pair):
        let isOn = store.state.tags[pair.note]?.contains(pair.tag) == true
        store.request(
          {
            try await gate(pair.note, pair.tag, isOn, function: "turn") { tags in
              tags[pair.note] = isOn ? [pair.tag] : []
            }
          }, { .turned(pair) }, { .refused(pair, $0) })
      default: break
      }
    }
    return RunningApp(store)
  }

  func showing(_ rows: [Int: Set<String>]) -> StoredRows<State>? { .rows(State(tags: rows)) }
  func stored(in state: State) -> State { State(tags: state.tags) }
}
