import Model

/// A menu that is loaded as long as a clock lets it; the call goes on, and its answer is dropped.
struct ClockedMenu: ViewModelApp {
  struct State: Hashable, Sendable {
    var load: LoadStatus?
    var dishes: [String] = []
  }
  enum Tap: Hashable, Sendable { case open }

  @MainActor final class Visits { var count = 0 }

  /// Whether an answer shows that came after the clock had ended the waiting.
  var showsLate = false
  /// Whether the clock says so, or lets the waiting go on.
  var isTold = true
  let initialState = State()
  let initialRows = ["soup"]

  func interactions(in state: State) -> [Interaction<Action>] {
    state.load == .waiting || state.load == .success
      ? [] : [Interaction("opens the menu", .tap(.open), .appears)]
  }
  func showing(_ rows: [String]) -> StoredRows<State>? { .rows(State(dishes: rows)) }
  func stored(in state: State) -> State { State(dishes: state.dishes) }

  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<Store> {
    let (model, gate, visits) = (ViewModel<State, Tap>(launch), launch.gates, Visits())
    let (showsLate, isTold) = (showsLate, isTold)
    model.handle = { _, model in
      visits.count += 1
      let visit = visits.count
      var isOver = false
      model.set(\.load, .waiting)
      Task { [weak model] in
        do {
          let dishes = try await gate(function: "load") { $0 }
          guard visit == visits.count, !isOver || showsLate else { return }
          isOver = true
          model?.set(\.self, State(load: .success, dishes: dishes))
        } catch {
          guard visit == visits.count, !isOver else { return }
          isOver = true
          model?.set(\.load, .failure("\(error)"))
        }
      }
      Task { [weak model] in
        try? await Task.sleep(for: .seconds(2))
        guard visit == visits.count, !isOver else { return }
        isOver = true
        if isTold { model?.set(\.load, .failure("It takes too long")) }
      }
    }
    return RunningApp(model, keeping: visits)
  }
}

/// A menu with one clock, which every load sets anew.
struct OneClock: TaskApp {
  struct State: Hashable, Sendable {
    var load: LoadStatus?
    var dishes: [String] = []
  }
  enum Action: Hashable, Sendable { case open, loaded([String]), missed(String), late }

  /// Whether a clock that runs is not set anew: it ends a newer load too soon.
  var isShared = false
  let initialState = State()
  let initialRows = ["soup"]

  func interactions(in state: State) -> [Interaction<Action>] {
    state.load == .waiting ? [] : [Interaction("opens the menu", .open, .appears)]
  }
  func showing(_ rows: [String]) -> StoredRows<State>? { .rows(State(dishes: rows)) }
  func stored(in state: State) -> State { State(dishes: state.dishes) }
  func reduce(_ state: State, _ action: Action) throws -> State {
    if action == .open { return State(load: .waiting, dishes: state.dishes) }
    if state.load != .waiting { return state }
    return switch action {
    case .open, .late: State(load: .failure("It takes too long"), dishes: state.dishes)
    case .loaded(let dishes): State(load: .success, dishes: dishes)
    case .missed(let why): State(load: .failure(why), dishes: state.dishes)
    }
  }

  @MainActor final class Clock {
    var timer: Task<Void, Never>?
    var isRunning = false
    var visits = 0
  }
  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<Store> {
    let (store, gate) = (TaskStore<State, Action>(launch), launch.gates)
    let (clock, isShared) = (Clock(), isShared)
    store.handle = { _, action, store in
      if action == .late { clock.isRunning = false }
      guard action == .open else { return }
      clock.visits += 1
      let visit = clock.visits
      Task { [weak store] in
        let answer: Action
        do { answer = .loaded(try await gate(function: "load") { $0 }) } catch {
          answer = .missed("\(error)")
        }
        if visit == clock.visits { try? store?.dispatch(answer) }
      }
      if clock.isRunning && isShared { return }
      clock.timer?.cancel()
      (clock.isRunning, clock.timer) = (true, store.dispatch(.late, after: .seconds(2)))
    }
    return RunningApp(store, keeping: clock)
  }
}
