import Model

/// Runs live code beside its model, once for each sequence of choices.
///
/// It stays on the thread that made it.
package final class LiveDriver<Subject: LiveSubject, System: ProductSystem> where Subject.P == System.P {
  package typealias History = LiveHistory<System>

  private let subject: Subject
  private let system: System
  private let makeExpander: () -> any Expander<System>
  private var scheduler: LiveScheduler
  /// The part of the model that runs came to.
  package private(set) var graph: ModelGraph<System>
  private let placeCountMax: Int
  /// What product functions answered; it outlives the graph, as there is far less of it.
  private var expander: any Expander<System>
  /// How large it may be.
  private static var byteCountMax: Int { 1 << 26 }
  /// Told the steps of a run so far and the one that is done next, before it is done; nil after a run.
  package var journal: (([System.Label]?) -> Void)?

  /// Makes a driver.
  ///
  /// - Parameter placeCountMax: how many states of the model are remembered at most; then they are
  /// forgotten, so that memory stays within bounds.
  /// - Throws: `LiveUnavailable` where the platform lacks the hooks.
  package init(
    _ subject: Subject, system: System, placeCountMax: Int = 15_000,
    makeExpander: @escaping () -> any Expander<System>
  ) throws(LiveUnavailable) {
    self.subject = subject
    self.system = system
    self.placeCountMax = placeCountMax
    self.makeExpander = makeExpander
    scheduler = try LiveScheduler()
    expander = makeExpander()
    graph = ModelGraph(system: system, expander: expander)
  }

  private func begin() -> LiveRun<Subject, System>? {
    if graph.placeCount > placeCountMax {
      if expander.rows.memory.byteCount > Self.byteCountMax { expander = makeExpander() }
      graph = ModelGraph(system: system, expander: expander)
    }
    guard let start = graph.start else { return nil }
    journal?([])
    return LiveRun(subject, graph: graph, start: start, scheduler: scheduler, journal: journal)
  }

  // MARK: Chosen runs

  /// A run in which a source decides whatever can happen in more than one way.
  package func run(_ plan: LivePlan, source: inout some ChoiceSource) -> History {
    run(plan) { source.choose(below: $0) }
  }

  /// The package's own products get code of their own: what is generic here is instantiated in another
  /// module, where it would run at two thirds of the speed.
  @_specialize(where Subject == ProductSubject<Animals>, System == RuntimeSystem<Animals>)
  @_specialize(where Subject == ProductSubject<Quakes>, System == RuntimeSystem<Quakes>)
  @_specialize(where Subject == ProductSubject<Counter>, System == RuntimeSystem<Counter>)
  private func run(_ plan: LivePlan, decide: (_ count: Int) -> Int) -> History {
    guard let run = begin() else { return History() }
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
    return run.end()
  }

  /// Chooses what goes on: one of the jobs that wait, or one of the offers, which are counted after them.
  private func choose(
    among jobCount: Int, _ offerCount: Int, _ plan: LivePlan, _ decide: (Int) -> Int,
    _ run: LiveRun<Subject, System>
  ) -> Int {
    guard plan.favoursJobs else { return choose(below: jobCount + offerCount, decide, run) }
    // Three times out of four a job goes on, so that gestures spread over the run.
    if jobCount > 0 && (offerCount == 0 || choose(below: 4, decide, run) < 3) {
      return choose(below: jobCount, decide, run)
    }
    return jobCount + choose(below: offerCount, decide, run)
  }

  private func choose(
    below count: Int, _ decide: (Int) -> Int, _ run: LiveRun<Subject, System>
  ) -> Int {
    let choice = count == 1 ? 0 : decide(count)
    run.noteChoice(choice, below: count)
    return choice
  }

  /// The moves of the model that the live code can make now.
  private func offers(in run: LiveRun<Subject, System>, _ plan: LivePlan) -> [ModelMove] {
    let moves = graph.moves(of: run.follower.place)
    let mayGesture = run.gestureCount < plan.gestureCountMax
    var offers = !mayGesture ? moves.inner : plan.skipsIdleGestures ? moves.accepted : moves.outside
    if !run.follower.isCertain {
      offers.removeAll { $0.kind == .gesture && !run.follower.allows($0) }
    }
    if plan.granularity == .jobs { offers.removeAll { !run.canTake($0) } }
    return offers
  }

  // MARK: Steered runs

  /// How a steered run treats its labels.
  package struct Steering: Sendable {
    /// Whether labels that the model does not enable are passed over; else the run ends there.
    package var isLenient: Bool
    /// Whether every job runs at the end and what is at rest is compared; done anyway where the model is
    /// settled.
    package var restsAtEnd: Bool
    /// The most jobs towards one label.
    package var jobCountMax: Int

    /// Makes a steering; strict by default.
    package init(isLenient: Bool = false, restsAtEnd: Bool = false, jobCountMax: Int = 10_000) {
      self.isLenient = isLenient
      self.restsAtEnd = restsAtEnd
      self.jobCountMax = jobCountMax
    }
  }

  /// A run that takes the labels of a path; a source decides which jobs run towards the next label.
  ///
  /// - Returns: what happened, and how many of the labels it took or passed over.
  package func steer(
    along labels: [System.Label], _ steering: Steering = Steering(), source: inout some ChoiceSource
  ) -> (history: History, takenCount: Int) {
    guard let run = begin() else { return (History(), 0) }
    run.settle()
    run.keepsWindowsWaiting = true
    var taken = 0
    for label in labels {
      guard run.isGoing, take(label, in: run, steering, &source) else { break }
      taken += 1
    }
    run.keepsWindowsWaiting = false
    let isAtEnd = taken == labels.count && run.follower.content.state.isSettled
    if run.isGoing && (steering.restsAtEnd || isAtEnd) { run.settle() }
    return (run.end(), taken)
  }

  /// Runs jobs until a label is taken, and does what it says if somebody outside has to.
  ///
  /// - Returns: false when the jobs did something else, or ran out.
  private func take(
    _ label: System.Label, in run: LiveRun<Subject, System>, _ steering: Steering,
    _ source: inout some ChoiceSource
  ) -> Bool {
    let exact = subject.tellsDeliveries
    if label == .deliver && !exact {
      // Nobody tells when the listener takes an element: it is let go as far as it can.
      run.rest()
      return run.isGoing
    }
    let moveCount = run.follower.moveCount
    let loudCount = run.follower.loudCount
    let jobCountMax = run.history.jobCount + steering.jobCountMax
    guard let move = run.follower.move(labelled: label) else { return steering.isLenient }
    if move.kind == .window { return run.runJob(of: move) }
    func runJobs(until isDone: () -> Bool) -> Bool {
      while !isDone() {
        let waiting = run.eligibleJobCount
        guard run.isGoing, waiting > 0, run.history.jobCount < jobCountMax else { return false }
        if exact && run.follower.moveCount > moveCount { return false }
        run.runJob(at: choose(below: waiting, { source.choose(below: $0) }, run))
      }
      return run.isGoing
    }
    if move.kind != .deliver {
      guard runJobs(until: { run.canTake(move) }), run.take(move) else { return false }
    }
    guard exact else { return runJobs { run.follower.loudCount > loudCount } }
    guard runJobs(until: { run.follower.moveCount > moveCount }) else { return false }
    return run.follower.moveCount == moveCount + 1 && run.follower.lastMove === move
  }
}
