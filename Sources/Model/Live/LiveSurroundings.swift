/// What happened inside live code, in the order in which it happened.
@usableFromInline package enum LiveEvent<P: Product>: Sendable {
  /// The store's reducer was asked; `to` is nil when it threw.
  case dispatched(P.Action, to: P.State?)
  /// The listener took an element that it may react to.
  case delivered
  /// An operation was carried out, or a fault kept it or its reply from happening.
  case performed(P.Operation, fault: Fault?)
  /// A function of the product crashed: a real app ends here.
  case crashed(Crash)
}

/// One launch of a live system: the gates that its operations wait at, and the record of what it
/// did.
///
/// A system that is made with these surroundings asks the reducer through `observe`, and carries
/// operations out through `carryOut`.
///
/// `@unchecked Sendable`: live code hands it from actor to actor, but all of it runs as jobs of one
/// scheduler, one after the other on one thread.
public final class LiveSurroundings<P: Product>: @unchecked Sendable {
  /// An operation that waits at a gate.
  private struct Waiting {
    let operation: P.Operation
    /// Whether it is still to be carried out; else its reply waits.
    let isAsked: Bool
    let ticket: Int
    let continuation: UnsafeContinuation<Permit, any Error>
  }

  /// What a gate lets through.
  private struct Permit {
    /// The operation, with the answer that the world outside gives it.
    let operation: P.Operation
    let fault: Fault?
  }

  /// The crash that ended the launch: no further job of it may run.
  private(set) var crash: Crash?
  /// Whether something happened since the events were last taken.
  var hasEvents = false
  private let product: P
  private let strays: UnscheduledWork
  /// The content of the persistent store.
  public var database: P.Database
  /// What happened since the events were last taken.
  var events: [LiveEvent<P>] = []
  private var isOver = false
  /// In the order in which they asked.
  private var waiting: [Waiting] = []
  private var ticketCount = 0

  init(product: P, database: P.Database, strays: UnscheduledWork) {
    self.product = product
    self.strays = strays
    self.database = database
  }

  // MARK: For the code under test

  /// The reducer, observed: hand it to the store in place of the bare one.
  ///
  /// On a thread that no schedule decides it throws, so that the store stays as it is.
  public func observe(
    _ reducer: @escaping @Sendable (P.State, P.Action) throws -> P.State
  ) -> @Sendable (P.State, P.Action) throws -> P.State {
    { state, action in
      if self.isElsewhere("the store's reducer is called from") {
        throw OperationFailure("the reducer is called from another thread")
      }
      do {
        let next = try reducer(state, action)
        self.note(.dispatched(action, to: next))
        return next
      } catch {
        if error is Crash {
          self.noteCrash(of: error)
        } else {
          self.note(.dispatched(action, to: nil))
        }
        throw error
      }
    }
  }

  /// Carries an operation out between two gates: it waits until it may begin, and its reply waits
  /// until it may leave.
  ///
  /// - Parameters:
  ///   - operation: what the model calls the operation.
  ///   - isolation: the actor of the caller.
  ///   - body: does it, given the operation with the answer that the world outside gives it, if it
  ///     needs one; an injected fault *before* keeps it from running, one *after* loses its reply.
  /// - Throws: what the body throws, or `OperationFailure.injected`; a `CancellationError` where
  ///   the caller's task is cancelled before the operation begins.
  public func carryOut<Reply: Sendable>(
    _ operation: P.Operation, isolation: isolated (any Actor)? = #isolation,
    _ body: (P.Operation) async throws -> Reply
  ) async throws -> Reply {
    if isElsewhere("\(product.narrator.operation(operation)) is asked for from") {
      await stayAway()
    }
    ticketCount += 1
    let ticket = ticketCount
    let permit = try await wait(operation, isAsked: true, ticket: ticket)
    var result: Result<Reply, any Error>
    do {
      if permit.fault?.preventsWork == true { throw OperationFailure.injected }
      result = .success(try await body(permit.operation))
    } catch {
      result = .failure(error)
    }
    result = result.struck(by: permit.fault, seen: OperationFailure.injected)
    if isElsewhere("\(product.narrator.operation(operation)) ends on") { await stayAway() }
    if case .failure(let crash as Crash) = result {
      noteCrash(of: crash)
      throw crash
    }
    note(.performed(permit.operation, fault: permit.fault))
    if reports(permit.operation, result) {
      _ = try await wait(permit.operation, isAsked: false, ticket: ticket)
    }
    return try result.get()
  }

