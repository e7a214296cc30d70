import Foundation

/// Owns every job of the code that runs under it: nothing runs unless it is told to.
///
/// While the scheduler is current on a thread, whatever is enqueued there for the main actor, the
/// global executor or a default actor waits in one queue. Which job runs next is the caller's
/// choice; when the queue is empty the code is quiescent, exactly. Other threads go on as ever.
///
/// A scheduler stays on the thread that made it. `docs/limits.md` says what live checking can miss.
@usableFromInline package final class LiveScheduler {
  enum Lane { case main, global }

  private typealias WaitingJob = (job: UnownedJob, lane: Lane)

  /// What a thread knows of the scheduler that owns its jobs: hooks read it for every job, and hold
  /// nothing for that.
  struct Seat {
    let scheduler: Unmanaged<LiveScheduler>
    /// What the runtime is told of the main actor's executor.
    let mainExecutor: UnownedSerialExecutor
    /// Whether the thread does the main actor's work outside of any job.
    var isMainActor = false
  }

  /// The place of the thread's seat among its own values.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  static var currentSeat: UnsafeMutablePointer<Seat>? {
    pthread_getspecific(key)?.assumingMemoryBound(to: Seat.self)
  }

  /// The scheduler that owns the jobs of this thread now, or nil.
  static var current: LiveScheduler? { currentSeat?.pointee.scheduler.takeUnretainedValue() }

  /// What other threads bring to the scheduler of this thread, or nil.
  static var currentStrays: UnscheduledWork? {
    currentSeat.flatMap { $0.pointee.scheduler._withUnsafeGuaranteedRef { $0.strays } }
  }

  /// Hands a job to the scheduler that owns the jobs of this thread.
  ///
  /// - Returns: false when there is none.
  static func enqueueHere(_ job: UnownedJob, on lane: Lane) -> Bool {
    guard let seat = currentSeat else { return false }
    seat.pointee.scheduler._withUnsafeGuaranteedRef { $0.enqueue(job, on: lane) }
    return true
  }

  /// No executor in particular: how the runtime itself names the global executor.
  private static let globalExecutor = unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)

  /// What other threads brought: work that no schedule decides.
  package let strays: UnscheduledWork
  let mainExecutor: LiveMainExecutor
  private let seat = UnsafeMutablePointer<Seat>.allocate(capacity: 1)
  /// Jobs that wait, in the order of their arrival, behind some that ran already.
  private var queue: ContiguousArray<WaitingJob> = []
  /// The first that waits.
  private var head = 0
  /// Jobs that sleep, the one that wakes first at the front; each wakes at a time of the
  /// scheduler's own, which goes on when one wakes and at no other time.
  ///
  /// The runtime leaves the job of a sleep that was cancelled where it is.
  private var sleepers: [(job: UnownedJob, wakes: Duration, owner: UnsafeCurrentTask?, nap: Nap)] =
    []
  /// How often each task has slept, and how often when something was seen of it last.
  private var napCounts: [UInt64: (all: Int, seen: Int)] = [:]
  /// The tasks of a run by their numbers, in the order in which they began.
  private var taskNumbers: [UInt64: Int] = [:]
  /// Whether anybody asks for the numbers of tasks.
  var numbersTasks = false
  /// When the job that runs began, where tasks are numbered.
  private var jobStart: ContinuousClock.Instant?
  /// How many sleeps have begun in the run, and the numbers of those that were cancelled since
  /// somebody asked.
  private(set) var sleepCount = 0
  private var cancelledSleeps: [Int] = []
  /// When the last sleeper woke.
  private var now = Duration.zero
  package private(set) var ranCount = 0
  /// The tasks of the jobs that ran last, and of some before them.
  private var tasks: Set<UInt64> = []
  private var olderTasks: Set<UInt64> = []
  private var lastTask: UInt64 = 0
  /// What tasks of the run carry that goes on.
  var mark = LiveRunMark()
  /// Runs that have ended and whose tasks were not over then.
  private var endedRuns: [LiveMarkedTasks] = []
  /// What it is kept for, where a thread keeps it.
  weak var app: AnyObject?

  /// - Throws: `LiveUnavailable` where the platform lacks the hooks.
  package init() throws(LiveUnavailable) {
    if let complaint = ConcurrencyHooks.complaint { throw LiveUnavailable(reason: complaint) }
    strays = UnscheduledWork()
    mainExecutor = LiveMainExecutor(strays)
    seat.initialize(
      to: Seat(scheduler: .passUnretained(self), mainExecutor: mainExecutor.reference))
  }

  deinit {
    strays.disown(tasks.union(olderTasks))
    strays.retire()
    seat.deallocate()
  }

  /// Runs a body while the scheduler owns what it enqueues; nests.
  ///
  /// Tasks that begin in it are tasks of the run.
  ///
  /// A closure that the compiler took for one of the main actor traps when it is called in the
  /// body: callbacks of users belong outside.
  package func own<Result>(_ body: () throws -> Result) rethrows -> Result {
    try LiveRunMark.$current.withValue(mark) { try seated(body) }
  }

  private func seated<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = pthread_getspecific(Self.key)
    pthread_setspecific(Self.key, seat)
    defer { pthread_setspecific(Self.key, outer) }
    return try body()
  }

  /// How many jobs wait; none means quiescence.
  package var waitingCount: Int {
    admitStrays()
    return queue.count - head + (sleepers.isEmpty ? 0 : 1)
  }

  /// The job at a place among those that wait; nil for one that sleeps.
  func waitingJob(at place: Int) -> UnownedJob? {
    head + place < queue.count ? queue[head + place].job : nil
  }

  /// Runs the job at a place among those that wait, the earliest being 0; the last is the sleeper
  /// that wakes first, if one sleeps: time passes when the caller wants it to.
  package func run(at place: Int) {
    if place == queue.count - head {
      let sleeper = sleepers.removeFirst()
      now = max(now, sleeper.wakes)
      run(sleeper.job, on: .global)
      return
    }
    let waiting = queue.remove(at: head + place)
    run(waiting.job, on: waiting.lane)
  }

  /// Runs jobs in the order of their arrival until none waits.
  ///
  /// - Parameter ranCountMax: how many jobs are run at most; code may never rest.
  /// - Returns: whether none waits.
  package func settle(ranCountMax: Int = 100_000) -> Bool {
    run(atMost: ranCountMax) { false }
    return waitingCount == 0
  }

  /// Lets what goes on come to its end, and leaves what does not: it never goes on.
  ///
  /// - Parameters:
  ///   - ranCountMax: how many jobs are run at most; of those that sleep, each that does now and 64
  ///     more.
  ///   - cancels: whether tasks that sleep are cancelled.
  /// - Returns: whether all came to their end.
  func close(ranCountMax: Int, cancels: Bool = false) -> Bool {
    let end = ranCount + ranCountMax
    var wakeCount = 0
    let wakeCountMax = sleepers.count + 64
    defer { cancelledSleeps = [] }
    while waitingCount > 0, ranCount < end {
      if cancels { own { for sleeper in sleepers { sleeper.owner?.cancel() } } }
      if head < queue.count {
        _ = settleAwake(ranCountMax: end - ranCount)
      } else {
        wakeCount += 1
        if wakeCount > wakeCountMax { break }
        wakeFirst()
      }
    }
    return waitingCount == 0
  }

  /// Leaves what goes on where it is.
  func abandon() { (queue, head, sleepers) = ([], 0, []) }

  /// Runs jobs in the order of their arrival until those that wait sleep.
  ///
  /// - Returns: whether no other waits.
  func settleAwake(ranCountMax: Int) -> Bool {
    let end = ranCount + ranCountMax
    seated {
      while ranCount < end {
        admitStrays()
        if head == queue.count {
          let cancelled = sleepers.firstIndex { $0.owner?.isCancelled == true }
          guard let place = cancelled else { return }
          // Its task has gone on already; the job is to be run, and does nothing.
          let sleeper = sleepers.remove(at: place)
          runOwned(sleeper.job, on: .global)
          cancelledSleeps.append(sleeper.nap.number)
          continue
        }
        let waiting = queue[head]
        head += 1
        runOwned(waiting.job, on: waiting.lane)
      }
    }
    return head == queue.count
  }

  /// How many jobs sleep.
  var sleeperCount: Int { sleepers.count }

  /// The numbers of the sleeps that were cancelled since the last time.
  func takeCancelledSleeps() -> [Int] {
    defer { cancelledSleeps = [] }
    return cancelledSleeps
  }

  /// Runs the job that wakes first: time passes until it is due.
  func wakeFirst() { run(at: queue.count - head) }

  /// Runs so many jobs at most, in the order of their arrival, until somebody stops it.
  func run(atMost countMax: Int, unless isStopped: () -> Bool) {
    let end = ranCount + countMax
    seated {
      while ranCount < end, !isStopped() {
        if head < queue.count {
          let waiting = queue[head]
          head += 1
          runOwned(waiting.job, on: waiting.lane)
        } else if waitingCount > 0 {
          run(at: 0)
        } else {
          return
        }
      }
    }
  }

  /// Runs a body on the main actor now, before whatever waits; what it enqueues waits.
  ///
  /// The body is no job and no task's, as little as what a user interface calls on its main thread
  /// is.
  package func runOnMainActor<Result: Sendable>(
    _ body: @MainActor () throws -> Result
  ) rethrows -> Result {
    try own {
      seat.pointee.isMainActor = true
      defer { seat.pointee.isMainActor = false }
      return try MainActor.assumeIsolated(body)
    }
  }

  /// The task whose job ran last, in words for a reader who looks for one that goes on and on.
  package var wordsForLastTask: String { strays.words(for: lastTask) }

  func enqueue(_ job: UnownedJob, on lane: Lane) {
    if head == queue.count && head > 0 {
      queue.removeAll(keepingCapacity: true)
      head = 0
    }
    queue.append((job, lane))
  }

  /// Takes in a job that sleeps until an instant: for as long as is left until then.
  func enqueueSleeper<C: Clock>(_ job: UnownedJob, until instant: C.Instant, of clock: C) {
    let left = clock.now.duration(to: instant) as? Duration ?? .zero
    let elapsed = jobStart.map { $0.duration(to: .now) } ?? .zero
    enqueueSleeper(job, after: SleepLength.duration(left: left, elapsed: elapsed))
  }

  /// Takes in a job that sleeps for so long.
  func enqueueSleeper(_ job: UnownedJob, after delay: Duration) {
    enqueueSleeper(job, wakes: now + delay)
  }

  private func enqueueSleeper(_ job: UnownedJob, wakes: Duration) {
    let place = sleepers.firstIndex { $0.wakes > wakes } ?? sleepers.endIndex
    let task = ConcurrencyHooks.currentTask
    sleepCount += 1
    let (all, seen) = napCounts[task, default: (0, 0)]
    let nap = Nap(
      number: sleepCount, task: taskNumbers[task], interaction: LiveRunMark.current?.interaction,
      count: all - seen, countInAll: all)
    napCounts[task] = (all + 1, seen)
    sleepers.insert((job, wakes, withUnsafeCurrentTask { $0 }, nap), at: place)
  }

  /// The sleeps that go on, each with how long it still does; the first to wake first.
  var naps: [(nap: Nap, left: Duration)] { sleepers.map { ($0.nap, $0.wakes - now) } }

  /// Those that go on of the sleeps that began once there were so many, in the order in which they
  /// did.
  func naps(since count: Int) -> [Nap] {
    sleepers.map(\.nap).filter { $0.number > count }.sorted { $0.number < $1.number }
  }

  /// How many tasks of the run have begun.
  var taskCount: Int { taskNumbers.count }

  /// Something is seen of the running task.
  ///
  /// - Returns: its number among the tasks of the run; nil for a task of another run.
  func noteTask() -> Int? {
    let task = ConcurrencyHooks.currentTask
    if let all = napCounts[task]?.all { napCounts[task] = (all, seen: all) }
    return taskNumbers[task]
  }

  private func run(_ job: UnownedJob, on lane: Lane) {
    seated { runOwned(job, on: lane) }
  }

  /// Runs a job while the scheduler is the thread's.
  private func runOwned(_ job: UnownedJob, on lane: Lane) {
    ranCount += 1
    let task = ConcurrencyHooks.identity(ofTask: job)
    if task != 0, tasks.insert(task).inserted { own(task) }
    if numbersTasks {
      jobStart = .now
      if task != 0, taskNumbers[task] == nil { taskNumbers[task] = taskNumbers.count }
    }
    strays.jobCount.store(ranCount, ordering: .relaxed)
    strays.runningTask.store(task, ordering: .relaxed)
    job.runSynchronously(on: lane == .main ? seat.pointee.mainExecutor : Self.globalExecutor)
    lastTask = strays.runningTask.exchange(0, ordering: .relaxed)
  }

  /// Takes note of a task, so that it is known when another thread resumes it.
  private func own(_ task: UInt64) {
    if tasks.count > 4096 {
      // Most of the older ones are over.
      strays.disown(olderTasks.subtracting(tasks))
      (olderTasks, tasks) = (tasks, [task])
    }
    strays.own([task])
  }

  private func admitStrays() {
    if strays.hasJobs { queue.append(contentsOf: strays.takeJobs()) }
  }

  /// Waits until another thread has brought something, or for so long.
  ///
  /// Code that waits for another thread is at rest as far as anybody can tell; who is surprised by
  /// that gives the other thread time.
  package func awaitStrays(milliseconds: Int) {
    for _ in 0..<milliseconds where strays.count == 0 { usleep(1000) }
  }

  // MARK: Runs

  /// Ends a run: what begins from now on belongs to the next.
  package func endRun() {
    (taskNumbers, napCounts, sleepCount) = ([:], [:], 0)
    let ended = LiveMarkedTasks(mark)
    mark = LiveRunMark()
    if ended.areUnfinished { endedRuns.append(ended) }
  }

  /// Whether tasks of runs that have ended go on: they wait for another thread, or for ever.
  package var hasUnfinishedRuns: Bool {
    endedRuns.removeAll { !$0.areUnfinished }
    return !endedRuns.isEmpty
  }

  /// Lets tasks of runs that have ended come to their end, for so long at most.
  ///
  /// Only another thread can bring that about: where it does, the code has left the scheduler.
  package func awaitRuns(milliseconds: Int) {
    for _ in 0..<milliseconds where strays.count == 0 && hasUnfinishedRuns && waitingCount == 0 {
      let before = endedRuns.count
      usleep(1000)
      if strays.count == 0 && endedRuns.count(where: \.areUnfinished) < before {
        strays.note("a task is ended by")
      }
    }
  }
}

/// A sleep of a task.
struct Nap {
  /// Its number among the sleeps of the run, in the order in which they began.
  let number: Int
  /// The task's number among those of the run; nil where tasks have none.
  let task: Int?
  /// The number of the interaction that it began with, directly or not; nil for none.
  let interaction: Int?
  /// How often the task has slept before since something was seen of it.
  let count: Int
  /// How often the task has slept before.
  let countInAll: Int
}
