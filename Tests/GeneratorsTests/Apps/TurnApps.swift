import Model

/// A playlist whose order is saved one time after the other; it waits until the newest is saved.
struct DraggedPlaylist: TaskApp {
  struct State: Hashable, Sendable {
    var songs = ["a", "b"]
    var save: LoadStatus?
  }
  enum Action: Hashable, Sendable { case drag, saveAgain, saved([String]), failed(String) }
  enum Defect { case endsEarly, savesTwice }

  /// Saves the newest order when the one before is saved, unless it is the same.
  @MainActor final class Saver {
    var newest: [String]?
    var isSaving = false
  }

  var defect: Defect?
  let initialState = State()
  let initialRows = ["a", "b"]

  func interactions(in state: State) -> [Interaction<Action>] {
    let drag = Interaction("drags a song", Action.drag, .destroys)
    let isFailed = if case .failure = state.save { true } else { false }
    let isWaiting = defect == .savesTwice && state.save == .waiting
    return isFailed || isWaiting
      ? [drag, Interaction("taps Save", .saveAgain, .destroys)] : [drag]
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .drag:
      state.songs.swapAt(0, 1)
      state.save = .waiting
    case .saveAgain: state.save = .waiting
    case .saved(let songs):
      if songs == state.songs || defect == .endsEarly { state.save = .success }
    case .failed(let why): state.save = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<Store> {
    let (store, gate, saver) = (TaskStore<State, Action>(launch), launch.gates, Saver())
    let savesTwice = defect == .savesTwice
    store.handle = { _, action, store in
      guard [.drag, .saveAgain].contains(action) else { return }
      saver.newest = store.state.songs
      if saver.isSaving { return }
      saver.isSaving = true
      Task { [weak store] in
        while let songs = saver.newest {
          saver.newest = nil
          do {
            try await gate(songs, function: "save") { $0 = songs }
            if saver.newest == songs && !savesTwice { saver.newest = nil }
            try? store?.dispatch(.saved(songs))
          } catch {
            saver.newest = nil
            try? store?.dispatch(.failed("\(error)"))
          }
        }
        saver.isSaving = false
      }
    }
    return RunningApp(store, keeping: saver)
  }
}

/// A name that is edited in a field, which counts as typed as long as it is not the name.
struct EditedName: TaskApp {
  struct State: Hashable, Sendable {
    var name = ""
    var field: String?
    var load: LoadStatus?
    var save: LoadStatus?
  }
  enum Action: Hashable, Sendable {
    case open, type, send, loaded(String), loadFailed(String), saved(String), saveFailed(String)
  }

  /// Whether what is loaded goes into the field, too.
  var isHasty = false
  let initialState = State()
  let initialRows = "Kim"

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.load == .waiting || state.save == .waiting { return [] }
    var all = [Interaction("opens the profile", Action.open, .appears)]
    if state.load != .success { return all }
    if state.field == nil { all.append(Interaction("types Max", .type)) }
    if state.field == "Max" { all.append(Interaction("saves", .send, .destroys)) }
    return all
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.load = .waiting
    case .type: state.field = "Max"
    case .send: state.save = .waiting
    case .loaded(let name):
      (state.name, state.load) = (name, .success)
      if isHasty && state.field != nil { state.field = name }
    case .loadFailed(let why): state.load = .failure(why)
    case .saved(let name): (state.name, state.field, state.save) = (name, nil, .success)
    case .saveFailed(let why): state.save = .failure(why)
    }
    return state
  }
  func drafts(in state: State) -> [String: String] {
    state.field.map { $0 == state.name ? [:] : ["name": $0] } ?? [:]
  }
  func showing(_ rows: String) -> StoredRows<State>? { .rows(State(name: rows)) }
  func stored(in state: State) -> State { State(name: state.name) }

  func launch(_ launch: Launch<State, Action, String>) -> RunningApp<Store> {
    let (store, gate) = (TaskStore<State, Action>(launch), launch.gates)
    store.handle = { old, action, store in
      switch action {
      case .open:
        store.load(gate, Action.loaded, Action.loadFailed)
      case .send:
        guard let name = old.field else { return }
        store.request(
          { try await gate(name, function: "save") { $0 = name } }, { .saved(name) },
          { .saveFailed($0) })
      default: break
      }
    }
    return RunningApp(store)
  }
}

/// Mails with a number of those that are not read, which is stored beside them.
struct UnreadBadge: ViewModelApp {
  struct State: Hashable, Sendable {
    var unread: Set<String> = ["a"]
    var badge = 1
    var reads: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case readAll }

  /// Whether what comes brings a number alone.
  var isMixedUp = false
  let initialState = State()
  let initialRows: Set = ["a"]

  func interactions(in state: State) -> [Interaction<Action>] {
    state.reads == .waiting || state.unread.isEmpty
      ? [] : [Interaction("reads all", .tap(.readAll), .destroys)]
  }

