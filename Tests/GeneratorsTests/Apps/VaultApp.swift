import Model

/// A vault that a finger opens, by two calls; it locks itself as somebody leaves the app.
struct FingerVault: ViewModelApp {
  struct State: Hashable, Sendable {
    var isInFront = true
    var lock: LoadStatus?
    var secrets: [String] = []
  }
  enum Tap: Hashable, Sendable { case unlock, leave, comeBack }
  /// What makes an answer come too late.
  enum Outdating: Sendable { case everyTap, unlockingOnly, nothing }

  /// Counts on for ever, and shows nowhere.
  @MainActor final class Turns { var newest = 0 }

  var outdating = Outdating.everyTap
  let initialState = State()
  let initialRows = ["1234"]

  func interactions(in state: State) -> [Interaction<Action>] {
    if !state.isInFront { return [Interaction("comes back", .tap(.comeBack))] }
    let isLocked = state.lock != .waiting && state.lock != .success
    return (isLocked ? [Interaction("taps Unlock", .tap(.unlock), .appears)] : [])
      + [Interaction("leaves the app", .tap(.leave))]
  }
  func showing(_ rows: [String]) -> StoredRows<State>? { .rows(State(secrets: rows)) }
  func stored(in state: State) -> State { State(secrets: state.secrets) }

  func launch(_ launch: Launch<State, Action, [String]>) -> RunningApp<Store> {
    let (model, gate, turns) = (ViewModel<State, Tap>(launch), launch.gates, Turns())
    let outdating = outdating
    model.handle = { tap, model in
      if tap == .unlock || outdating == .everyTap { turns.newest += 1 }
      switch tap {
      case .leave: model.set(\.self, State(isInFront: false))
      case .comeBack: model.set(\.isInFront, true)
      case .unlock:
        let mine = turns.newest
        model.set(\.lock, .waiting)
        Task { [weak model] in
          let isLate = { @MainActor in outdating != .nothing && mine != turns.newest }
          do {
            try await gate(function: "askFinger") { _ in }
            if isLate() { return }
            let secrets = try await gate(function: "decrypt") { $0 }
            if isLate() { return }
            model?.set(\.secrets, secrets)
            model?.set(\.lock, .success)
          } catch {
            if !isLate() { model?.set(\.lock, .failure("\(error)")) }
          }
        }
      }
    }
    return RunningApp(model, keeping: turns)
  }
}
