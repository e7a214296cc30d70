import Model

/// A field that searches for what was typed once nothing was typed for a second.
struct DebounceApp: App {
  struct State: Hashable, Sendable {
    var text = ""
    /// What was found, and for which text.
    var found: String?
  }
  enum Action: Hashable, Sendable { case type(String), found(String, for: String), failed }

  @MainActor final class Store {
    private(set) var state: State
    private let reducer: @Sendable (State, Action) throws -> State
    private let gate: Gates<Int>
    private let isMended: Bool
    private var task: Task<Void, Never>?

    init(_ launch: Launch<State, Action, Int>, isMended: Bool) {
      (state, reducer, gate, self.isMended) = (launch.state, launch.reducer, launch.gates, isMended)
    }

    deinit { task?.cancel() }

    func dispatch(_ action: Action) throws {
      state = try reducer(state, action)
      guard case .type(let text) = action else { return }
      if isMended { task?.cancel() }
      task = Task { [weak self, gate] in
        try? await Task.sleep(for: .seconds(1))
        if Task.isCancelled { return }
        do {
          let found = try await gate(text, function: "search") { _ in text.uppercased() }
          if Task.isCancelled { return }
          try self?.dispatch(.found(found, for: text))
        } catch {
          try? self?.dispatch(.failed)
        }
      }
    }
  }

  /// Whether an older search is given up for a newer one.
  var isMended = true
  let initialState = State()
  let initialRows = 0

  func interactions(in state: State) -> [Interaction<Action>] {
    Self.texts(besides: state.text).map { Interaction("types \($0)", .type($0)) }
  }
  /// What a person may type where something is typed.
  static func texts(besides text: String) -> [String] { ["a", "ab"].filter { $0 != text } }
  func reduce(_ state: State, _ action: Action) throws -> State {
    var state = state
    switch action {
    case .type(let text): state = State(text: text)
    case .found(let found, _): state.found = found
    case .failed: state.found = nil
    }
    return state
  }
  func launch(_ launch: Launch<State, Action, Int>) -> RunningApp<Store> {
    RunningApp(Store(launch, isMended: isMended))
  }
  func dispatch(_ action: Action, to store: Store) throws { try store.dispatch(action) }
  func state(of store: Store) -> State { store.state }
}
