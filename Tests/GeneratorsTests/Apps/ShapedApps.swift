import Model

/// A room that hears of others as long as one is in it; who leaves may come again at once.
struct Room: ViewModelApp {
  struct State: Hashable, Sendable {
    var join: LoadStatus?
    var guest: String?
  }
  enum Tap: Hashable, Sendable { case join, leave }

  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    switch state.join {
    case .waiting: []
    case .success: [Interaction("leaves", .tap(.leave))]
    case .failure, nil: [Interaction("joins", .tap(.join))]
    }
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate) = (ViewModel<State, Tap>(launch), launch.gates)
    let work = Work()
    store.handle = { tap, store in
      work.task?.cancel()
      if tap == .leave {
        store.set(\.guest, nil)
        return store.set(\.join, nil)
      }
      store.set(\.join, .waiting)
      work.task = Task { [weak store] in
        do {
          try await gate(function: "join") { _ in }
          store?.set(\.join, .success)
          while true {
            let guest = try await gate.pushed(["Bo"], function: "guest") { $1 }
            if Task.isCancelled { return }
            store?.set(\.guest, guest)
          }
        } catch {
          if !Task.isCancelled { store?.set(\.join, .failure("\(error)")) }
        }
      }
    }
    return RunningApp(store, keeping: work)
  }
}
