import Synchronization

/// The main actor's executor while a scheduler owns the thread.
///
/// References to executors are unowned, and a task may keep one for as long as it lives, which may be longer
/// than the scheduler: an object that the code leaks ends its tasks when it goes, late and on any thread. So
/// an executor is never freed and never becomes another scheduler's, which would get those jobs. That costs
/// a few words for each scheduler, and a scheduler serves many runs.
///
/// A foreign thread only touches the strays, which have a lock.
final class LiveMainExecutor: SerialExecutor, Sendable {
  /// Jobs that another thread brought; nobody can say when they come.
  ///
  /// Nil once the scheduler has ended.
  private let strays = Mutex<[UnownedJob]?>([])
  private let strayCount = Atomic<Int>(0)

  /// Makes an executor that is never freed.
  init() { _ = Unmanaged.passRetained(self) }

  /// Ends the executor's work with its scheduler: what comes later, no schedule decides, and nobody runs.
  func retire() {
    strays.withLock { jobs in
      strayCount.store(0, ordering: .relaxed)
      jobs = nil
    }
  }

  var reference: UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  /// The seat of the thread that asks, if its scheduler has this executor.
  private var seat: UnsafeMutablePointer<LiveScheduler.Seat>? {
    guard let seat = LiveScheduler.currentSeat,
      seat.pointee.scheduler._withUnsafeGuaranteedRef({ $0.mainExecutor === self })
    else { return nil }
    return seat
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if let seat {
      seat.pointee.scheduler._withUnsafeGuaranteedRef { $0.enqueue(job, on: .main) }
    } else {
      strays.withLock { jobs in
        jobs?.append(job)
        strayCount.store(jobs?.count ?? 0, ordering: .releasing)
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
      defer { jobs?.removeAll() }
      return jobs ?? []
    }
  }
}
