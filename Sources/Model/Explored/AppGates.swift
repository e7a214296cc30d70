import Synchronization

/// The gates of one launch, and what its reducer was told.
final class AppGates<A: App>: Sendable {
  /// A call that waits.
  struct Waiting: Sendable {
    let ticket: Int
    /// The number of its task; nil where that is not known.
    let task: Int?
    /// The number of the interaction with which its task began, directly or not; nil for none.
    let interaction: Int?
    let call: GateCall
    let body: GateBody<A.Rows>
    fileprivate let continuation: UnsafeContinuation<any Sendable, any Error>
    /// How it ended, with the error itself, when its reply has not left yet.
    fileprivate(set) var ending: Result<any Sendable, any Error>?
    /// How it ended, as it is seen.
    var reply: Reply? { seen ?? ending.map { Self.seen($0) } }
    /// The same, where somebody has looked.
    fileprivate var seen: Reply?

    /// Whether it came to nothing.
    var hasFailed: Bool { if case .failure? = ending { true } else { false } }

    typealias Reply = Result<GateReply, OperationFailure>

    static func seen(_ ending: Result<any Sendable, any Error>) -> Reply {
      ending.map { GateReply($0) }.mapError { OperationFailure($0) }
    }
    /// Whether its task was cancelled, before or after it had ended.
    fileprivate(set) var isCancelled = false
    /// Whether that happened while its reply was on its way, which comes all the same.
    fileprivate(set) var isCancelledLate = false
  }

  /// An action that reached the reducer.
  struct Dispatch: Sendable {
    let element: AppElement<A>
    /// The state after it; nil where the reducer threw.
    let new: A.State?
    /// The number of the task that dispatched it; nil where that is not known.
    var task: Int?
    /// The number of the interaction with which that began, directly or not; nil for none.
    var interaction: Int?

    /// Whether another task dispatched the same.
    func isShared(with other: Self) -> Bool {
      other.element.action == element.action && other.task != task
    }
  }

  /// What happened since somebody took note.
  struct News: Sendable {
    /// The calls that were made, each with the number of its task and that of the interaction with
    /// which the task began, directly or not.
    ///
    /// A tuple: with a type for it the compiler no longer makes an app's own copy of what reads it.
    var opened: [(ticket: Int, call: GateCall, task: Int?, interaction: Int?)] = []
    var dispatched: [Dispatch] = []
    /// A trap that the code stands for by an error.
    var crash: Crash?
  }

  private struct Content {
    var waiting: [Waiting] = []
    var ticketCount = 0
    /// The calls whose tasks were cancelled before they came here.
    var cancelled: Set<Int> = []
    var news = News()
    var isClosed = false
    var isHeld = false
  }

  private let content = Mutex(Content())
  private let strays: UnscheduledWork

  init(_ strays: UnscheduledWork) { self.strays = strays }

  var waiting: [Waiting] { content.withLock { $0.waiting } }

  /// What an app is launched with to wait here.
  func launch(_ app: A, in state: A.State, on rows: A.Rows) -> Launch<A.State, A.Action, A.Rows> {
    Launch(
      state: state,
      reducer: { [self] state, action in
        if LiveScheduler.currentStrays !== strays {
          strays.note("the reducer is called from")
          throw OperationFailure("the reducer is called from another thread")
        }
        let task = LiveScheduler.current?.noteTask()
        let interaction = LiveRunMark.current?.interaction
        let element = AppElement<A>(old: state, action: action)
        do {
          let new = try app.reduce(state, action)
          note(Dispatch(element: element, new: new, task: task, interaction: interaction))
          return new
        } catch {
          note(Dispatch(element: element, new: nil, task: task, interaction: interaction))
          if let crash = error as? Crash { content.withLock { $0.news.crash = crash } }
          throw error
        }
      },
      rows: rows,
      gates: Gates { [self] call, body, isolation in
        try await wait(call, body, isolation: isolation)
      })
  }

