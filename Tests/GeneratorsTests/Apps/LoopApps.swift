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
