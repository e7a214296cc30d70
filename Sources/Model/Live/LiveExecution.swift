/// What outlived an execution.
public struct LiveLeaks: Hashable, Sendable {
  /// Objects of a system: itself, its store, its listener.
  public var objectCount = 0
  /// Jobs that waited after everything was torn down.
  public var jobCount = 0

  /// Makes leaks; none by default.
  public init(objectCount: Int = 0, jobCount: Int = 0) {
    self.objectCount = objectCount
    self.jobCount = jobCount
  }

  /// Whether nothing did.
  public var isEmpty: Bool { objectCount == 0 && jobCount == 0 }
}

/// One run of live code under a scheduler: launches, gestures, operations that are let through, jobs that
/// are picked, kills, and what all that does to the state.
///
/// It stays on the thread that made it.
public final class LiveExecution<Subject: LiveSubject> {
  /// The model's product.
  public typealias P = Subject.P

  private struct Part {
    weak var object: AnyObject?
  }

  let subject: Subject
  private let product: P
  /// The owner of every job.
  public let scheduler: LiveScheduler
  private(set) var surroundings: LiveSurroundings<P>
  private(set) var system: Subject.System?
  /// The windows that are open, in the order in which they opened.
  var windows: [LiveWindow<P>] = []
  private(set) lazy var windowTasks = LiveWindowTasks()
  private let windowCountAtLaunch: Int
  private var parts: [Part] = []
  private var crash: Crash?

  /// Launches a system; its jobs wait.
  ///
  /// - Parameter windowCount: how many windows each launch opens; none by default.
  @_specialize(where Subject == ProductSubject<Animals>)
  @_specialize(where Subject == ProductSubject<Quakes>)
  @_specialize(where Subject == ProductSubject<Counter>)
  public init(_ subject: Subject, product: P, scheduler: LiveScheduler, windowCount: Int = 0) {
    self.subject = subject
    self.product = product
    self.scheduler = scheduler
    windowCountAtLaunch = windowCount
    surroundings = LiveSurroundings(product: product, database: product.initialDatabase)
    launch()
  }

  // MARK: What can be done

  /// A person does something, now.
  @_specialize(where Subject == ProductSubject<Animals>)
  @_specialize(where Subject == ProductSubject<Quakes>)
  @_specialize(where Subject == ProductSubject<Counter>)
  public func perform(_ gesture: P.Gesture) {
    dispatch(gesture)
    endIfCrashed()
  }

  /// On its own, so that nothing here holds the system when a crash ends it.
  private func dispatch(_ gesture: P.Gesture) {
    guard let system else { return }
    let (subject, surroundings) = (subject, surroundings)
    scheduler.runOnMainActor {
      do {
        try subject.perform(gesture, on: system)
      } catch {
        if !(error is Crash) { surroundings.notePrinted(error) }
      }
    }
  }

  /// Lets an operation be carried out; its job waits.
  ///
  /// - Parameters:
  ///   - operation: what was asked for; of several alike, the occurrence tells which.
  ///   - answered: the operation with the answer that the world outside gives it; the same by default.
  /// - Returns: false when no such operation waits.
  @_specialize(where Subject == ProductSubject<Animals>)
  @_specialize(where Subject == ProductSubject<Quakes>)
  @_specialize(where Subject == ProductSubject<Counter>)
  public func carryOut(
    _ operation: P.Operation, occurrence: Int, answered: P.Operation? = nil, fault: Fault?
  ) -> Bool {
    scheduler.own {
      surroundings.release(
        operation, occurrence: occurrence, isAsked: true, answered: answered ?? operation, fault: fault)
    }
  }

  /// Lets an operation's reply go; its job waits.
  ///
  /// - Returns: false when no such reply waits.
  @_specialize(where Subject == ProductSubject<Animals>)
  @_specialize(where Subject == ProductSubject<Quakes>)
  @_specialize(where Subject == ProductSubject<Counter>)
  public func reply(_ operation: P.Operation, occurrence: Int) -> Bool {
    scheduler.own {
      surroundings.release(
        operation, occurrence: occurrence, isAsked: false, answered: operation, fault: nil)
    }
  }

  /// Runs the job at a place among those that wait.
  @_specialize(where Subject == ProductSubject<Animals>)
  @_specialize(where Subject == ProductSubject<Quakes>)
  @_specialize(where Subject == ProductSubject<Counter>)
  public func runJob(at place: Int) {
    scheduler.run(at: place)
    endIfCrashed()
  }

