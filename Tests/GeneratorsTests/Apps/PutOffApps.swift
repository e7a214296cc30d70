import Model

/// A note that is saved a second after it was changed, or when it is left; while a save is under
/// way, it is saved once more after that.
struct SavedAgain: TaskApp {
  struct State: Hashable, Sendable {
    var title = "a"
    var isStarred = false
    var save: LoadStatus?
    var isDirty = false
    /// Whether what changed since is saved once the save that is under way is over.
    var isOwed = false
  }
  struct Note: Hashable, Sendable {
    var title = "a"
    var isStarred = false
  }
  enum Action: Hashable, Sendable {
    case type(String), star, leave, save, saved(Note), unsaved(String)
  }

  /// Whether the reply puts the star back that was there as the save began.
  var isForgetful = false
  let initialState = State()
  let initialRows = Note()

  func interactions(in state: State) -> [Interaction<Action>] {
    if case .failure = state.save { return [Interaction("saves again", .save)] }
    let changes: [Interaction<Action>] =
      isForgetful
      ? [Interaction("stars", .star)]
      : ["b", "c"].filter { $0 != state.title }.map { Interaction("types \($0)", .type($0)) }
    return changes + (state.isDirty ? [Interaction("leaves", .leave)] : [])
  }
  func showing(_ rows: Note) -> StoredRows<State>? {
    .rows(State(title: rows.title, isStarred: rows.isStarred))
  }
  func stored(in state: State) -> State {
    State(title: state.title, isStarred: state.isStarred)
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .type(let text): (state.title, state.isDirty) = (text, true)
    case .star: (state.isStarred, state.isDirty) = (!state.isStarred, true)
    case .leave: break
    case .save:
      (state.isOwed, state.isDirty, state.save) = (state.save == .waiting, false, .waiting)
    case .saved(let note):
      if isForgetful { state.isStarred = note.isStarred }
      (state.save, state.isOwed) = (state.isOwed ? .waiting : .success, false)
    case .unsaved(let why): state.save = .failure(why)
    }
    return state
  }

  @MainActor final class Saver { var timer: Task<Void, Never>? }
  func launch(_ launch: Launch<State, Action, Note>) -> RunningApp<Store> {
    let (store, gate, saver) = (TaskStore<State, Action>(launch), launch.gates, Saver())
    @MainActor func save(_ store: Store) {
      let note = Note(title: store.state.title, isStarred: store.state.isStarred)
      store.request(
        { try await gate(note.title, note.isStarred, function: "save") { $0 = note } },
        { .saved(note) }, Action.unsaved)
    }
    store.handle = { old, action, store in
      switch action {
      case .type, .star:
        saver.timer?.cancel()
        saver.timer = store.dispatch(.save, after: .seconds(1))
      case .leave:
        saver.timer?.cancel()
        try? store.dispatch(.save)
      case .save where old.save != .waiting: save(store)
      case .saved where old.isOwed: save(store)
      default: break
      }
    }
    return RunningApp(store, keeping: saver)
  }
}

/// A slider that sends what was chosen at once, and what is chosen within a second after that.
struct Slider: TaskApp {
  struct State: Hashable, Sendable {
    var level = 0
    var save: LoadStatus?
  }
  enum Action: Hashable, Sendable { case slide(Int), send, saved, unsaved(String) }
  enum Fault { case none, drops, isSilent }

  /// Whether it drops what is chosen within the second, or sends that without a word.
  var fault = Fault.none
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    if case .failure = state.save {
      return [Interaction("slides to \(state.level) again", .slide(state.level))]
    }
    return [1, 2].filter { $0 != state.level }.map { Interaction("slides to \($0)", .slide($0)) }
  }
  func showing(_ rows: Int) -> StoredRows<State>? { .rows(State(level: rows)) }
  func stored(in state: State) -> State { State(level: state.level) }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .slide(let level): state.level = level
    case .send: state.save = .waiting
    case .saved: state.save = .success
    case .unsaved(let why): state.save = .failure(why)
    }
    return state
  }

  @MainActor final class Sender {
    var isClosed = false
    var isOwed = false
  }
  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate) = (TaskStore<State, Action>(launch), launch.gates)
    let (sender, fault) = (Sender(), fault)
    @MainActor func send(_ store: Store) {
      sender.isClosed = true
      Task { [weak store] in
        repeat {
          sender.isOwed = false
          guard let state = store?.state else { return }
          let level = state.level
          if fault != .isSilent || state.save != .success { try? store?.dispatch(.send) }
          do {
            try await gate(level, function: "set") { $0 = level }
            try? store?.dispatch(.saved)
          } catch { try? store?.dispatch(.unsaved("\(error)")) }
          try? await Task.sleep(for: .seconds(1))
        } while sender.isOwed
        sender.isClosed = false
      }
    }
    store.handle = { _, action, store in
      guard case .slide = action else { return }
      if !sender.isClosed {
        send(store)
      } else if fault != .drops {
        sender.isOwed = true
      }
    }
    return RunningApp(store, keeping: sender)
  }
}

