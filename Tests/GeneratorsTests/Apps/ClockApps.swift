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
