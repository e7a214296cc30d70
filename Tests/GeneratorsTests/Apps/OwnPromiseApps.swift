import Model

/// A box of messages and a badge that counts them, set one after the other by a view model.
struct UnreadBox: ViewModelApp {
  enum Defect: Sendable {
    /// A load leaves the badge as it was.
    case forgetsBadge
    /// Opening the box once more does nothing.
    case ignoresTap
  }
  struct State: Hashable, Sendable {
    var unread: [Int] = []
    var badge = 0
    var note: String?
    var load: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case open }

  var defect: Defect?
  let initialState = State()
  let initialRows = [1]

  func interactions(in state: State) -> [Interaction<Action>] {
    state.load == .waiting ? [] : [Interaction("opens the box", .tap(.open), .appears)]
  }
  func showing(_ rows: [Int]) -> StoredRows<State>? {
    .rows(State(unread: rows, badge: rows.count))
  }
  func stored(in state: State) -> State { State(unread: state.unread, badge: state.badge) }

  func launch(_ launch: Launch<State, Action, [Int]>) -> RunningApp<Store> {
    let (store, gate, defect) = (ViewModel<State, Tap>(launch), launch.gates, defect)
    store.handle = { _, store in
      store.set(\.note, nil)
      if defect == .ignoresTap && store.state.load == .success { return }
      store.set(\.load, .waiting)
      Task { [weak store] in
        do {
          let unread = try await gate(function: "load") { $0 }
          store?.set(\.unread, unread)
          if defect != .forgetsBadge { store?.set(\.badge, unread.count) }
          store?.set(\.load, .success)
        } catch {
          store?.set(\.note, "\(error)")
          store?.set(\.load, .failure("\(error)"))
        }
      }
    }
    return RunningApp(store)
  }
}
