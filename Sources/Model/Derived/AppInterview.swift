import Synchronization

/// Asks a running app what its listener and its session do, one question after the other.
///
/// Each question launches the app anew under a scheduler, so that one answer has no part in another. Answers
/// are remembered by whoever asks.
final class AppInterview<A: App> {
  /// What led the listener to ask for a call.
  struct Occasion: Hashable, Sendable {
    let old: A.State
    let action: A.Action
    let current: A.State
  }

  /// What the app did when it had come to rest.
  struct Observation {
    /// The calls that wait, each with what it does to the rows.
    var waiting: [(call: GateCall, body: GateBody<A.Rows>)] = []
    var dispatched: [A.Action] = []
    /// What is dispatched when the first call that waits fails.
    var report: A.Action?
    /// What still moves although it was given all the time that it needs; nil at rest.
    var unrest: String?
    /// What it did before anybody did anything; nil for nothing.
    var launchUnrest: String?
  }

  private let app: A
  private let questions: AppQuestions
  private let scheduler: LiveScheduler
  /// Whether tasks that are not over were waited for.
  private var hasWaited = false
  /// Apps that cannot be ended.
  private var left: [Launched<A.Store>] = []

  /// - Throws: `LiveUnavailable` where the platform lacks the hooks.
  init(_ app: A, _ questions: AppQuestions) throws(LiveUnavailable) {
    self.app = app
    self.questions = questions
    scheduler = try LiveScheduler()
  }

  /// What the listener asks for when it takes an element.
  func calls(on occasion: Occasion) -> Observation {
    session(on: occasion) { _ in nil }
  }

  /// What is dispatched when a call that was asked for on an occasion ends so; nothing else is observed.
  func dispatched(after result: Result<GateReply, any Error>, on occasion: Occasion) -> Observation {
    session(on: occasion) { desk in
      desk.forgetDispatches()
      scheduler.own { desk.open(with: result) }
      return settle()
    }
  }

  /// Lets the app come to rest.
  ///
  /// - Returns: what still moves; nil at rest.
  private func settle() -> String? {
    let isAtRest = scheduler.settle(ranCountMax: 10_000)
    if let complaint = scheduler.strays.complaint { return complaint }
    if isAtRest { return nil }
    return "the app does not come to rest: \(scheduler.waitingCount.counted("job")) wait after 10,000, "
      + "the last of \(scheduler.wordsForLastTask)"
  }

  /// Launches the app in the state before an action, dispatches it, and lets the app come to rest.
  private func session(on occasion: Occasion, _ goOn: (Desk) -> String?) -> Observation {
    let desk = Desk(answer: occasion.current, strays: scheduler.strays)
    let app = app
    let launch = Launch<A.State, A.Action, A.Rows>(
      state: occasion.old,
      reducer: { _, action in
        desk.note(action)
        return desk.answer
      },
      gates: Gates { call, body, isolation in
        try await desk.wait(call, body, isolation: isolation)
      })
    var running: Launched<A.Store>? = scheduler.runOnMainActor { app.launch(launch) }
    // A model's listener does nothing before the first action.
    let launchUnrest = settle() ?? desk.busyWords
    desk.forgetDispatches()
    if let running {
      scheduler.runOnMainActor { try? app.dispatch(occasion.action, to: running.store) }
    }
    desk.forgetDispatches()
    let unrest = settle() ?? goOn(desk)
    var observation = Observation(
      waiting: desk.waiting.map { ($0.call, $0.body) }, dispatched: desk.dispatched, unrest: unrest,
      launchUnrest: launchUnrest)
    if !questions.mayEnd {
      // For ever: nothing of it may go on.
      if let running { left.append(running) }
      return observation
    }
    desk.forgetDispatches()
    questions.end {
      if !observation.waiting.isEmpty {
        scheduler.own { desk.close() }
        _ = settle()
        observation.report = desk.dispatched.first
      }
      scheduler.own {
        desk.close()
        running = nil
      }
      _ = settle()
    }
    scheduler.endRun()
    if unrest == nil && !hasWaited && scheduler.hasUnfinishedRuns {
      // A leak, or code that waits for another thread: at rest as far as anybody can tell.
      scheduler.awaitRuns(milliseconds: 5000)
      hasWaited = true
      observation.unrest = settle()
    }
    return observation
  }

  /// The gates of one launch, and what its store was told.
  private final class Desk: Sendable {
    struct Call: Sendable {
      let call: GateCall
      let body: GateBody<A.Rows>
      let continuation: UnsafeContinuation<GateReply, any Error>
    }

    private struct Content {
      var dispatched: [A.Action] = []
      var waiting: [Call] = []
      var isClosed = false
    }

    /// What the reducer answers whatever it is given.
    let answer: A.State
    private let content = Mutex(Content())

    private let strays: LiveStrays

    init(answer: A.State, strays: LiveStrays) {
      self.answer = answer
      self.strays = strays
    }

    var dispatched: [A.Action] { content.withLock(\.dispatched) }
    var waiting: [Call] { content.withLock(\.waiting) }

    /// What an app does that nobody asked anything of; nil when it waits.
    var busyWords: String? {
      if let call = waiting.first?.call { return "the app makes the call \(call.phrase)" }
      return dispatched.first.map { "the app dispatches \(ContentTree($0).words)" }
    }

    func note(_ action: A.Action) { content.withLock { $0.dispatched.append(action) } }

    func forgetDispatches() { content.withLock { $0.dispatched = [] } }

    func wait(
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
            content.waiting.append(Call(call: call, body: body, continuation: continuation))
          }
          return content.isClosed
        }
        if isClosed { continuation.resume(throwing: OperationFailure.injected) }
      }
    }

    /// Lets the call go on that waits longest.
    func open(with result: Result<GateReply, any Error>) {
      let first = content.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
      first?.continuation.resume(with: result)
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
}
