/// The main actor's executor while a scheduler owns the thread.
///
/// References to executors are unowned, and a task may keep one for as long as it lives, which may
/// be longer than the scheduler: an object that the code leaks ends its tasks when it goes, late
/// and on any thread. So an executor is never freed and never becomes another scheduler's, which
/// would get those jobs. That costs a few words for each scheduler, and a scheduler serves many
/// runs.
///
/// A foreign thread only touches what has a lock.
final class LiveMainExecutor: SerialExecutor, Sendable {
  private let strays: UnscheduledWork

  /// Makes an executor that is never freed.
  ///
  /// - Parameter strays: gets the jobs that another thread brings; it is unknown when they come.
  init(_ strays: UnscheduledWork) {
    self.strays = strays
    _ = Unmanaged.passRetained(self)
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
      strays.add(job, on: .main)
    }
  }

  // The runtime asks these where no job of the executor runs.

  func checkIsolated() {
    if isIsolatingCurrentContext() != true {
      misuse("this is code of the main actor, and runs elsewhere")
    }
  }

  func isIsolatingCurrentContext() -> Bool? { seat?.pointee.isMainActor ?? false }
}