  func launch(_ launch: Launch<State, Action, Set<String>>) -> RunningApp<Store> {
    let (store, gate, isMixedUp) = (ViewModel<State, Tap>(launch), launch.gates, isMixedUp)
    store.handle = { _, store in
      let (ids, old) = (store.state.unread, store.state)
      store.set(\.self, State(unread: [], badge: 0, reads: .waiting))
      Task { [weak store] in
        do {
          try await gate(ids.sorted(), function: "read") { $0.subtract(ids) }
          store?.set(\.reads, .success)
        } catch {
          guard var state = store?.state else { return }
          state.unread.formUnion(old.unread)
          (state.badge, state.reads) = (state.unread.count, .failure("\(error)"))
          store?.set(\.self, state)
        }
      }
    }
    let feed = Feed()
    feed.task = Task { [weak store] in
      while true {
        guard
          let id = try? await gate.pushed(
            ["b"], function: "arrive",
            {
              $0.insert($1)
              return $1
            })
        else { return }
        guard var state = store?.state else { return }
        if !isMixedUp { state.unread.insert(id) }
        state.badge = isMixedUp ? 1 : state.unread.count
        store?.set(\.self, state)
      }
    }
    return RunningApp(store, keeping: feed)
  }

  @MainActor final class Feed {
    var task: Task<Void, Never>?
    deinit { task?.cancel() }
  }
}

/// Requests of friends: who is accepted stands in another list.
struct FriendRequests: TaskApp {
  struct Rows: Hashable, Sendable {
    var asking: [String] = ["ann"]
    var friends: [String] = []
  }
  struct State: Hashable, Sendable {
    var rows = Rows(asking: [])
    var load: LoadStatus?
    var accepts: [String: LoadStatus] = [:]
  }
  enum Action: Hashable, Sendable {
    case open, accept, loaded(Rows), loadFailed(String), accepted, failed(String)
  }

  /// Whether loading ends failures of those that still ask.
  var isForgetful = false
  let initialState = State()
  let initialRows = Rows()

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.load == .waiting || state.accepts["ann"] == .waiting { return [] }
    let open = Interaction("opens the requests", Action.open, .appears)
    return state.load != .success || state.rows.asking.isEmpty
      ? [open] : [open, Interaction("accepts Ann", .accept, .destroys)]
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.load = .waiting
    case .accept: state.accepts["ann"] = .waiting
    case .loaded(let rows):
      (state.rows, state.load) = (rows, .success)
      state.accepts = state.accepts.filter { !isForgetful && rows.asking.contains($0.key) }
    case .loadFailed(let why): state.load = .failure(why)
    case .accepted: (state.rows, state.accepts) = (Rows(asking: [], friends: ["ann"]), [:])
    case .failed(let why): state.accepts["ann"] = .failure(why)
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Rows>) -> RunningApp<Store> {
    let (store, gate) = (TaskStore<State, Action>(launch), launch.gates)
    store.handle = { _, action, store in
      switch action {
      case .open:
        store.load(gate, Action.loaded, Action.loadFailed)
      case .accept:
        store.request(
          { try await gate(function: "accept") { $0 = Rows(asking: [], friends: ["ann"]) } },
          { .accepted }, { .failed($0) })
      default: break
      }
    }
    return RunningApp(store)
  }
}

/// Accounts that one may change between while they are synced, one call after the other.
struct SwitchedAccounts: TaskApp {
  struct Vault: Hashable, Sendable {
    var items: [String] = []
    var sync: LoadStatus?
  }
  struct State: Hashable, Sendable {
    var shown = "home"
    var vaults = ["home": Vault(), "work": Vault()]
  }
  enum Action: Hashable, Sendable {
    case change(String), sync(String), synced(String, [String]), failed(String, String)
  }
  @MainActor final class Chain { var last: Task<Void, Never>? }

  /// Whether a sync is kept for the account that is shown when it ends.
  var mixesUp = false
  let initialState = State()
  let initialRows = ["home": ["bank"], "work": ["mail"]]

  func interactions(in state: State) -> [Interaction<Action>] {
    let isBusy = state.vaults[state.shown]?.sync == .waiting
    return (isBusy ? [] : [Interaction("syncs", .sync(state.shown), .appears)])
      + ["home", "work"].filter { $0 != state.shown }.map {
        Interaction("changes to \($0)", .change($0))
      }
  }
  func owned(in state: State) -> OwnedData? {
    OwnedData(of: state.shown, state.vaults[state.shown]?.items ?? [])
  }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .change(let account): state.shown = account
    case .sync(let account): state.vaults[account]?.sync = .waiting
    case .synced(let account, let items):
      state.vaults[account]?.sync = .success
      state.vaults[mixesUp ? state.shown : account]?.items = items
    case .failed(let account, let why): state.vaults[account]?.sync = .failure(why)
    }
    return state
  }

  func launch(
    _ launch: Launch<State, Action, [String: [String]]>
  ) -> RunningApp<TaskStore<State, Action>> {
    let (store, gate, chain) = (TaskStore(launch), launch.gates, Chain())
    store.handle = { _, action, store in
      guard case .sync(let account) = action else { return }
      let before = chain.last
      chain.last = Task { [weak store] in
        await before?.value
        do {
          let items = try await gate(account, function: "sync") { $0[account] ?? [] }
          try? store?.dispatch(.synced(account, items))
        } catch {
          try? store?.dispatch(.failed(account, "\(error)"))
        }
      }
    }
    return RunningApp(store, keeping: chain)
  }
}
