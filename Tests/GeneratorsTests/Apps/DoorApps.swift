import Model

/// A page behind several doors, which all show the same: what it loads there may go by the door.
struct PageBehindDoors: ViewModelApp {
  struct State: Hashable, Sendable {
    var isOpen = false
    var load: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case open(Int), load }

  /// The door that was taken last, which the page does not show.
  @MainActor final class Session { var door = 0 }

  var doorCount = 3
  /// The door behind which nothing ends the spinner.
  var stuckDoor: Int?
  let initialState = State()
  let initialRows = 1

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.load == .waiting { return [] }
    return state.isOpen
      ? [Interaction("loads the page", .tap(.load))]
      : (1...doorCount).map { Interaction("opens door \($0)", .tap(.open($0))) }
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (model, gate, session) = (ViewModel<State, Tap>(launch), launch.gates, Session())
    let stuckDoor = stuckDoor
    model.handle = { tap, model in
      if case .open(let door) = tap {
        session.door = door
        return model.set(\.isOpen, true)
      }
      model.set(\.load, .waiting)
      Task { [weak model] in
        do {
          _ = try await gate(function: "page") { $0 }
          if session.door != stuckDoor { model?.set(\.load, .success) }
        } catch { model?.set(\.load, .failure("\(error)")) }
      }
    }
    return RunningApp(model, keeping: session)
  }
}
