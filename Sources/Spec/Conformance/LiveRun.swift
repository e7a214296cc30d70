import Model

/// What one run of live code did, as the model tells it.
@usableFromInline package struct LiveHistory {
  /// The steps, in the order in which they happened.
  package var moves: [ModelMove] = []
  /// Where it left the model, if it did.
  package var divergence: LiveDivergence?
  /// Why it is worth nothing, if it is: the code does not rest, or leaves the scheduler.
  package var complaint: String?
  /// Whether it ended at the most choices of a run, before all that it was offered was done.
  package var isCut = false
  /// A digest of the choices offered, the choices made and the steps.
  package var schedule: UInt64 = 0
  package var jobCount = 0
  package var leaks = LiveLeaks()

  /// A digest of the steps alone.
  package var digest: UInt64 {
    moves.reduce(0) { ContentDigest.join($0, $1.digest) }
  }
}

/// One run of live code beside its model: what is chosen is done to the live code, and what the
/// live code does is looked for in the model.
final class LiveRun<System: ProductSystem> {
  typealias P = System.P
  /// Told the steps so far and the one that is done next, for a child that writes ahead; nil after
  /// the run.
  typealias Journal = ([System.Label]?) -> Void

  /// When so many jobs ran and nothing was done to the code meanwhile, it is said never to rest.
  private static var jobCountMax: Int { 100_000 }

  let execution: LiveExecution<P>
  var follower: ModelFollower<System>
  let graph: ModelGraph<System>
  /// Whether people act in windows.
  let hasWindows: Bool
  /// Whether the steps that windows take by themselves wait until somebody asks for them.
  var keepsWindowsWaiting = false
  /// The model's store and windows when they were compared last, as handles.
  var compared: [UInt32] = []
  private var journal: Journal?
  /// What the end of a launch that is under way lets through.
  private var lastSteps: [System.Label] = []
  var history = LiveHistory()
  private(set) var gestureCount = 0
  /// What was chosen, in order.
  var choices: [LiveChoice] = []
  /// A promise of the live code's own that it did not keep.
  private var broken: LivePromise?
  /// How many jobs there may be before somebody has to do something.
  private var jobCountLimit = LiveRun.jobCountMax

  init(
    _ subject: any LiveSubject<P>, graph: ModelGraph<System>, start: ModelPlace,
    scheduler: LiveScheduler, journal: Journal?
  ) {
    self.graph = graph
    self.journal = journal
    hasWindows = graph.system.scope.environment == .windows
    execution = LiveExecution(
      subject, product: graph.system.product, scheduler: scheduler,
      windowCount: graph.system.scope.windows?.countAtLaunch ?? 0)
    follower = ModelFollower(graph: graph, start: start, tellsDeliveries: subject.tellsDeliveries)
    if hasWindows && execution.windowCount == 0 {
      history.complaint = "the code under test opens no window, and the scope speaks of windows"
    } else if hasWindows {
      catchUp(hasMoved: true)
    }
  }

  var isGoing: Bool { !follower.isLost && broken == nil && history.complaint == nil }
  var jobCount: Int { execution.jobCount }
  /// How many of them may run next.
  var eligibleJobCount: Int { hasWindows ? eligibleWindowedJobs.count : execution.jobCount }

  /// How many faults were let in and have not happened yet, as the job of their operation waits:
  /// the model's budget still has them.
  private var faultsUnderWay = 0

  /// Whether the live code is where a move can be made: its operation waits at the gate, or what it
  /// changes around the app can be reached.
  func canTake(_ move: ModelMove) -> Bool {
    if move.kind == .outside {
      func changes(_ facet: Facet) -> Bool {
        move.source.row[facet.number] != move.target.row[facet.number]
      }
      return (execution.reachesDatabase || !changes(.database))
        && (execution.reachesState || !changes(.store))
    }
    guard move.kind == .perform || move.kind == .complete else { return true }
    guard let (request, occurrence) = graph.request(of: move) else { return false }
    if faultsUnderWay > 0, case .perform(_, _, .some) = graph.label(of: move),
      graph.detail(of: move.source).state.budgets.faultsLeft <= faultsUnderWay
    {
      return false
    }
    let waiting = move.kind == .perform ? execution.askedRequests : execution.repliedRequests
    return waiting.count { $0 == request } > occurrence
  }

  // MARK: What can be done

  /// Does what a move says; what it sets going waits.
  ///
  /// - Returns: false when the live code cannot: no such operation waits.
  func take(_ move: ModelMove) -> Bool {
    choices.append(.take(move))
    follower.begin(move)
    journal?(steps)
    jobCountLimit = history.jobCount + Self.jobCountMax
    switch graph.label(of: move) {
    case .gesture(let gesture, _):
      gestureCount += 1
      let jobCount = execution.jobCount
      execution.perform(gesture)
      noteEvents()
      runToDispatch(after: jobCount)
      follower.endGesture()
    case .perform(let named, let place, let fault):
      guard let (request, occurrence) = graph.request(of: move),
        let operation = graph.runtime.operation(
          named, occurrence: place, in: graph.detail(of: move.source).state)
      else { return false }
      guard execution.carryOut(request, occurrence: occurrence, answered: operation, fault: fault)
      else {
        return false
      }
      if fault != nil { faultsUnderWay += 1 }
    case .complete:
      guard let (request, occurrence) = graph.request(of: move) else { return false }
      return execution.reply(request, occurrence: occurrence)
    case .relaunch:
      letGo()
      execution.relaunch()
      lastSteps = []
      faultsUnderWay = 0
      noteOutside(move)
    case .arrive(let named):
      guard canTake(move) else { return false }
      execution.arrive(answered(named, at: move.source))
      noteOutside(move)
    case .occur(let event):
      guard canTake(move) else { return false }
      execution.occur(event)
      noteOutside(move)
    case .windowGesture, .openWindow, .closeWindow:
      gestureCount += 1
      takeInWindows(move)
    default: return false
    }
    return true
  }

