import Model

/// Contacts that are deleted one by one; a reload sets contacts and failures one after the other.
struct Contacts: ViewModelApp {
  enum Clearing: Sendable {
    /// The failures of contacts that are gone, once the contacts are set.
    case after
    /// The failures of contacts that are gone, before the contacts are set.
    case before
    /// All failures: those of contacts that are still there, too.
    case all
  }
  struct State: Hashable, Sendable {
    var names: [Int: String] = [:]
    var deleting: [Int: LoadStatus] = [:]
    var list: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case open, delete(Int) }

  var clearing = Clearing.after
  let initialState = State()
  let initialRows = [7: "Ann"]

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.list == .waiting || state.deleting.values.contains(.waiting) { return [] }
    return [Interaction("opens the contacts", .tap(.open), .appears)]
      + state.names.sorted { $0.key < $1.key }
      .map { Interaction("deletes \($0.value)", .tap(.delete($0.key)), .destroys) }
  }
  func showing(_ rows: [Int: String]) -> StoredRows<State>? { .rows(State(names: rows)) }

  func launch(_ launch: Launch<State, Action, [Int: String]>) -> RunningApp<Store> {
    let (store, gate, clearing) = (ViewModel<State, Tap>(launch), launch.gates, clearing)
    @MainActor func show(_ names: [Int: String], in store: Store) {
      let left = store.state.deleting.filter { clearing != .all && names[$0.key] != nil }
      if clearing == .before { store.set(\.deleting, left) }
      store.set(\.names, names)
      if clearing != .before { store.set(\.deleting, left) }
      store.set(\.list, .success)
    }
    store.handle = { tap, store in
      switch tap {
      case .open:
        store.set(\.list, .waiting)
        Task { [weak store] in
          do {
            let names = try await gate(function: "load") { $0 }
            if let store { show(names, in: store) }
          } catch {
            store?.set(\.list, .failure("\(error)"))
          }
        }
      case .delete(let id):
        store.set(\.deleting[id], .waiting)
        Task { [weak store] in
          do {
            try await gate(id, function: "delete") { $0[id] = nil }
            store?.set(\.names[id], nil)
            store?.set(\.deleting[id], nil)
          } catch {
            store?.set(\.deleting[id], .failure("\(error)"))
          }
        }
      }
    }
    return RunningApp(store)
  }
}