  /// Carries an operation out on the content of the persistent store as the product's model does.
  ///
  /// - Throws: what the model throws, or `OperationFailure.injected`.
  public func perform(
    _ operation: P.Operation, isolation: isolated (any Actor)? = #isolation
  ) async throws -> P.Reply {
    try await carryOut(operation) {
      // On the caller's actor, so that no job lies between what it changes and that it is told.
      _ = isolation
      return try product.perform($0, on: &database)
    }
  }

  /// The listener took an element that it may react to; a listener that tells makes traces exact.
  public func noteDelivery() { note(.delivered) }

  /// Records the crash of a product's function; any other error is nothing that a model tells.
  public func noteCrash(of error: any Error) {
    guard let crash = error as? Crash, !isElsewhere("a crash is told by"), self.crash == nil else {
      return
    }
    note(.crashed(crash))
    if !isOver { self.crash = crash }
  }

  // MARK: For the scheduler

  /// The requests that wait to be carried out, or whose replies wait, in the order in which they
  /// asked.
  func waitingRequests(isAsked: Bool) -> [P.Operation] {
    waiting.isEmpty ? [] : waiting.filter { $0.isAsked == isAsked }.map { P.request($0.operation) }
  }

  /// Lets one through.
  ///
  /// - Parameter answered: the operation with the answer that the world outside gives it.
  /// - Returns: false when no such request waits there.
  func release(
    _ request: P.Operation, occurrence: Int, isAsked: Bool, answered: P.Operation, fault: Fault?
  ) -> Bool {
    let places = waiting.indices.filter {
      waiting[$0].isAsked == isAsked && P.request(waiting[$0].operation) == request
    }
    guard places.indices.contains(occurrence) else { return false }
    waiting.remove(at: places[occurrence]).continuation.resume(
      returning: Permit(operation: answered, fault: fault))
    return true
  }

  /// Ends the launch: all that waits goes on without a fault, and nothing is recorded any more.
  ///
  /// A failure would be one that no schedule decided; code may take it for impossible.
  func end() {
    isOver = true
    for one in waiting {
      one.continuation.resume(returning: Permit(operation: one.operation, fault: nil))
    }
    waiting = []
  }

  /// Whether this is a thread that no schedule decides; then the call is counted, and nothing may
  /// be touched.
  private func isElsewhere(_ words: @autoclosure () -> String) -> Bool {
    if LiveScheduler.currentStrays === strays { return false }
    strays.note(words())
    return true
  }

  /// Keeps a task that is on another thread from going on: it would do so beside the schedule.
  private func stayAway(isolation: isolated (any Actor)? = #isolation) async {
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
  }

  private func wait(
    _ operation: P.Operation, isAsked: Bool, ticket: Int,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Permit {
    let words = { @Sendable [narrator = product.narrator] in narrator.operation(operation) }
    strays.noteGate(words)
    defer { strays.noteGate(words) }
    return try await withTaskCancellationHandler {
      // What names the caller's actor stays on it.
      _ = isolation
      return try await withUnsafeThrowingContinuation { continuation in
        if isOver {
          continuation.resume(returning: Permit(operation: operation, fault: nil))
        } else if isAsked && Task.isCancelled {
          continuation.resume(throwing: CancellationError())
        } else {
          let place = waiting.lastIndex { $0.ticket < ticket }.map { $0 + 1 } ?? 0
          waiting.insert(
            Waiting(
              operation: operation, isAsked: isAsked, ticket: ticket, continuation: continuation),
            at: place)
        }
      }
    } onCancel: {
      cancel(ticket)
    }
  }

  /// An operation whose task is cancelled is not carried out any more; a reply that is on its way
  /// comes all the same.
  private func cancel(_ ticket: Int) {
    guard !isElsewhere("a task is cancelled from"),
      let place = waiting.firstIndex(where: { $0.ticket == ticket && $0.isAsked })
    else { return }
    waiting.remove(at: place).continuation.resume(throwing: CancellationError())
  }

  private func note(_ event: LiveEvent<P>) {
    if isElsewhere("something happens on") { return }
    guard !isOver && crash == nil else { return }
    hasEvents = true
    events.append(event)
  }

  /// Whether an operation's completion will be dispatched.
  private func reports<Reply>(_ operation: P.Operation, _ result: Result<Reply, any Error>) -> Bool
  {
    switch result {
    case .success(let reply as P.Reply):
      product.completion(of: operation, result: .success(reply)) != nil
    case .success: product.completion(of: operation, result: .failure(.injected)) != nil
    case .failure(let error):
      product.completion(of: operation, result: .failure(OperationFailure(error))) != nil
    }
  }
}
