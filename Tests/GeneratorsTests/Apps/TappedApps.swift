import Model

/// Two photos that a person may tap again while they are uploaded, one after the other.
struct TappedUploads: TaskApp {
  struct State: Hashable, Sendable {
    var uploads: [String: LoadStatus] = [:]
    var count = 0
  }
  enum Action: Hashable, Sendable { case upload(String), uploaded(String), failed(String, String) }
  /// What becomes of a tap on what is uploaded or waits for that.
  enum Repetition { case coalesced, queued, shared, sharedAndCounted }
  @MainActor final class Uploader {
    var line: [String] = []
    var now: String?
    var flights: [String: Task<Void, any Error>] = [:]
  }

  var repetition = Repetition.coalesced
  let initialState = State()
  let initialRows: [String: Int] = [:]

  func interactions(in state: State) -> [Interaction<Action>] {
    ["a", "b"].map { Interaction("uploads \($0)", .upload($0), .destroys) }
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .upload(let id): state.uploads[id] = .waiting
    case .uploaded(let id):
      state.uploads[id] = .success
      if repetition == .sharedAndCounted { state.count = (state.count + 1) % 3 }
    case .failed(let id, let why): state.uploads[id] = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, [String: Int]>) -> RunningApp<Store> {
    let (store, gate, uploader) = (TaskStore<State, Action>(launch), launch.gates, Uploader())
    let upload: @Sendable (String) async throws -> Void = { id in
      try await gate(id, function: "upload") { $0[id] = min($0[id, default: 0] + 1, 2) }
    }
    store.handle = { [self] _, action, store in
      guard case .upload(let id) = action else { return }
      switch repetition {
      case .shared, .sharedAndCounted:
        let flight = uploader.flights[id] ?? Task { try await upload(id) }
        uploader.flights[id] = flight
        store.request(
          { try await flight.value },
          {
            uploader.flights[id] = nil
            return .uploaded(id)
          },
          {
            uploader.flights[id] = nil
            return .failed(id, $0)
          })
      case .coalesced where uploader.now == id || uploader.line.contains(id): return
      case .coalesced, .queued:
        uploader.line.append(id)
        if uploader.now == nil { Task { [weak store] in await work(uploader, upload, store) } }
      }
    }
    return RunningApp(store, keeping: uploader)
  }

  @MainActor private func work(
    _ uploader: Uploader, _ upload: @Sendable (String) async throws -> Void, _ store: Store?
  ) async {
    while !uploader.line.isEmpty {
      let id = uploader.line.removeFirst()
      uploader.now = id
      do {
        try await upload(id)
        uploader.now = nil
        try? store?.dispatch(.uploaded(id))
      } catch {
        uploader.now = nil
        try? store?.dispatch(.failed(id, "\(error)"))
      }
    }
  }
}

/// A message that a person may send again while it is sent, and that may be given up.
struct SentAgain: TaskApp {
  struct State: Hashable, Sendable {
    var send: LoadStatus?
    var tries = 0
  }
  enum Action: Hashable, Sendable { case send, sent, failed(String), waits(Int), cancel }
  enum Mistake { case forgetsTask, keepsTask }
  struct TooLate: Error {}
  @MainActor final class Sender { var task: Task<Void, Never>? }

  var mayCancel = false
  /// Whether it is tried again by itself, once.
  var isPatient = false
  /// Whether it fails once a time is over.
  var hasLimit = false
  var mistake: Mistake?
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    [Interaction("sends", .send, .destroys)]
      + (mayCancel && state.send == .waiting ? [Interaction("cancels", .cancel)] : [])
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .send: state.send = .waiting
    case .sent: state = State(send: .success)
    case .failed(let why): state = State(send: .failure(why))
    case .waits(let tries): state.tries = tries
    case .cancel: state = State()
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, sender) = (TaskStore<State, Action>(launch), launch.gates, Sender())
    store.handle = { [self] _, action, store in
      if action == .cancel {
        sender.task?.cancel()
        if mistake != .keepsTask { sender.task = nil }
      }
      guard action == .send, sender.task == nil else { return }
      sender.task = Task { [weak store] in
        let end = await ending(gate, sender, store)
        if Task.isCancelled { return }
        sender.task = nil
        try? store?.dispatch(end)
      }
    }
    return RunningApp(store, keeping: sender)
  }

  @MainActor private func ending(
    _ gate: Gates<Int>, _ sender: Sender, _ store: Store?
  ) async -> Action {
    let send: @Sendable () async throws -> Void = {
      try await gate(function: "send") { $0 = min($0 + 1, 2) }
    }
    for tries in 1...2 {
      do {
        if hasLimit { try await inTime(send) } else { try await send() }
        return .sent
      } catch {
        if tries == 2 || !isPatient || error is TooLate || Task.isCancelled {
          return .failed("\(error)")
        }
        try? store?.dispatch(.waits(tries))
        if mistake == .forgetsTask { sender.task = nil }
        try? await Task.sleep(for: .seconds(1))
        if Task.isCancelled { return .failed("\(error)") }
      }
    }
    return .sent
  }

  private func inTime(_ send: @escaping @Sendable () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        try await send()
        return true
      }
      group.addTask {
        try await Task.sleep(for: .seconds(5))
        return false
      }
      defer { group.cancelAll() }
      if try await group.next() == false { throw TooLate() }
    }
  }
}

