import Model

/// One run of live code beside its model: what is chosen is done to the live code, and what the live code
/// does is looked for in the model.
final class LiveRun<Subject: LiveSubject, System: ProductSystem> where Subject.P == System.P {
  typealias P = System.P
  typealias Graph = ModelGraph<System>
  typealias Follower = ModelFollower<System>

  /// Told the steps so far and the one that is done next, for whoever writes ahead; nil after the run.
  typealias Journal = ([System.Label]?) -> Void

  /// When so many jobs ran and nobody did anything to the code meanwhile, it is said never to rest.
  private static var jobCountMax: Int { 100_000 }

  let execution: LiveExecution<Subject>
  var follower: Follower
  let graph: Graph
  /// Whether people act in windows.
  let hasWindows: Bool
  /// Whether the steps that windows take by themselves wait until somebody asks for them.
  var keepsWindowsWaiting = false
  /// The model's store and windows when they were compared last, as handles.
  var compared: [UInt32] = []
  private let strayCount: Int
  private var journal: Journal?
  var history = LiveHistory<System>()
  private(set) var gestureCount = 0
  private var surprise: Follower.Surprise?
  /// How many jobs there may be before somebody has to do something.
  private var jobCountLimit = LiveRun.jobCountMax
  /// What was done last, and how many steps there were then.
  private var latest: (move: ModelMove, moveCount: Int)?

  init(
    _ subject: Subject, graph: Graph, start: ModelPlace, scheduler: LiveScheduler, journal: Journal?
  ) {
    self.graph = graph
    self.journal = journal
    strayCount = scheduler.strayCount
    hasWindows = graph.system.scope.environment == .windows
    execution = LiveExecution(
      subject, product: graph.system.product, scheduler: scheduler,
      windowCount: graph.system.scope.windows?.countAtLaunch ?? 0)
    follower = Follower(graph: graph, start: start, tellsDeliveries: subject.tellsDeliveries)
    if hasWindows && execution.windowCount == 0 {
      history.complaint = "the code under test opens no window, and the scope speaks of windows"
    } else if hasWindows {
      catchUp(hasMoved: true)
    }
  }

  /// Whether the run can go on.
  var isGoing: Bool { surprise == nil && history.complaint == nil }
  /// How many jobs wait.
  var jobCount: Int { execution.jobCount }
  /// How many of them may run next.
  var eligibleJobCount: Int { hasWindows ? eligibleWindowedJobs.count : execution.jobCount }
  /// Whether the live code is where a move can be made: its operation waits at the gate.
  func canTake(_ move: ModelMove) -> Bool {
    switch graph.label(of: move) {
    case .perform(let operation, let occurrence, _):
      let asked = graph.asked(by: move) ?? operation
      return execution.askedOperations.count { $0 == asked } > occurrence
    case .complete(let operation, let occurrence):
      return execution.repliedOperations.count { $0 == operation } > occurrence
    default: return true
    }
  }

  // MARK: What can be done

  /// Does what a move says; what it sets going waits.
  ///
  /// - Returns: false when the live code cannot: no such operation waits.
  func take(_ move: ModelMove) -> Bool {
    if let journal { journal((follower.witness.moves + [move]).map(graph.label)) }
    latest = (move, follower.moveCount)
    jobCountLimit = history.jobCount + Self.jobCountMax
    switch graph.label(of: move) {
    case .gesture(let gesture, _):
      gestureCount += 1
      follower.begin(move)
      execution.perform(gesture)
      noteEvents()
      follow { follower throws(Follower.Surprise) in try follower.endGesture() }
    case .perform(let operation, let occurrence, let fault):
      return execution.carryOut(
        graph.asked(by: move) ?? operation, occurrence: occurrence, answered: operation, fault: fault)
    case .complete(let operation, let occurrence):
      return execution.reply(operation, occurrence: occurrence)
    case .relaunch:
      journalEnd()
      execution.relaunch()
      follow { follower throws(Follower.Surprise) in try follower.relaunch() }
      if hasWindows { catchUp(hasMoved: true) }
    case .windowGesture, .openWindow, .closeWindow:
      gestureCount += 1
      takeInWindows(move)
    case .deliver, .drain, .render: return false
    }
    return true
  }

  /// Runs one of the jobs that may run next.
  func runJob(at place: Int) {
    if hasWindows { return runWindowedJob(at: eligibleWindowedJobs[place]) }
    runAnyJob(at: place)
  }