  private func note(_ dispatch: Dispatch) {
    content.withLock { $0.news.dispatched.append(dispatch) }
  }

  /// What reached the reducer since the last time.
  var dispatched: [A.Action] { content.withLock { $0.news.dispatched.map { $0.element.action } } }

  /// What happened since the last time.
  func takeNews() -> News {
    content.withLock { content in
      defer { content.news = News() }
      return content.news
    }
  }

  private func wait(
    _ call: GateCall, _ body: GateBody<A.Rows>, isolation: isolated (any Actor)?
  ) async throws -> any Sendable {
    if LiveScheduler.currentStrays !== strays {
      strays.note("the call \(call.phrase) is made from")
      throw OperationFailure.injected
    }
    strays.noteGate { call.phrase }
    defer { strays.noteGate { call.phrase } }
    let task = LiveScheduler.current?.noteTask()
    let ticket = content.withLock { content in
      content.ticketCount += 1
      return content.ticketCount
    }
    return try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        admit(
          Waiting(
            ticket: ticket, task: task, interaction: LiveRunMark.current?.interaction, call: call,
            body: body, continuation: continuation))
      }
    } onCancel: {
      cancel(ticket)
    }
  }

  private func admit(_ waiting: Waiting) {
    let isClosed = content.withLock { content in
      if content.isClosed { return !content.isHeld }
      var waiting = waiting
      if content.cancelled.remove(waiting.ticket) != nil {
        (waiting.ending, waiting.isCancelled) = (.failure(CancellationError()), true)
      }
      content.waiting.append(waiting)
      content.news.opened.append(
        (waiting.ticket, waiting.call, waiting.task, waiting.interaction))
      return false
    }
    if isClosed { waiting.continuation.resume(throwing: OperationFailure.injected) }
  }

  /// A call whose task is cancelled ends so, unless it has ended; that its task hears of it is a
  /// step.
  private func cancel(_ ticket: Int) {
    content.withLock { content in
      guard let place = content.waiting.firstIndex(where: { $0.ticket == ticket }) else {
        content.cancelled.insert(ticket)
        return
      }
      content.waiting[place].isCancelled = true
      // A reply that is on its way comes all the same.
      if content.waiting[place].ending == nil {
        content.waiting[place].ending = .failure(CancellationError())
      } else {
        content.waiting[place].isCancelledLate = true
      }
    }
  }

  /// Whether a call is under way, or the end of one, besides some; what comes by itself is none
  /// before it has come.
  func isBusy(besides tickets: [Int] = []) -> Bool {
    waiting.contains { !($0.call.isPush && $0.ending == nil) && !tickets.contains($0.ticket) }
  }

  /// The place of a call among those that wait, of several that are alike the one of a number.
  func place(of call: GateCall, _ occurrence: Int, hasEnded: Bool) -> Int? {
    let call = call.unanswered
    return content.withLock { content in
      var leftCount = occurrence
      for (place, one) in content.waiting.enumerated()
      where (one.ending != nil) == hasEnded && one.call == call {
        if leftCount == 0 { return place }
        leftCount -= 1
      }
      return nil
    }
  }

  /// - Parameter reply: the ending as it is seen, where it will be looked at more than once.
  func end(
    _ place: Int, with ending: Result<any Sendable, any Error>, seen reply: Waiting.Reply? = nil
  ) {
    content.withLock { content in
      (content.waiting[place].ending, content.waiting[place].seen) = (ending, reply)
    }
  }

  /// Lets the reply of a call that has ended leave.
  func open(_ place: Int) {
    let waiting = content.withLock { $0.waiting.remove(at: place) }
    if let ending = waiting.ending { waiting.continuation.resume(with: ending) }
  }

  /// Leaves whatever comes without an answer, once the app has ended.
  func hold() { content.withLock { $0.isHeld = true } }

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

/// An action that reached the reducer, and the state that it met.
struct AppElement<A: App>: Hashable, Sendable {
  let old: A.State
  let action: A.Action
}
