/// What a thunk dispatches through.
public protocol LiveDispatcher<Action>: AnyObject, Sendable {
  /// The Redux value.
  associatedtype Action: Sendable
  /// Dispatches an action.
  ///
  /// - Throws: the reducer's error; the state is then what it was and nothing is streamed.
  @MainActor func dispatch(action: Action) throws
}

/// What a thunk selects through.
public protocol LiveSelector<State>: AnyObject, Sendable {
  /// What the store owns.
  associatedtype State: Sendable
  /// Applies a pure function to the current state.
  @MainActor func select<Output>(_ selector: (State) -> Output) -> Output
}

/// A store on the main actor, as products use it: one state, one reducer, and streams of what happened.
@MainActor
public final class LiveStore<State: Hashable & Sendable, Action: Hashable & Sendable>: LiveDispatcher,
  LiveSelector
{
  /// Work that suspends its caller until it is over.
  public typealias Thunk =
    @Sendable (any LiveDispatcher<Action>, any LiveSelector<State>) async throws -> Void
  /// A stream element: the state before, and the action.
  public typealias StreamElement = Element<State, Action>

  private var state: State
  private let reducer: @Sendable (State, Action) throws -> State
  private var continuations: [(number: Int, stream: AsyncStream<StreamElement>.Continuation)] = []
  private var openedCount = 0

  /// Makes a store.
  public init(initialState: State, reducer: @escaping @Sendable (State, Action) throws -> State) {
    state = initialState
    self.reducer = reducer
  }

  /// Answers an action with the next state, then tells every open stream.
  @_specialize(where State == Animals.State, Action == Animals.Action)
  @_specialize(where State == Quakes.State, Action == Quakes.Action)
  @_specialize(where State == Counter.State, Action == Counter.Action)
  public func dispatch(action: Action) throws {
    let old = state
    state = try reducer(old, action)
    for (_, stream) in continuations { stream.yield(Element(old: old, action: action)) }
  }

  /// Runs a thunk to its end.
  public func dispatch(thunk: Thunk) async throws { try await thunk(self, self) }

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
