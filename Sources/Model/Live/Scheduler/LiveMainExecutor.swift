import Synchronization

/// The main actor's executor while a scheduler owns the thread.
///
/// References to executors are unowned, and a task may keep one for as long as it lives. So an executor is
/// never freed: a scheduler takes one that no scheduler uses, and gives it back.
///
/// A foreign thread only touches the strays, which have a lock.
final class LiveMainExecutor: SerialExecutor, Sendable {
  private static let idle = Mutex<[LiveMainExecutor]>([])

  /// Jobs that another thread brought; nobody can say when they come.
  private let strays = Mutex<[UnownedJob]>([])
  private let strayCount = Atomic<Int>(0)

  private init() {}

  /// An executor that no scheduler uses.
  static func take() -> LiveMainExecutor { idle.withLock { $0.popLast() } ?? immortal() }

  private static func immortal() -> LiveMainExecutor {
    let executor = LiveMainExecutor()
    _ = Unmanaged.passRetained(executor)
    return executor
  }

  /// Gives the executor back.
  func giveBack() {
    _ = takeStrays()
    Self.idle.withLock { $0.append(self) }
  }

  /// What the runtime is told.
  var reference: UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  /// The seat of the thread that asks, if its scheduler has this executor.
  private var seat: UnsafeMutablePointer<LiveScheduler.Seat>? {
    guard let seat = LiveScheduler.currentSeat,
      seat.pointee.scheduler._withUnsafeGuaranteedRef({ $0.mainExecutor === self })
    else { return nil }
    return seat
  }

  /// Hands a job to the scheduler.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if let seat {
      seat.pointee.scheduler._withUnsafeGuaranteedRef { $0.enqueue(job, on: .main) }
    } else {
      strays.withLock { jobs in
        jobs.append(job)
        strayCount.store(jobs.count, ordering: .releasing)
      }
    }
  }

  // The runtime asks these where no job of the executor runs.

  func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "this is code of the main actor, and runs elsewhere")
  }

  func isIsolatingCurrentContext() -> Bool? { seat?.pointee.isMainActor ?? false }

  /// Whether jobs came from other threads since the last time.
  var hasStrays: Bool { strayCount.load(ordering: .acquiring) > 0 }

  /// The jobs that came from other threads since the last time.
  func takeStrays() -> [UnownedJob] {
    strays.withLock { jobs in
      strayCount.store(0, ordering: .relaxed)
      defer { jobs.removeAll() }
      return jobs
    }
  }
}
