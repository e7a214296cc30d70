@testable import Model

/// Boxes of a mailbox whose token is renewed once for all that were refused with the old one.
struct OneToken: ViewModelApp {
  struct State: Hashable, Sendable {
    var token = 1
    var boxes: [String: LoadStatus] = [:]
  }
  enum Tap: Hashable, Sendable { case open(String) }

  @MainActor final class Renewal {
    var isUnderWay = false
    var waiting: [CheckedContinuation<Void, any Error>] = []

    func end(_ result: Result<Void, any Error>) {
      isUnderWay = false
      waiting.forEach { $0.resume(with: result) }
      waiting = []
    }
  }

  /// Whether who waits for the renewal is not told that it failed.
  var forgetsWaiters = false
  let initialState = State()
  let initialRows = 2

  func interactions(in state: State) -> [Interaction<Action>] {
    ["in", "out"].filter { state.boxes[$0] != .waiting }
      .map { Interaction("opens \($0)", .tap(.open($0)), .appears) }
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, renewal) = (ViewModel<State, Tap>(launch), launch.gates, Renewal())
    let forgetsWaiters = forgetsWaiters
    @MainActor func load(_ box: String, _ store: Store) async throws -> Bool {
      let token = store.state.token
      return try await gate(box, function: "load") { $0 == token }
    }
    @MainActor func renew(_ store: Store) async throws {
      if renewal.isUnderWay {
        return try await withCheckedThrowingContinuation { renewal.waiting.append($0) }
      }
      renewal.isUnderWay = true
      do {
        store.set(\.token, try await gate(function: "renew") { $0 })
        renewal.end(.success(()))
      } catch {
        if forgetsWaiters { renewal.isUnderWay = false } else { renewal.end(.failure(error)) }
        throw error
      }
    }
    store.handle = { tap, store in
      guard case .open(let box) = tap else { return }
      store.set(\.boxes[box], .waiting)
      Task {
        do {
          if try await !load(box, store) {
            try await renew(store)
            _ = try await load(box, store)
          }
          store.set(\.boxes[box], .success)
        } catch {
          store.set(\.boxes[box], .failure("\(error)"))
        }
      }
    }
    return RunningApp(store, keeping: renewal)
  }
}

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

/// A page of two parts that are loaded side by side.
struct TwoParts: ViewModelApp {
  struct State: Hashable, Sendable {
    var load: LoadStatus?
    var text: Int?
    var rating: Int?
  }
  enum Tap: Hashable, Sendable { case open }

  /// Whether the text is shown at once, and nobody is told that the rating cannot be loaded.
  var isHasty = false
  let initialState = State()
  let initialRows = 1

  func interactions(in state: State) -> [Interaction<Action>] {
    state.load == .waiting ? [] : [Interaction("opens the page", .tap(.open), .appears)]
  }

  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    let (store, gate, isHasty) = (ViewModel<State, Tap>(launch), launch.gates, isHasty)
    store.handle = { _, store in
      store.set(\.load, .waiting)
      Task {
        async let text = gate(function: "text") { $0 }
        async let rating = gate(function: "rating") { $0 }
        do {
          if isHasty {
            store.set(\.self, State(load: .success, text: try await text))
            let late = try? await rating
            store.set(\.rating, late)
          } else {
            let parts = try await (text, rating)
            store.set(\.self, State(load: .success, text: parts.0, rating: parts.1))
          }
        } catch {
          store.set(\.load, .failure("\(error)"))
        }
      }
    }
    return RunningApp(store)
  }
}

/// A page that may be loaded again as often as one likes, and closed meanwhile: what was asked for
/// before is cancelled.
struct RestartedPage: ViewModelApp {
  struct State: Hashable, Sendable {
    var isOpen = false
    var load: LoadStatus?
    var text: String?
    /// What is told where the page was.
    var alert: LoadStatus?
  }
  enum Tap: Hashable, Sendable { case open, close }

  /// Whether who closes the page lets the load go on.
  var keepsTask = false
  let initialState = State()
  let initialRows = "Alpha"

  func interactions(in state: State) -> [Interaction<Action>] {
    [Interaction("opens the page", .tap(.open))]
      + (state.isOpen ? [Interaction("closes the page", .tap(.close))] : [])
  }

  func launch(_ launch: Launch<State, Action, String>) -> RunningApp<Store> {
    let (store, gate, work) = (ViewModel<State, Tap>(launch), launch.gates, Work())
    let keepsTask = keepsTask
    store.handle = { tap, store in
      if tap == .close {
        if !keepsTask { work.task?.cancel() }
        return store.set(\.self, State())
      }
      work.task?.cancel()
      store.set(\.self, State(isOpen: true, load: .waiting))
      work.task = Task { [weak store] in
        do {
          let text = try await gate(function: "load") { $0 }
          if Task.isCancelled { return }
          store?.set(\.self, State(isOpen: true, load: .success, text: text))
        } catch {
          if !Task.isCancelled { store?.set(\.self, State(alert: .failure("\(error)"))) }
        }
      }
    }
    return RunningApp(store, keeping: work)
  }
}
