import Model

/// How a product is run as live code: the app itself, and a run as a function that is made where
/// the product's types are known.
///
/// What such a function calls is compiled for the product, as with `RuntimeEntrances`.
@usableFromInline package struct LiveMeans<System: ProductSystem>: Sendable {
  /// The app itself; nil for the product's own functions.
  package let subject: (any LiveSubject<System.P>)?
  fileprivate let run: @Sendable (LiveDriver<System>, LivePlan, (Int) -> Int) -> LiveHistory

  @usableFromInline package init(subject: (any LiveSubject<System.P>)? = nil) {
    self.subject = subject
    run = { $0.run($1, $2) }
  }
}

extension Specification where System: ProductSystem {
  /// How the product is run as live code.
  package var liveMeans: LiveMeans<System> { means as? LiveMeans<System> ?? LiveMeans() }
}

/// Runs live code beside its model, once for each sequence of choices.
///
/// It stays on the thread that made it.
@usableFromInline package final class LiveDriver<System: ProductSystem> {

  private let subject: any LiveSubject<System.P>
  private let system: System
  private let means: LiveMeans<System>
  private let makeExpander: () -> any Expander<System>
  private let scheduler: LiveScheduler
  /// The part of the model that runs came to.
  package private(set) var graph: ModelGraph<System>
  /// What product functions answered; it outlives the graph, as there is far less of it.
  private var expander: any Expander<System>
  /// The culprits with which other threads got time.
  private var awaited: Set<String> = []
  /// Whether tasks that are not over were waited for.
  private var hasWaited = false
  /// Told the steps of a run so far and the one that is done next, before it is done; nil after a
  /// run.
  package var journal: (([System.Label]?) -> Void)?
  /// The run under way.
  private var runUnderWay: LiveRun<System>?
  /// The steps of the run under way, with the one that is being done; nil between runs.
  package var steps: [System.Label]? { runUnderWay?.steps }

  /// - Throws: `LiveUnavailable` where the platform lacks the hooks.
  package init(
    _ subject: any LiveSubject<System.P>, system: System, by means: LiveMeans<System> = LiveMeans(),
    makeExpander: @escaping () -> any Expander<System>
  ) throws(LiveUnavailable) {
    self.subject = subject
    self.means = means
    self.system = system
    self.makeExpander = makeExpander
    scheduler = try LiveScheduler()
    expander = makeExpander()
    graph = ModelGraph(system: system, expander: expander)
  }

  /// Begins a run; what earlier ones came to is forgotten when it has grown large.
  private func begin() -> LiveRun<System>? {
    if graph.placeCount > 15_000 {
      if expander.rows.memory.byteCount > 1 << 26 { expander = makeExpander() }
      graph = ModelGraph(system: system, expander: expander)
    }
    guard let start = graph.start else { return nil }
    journal?([])
    runUnderWay = LiveRun(
      subject, graph: graph, start: start, scheduler: scheduler, journal: journal)
    return runUnderWay
  }

  /// Ends a run.
  ///
  /// Code that hops through another thread seems to rest where the model goes on. Such a task is
  /// not over when the run is, although all that the run can hold back was let go: then the other
  /// thread gets time. Detached tasks are not known; what leaves the model for the first time in a
  /// manner gets some time too.
  ///
  /// - Parameter lost: the label that the run did not take, if there is one.
  private func end(_ run: LiveRun<System>, lost: System.Label? = nil) -> LiveHistory {
    let stuck = lost.flatMap { run.jobCount == 0 ? LiveDivergence.culprit(ofLost: $0) : nil }
    if let culprit = run.follower.surprise?.culprit ?? stuck, awaited.insert(culprit).inserted {
      scheduler.awaitStrays(milliseconds: awaited.count == 1 ? 200 : 20)
    }
    var history = run.end()
    runUnderWay = nil
    awaitRuns()
    if let complaint = scheduler.strays.complaint {
      // What came of it is a matter of time.
      history.complaint = complaint
      history.divergence = nil
    }
    return history
  }

  /// Gives tasks that are not over all the time that they may need, once: those of code that leaks
  /// never are.
  private func awaitRuns() {
    guard !hasWaited, scheduler.hasUnfinishedRuns else { return }
    scheduler.awaitRuns(milliseconds: 5000)
    hasWaited = true
  }

  /// Why all runs until now are worth nothing, if something came from another thread; some time is
  /// given to whatever is still on its way.
  package var strayComplaint: String? {
    scheduler.awaitStrays(milliseconds: 10)
    return scheduler.strays.complaint
  }

  /// Why it is unknown whether something is still to come from another thread; nil when it is
  /// known.
  package var unfinishedComplaint: String? {
    guard scheduler.hasUnfinishedRuns else { return nil }
    return "tasks of the code under test are not over when its runs are: "
      + "they leak, or wait for another thread"
  }

  // MARK: Chosen runs

  /// A run in which a source decides whatever can happen in more than one way.
  package func run(_ plan: LivePlan, source: inout some ChoiceSource) -> LiveHistory {
    means.run(self, plan) { source.choose(below: $0) }
  }

  fileprivate func run(_ plan: LivePlan, _ decide: (_ count: Int) -> Int) -> LiveHistory {
    guard let run = begin() else { return LiveHistory() }
    var choiceCount = 0
    run.settle()
    while run.isGoing {
      let waiting = plan.granularity == .jobs ? run.eligibleJobCount : 0
      let offers = offers(in: run, plan)
      if waiting == 0 && offers.isEmpty { break }
      if choiceCount == plan.choiceCountMax {
        run.history.isCut = true
        break
      }
      choiceCount += 1
      let choice = choose(among: waiting, offers.count, plan, decide, run)
      if choice < waiting {
        run.runJob(at: choice)
      } else {
        _ = run.take(offers[choice - waiting])
      }
      if plan.granularity == .settled || run.jobCount == 0 { run.settle() }
    }
    return end(run)
  }

  /// Chooses what goes on: one of the jobs that wait, or one of the offers, which are counted after
  /// them.
  private func choose(
    among jobCount: Int, _ offerCount: Int, _ plan: LivePlan, _ decide: (Int) -> Int,
    _ run: LiveRun<System>
  ) -> Int {
    guard plan.favoursJobs else { return choose(below: jobCount + offerCount, decide, run) }
    // Three times out of four a job goes on, so that gestures spread over the run.
    if jobCount > 0 && (offerCount == 0 || choose(below: 4, decide, run) < 3) {
      return choose(below: jobCount, decide, run)
    }
    return jobCount + choose(below: offerCount, decide, run)
  }

  private func choose(below count: Int, _ decide: (Int) -> Int, _ run: LiveRun<System>) -> Int {
    let choice = count == 1 ? 0 : decide(count)
    run.history.schedule = ContentDigest.join(
      run.history.schedule, UInt64(choice) << 32 | UInt64(count))
    return choice
  }

  /// The moves of the model that the live code can make now.
  private func offers(in run: LiveRun<System>, _ plan: LivePlan) -> [ModelMove] {
    let moves = graph.moves(of: run.follower.place)
    let mayGesture = run.gestureCount < plan.gestureCountMax
    var offers = !mayGesture ? moves.inner : plan.skipsIdleGestures ? moves.accepted : moves.outside
    if !run.follower.isCertain {
      offers.removeAll { $0.kind == .gesture && !run.follower.allows($0) }
    }
    offers.removeAll { ($0.kind == .outside || plan.granularity == .jobs) && !run.canTake($0) }
    return offers
  }

  // MARK: Steered runs

  /// A run in which is chosen what was chosen before, as far as that is possible, and that rests at
  /// the end.
  package func follow(_ schedule: [JSONValue]) -> LiveHistory {
    guard let run = begin() else { return LiveHistory() }
    for choice in schedule where run.isGoing { run.follow(choice) }
    if run.isGoing { run.settle() }
    return end(run)
  }

  /// A run that takes the labels of a path; a source decides which jobs run towards the next label.
  ///
  /// - Parameters:
  ///   - isLenient: whether labels that the model does not enable are passed over; else the run
  ///     ends there.
  ///   - restsAtEnd: whether every job runs at the end and what is at rest is compared; done anyway
  ///     where the model is settled.
  /// - Returns: what happened, and how many of the labels it took or passed over.
  package func steer(
    along labels: [System.Label], isLenient: Bool, restsAtEnd: Bool, source: inout some ChoiceSource
  ) -> (history: LiveHistory, takenCount: Int) {
    guard let run = begin() else { return (LiveHistory(), 0) }
    run.settle()
    run.keepsWindowsWaiting = true
    var taken = 0
    for label in labels {
      guard run.isGoing, take(label, in: run, &source) ?? isLenient else { break }
      taken += 1
    }
    run.keepsWindowsWaiting = false
    let isAtEnd = taken == labels.count && run.follower.content.state.isSettled
    if run.isGoing && (restsAtEnd || isAtEnd) { run.settle() }
    return (end(run, lost: taken < labels.count ? labels[taken] : nil), taken)
  }

  /// Runs jobs until a label is taken, and does what it says if somebody outside has to.
  ///
  /// - Returns: false when the jobs did something else, or ran out; nil when the model does not
  ///   enable it.
  private func take(
    _ label: System.Label, in run: LiveRun<System>, _ source: inout some ChoiceSource
  ) -> Bool? {
    let isExact = subject.tellsDeliveries
    if label == .deliver && !isExact {
      // It is not told when the listener takes an element: it is let go as far as it can.
      run.rest()
      return run.isGoing
    }
    guard let move = run.follower.move(where: { graph.label(of: $0) == label }) else { return nil }
    if move.kind == .window { return run.runJob(of: move) }
    let (moveCount, loudCount) = (run.follower.moveCount, run.follower.loudCount)
    let jobCountMax = run.history.jobCount + 10_000
    func runJobs(until isDone: () -> Bool) -> Bool {
      while !isDone() {
        let waiting = run.eligibleJobCount
        guard run.isGoing, waiting > 0, run.history.jobCount < jobCountMax else { return false }
        if isExact && run.follower.moveCount > moveCount { return false }
        run.runJob(at: choose(below: waiting, { source.choose(below: $0) }, run))
      }
      return run.isGoing
    }
    if move.kind != .deliver {
      guard runJobs(until: { run.canTake(move) }), run.take(move) else { return false }
    }
    guard isExact else { return runJobs { run.follower.loudCount > loudCount } }
    guard runJobs(until: { run.follower.moveCount > moveCount }) else { return false }
    return run.follower.moveCount == moveCount + 1 && run.follower.lastMove === move
  }
}