  /// Runs one of the jobs that wait.
  func runAnyJob(at place: Int) {
    guard history.jobCount < jobCountLimit else { return complainOfUnrest() }
    history.jobCount += 1
    execution.runJob(at: place)
    noteEvents()
  }

  /// Runs every job, in the order of arrival.
  func rest() {
    if hasWindows { return restInWindows() }
    while isGoing && execution.jobCount > 0 {
      guard history.jobCount < jobCountLimit else { return complainOfUnrest() }
      history.jobCount += execution.runJobs(atMost: jobCountLimit - history.jobCount)
      noteEvents()
    }
  }

  private func complainOfUnrest() { history.complaint = "the code under test does not come to rest" }

  /// Runs every job, and compares what is at rest.
  func settle() {
    rest()
    guard isGoing else { return }
    guard execution.jobCount == 0 else { return complainOfUnrest() }
    guard let store = execution.store else {
      history.complaint = "the store of the code under test cannot be seen"
      return
    }
    follow { follower throws(Follower.Surprise) in
      try follower.settle(
        store: store, asked: execution.askedOperations, replied: execution.repliedOperations,
        database: execution.database)
    }
  }

  /// Ends the run.
  func end() -> LiveHistory<System> {
    history.moves = follower.witness.moves
    if let surprise { history.divergence = divergence(surprise) }
    journalEnd()
    history.leaks = execution.tearDown()
    if execution.strayCount > strayCount {
      history.complaint = "the code under test leaves the scheduler: other threads resumed its tasks"
    }
    history.schedule = ContentDigest.join(history.schedule, history.digest)
    history.schedule = ContentDigest.join(history.schedule, UInt64(history.jobCount))
    journal?(nil)
    return history
  }

  /// Writes ahead what the end of a launch lets through: whoever waits goes on.
  private func journalEnd() {
    guard let journal else { return }
    let replied = execution.repliedOperations.map { System.Label.complete($0, occurrence: 0) }
    let asked = execution.askedOperations.map { System.Label.perform($0, occurrence: 0, fault: nil) }
    journal(follower.witness.moves.map(graph.label) + replied + asked)
  }

  /// Notes a choice that was made.
  func noteChoice(_ choice: Int, below count: Int) {
    history.schedule = ContentDigest.join(history.schedule, UInt64(choice) << 32 | UInt64(count))
  }

  // MARK: The model beside it

  func noteEvents() {
    guard execution.hasEvents else { return }
    var hasPerformed = false
    for event in execution.takeEvents() {
      if case .performed = event { hasPerformed = true }
      follow { follower throws(Follower.Surprise) in try follower.note(event) }
    }
    guard hasPerformed, let database = execution.database else { return }
    follow { follower throws(Follower.Surprise) in try follower.compare(database) }
  }

  func follow(_ body: (inout Follower) throws(Follower.Surprise) -> Void) {
    guard surprise == nil else { return }
    do {
      try body(&follower)
    } catch {
      surprise = error
    }
  }

  private func divergence(_ surprise: Follower.Surprise) -> LiveDivergence {
    let witness = follower.witness
    let teller = Teller<RuntimeSystem<P>>.runtime(
      RuntimeSystem(product: graph.system.product, scope: graph.system.scope))
    var difference: [String] = []
    if surprise.store != nil || surprise.windows != nil {
      var model = follower.content.state
      var live = model
      if let store = surprise.store { live.store = store }
      if let windows = surprise.windows {
        model.windows = graph.appearances(at: follower.place)
        live.windows = windows
      }
      let (here, there) = (teller.facts(model), teller.facts(live))
      difference = Set(here.keys).union(there.keys).sorted().filter { here[$0] != there[$0] }.map {
        "\($0): \(here[$0] ?? "none") in the model, \(there[$0] ?? "none") live"
      }
    }
    let text = { (label: System.Label) in (try? JSONValue(encoding: label).text) ?? "\(label)" }
    var labels = witness.moves.map(graph.label)
    if let latest, labels.count <= latest.moveCount { labels.append(graph.label(of: latest.move)) }
    return LiveDivergence(
      labels: labels.compactMap { try? JSONValue(encoding: $0) }, alikeCount: witness.moves.count,
      culprit: surprise.culprit, observed: surprise.observed,
      enabled: graph.moves(of: witness.place).all.map { text(graph.label(of: $0)) }, difference: difference)
  }
}