/// A list that is pulled while its next page loads, and has its turn after that.
struct PulledInTurn: TaskApp {
  struct State: Hashable, Sendable {
    var first: LoadStatus?
    var more: LoadStatus?
    var names: [String] = []
  }
  enum Action: Hashable, Sendable {
    case pull, loaded([String]), failed(String)
    case more, page([String]), pageFailed(String)
  }
  @MainActor final class Loader {
    var page: Task<Void, Never>?
    var first: Task<Void, Never>?
  }

  /// Whether a pull leaves the one before to have its turn, too.
  var keepsOthers = false
  let initialState = State()
  let initialRows = ["x", "y"]

  func interactions(in state: State) -> [Interaction<Action>] {
    let hasMore = state.first == .success && state.names.count == 1 && state.more != .waiting
    return [Interaction("pulls", .pull, .appears)]
      + (hasMore ? [Interaction("scrolls to the end", .more, .appears)] : [])
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .pull: state.first = .waiting
    case .loaded(let names): state = State(first: .success, names: names)
    case .failed(let why): state.first = .failure(why)
    case .more: state.more = .waiting
    case .page(let names): (state.more, state.names) = (.success, state.names + names)
    case .pageFailed(let why): state.more = .failure(why)
    }
    return state
  }
  func showing(_ rows: [String]) -> StoredRows<State>? { .rows(State(names: rows)) }

  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<Store> {
    let (store, gate, loader) = (TaskStore<State, Action>(launch), launch.gates, Loader())
    store.handle = { [self] _, action, store in
      switch action {
      case .pull:
        if !keepsOthers { loader.first?.cancel() }
        loader.first = Task { [weak store, page = loader.page] in
          await page?.value
          if Task.isCancelled { return }
          do {
            let names = try await gate(function: "first") { Array($0.prefix(1)) }
            if !Task.isCancelled { try? store?.dispatch(.loaded(names)) }
          } catch {
            if !Task.isCancelled { try? store?.dispatch(.failed("\(error)")) }
          }
        }
      case .more:
        loader.page = Task { [weak store] in
          do {
            let names = try await gate(function: "page") { Array($0.dropFirst(1)) }
            try? store?.dispatch(.page(names))
          } catch {
            try? store?.dispatch(.pageFailed("\(error)"))
          }
        }
      default: break
      }
    }
    return RunningApp(store, keeping: loader)
  }
}

/// A list that is loaded when a person pulls, and once more a while later; a save goes beside it.
struct PolledList: TaskApp {
  struct State: Hashable, Sendable {
    var load: LoadStatus?
    var save: LoadStatus?
  }
  enum Action: Hashable, Sendable {
    case pull, loaded, failed(String), polled
    case save, saved, saveFailed(String)
  }
  @MainActor final class Loader {
    var isLoading = false
    var isPolling = false
  }

  /// Whether a pull loads although that is under way.
  var loadsTwice = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    [Interaction("pulls", Action.pull)]
      + (state.save == .waiting ? [] : [Interaction("saves", .save, .destroys)])
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .pull: state.load = .waiting
    case .loaded: state.load = .success
    case .failed(let why): state.load = .failure(why)
    case .polled: break
    case .save: state.save = .waiting
    case .saved: state.save = .success
    case .saveFailed(let why): state.save = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, loader) = (TaskStore<State, Action>(launch), launch.gates, Loader())
    store.handle = { [self] _, action, store in
      if action == .save {
        store.request(
          { try await gate(function: "save") { $0 = 1 } }, { .saved }, { .saveFailed($0) })
      }
      guard action == .pull, loadsTwice || !loader.isLoading else { return }
      loader.isLoading = true
      Task { [weak store] in
        let end: Action
        do {
          _ = try await gate(function: "load") { $0 }
          end = .loaded
        } catch {
          end = .failed("\(error)")
        }
        loader.isLoading = false
        try? store?.dispatch(end)
      }
      if !loader.isPolling { poll(gate, loader, store) }
    }
    return RunningApp(store, keeping: loader)
  }

  @MainActor private func poll(_ gate: Gates<Int>, _ loader: Loader, _ store: Store) {
    loader.isPolling = true
    Task { [weak store] in
      try? await Task.sleep(for: .seconds(5))
      let reply = try? await gate(function: "load") { $0 }
      loader.isPolling = false
      if reply != nil { try? store?.dispatch(.polled) }
    }
  }
}

/// A screen that is left while it loads, and opened again: what was cancelled may still say so.
struct ReopenedScreen: TaskApp {
  struct State: Hashable, Sendable {
    var isOpen = false
    var load: LoadStatus?
  }
  enum Action: Hashable, Sendable { case open, leave, loaded, failed(String) }
  @MainActor final class Loader { var task: Task<Void, Never>? }

  /// Whether a failure is shown although the screen was left.
  var showsAll = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    [state.isOpen ? Interaction("leaves", .leave) : Interaction("opens", Action.open, .appears)]
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    switch action {
    case .open: return State(isOpen: true, load: .waiting)
    case .leave: return State()
    case .loaded: return State(isOpen: state.isOpen, load: state.isOpen ? .success : nil)
    case .failed(let why):
      if !showsAll && state.load != .waiting { return state }
      return State(isOpen: state.isOpen, load: .failure(why))
    }
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, loader) = (TaskStore<State, Action>(launch), launch.gates, Loader())
    store.handle = { _, action, store in
      if action == .leave { loader.task?.cancel() }
      if action != .open { return }
      loader.task = Task { [weak store] in
        do {
          _ = try await gate(function: "load") { $0 }
          try? store?.dispatch(.loaded)
        } catch {
          try? store?.dispatch(.failed("\(error)"))
        }
      }
    }
    return RunningApp(store, keeping: loader)
  }
}
