import Model

/// A switch that shows at once; one loop loads and saves, one call at a time, by what is wished for
/// as a call ends.
struct LoopedSwitch: TaskApp {
  struct State: Hashable, Sendable {
    var load: LoadStatus?
    var save: LoadStatus?
    var isOn = false
    /// What is not saved yet.
    var wish: Bool?
  }
  enum Action: Hashable, Sendable {
    case open, loaded(Bool), missed(String), set(Bool), saved(Bool), unsaved(Bool, String)
  }
  /// What follows a call.
  enum Next: Sendable { case all, countedLoad, nothing }

  @MainActor final class Loop { var isBusy = false }

  var next = Next.all
  let initialState = State()
  let initialRows = true

  func interactions(in state: State) -> [Interaction<Action>] {
    let isLoaded = state.load == .success || state.load == .waiting
    return (isLoaded ? [] : [Interaction("opens the page", .open, .appears)])
      + (state.isOn ? [] : [Interaction("turns it on", .set(true), .destroys)])
  }
  func showing(_ isOn: Bool) -> StoredRows<State>? { .rows(State(isOn: isOn)) }
  func stored(in state: State) -> State { State(isOn: state.isOn) }

  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .open: state.load = .waiting
    case .loaded(let isOn): (state.isOn, state.load) = (state.wish ?? isOn, .success)
    case .missed(let why): state.load = .failure(why)
    case .set(let isOn): (state.isOn, state.wish, state.save) = (isOn, isOn, .waiting)
    case .saved(let isOn):
      if state.wish == isOn { (state.wish, state.save) = (nil, .success) }
    case .unsaved(let isOn, let why):
      if state.wish == isOn { (state.wish, state.save) = (nil, .failure(why)) }
      state.load = .waiting
    }
    return state
  }

  func launch(_ launch: Launch<State, Action, Bool>) -> RunningApp<Store> {
    let (store, gate, loop) = (TaskStore<State, Action>(launch), launch.gates, Loop())
    @MainActor func goOn(_ store: Store) {
      if loop.isBusy { return }
      if store.state.load == .waiting {
        loop.isBusy = true
        store.load(gate, { end(.loaded($0)) }, { end(.missed($0)) })
      } else if let wish = store.state.wish {
        loop.isBusy = true
        store.request(
          { try await gate(wish, function: "save") { $0 = wish } }, { _ in end(.saved(wish)) },
          { end(.unsaved(wish, $0)) })
      }
    }
    @MainActor func end(_ action: Action) -> Action {
      loop.isBusy = false
      return action
    }
    let next = next
    store.handle = { _, action, store in
      switch (action, next) {
      case (.open, _), (.set, _), (_, .all): goOn(store)
      case (.loaded, .countedLoad):
        loop.isBusy = true
        Task {
          try? await gate(function: "count") { _ in }
          loop.isBusy = false
        }
      default: break
      }
    }
    return RunningApp(store, keeping: loop)
  }
}

/// A mail that is moved from folder to folder, and shows at once where it goes.
///
/// One loop moves it to the newest folder, and loads it anew once a move has failed.
struct MovedMail: ViewModelApp {
  struct State: Hashable, Sendable {
    var load: LoadStatus?
    var move: LoadStatus?
    var folder = "inbox"
  }
  enum Tap: Hashable, Sendable { case open, move(String) }

  @MainActor final class Loop {
    var wish: String?
    var isBusy = false
  }