  /// What outlived its launch, with its answer.
  private func answered(_ request: P.Operation, at place: ModelPlace) -> P.Operation {
    let system = graph.system
    return graph.detail(of: place).state.outliving.lazy.flatMap { operation -> [P.Operation] in
      let answers = system.product.answers(to: operation, values: system.scope.values)
      return answers.isEmpty ? [operation] : answers
    }.first { P.request($0) == request } ?? request
  }

  /// Something happened around the app.
  private func noteOutside(_ move: ModelMove) {
    follower.noteOutside(move)
    if hasWindows { catchUp(hasMoved: true) }
  }

  func runJob(at place: Int) {
    runJob(waiting: hasWindows ? eligibleWindowedJobs[place] : place)
  }

  /// Runs a job, by its place among all that wait.
  func runJob(waiting place: Int) {
    choices.append(.job(place))
    if hasWindows { runWindowedJob(at: place) } else { runAnyJob(at: place) }
  }

  /// Runs one of the jobs that wait.
  func runAnyJob(at place: Int) {
    guard history.jobCount < jobCountLimit else { return complainOfUnrest() }
    history.jobCount += 1
    execution.runJob(at: place)
    noteEvents()
  }

  /// Runs what a gesture set going until its action is dispatched.
  ///
  /// A store that is an actor is sent the action by a task. Jobs that waited before are run only
  /// where nothing else is left.
  private func runToDispatch(after waitingCount: Int) {
    var waitingCount = waitingCount
    while isGoing, execution.jobCount > 0, follower.awaitsDispatch() {
      waitingCount = min(waitingCount, execution.jobCount - 1)
      runAnyJob(at: waitingCount)
    }
  }

  /// Runs every job, in the order of arrival.
  func rest() {
    if execution.jobCount > 0 { choices.append(.rest) }
    if hasWindows { return restInWindows() }
    while isGoing && execution.jobCount > 0 {
      guard history.jobCount < jobCountLimit else { return complainOfUnrest() }
      history.jobCount += execution.runJobs(atMost: jobCountLimit - history.jobCount)
      noteEvents()
    }
  }

  private func complainOfUnrest() { history.complaint = execution.wordsForUnrest }

  /// Runs every job, and compares what is at rest.
  func settle() {
    rest()
    guard isGoing else { return }
    guard execution.jobCount == 0 else { return complainOfUnrest() }
    guard let store = execution.store else {
      history.complaint = "the store of the code under test cannot be seen"
      return
    }
    follower.settle(
      store: store, asked: execution.askedRequests, replied: execution.repliedRequests,
      database: execution.database)
    if !follower.isLost { broken = execution.promises.first { $0.complaint != nil } }
  }

  /// Takes in what the live code did since the last time.
  func noteEvents() {
    guard execution.hasEvents else { return }
    var hasPerformed = false
    for event in execution.takeEvents() {
      if case .performed(_, let fault) = event {
        hasPerformed = true
        if fault != nil { faultsUnderWay -= 1 }
      }
      follower.note(event)
    }
    if hasPerformed, let database = execution.database { follower.compare(database) }
  }

  // MARK: The end

  func end() -> LiveHistory {
    history.moves = follower.witness.moves
    if let surprise = follower.surprise {
      history.divergence = divergence(
        surprise.culprit, "expected \(surprise.words.expected); the app \(surprise.words.observed)")
    } else if let broken {
      history.divergence = divergence(broken.name, broken.complaint ?? "")
      history.divergence?.ownPromise = broken.sentence
    }
    letGo()
    history.leaks = execution.tearDown()
    history.schedule = ContentDigest.join(history.schedule, history.digest)
    history.schedule = ContentDigest.join(history.schedule, UInt64(history.jobCount))
    journal?(nil)
    return history
  }

  /// What was done until now, with what is not seen of it yet, and what the end of a launch lets
  /// through.
  var steps: [System.Label] {
    (follower.witness.moves + follower.unseen).map(graph.label) + lastSteps
  }

  /// Takes note of what the end of a launch lets through: all that waits goes on.
  private func letGo() {
    let asked = execution.askedRequests
    lastSteps =
      asked.map { .perform($0, occurrence: 0, fault: nil) }
      + (execution.repliedRequests + asked).map { .complete($0, occurrence: 0) }
    journal?(steps)
  }

  private func divergence(_ culprit: String, _ observed: String) -> LiveDivergence {
    let witness = follower.witness
    let labels = (witness.moves + follower.unseen).map(graph.label)
    var divergence = LiveDivergence(
      labels: labels.compactMap { try? JSONValue(writing: $0) }, alikeCount: witness.moves.count,
      culprit: culprit, observed: observed)
    divergence.enabled = follower.enabled
    divergence.schedule = schedule
    return divergence
  }
}
