import Synchronization

/// What other threads bring to the code under a scheduler: jobs, and calls of what the run
/// observes.
///
/// No schedule decides when they come, so that a run with any of them is worth nothing. Jobs still
/// run under the scheduler: code of one run on two threads would corrupt what is looked at.
package final class UnscheduledWork: Sendable {
  typealias Stray = (job: UnownedJob, lane: LiveScheduler.Lane)

  private struct Content {
    var count = 0
    /// What came first, in words that end before "another thread".
    var first: String?
    /// Nil once the scheduler has ended.
    var jobs: [Stray]? = []

    mutating func note(_ words: String) {
      count += 1
      first = first ?? words
    }
  }

  private let content = Mutex(Content())
  private let waitingCount = Atomic<Int>(0)

  /// How many there were.
  package var count: Int { content.withLock(\.count) }
  /// What is said of a run when something came.
  package var complaint: String? {
    content.withLock(\.first).map {
      "the code under test leaves the scheduler: \($0) another thread"
    }
  }

  /// - Parameter words: what came, up to "another thread".
  func note(_ words: String) { content.withLock { $0.note(words) } }

  /// Keeps a job for the scheduler.
  ///
  /// - Returns: false when the scheduler has ended.
  @discardableResult
  func add(_ job: UnownedJob, on lane: LiveScheduler.Lane) -> Bool {
    content.withLock { content in
      guard content.jobs != nil else { return false }
      // A thread that takes the job, and comes to the end of the run with it, finds it counted.
      content.note("a task is resumed by")
      content.jobs?.append((job, lane))
      waitingCount.store(content.jobs?.count ?? 0, ordering: .releasing)
      return true
    }
  }

  /// Whether jobs came since the last time.
  var hasJobs: Bool { waitingCount.load(ordering: .acquiring) > 0 }

  /// The jobs that came since the last time.
  func takeJobs() -> [Stray] {
    content.withLock { content in
      waitingCount.store(0, ordering: .relaxed)
      defer { content.jobs?.removeAll() }
      return content.jobs ?? []
    }
  }

  /// Ends with the scheduler: what comes later is not run.
  func retire() { content.withLock { $0.jobs = nil } }

  // MARK: Tasks

  /// The strays of the scheduler that ran a task, by the task's identity.
  private static let owners = Mutex<[UInt64: UnscheduledWork]>([:])

  /// Takes note of tasks that the scheduler runs.
  func own(_ tasks: Set<UInt64>) {
    Self.owners.withLock { owners in for task in tasks { owners[task] = self } }
  }

  func disown(_ tasks: Set<UInt64>) {
    Self.owners.withLock { owners in for task in tasks { owners[task] = nil } }
    lastCalls.withLock { calls in for task in tasks { calls[task] = nil } }
  }

  /// The task whose job runs now, or the job where it is an actor's; 0 for none.
  let runningTask = Atomic<UInt64>(0)
  /// The gate at which each task waited last, and under 0 that of all tasks.
  private let lastCalls = Mutex<[UInt64: @Sendable () -> String]>([:])

  /// The running task comes to a gate, or has passed it.
  func noteGate(_ words: @escaping @Sendable () -> String) {
    let task = ConcurrencyHooks.currentTask
    runningTask.store(task, ordering: .relaxed)
    lastCalls.withLock { ($0[task], $0[0]) = (words, words) }
  }

  /// A task by the gate at which it waited last.
  func words(for task: UInt64) -> String {
    let (own, last) = lastCalls.withLock { ($0[task], $0[0]) }
    if let own { return "the task that waited last at the gate of '\(own())'" }
    return last.map { "a task that went on after the gate of '\($0())'" }
      ?? "a task that was seen at no gate"
  }

  /// How many jobs ran.
  let jobCount = Atomic<Int>(0)

  /// The number of the job that runs now under each scheduler of this process; asked by another
  /// thread.
  package static var runningJobs: [ObjectIdentifier: Int] {
    running.mapValues { $0.jobCount.load(ordering: .relaxed) }
  }

  /// The strays of each scheduler that runs a job now.
  private static var running: [ObjectIdentifier: UnscheduledWork] {
    let all = owners.withLock { owners in
      Dictionary(
        owners.values.map { (ObjectIdentifier($0), $0) }, uniquingKeysWith: { first, _ in first })
    }
    return all.filter { $0.value.runningTask.load(ordering: .relaxed) != 0 }
  }

  /// The tasks of this process whose jobs run now; asked by another thread when nothing goes on.
  package static var wordsForRunningTasks: [String] {
    running.values.map { $0.words(for: $0.runningTask.load(ordering: .relaxed)) }
  }

  /// Keeps a job that a thread without a scheduler brings, if it resumes a task that some scheduler
  /// ran.
  ///
  /// - Returns: false when it is no scheduler's.
  static func take(_ job: UnownedJob) -> Bool {
    let task = ConcurrencyHooks.identity(ofTask: job)
    return owners.withLock({ $0[task] })?.add(job, on: .global) ?? false
  }
}
