import Model

/// Notes that are loaded anew once one is added: a load that is under way is cancelled.
///
/// The defect cancels it, and loads nothing.
struct ReloadedNotes: ViewModelApp {
  struct State: Hashable, Sendable {
    var notes: [String] = []
    var list: LoadStatus?
    var add: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case open, add }

  var isForgetful = false
  let initialState = State()
  let initialRows = ["Milk"]

  func interactions(in state: State) -> [Interaction<Action>] {
    [Interaction("opens the notes", .tap(.open), .appears)]
      + (state.list == .success && state.add != .waiting
        ? [Interaction("adds one", .tap(.add), .adds(1))] : [])
  }

  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<Store> {
    let (store, gate, work) = (ViewModel<State, Tap>(launch), launch.gates, Work())
    @MainActor func load(_ store: Store) {
      store.set(\.list, .waiting)
      work.task = Task { [weak store] in
        var (notes, list) = (store?.state.notes ?? [], LoadStatus.success)
        do { notes = try await gate(function: "load") { $0 } } catch { list = .failure("\(error)") }
        if Task.isCancelled { return }
        store?.set(\.self, State(notes: notes, list: list, add: store?.state.add))
      }
    }
    let isForgetful = isForgetful
    store.handle = { tap, store in
      if tap == .open { return store.state.list == .waiting ? () : load(store) }
      store.set(\.add, .waiting)
      Task { [weak store, weak work] in
        do {
          try await gate(function: "add") { $0.append("Note \($0.count)") }
          store?.set(\.add, .success)
          work?.task?.cancel()
          if !isForgetful, let store { load(store) }
        } catch { store?.set(\.add, .failure("\(error)")) }
      }
    }
    return RunningApp(store, keeping: work)
  }
}
