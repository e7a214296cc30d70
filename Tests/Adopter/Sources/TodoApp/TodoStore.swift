/// The app's store: one state, one reducer, and streams of what happened.
@MainActor public final class TodoStore {
  public typealias Reducer = @Sendable (TodoState, TodoAction) throws -> TodoState

  public private(set) var state: TodoState
  private let reducer: Reducer
  private let defect: TodoDefect?
  private var streams: [AsyncStream<(TodoState, TodoAction)>.Continuation] = []

  public init(initialState: TodoState, defect: TodoDefect? = nil, reducer: @escaping Reducer) {
    state = initialState
    self.reducer = reducer
    self.defect = defect
  }

  public func dispatch(action: TodoAction) throws {
    let oldState = state
    state = try reducer(oldState, action)
    for stream in streams { stream.yield((defect == .newStateAsOld ? state : oldState, action)) }
  }

  public func dispatch(thunk: @Sendable (TodoStore) async throws -> Void) async throws {
    try await thunk(self)
  }

  func makeStream() -> AsyncStream<(TodoState, TodoAction)> {
    let (stream, continuation) = AsyncStream<(TodoState, TodoAction)>.makeStream(
      bufferingPolicy: defect == .streamDrops ? .bufferingNewest(1) : .unbounded)
    streams.append(continuation)
    return stream
  }
}
