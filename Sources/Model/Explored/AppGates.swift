import Synchronization

/// The gates of one launch, and what its reducer was told.
final class AppGates<A: App>: Sendable {
  struct Waiting: Sendable {
    let call: GateCall
    let body: GateBody<A.Rows>
    let continuation: UnsafeContinuation<GateReply, any Error>
    /// How it ended, with the error itself, when its reply has not left yet.
    var ending: Result<GateReply, any Error>?
  }

  private struct Content {
    var waiting: [Waiting] = []
    /// The calls that came, and what was dispatched, since somebody took note.
    var opened: [GateCall] = []
    var dispatched: [AppElement<A>] = []
    var isClosed = false
  }

  private let content = Mutex(Content())
  private let strays: LiveStrays

  init(_ strays: LiveStrays) { self.strays = strays }

  var waiting: [Waiting] { content.withLock(\.waiting) }

  /// What an app is launched with to wait here.
  func launch(_ app: A, in state: A.State) -> Launch<A.State, A.Action, A.Rows> {
    Launch(
      state: state,
      reducer: { [self] state, action in
        let new = try app.reduce(state, action)
        note(AppElement(old: state, action: action))
        return new
      },
      gates: Gates { [self] call, body, isolation in try await wait(call, body, isolation: isolation) })
  }

  private func note(_ element: AppElement<A>) { content.withLock { $0.dispatched.append(element) } }

  /// What happened since the last time.
  func takeNews() -> (opened: [GateCall], dispatched: [AppElement<A>]) {
    content.withLock { content in
      defer { (content.opened, content.dispatched) = ([], []) }
      return (content.opened, content.dispatched)
    }
  }

  private func wait(
    _ call: GateCall, _ body: GateBody<A.Rows>, isolation: isolated (any Actor)?
  ) async throws -> GateReply {
    if LiveScheduler.currentStrays !== strays {
      strays.note("the call \(call.phrase) is made from")
      throw OperationFailure.injected
    }
    strays.noteGate { call.phrase }
    defer { strays.noteGate { call.phrase } }
    return try await withUnsafeThrowingContinuation { continuation in
      let isClosed = content.withLock { content in
        if !content.isClosed {
          content.waiting.append(Waiting(call: call, body: body, continuation: continuation))
          content.opened.append(call)
        }
        return content.isClosed
      }
      if isClosed { continuation.resume(throwing: OperationFailure.injected) }
    }
  }

  func end(_ place: Int, with ending: Result<GateReply, any Error>) {
    content.withLock { $0.waiting[place].ending = ending }
  }

  /// Lets the reply of a call that has ended leave.
  func open(_ place: Int) {
    let waiting = content.withLock { $0.waiting.remove(at: place) }
    if let ending = waiting.ending { waiting.continuation.resume(with: ending) }
  }

  /// Ends all that wait, and whatever comes.
  func close() {
    let rest = content.withLock { content in
      content.isClosed = true
      defer { content.waiting = [] }
      return content.waiting
    }
    for one in rest { one.continuation.resume(throwing: OperationFailure.injected) }
  }
}
