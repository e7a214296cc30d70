@testable import Model

/// A wallet with one message for all that fails, which goes when a person does something else.
struct OneMessage: ViewModelApp {
  struct State: Hashable, Sendable {
    var isLoading = false
    var isPaying = false
    var hasLoaded = false
    var message: String?
    /// What the message is about.
    var hasFailedToPay = false
  }
  enum Tap: Hashable, Sendable { case load, pay }

  /// Whether a load that is asked for once more shows at once what was loaded before.
  var pretends = false
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    if state.isLoading || state.isPaying { return [] }
    return [Interaction("loads", .tap(.load), .appears)]
      + (state.hasLoaded ? [Interaction("pays", .tap(.pay), .destroys)] : [])
  }

  func statuses(of state: State) -> [AppSubject: Status]? {
    var statuses: [AppSubject: Status] = [:]
    let (wallet, payment) = (AppSubject("wallet"), AppSubject("payment"))
    if state.hasLoaded { statuses[wallet] = .success }
    if let message = state.message {
      statuses[state.hasFailedToPay ? payment : wallet] = .failure(text: message)
    }
    if state.isLoading { statuses[wallet] = .waiting }
    if state.isPaying { statuses[payment] = .waiting }
    return statuses
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, pretends) = (ViewModel<State, Tap>(launch), launch.gates, pretends)
    store.handle = { tap, store in
      let pays = tap == .pay
      store.set(\.message, nil)
      let showsOld = pretends && !pays && store.state.hasLoaded
      if !showsOld { store.set(pays ? \.isPaying : \.isLoading, true) }
      Task {
        var message: String?
        do { try await gate(function: pays ? "pay" : "load") { _ in } } catch {
          message = "\(error)"
        }
        var state = store.state
        (state.isLoading, state.isPaying) = (false, false)
        (state.message, state.hasFailedToPay) = (message, pays && message != nil)
        if message == nil { state.hasLoaded = true }
        store.set(\.self, state)
      }
    }
    return RunningApp(store)
  }
}
