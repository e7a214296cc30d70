import Synchronization

/// The main actor's executor while a scheduler owns the thread.
///
/// References to executors are unowned, and a task may keep one for as long as it lives. So an executor is
/// never freed: a scheduler takes one that no scheduler uses, and gives it back.
///
/// `@unchecked Sendable`: `scheduler` is read and written on the owner's thread alone; a foreign thread only
/// touches the strays, which have a lock.
final class LiveMainExecutor: SerialExecutor, @unchecked Sendable {
  private static let idle = Mutex<[LiveMainExecutor]>([])

  /// Who owns the executor, for as long as it is not given back.
  private(set) weak var scheduler: LiveScheduler?
  /// Jobs that another thread brought; nobody can say when they come.
  private let strays = Mutex<[UnownedJob]>([])

  private init() {}

  /// An executor that no scheduler uses.
  static func take(for scheduler: LiveScheduler) -> LiveMainExecutor {
    let executor = idle.withLock { $0.popLast() } ?? immortal()
    executor.scheduler = scheduler
    return executor
  }

  private static func immortal() -> LiveMainExecutor {
    let executor = LiveMainExecutor()
    _ = Unmanaged.passRetained(executor)
    return executor
  }

  /// Gives the executor back.
  func giveBack() {
    scheduler = nil
    _ = takeStrays()
    Self.idle.withLock { $0.append(self) }
  }

  /// What the runtime is told.
  var reference: UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  /// Hands a job to the scheduler.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if let current = LiveScheduler.current, current.mainExecutor === self {
      current.enqueue(job, on: .main)
    } else {
      strays.withLock { $0.append(job) }
    }
  }

  /// The jobs that came from other threads since the last time.
  func takeStrays() -> [UnownedJob] {
    strays.withLock { jobs in
      defer { jobs.removeAll() }
      return jobs
    }
  }
}
