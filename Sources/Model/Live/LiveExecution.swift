/// What outlived executions.
@usableFromInline package struct LiveLeaks: Hashable, Sendable {
  /// How many objects there were of each type: systems, their parts, windows, and tasks of windows.
  package var objects: [String: Int] = [:]
  /// How many jobs waited after everything was torn down.
  package var jobCount = 0

  package init() {}

  package var objectCount: Int { objects.values.reduce(0, +) }

  package mutating func add(_ other: LiveLeaks) {
    objects.merge(other.objects, uniquingKeysWith: +)
    jobCount += other.jobCount
  }

  /// "2 objects outlived their executions: 2 TodoListener"; nil when there is nothing.
  package var words: String? {
    func outlived(_ count: Int, _ noun: String) -> String {
      "\(count.counted(noun)) outlived \(count == 1 ? "its execution" : "their executions")"
    }
    let types = objects.sorted { $0.key < $1.key }.map { $1 == 1 ? $0 : "\($1.grouped) \($0)" }
    var parts: [String] = []
    if objectCount > 0 {
      parts.append("\(outlived(objectCount, "object")): \(types.joined(separator: ", "))")
    }
    if jobCount > 0 { parts.append(outlived(jobCount, "job")) }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}

/// One run of live code under a scheduler: launches, gestures, operations that are let through,
/// jobs that are picked, kills, and what all that does to the state.
///
/// It stays on the thread that made it.
@usableFromInline package final class LiveExecution<P: Product> {
  private struct Part {
    weak var object: AnyObject?
  }

  private let subject: any LiveSubject<P>
  let product: P
  let scheduler: LiveScheduler
  private var surroundings: LiveSurroundings<P>
  private var system: LaunchedSystem<P>?
  /// The windows that are open, in the order in which they opened.
  var windows: [LiveWindow<P>] = []
  let windowTasks = LiveWindowTasks()
  private let windowCountAtLaunch: Int
  private var parts: [Part] = []
  private var crash: Crash?

  /// Launches a system; its jobs wait.
  ///
  /// - Parameter windowCount: how many windows each launch opens.
  @usableFromInline package init(
    _ subject: any LiveSubject<P>, product: P, scheduler: LiveScheduler, windowCount: Int = 0
  ) {
    self.subject = subject
    self.product = product
    self.scheduler = scheduler
    windowCountAtLaunch = windowCount
    surroundings = LiveSurroundings(
      product: product, database: product.initialDatabase, strays: scheduler.strays)
    launch()
  }

  // MARK: What can be done

  /// A person does something, now.
  @usableFromInline package func perform(_ gesture: P.Gesture) {
    dispatch { [perform = system?.perform] in try perform?(gesture) }
    endIfCrashed()
  }

  /// Runs a component's code; errors of its dispatches it only prints.
  func dispatch(_ body: @MainActor () throws -> Void) {
    scheduler.runOnMainActor { _ = try? body() }
  }

  /// Lets an operation be carried out; its job waits.
  ///
  /// - Parameters:
  ///   - request: what was asked for; of several alike, the occurrence tells which.
  ///   - answered: the operation with the answer that the world outside gives it.
  /// - Returns: false when no such operation waits.
  @usableFromInline package func carryOut(
    _ request: P.Operation, occurrence: Int, answered: P.Operation, fault: Fault?
  ) -> Bool {
    scheduler.own {
      surroundings.release(
        request, occurrence: occurrence, isAsked: true, answered: answered, fault: fault)
    }
  }

  /// Lets an operation's reply go; its job waits.
  ///
  /// - Returns: false when no such reply waits.
  @usableFromInline package func reply(_ request: P.Operation, occurrence: Int) -> Bool {
    scheduler.own {
      surroundings.release(
        request, occurrence: occurrence, isAsked: false, answered: request, fault: nil)
    }
  }

  /// Runs the job at a place among those that wait.
  @usableFromInline package func runJob(at place: Int) {
    scheduler.run(at: place)
    endIfCrashed()
  }

  /// Runs jobs in the order of their arrival until none waits, or the app crashes.
  ///
  /// - Returns: how many ran.
  @usableFromInline package func runJobs(atMost countMax: Int) -> Int {
    let before = scheduler.ranCount
    scheduler.run(atMost: countMax) { [surroundings] in surroundings.crash != nil }
    let count = scheduler.ranCount - before
    endIfCrashed()
    return count
  }

  /// Kills the app and launches it again over the same persistent store.
  @usableFromInline package func relaunch() {
    let database = surroundings.database
    kill()
    crash = nil
    surroundings = LiveSurroundings(product: product, database: database, strays: scheduler.strays)
    launch()
  }

  /// Whether what happens around the app can change the persistent store, and what selectors read.
  @usableFromInline package var reachesDatabase: Bool { !subject.keepsOwnDatabase }
  @usableFromInline package var reachesState: Bool { system?.replaceState != nil }

  /// Carries out what a launch asked for that is over.
  @usableFromInline package func arrive(_ operation: P.Operation) {
    surroundings.database = product.database(surroundings.database, after: operation)
  }

  /// Lets something happen around the app.
  @usableFromInline package func occur(_ occurrence: P.Occurrence) {
    guard case .running(let state)? = store else { return }
    var changed = state
    product.take(occurrence, in: &changed, &surroundings.database)
    if changed != state { scheduler.runOnMainActor { [system] in system?.replaceState?(changed) } }
  }

  /// Ends the run: all that waits goes on, the system is dropped, and jobs run until none waits.
  ///
  /// - Returns: what was left over.
  @usableFromInline package func tearDown() -> LiveLeaks {
    kill()
    scheduler.endRun()
    var leaks = LiveLeaks()
    for object in parts.compactMap(\.object) {
      leaks.objects["\(type(of: object))", default: 0] += 1
    }
    for work in windowTasks.works { leaks.objects[work.words, default: 0] += 1 }
    leaks.jobCount = scheduler.waitingCount
    return leaks
  }

  // MARK: What can be seen

  @usableFromInline package var jobCount: Int { scheduler.waitingCount }

  /// What is said of a run whose jobs go on and on.
  @usableFromInline package var wordsForUnrest: String {
    "the code under test does not come to rest; the last job was one of "
      + "\(scheduler.wordsForLastTask)"
  }
  /// The store's state, or the crash that ended it.
  @usableFromInline package var store: StoreState<P>? {
    if let crash { return .crashed(crash) }
    guard let system else { return nil }
    return scheduler.runOnMainActor { system.state() }
  }
  /// What the system promises of itself, and whether it is kept now; nothing after a crash.
  @usableFromInline package var promises: [LivePromise] {
    guard crash == nil, let system else { return [] }
    return scheduler.runOnMainActor { system.promises() }
  }
  /// The content of the persistent store; nil when the system keeps its own.
  @usableFromInline package var database: P.Database? {
    subject.keepsOwnDatabase ? nil : surroundings.database
  }
  @usableFromInline package var askedRequests: [P.Operation] {
    surroundings.waitingRequests(isAsked: true)
  }
  @usableFromInline package var repliedRequests: [P.Operation] {
    surroundings.waitingRequests(isAsked: false)
  }

  /// Whether something happened since the last time.
  @usableFromInline package var hasEvents: Bool { surroundings.hasEvents }

  /// What happened since the last time, oldest first.
  @usableFromInline package func takeEvents() -> [LiveEvent<P>] {
    defer {
      surroundings.events = []
      surroundings.hasEvents = false
    }
    return surroundings.events
  }

  // MARK: Launch and kill

  private func launch() {
    let (subject, surroundings) = (subject, surroundings)
    let system = scheduler.runOnMainActor { LaunchedSystem(subject, in: surroundings) }
    self.system = system
    parts.removeAll { $0.object == nil }
    for part in system.parts { parts.append(Part(object: part)) }
    for _ in 0..<windowCountAtLaunch { _ = openWindow() }
  }

  /// - Returns: false when the code under test opens none.
  @usableFromInline package func openWindow() -> Bool {
    guard let system else { return false }
    let tasks = windowTasks
    guard let window = scheduler.runOnMainActor({ system.openWindow(tasks) }) else { return false }
    windows.append(window)
    parts.append(Part(object: window))
    return true
  }

  private func kill() {
    scheduler.own {
      surroundings.end()
      windows = []
      system = nil
    }
    _ = scheduler.settle()
  }

  func endIfCrashed() {
    guard let crash = surroundings.crash, self.crash == nil else { return }
    self.crash = crash
    kill()
  }
}