  /// Runs jobs in the order of their arrival until none waits, or the app crashes.
  ///
  /// - Returns: how many ran.
  @_specialize(where Subject == ProductSubject<Animals>)
  @_specialize(where Subject == ProductSubject<Quakes>)
  @_specialize(where Subject == ProductSubject<Counter>)
  public func runJobs(atMost countMax: Int) -> Int {
    let before = scheduler.ranCount
    scheduler.run(atMost: countMax, unless: surroundings.alarm)
    let count = scheduler.ranCount - before
    endIfCrashed()
    return count
  }

  /// Kills the app and launches it again over the same persistent store.
  @_specialize(where Subject == ProductSubject<Animals>)
  @_specialize(where Subject == ProductSubject<Quakes>)
  @_specialize(where Subject == ProductSubject<Counter>)
  public func relaunch() {
    let database = surroundings.database
    kill()
    crash = nil
    surroundings = LiveSurroundings(product: product, database: database)
    launch()
  }

  /// Ends the run: whoever waits goes on, the system is dropped, and jobs run until none waits.
  ///
  /// - Returns: what was left over.
  @_specialize(where Subject == ProductSubject<Animals>)
  @_specialize(where Subject == ProductSubject<Quakes>)
  @_specialize(where Subject == ProductSubject<Counter>)
  public func tearDown() -> LiveLeaks {
    kill()
    return LiveLeaks(
      objectCount: parts.count { $0.object != nil } + (windowCountAtLaunch > 0 ? windowTasks.count : 0),
      jobCount: scheduler.waitingCount)
  }

  // MARK: What can be seen

  /// How many jobs wait.
  public var jobCount: Int { scheduler.waitingCount }
  /// The store's state, or the crash that ended it.
  public var store: StoreState<P>? {
    @_specialize(where Subject == ProductSubject<Animals>)
    @_specialize(where Subject == ProductSubject<Quakes>)
    @_specialize(where Subject == ProductSubject<Counter>)
    get {
      if let crash { return .crashed(crash) }
      return state.map { .running($0) }
    }
  }
  /// The content of the persistent store; nil when the system keeps its own.
  public var database: P.Database? { subject.keepsOwnDatabase ? nil : surroundings.database }
  /// How many jobs other threads brought since the scheduler was made.
  public var strayCount: Int { scheduler.strayCount }
  /// The operations that wait to be carried out.
  public var askedOperations: [P.Operation] {
    @_specialize(where Subject == ProductSubject<Animals>)
    @_specialize(where Subject == ProductSubject<Quakes>)
    @_specialize(where Subject == ProductSubject<Counter>)
    get { surroundings.waitingOperations(isAsked: true) }
  }
  /// The operations whose replies wait.
  public var repliedOperations: [P.Operation] {
    @_specialize(where Subject == ProductSubject<Animals>)
    @_specialize(where Subject == ProductSubject<Quakes>)
    @_specialize(where Subject == ProductSubject<Counter>)
    get { surroundings.waitingOperations(isAsked: false) }
  }
  /// Errors that a listener or a component printed since the launch.
  public var printedCount: Int { surroundings.printedCount }

  /// Whether something happened since the last time.
  public var hasEvents: Bool { surroundings.alarm.hasNews }

  /// What happened since the last time, oldest first.
  @_specialize(where Subject == ProductSubject<Animals>)
  @_specialize(where Subject == ProductSubject<Quakes>)
  @_specialize(where Subject == ProductSubject<Counter>)
  public func takeEvents() -> [LiveEvent<P>] {
    let events = surroundings.events
    surroundings.events = []
    surroundings.alarm.hasNews = false
    return events
  }

  private var state: P.State? {
    guard let system else { return nil }
    let subject = subject
    return scheduler.runOnMainActor { subject.state(of: system) }
  }

  // MARK: Launch and kill

  private func launch() {
    let (subject, surroundings) = (subject, surroundings)
    let (system, made) = scheduler.runOnMainActor {
      let system = subject.makeSystem(in: surroundings)
      return (system, subject.parts(of: system))
    }
    self.system = system
    parts.removeAll { $0.object == nil }
    parts.append(Part(object: system))
    for part in made { parts.append(Part(object: part)) }
    for _ in 0..<windowCountAtLaunch { _ = openWindow() }
  }

  /// Notes an object that has to be gone when the run is over.
  func note(_ part: AnyObject) { parts.append(Part(object: part)) }

  private func kill() {
    scheduler.own {
      surroundings.end()
      windows = []
      system = nil
    }
    _ = scheduler.settle()
  }

  func endIfCrashed() {
    guard surroundings.alarm.isRaised, crash == nil else { return }
    crash = surroundings.crash
    if crash != nil { kill() }
  }
}
