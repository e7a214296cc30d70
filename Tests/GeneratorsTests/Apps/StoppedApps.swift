import Model

/// A report that a person may stop loading: its own task ends the spinner once the call says that
/// it was cancelled.
struct StoppedReport: ViewModelApp {
  enum Defect { case waitsOn, showsLate, keepsSilent }
  struct State: Hashable, Sendable {
    var load: LoadStatus?
    var text = ""
  }
  enum Tap: Hashable, Sendable { case load(String), stop }

  @MainActor final class Session {
    var task: Task<Void, Never>?
    var count = 0
  }

  /// Waits on after it was stopped, shows what an older load brings, or tells of no failure.
  var defect: Defect?
  /// Whether another report may be loaded while one is.
  var mayChange = false
  let initialState = State()
  let initialRows = ["may": "fine", "june": "rain"]

  func interactions(in state: State) -> [Interaction<Action>] {
    (state.load == .waiting ? [Interaction("stops it", .tap(.stop))] : [])
      + (state.load == .waiting && !mayChange ? [] : [Interaction("loads May", .tap(.load("may")))])
      + (mayChange ? [Interaction("loads June", .tap(.load("june")))] : [])
  }

  func launch(_ launch: Launch<State, Action, [String: String]>) -> RunningApp<Store> {
    let (model, gate, session) = (ViewModel<State, Tap>(launch), launch.gates, Session())
    let defect = defect
    model.handle = { tap, model in
      session.task?.cancel()
      guard case .load(let month) = tap else { return }
      session.count += 1
      let number = session.count
      model.set(\.load, .waiting)
      session.task = Task { [weak model] in
        do {
          let text = try await gate(month, function: "report") { $0[month] ?? "" }
          guard number == session.count || defect == .showsLate else { return }
          model?.set(\.self, State(load: .success, text: text))
        } catch {
          guard number == session.count else { return }
          if !Task.isCancelled || defect == .waitsOn && !(error is CancellationError) {
            model?.set(\.load, defect == .keepsSilent ? nil : .failure("\(error)"))
          } else if defect != .waitsOn {
            model?.set(\.load, nil)
          }
        }
      }
    }
    return RunningApp(model, keeping: session)
  }
}

/// An address that a server suggests for a title, unless a person has typed one meanwhile.
struct SuggestedAddress: ViewModelApp {
  struct State: Hashable, Sendable {
    var title = ""
    var address = ""
    var suggestion: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case title(String), address(String) }

  /// Whether the suggestion takes the place of what was typed.
  var isForgetful = false
  let initialState = State()
  let initialRows = "my-trip"

  func interactions(in state: State) -> [Interaction<Action>] {
    (state.title.isEmpty ? [Interaction("types the title", .tap(.title("My trip")))] : [])
      + (state.address == "trip"
        ? [] : [Interaction("types the address", .tap(.address("trip")))])
  }
  func drafts(in state: State) -> [String: String] { ["address": state.address] }

  func launch(_ launch: Launch<State, Action, String>) -> RunningApp<Store> {
    let (model, gate, isForgetful) = (ViewModel<State, Tap>(launch), launch.gates, isForgetful)
    model.handle = { tap, model in
      switch tap {
      case .address(let address): model.set(\.address, address)
      case .title(let title):
        model.set(\.title, title)
        model.set(\.suggestion, .waiting)
        Task { [weak model] in
          do {
            let address = try await gate(title, function: "suggest") { $0 }
            if model?.state.address.isEmpty == true || isForgetful {
              model?.set(\.address, address)
            }
            model?.set(\.suggestion, .success)
          } catch { model?.set(\.suggestion, .failure("\(error)")) }
        }
      }
    }
    return RunningApp(model)
  }
}

/// A page that a person may leave while it loads: that its load was cancelled ends the spinner.
struct LeftPage: ViewModelApp {
  struct State: Hashable, Sendable {
    var isOpen = false
    var isLoading = false
    var text: String?
    var error: String?
  }
  enum Tap: Hashable, Sendable { case open, leave }
  enum Mistake { case keepsSpinner, tellsCancelled, opensAgain }

  /// Loads the page, one load at a time.
  @MainActor final class Loader {
    var task: Task<Void, Never>?
    var count = 0
  }

  var mistake: Mistake?
  let initialState = State()
  let initialRows = "Text"

  func interactions(in state: State) -> [Interaction<Change<State, Tap>>] {
    state.isOpen
      ? [Interaction("leaves the page", .tap(.leave))]
      : [Interaction("opens the page", .tap(.open), .appears)]
  }

  func statuses(of state: State) -> [AppSubject: Status]? {
    if state.isLoading { return [AppSubject("page"): .waiting] }
    if let error = state.error { return [AppSubject("page"): .failure(text: error)] }
    return state.text == nil ? [:] : [AppSubject("page"): .success]
  }

  func launch(_ launch: Launch<State, Change<State, Tap>, String>) -> RunningApp<
    ViewModel<State, Tap>
  > {
    let (store, gate, loader) = (ViewModel<State, Tap>(launch), launch.gates, Loader())
    store.handle = { tap, store in
      store.set(\.isOpen, tap == .open)
      loader.task?.cancel()
      if tap == .leave { return }
      loader.count += 1
      let number = loader.count
      loader.task = Task { [weak store] in
        store?.set(\.isLoading, true)
        store?.set(\.error, nil)
        defer { if loader.count == number { store?.set(\.isLoading, false) } }
        do {
          let text = try await gate(function: "load") { $0 }
          if mistake == .opensAgain { store?.set(\.isOpen, true) }
          if !Task.isCancelled { store?.set(\.text, text) }
        } catch is CancellationError {
          if mistake == .keepsSpinner { loader.count += 1 }
          if mistake == .tellsCancelled { store?.set(\.error, "cancelled") }
        } catch {
          if !Task.isCancelled { store?.set(\.error, "\(error)") }
        }
      }
    }
    return RunningApp(store, keeping: loader)
  }

  func showing(_ rows: String) -> StoredRows<State>? { .rows(State(text: rows)) }
  func stored(in state: State) -> State { State(text: state.text) }
}