/// A switch that shows at once; one loop sends the newest wish until that is what was sent.
struct WishLoop: TaskApp {
  struct State: Hashable, Sendable {
    var isOn = false
    var wish: Bool?
    var save: LoadStatus?
  }
  enum Action: Hashable, Sendable { case set(Bool), saved(Bool), unsaved(Bool, String) }

  /// Whether a wish is sent although an older one is under way.
  var isHasty = false
  let initialState = State()
  let initialRows = false

  func interactions(in state: State) -> [Interaction<Action>] {
    [Interaction("turns it \(state.isOn ? "off" : "on")", .set(!state.isOn), .destroys)]
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .set(let isOn): state = State(isOn: isOn, wish: isOn, save: .waiting)
    case .saved(let isOn):
      if state.wish == isOn { (state.wish, state.save) = (nil, .success) }
    case .unsaved(let isOn, let why):
      if state.wish == isOn { (state.wish, state.save) = (nil, .failure(why)) }
    }
    return state
  }

  @MainActor final class Loop { var isBusy = false }
  func launch(_ launch: Launch<State, Action, Bool>) -> RunningApp<Store> {
    let (store, gate) = (TaskStore<State, Action>(launch), launch.gates)
    let (loop, isHasty) = (Loop(), isHasty)
    @MainActor func end(_ action: Action) -> Action {
      loop.isBusy = false
      return action
    }
    store.handle = { _, action, store in
      guard let wish = store.state.wish, !loop.isBusy || isHasty else { return }
      loop.isBusy = true
      store.request(
        { try await gate(wish, function: "save") { $0 = wish } }, { end(.saved(wish)) },
        { end(.unsaved(wish, $0)) })
    }
    return RunningApp(store, keeping: loop)
  }
}

/// A room that asks again as soon as something has come, and can be muted.
struct PolledRoom: TaskApp {
  struct State: Hashable, Sendable {
    var count = 0
    var isMuted = false
    var load: LoadStatus?
  }
  enum Action: Hashable, Sendable { case open, mute, came(Int), failed(String) }

  /// Whether what comes begins the screen anew.
  var isForgetful = false
  let initialState = State()
  let initialRows = 1

  func interactions(in state: State) -> [Interaction<Action>] {
    (state.load == nil ? [Interaction("opens the room", .open, .appears)] : [])
      + (state.isMuted ? [] : [Interaction("mutes it", .mute)])
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = isForgetful && action == .came(1) ? State() : state
    switch action {
    case .open: state.load = .waiting
    case .mute: state.isMuted = true
    case .came(let count): (state.count, state.load) = (count, .success)
    case .failed(let why): state.load = .failure(why)
    }
    return state
  }
  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate) = (TaskStore<State, Action>(launch), launch.gates)
    store.handle = { _, action, store in
      guard action == .open else { return }
      Task { [weak store] in
        while true {
          do {
            let count = try await gate(function: "poll") { $0 }
            guard let store else { return }
            try? store.dispatch(.came(count))
          } catch {
            try? store?.dispatch(.failed("\(error)"))
            return
          }
        }
      }
    }
    return RunningApp(store)
  }
}

/// A till: a token is fetched once, and purchases are made one after the other.
struct TokenTill: TaskApp {
  struct State: Hashable, Sendable {
    var hasToken = false
    var buyCount = 0
    var pay: LoadStatus?
  }
  enum Action: Hashable, Sendable { case buy, allowed, begins, paid, failed(String) }

  /// Whether a person may tap Buy while a purchase is made.
  var isHasty = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    let isFree = state.pay != .waiting || isHasty && state.hasToken
    return state.buyCount < 2 && isFree ? [Interaction("buys", .buy)] : []
  }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .buy: (state.pay, state.buyCount) = (.waiting, state.buyCount + 1)
    case .allowed: state.hasToken = true
    case .begins: state.pay = .waiting
    case .paid: state.pay = .success
    case .failed(let why): state.pay = .failure(why)
    }
    return state
  }

  @MainActor final class Line { var last: Task<Void, Never>? }
  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, line) = (TaskStore<State, Action>(launch), launch.gates, Line())
    store.handle = { _, action, store in
      guard action == .buy else { return }
      let before = line.last
      line.last = Task { [weak store] in
        await before?.value
        guard let store else { return }
        do {
          try store.dispatch(.begins)
          if !store.state.hasToken {
            try await gate(function: "token") { _ in }
            try store.dispatch(.allowed)
          }
          try await gate(5, function: "pay") { $0 = min($0 + 5, 10) }
          try store.dispatch(.paid)
        } catch { try? store.dispatch(.failed("\(error)")) }
      }
    }
    return RunningApp(store, keeping: line)
  }
}
