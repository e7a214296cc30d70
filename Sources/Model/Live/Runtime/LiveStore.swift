/// A store on the main actor, as products use it: one state, one reducer, and streams of what
/// happened.
@MainActor
public final class LiveStore<State: Hashable & Sendable, Action: Hashable & Sendable> {
  /// Work that suspends its caller until it is over.
  public typealias Thunk = @Sendable (LiveStore) async throws -> Void
  /// The state before an action, and the action.
  public typealias StreamElement = Element<State, Action>

  private var state: State
  private let reducer: @Sendable (State, Action) throws -> State
  private var continuations: [(number: Int, stream: AsyncStream<StreamElement>.Continuation)] = []
  private var openedCount = 0

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - initialState: the state at launch.
  ///   - reducer: the product's own, observed by the surroundings of the launch.
  public init(initialState: State, reducer: @escaping @Sendable (State, Action) throws -> State) {
    state = initialState
    self.reducer = reducer
  }

  /// Answers an action with the next state, then tells every open stream.
  ///
  /// - Throws: the reducer's error; the state is then what it was and nothing is streamed.
  public func dispatch(action: Action) throws {
    let old = state
    state = try reducer(old, action)
    for (_, stream) in continuations { stream.yield(Element(old: old, action: action)) }
  }

  /// What selectors read changes without a dispatch: nothing is streamed.
  func replaceState(by next: State) { state = next }

  /// Runs a thunk to its end.
  public func dispatch(thunk: Thunk) async throws { try await thunk(self) }

  /// Applies a pure function to the current state.
  public func select<Output>(_ selector: (State) -> Output) -> Output { selector(state) }

  /// A stream of every action from now on, without a bound.
  public func makeStream() -> AsyncStream<StreamElement> {
    let (stream, continuation) = AsyncStream<StreamElement>.makeStream(bufferingPolicy: .unbounded)
    openedCount += 1
    let number = openedCount
    continuation.onTermination = { [weak self] _ in
      Task { @MainActor in self?.close(number) }
    }
    continuations.append((number, continuation))
    return stream
  }

  private func close(_ number: Int) { continuations.removeAll { $0.number == number } }
}