  /// Whether a move that fails takes the next one with it; else it is told, and the mail is moved
  /// all the same.
  var dropsNext = true
  let initialState = State()
  let initialRows = "inbox"

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.load != .success {
      return state.load == .waiting ? [] : [Interaction("opens it", .tap(.open), .appears)]
    }
    return ["archive", "trash"].filter { $0 != state.folder }.map {
      Interaction("moves it to the \($0)", .tap(.move($0)), .destroys)
    }
  }
  func showing(_ folder: String) -> StoredRows<State>? { .rows(State(folder: folder)) }
  func stored(in state: State) -> State { State(folder: state.folder) }

  func launch(_ launch: Launch<State, Action, String>) -> RunningApp<Store> {
    let (store, gate, loop) = (ViewModel<State, Tap>(launch), launch.gates, Loop())
    @Sendable @MainActor func load(_ store: Store) async {
      store.set(\.load, .waiting)
      do {
        let folder = try await gate(function: "load") { $0 }
        store.set(\.folder, loop.wish ?? folder)
        store.set(\.load, .success)
      } catch { store.set(\.load, .failure("\(error)")) }
    }
    @Sendable @MainActor func run(_ store: Store, _ dropsNext: Bool) async {
      loop.isBusy = true
      while let folder = loop.wish {
        loop.wish = nil
        do {
          try await gate(folder, function: "move") { $0 = folder }
          if loop.wish == nil { store.set(\.move, .success) }
        } catch {
          if dropsNext { loop.wish = nil }
          store.set(\.move, .failure("\(error)"))
          await load(store)
        }
      }
      loop.isBusy = false
    }
    let dropsNext = dropsNext
    store.handle = { tap, store in
      guard case .move(let folder) = tap else {
        Task { await load(store) }
        return
      }
      store.set(\.folder, folder)
      store.set(\.move, .waiting)
      loop.wish = folder
      if !loop.isBusy { Task { await run(store, dropsNext) } }
    }
    return RunningApp(store, keeping: loop)
  }
}

/// A profile that can be followed, which shows at once; what is loaded meanwhile is loaded again.
struct ReloadedProfile: ViewModelApp {
  struct State: Hashable, Sendable {
    var load: LoadStatus?
    var save: LoadStatus?
    var isFollowed: Bool?
  }
  enum Tap: Hashable, Sendable { case load, follow(Bool) }

  @MainActor final class Changes {
    var count = 0
    var wish: Bool?
  }

  /// Whether the end of a change counts as one, too.
  var countsEnds = true
  let initialState = State()
  let initialRows = false

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.load == .waiting && state.isFollowed == nil { return [] }
    let follows = state.save == .waiting ? nil : state.isFollowed.map { !$0 }
    return (state.load == .waiting ? [] : [Interaction("loads it", .tap(.load), .appears)])
      + (follows.map { [Interaction("follows \($0)", .tap(.follow($0)), .destroys)] } ?? [])
  }
  func showing(_ isFollowed: Bool) -> StoredRows<State>? { .rows(State(isFollowed: isFollowed)) }

  func launch(_ launch: Launch<State, Action, Bool>) -> RunningApp<Store> {
    let (store, gate, changes) = (ViewModel<State, Tap>(launch), launch.gates, Changes())
    @Sendable @MainActor func load(_ store: Store) async {
      if store.state.load == .waiting { return }
      store.set(\.load, .waiting)
      do {
        var (asked, isFollowed) = (-1, false)
        while asked != changes.count {
          asked = changes.count
          isFollowed = try await gate(function: "load") { $0 }
        }
        store.set(\.isFollowed, changes.wish ?? isFollowed)
        store.set(\.load, .success)
      } catch { store.set(\.load, .failure("\(error)")) }
    }
    @Sendable @MainActor func follow(_ wish: Bool, _ countsEnds: Bool, _ store: Store) async {
      changes.count += 1
      changes.wish = wish
      store.set(\.isFollowed, wish)
      store.set(\.save, .waiting)
      do {
        try await gate(wish, function: "follow") { $0 = wish }
        changes.wish = nil
        if countsEnds { changes.count += 1 }
        store.set(\.save, .success)
      } catch {
        changes.wish = nil
        changes.count += 1
        store.set(\.save, .failure("\(error)"))
        await load(store)
      }
    }
    let countsEnds = countsEnds
    store.handle = { tap, store in
      Task {
        switch tap {
        case .load: await load(store)
        case .follow(let wish): await follow(wish, countsEnds, store)
        }
      }
    }
    return RunningApp(store, keeping: changes)
  }
}
