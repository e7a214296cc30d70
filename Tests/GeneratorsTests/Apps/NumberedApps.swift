import Model

/// A page that is loaded again by itself once its title was saved, also where it still loads; the
/// loads have numbers, and the newest one counts.
struct NumberedPage: ViewModelApp {
  struct State: Hashable, Sendable {
    var load: LoadStatus?
    var rename: LoadStatus?
    var title = ""
  }
  enum Tap: Hashable, Sendable { case open, rename }
  /// Which loads count, and which failures of loads are told.
  enum Counting: Sendable { case newest, all, newestSilently }

  @MainActor final class Loads { var newest = 0 }

  var counting = Counting.newest
  let initialState = State()
  let initialRows = "a"

  func interactions(in state: State) -> [Interaction<Action>] {
    let isOpen = state.load == .waiting || state.load == .success
    return
      (isOpen || state.rename == .waiting
      ? [] : [Interaction("opens the page", .tap(.open), .appears)])
      + (state.load == nil || state.rename == .waiting || state.title == "b"
        ? [] : [Interaction("renames it", .tap(.rename), .destroys)])
  }
  func showing(_ title: String) -> StoredRows<State>? { .rows(State(title: title)) }
  func stored(in state: State) -> State { State(title: state.title) }

  func launch(_ launch: Launch<State, Action, String>) -> RunningApp<Store> {
    let (store, gate, loads) = (ViewModel<State, Tap>(launch), launch.gates, Loads())
    let counting = counting
    @Sendable @MainActor func load(_ store: Store) async {
      loads.newest += 1
      let number = loads.newest
      store.set(\.load, .waiting)
      do {
        let title = try await gate(function: "load") { $0 }
        if counting != .all && number != loads.newest { return }
        store.set(\.title, title)
        store.set(\.load, .success)
      } catch {
        let isNewest = number == loads.newest
        if counting == .newest && !isNewest || counting == .newestSilently && isNewest { return }
        store.set(\.load, .failure("\(error)"))
      }
    }
    store.handle = { tap, store in
      if tap == .open {
        Task { await load(store) }
        return
      }
      store.set(\.rename, .waiting)
      Task {
        do {
          try await gate(function: "rename") { $0 = "b" }
          store.set(\.rename, .success)
        } catch { store.set(\.rename, .failure("\(error)")) }
        await load(store)
      }
    }
    return RunningApp(store, keeping: loads)
  }
}
