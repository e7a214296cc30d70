import Model

/// An app that renews a token when the server refuses it.
///
/// Its listener begins a task for each element, and the task reads the store when it begins: what
/// it asks for depends on the state of that moment.
struct RenewalApp: App {
  enum Panel: Hashable, Sendable { case mail, profile }
  enum Status: Hashable, Sendable { case waiting, success, failure(String) }
  enum Answer<Value: Hashable & Sendable>: Hashable, Sendable { case value(Value), failed(String) }
  struct Expired: Error {}

  struct Tokens: Hashable, Sendable {
    var access: Int
    var renewal: Int
  }

  struct Session: Hashable, Sendable {
    /// Nil when nobody is signed in.
    var tokens: Tokens? = Tokens(access: 0, renewal: 1)
    var mail: Status?
    var profile: Status?
    var isRenewing = false

    subscript(panel: Panel) -> Status? {
      get { panel == .mail ? mail : profile }
      set { if panel == .mail { mail = newValue } else { profile = newValue } }
    }
  }

  enum Action: Hashable, Sendable {
    case open(Panel), signIn
    case loaded(Panel, Answer<Int>), expired(Panel, access: Int), renewed(Answer<Tokens>)
  }

  @MainActor final class Store {
    private(set) var state: Session
    private let reducer: @Sendable (Session, Action) throws -> Session
    private let continuation: AsyncStream<Action>.Continuation
    let elements: AsyncStream<Action>

    init(_ launch: Launch<Session, Action, Tokens>) {
      (state, reducer) = (launch.state, launch.reducer)
      (elements, continuation) = AsyncStream.makeStream()
    }

    deinit { continuation.finish() }

    func dispatch(_ action: Action) throws {
      state = try reducer(state, action)
      continuation.yield(action)
    }
  }

  @MainActor final class Listener {
    private var task: Task<Void, Never>?

    init(_ store: Store, _ gate: Gates<Tokens>) {
      task = Task { [weak store, elements = store.elements] in
        for await action in elements {
          guard let store else { return }
          Task { await Self.handle(action, store, gate) }
        }
      }
    }

    deinit { task?.cancel() }

    private static func handle(_ action: Action, _ store: Store, _ gate: Gates<Tokens>) async {
      guard let tokens = store.state.tokens else { return }
      switch action {
      case .open(let panel):
        do {
          let answer = try await gate(panel, tokens.access) { rows in
            guard rows.access == tokens.access else { throw Expired() }
            return tokens.access
          }
          try? store.dispatch(.loaded(panel, .value(answer)))
        } catch is Expired {
          try? store.dispatch(.expired(panel, access: tokens.access))
        } catch {
          try? store.dispatch(.loaded(panel, .failed("\(error)")))
        }
      case .expired:
        do {
          let renewed = try await gate(tokens.renewal) { rows in
            guard rows.renewal == tokens.renewal else { throw Expired() }
            rows.renewal += 1
            return rows
          }
          try? store.dispatch(.renewed(.value(renewed)))
        } catch {
          try? store.dispatch(.renewed(.failed("\(error)")))
        }
      case .signIn, .loaded, .renewed: break
      }
    }
  }

  let initialState = Session()
  /// The access token that the app has kept is out of date.
  let initialRows = Tokens(access: 1, renewal: 1)

  func interactions(in state: Session) -> [Interaction<Action>] {
    if state.tokens == nil { return [Interaction("signs in", .signIn)] }
    return [Panel.mail, .profile].filter { state[$0] == nil }.map {
      Interaction("opens \($0)", .open($0), .appears)
    }
  }

  func reduce(_ state: Session, _ action: Action) throws -> Session {
    var state = state
    switch action {
    case .open(let panel): state[panel] = .waiting
    case .expired(let panel, _):
      state[panel] = .waiting
      state.isRenewing = true
    case .signIn: break
    case .loaded(let panel, .value): state[panel] = .success
    case .loaded(let panel, .failed(let why)): state[panel] = .failure(why)
    case .renewed(.value(let tokens)): (state.tokens, state.isRenewing) = (tokens, false)
    case .renewed(.failed):
      state = Session()
      state.tokens = nil
    }
    return state
  }

  func launch(_ launch: Launch<Session, Action, Tokens>) -> RunningApp<Store> {
    let store = Store(launch)
    return RunningApp(store, keeping: Listener(store, launch.gates))
  }

  func dispatch(_ action: Action, to store: Store) throws { try store.dispatch(action) }
  func state(of store: Store) -> Session { store.state }
}
