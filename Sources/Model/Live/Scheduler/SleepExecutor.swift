#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
  // The way to these executors is experimental and no part of the language's public face: it stands
  // in this file alone, for the compilers on which it was tried.
  @_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

  /// Stands before the executor that `Task.sleep` and `Task.yield` go to directly, past the hooks.
  private final class SleepExecutor: TaskExecutor, SchedulingExecutor {
    private let original: any TaskExecutor & SchedulingExecutor

    init(before original: any TaskExecutor & SchedulingExecutor) { self.original = original }

    var asSchedulingExecutor: (any SchedulingExecutor)? { self }

    func enqueue(_ job: consuming ExecutorJob) {
      if let scheduler = LiveScheduler.current {
        scheduler.enqueue(UnownedJob(job), on: .global)
      } else {
        original.enqueue(job)
      }
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      if let scheduler = LiveScheduler.current {
        scheduler.enqueueSleeper(UnownedJob(job), after: delay as? Duration ?? .zero)
      } else {
        original.enqueue(job, after: delay, tolerance: tolerance, clock: clock)
      }
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      if let scheduler = LiveScheduler.current {
        scheduler.enqueueSleeper(UnownedJob(job), until: instant, of: clock)
      } else {
        original.enqueue(job, at: instant, tolerance: tolerance, clock: clock)
      }
    }
  }

  /// What the runtime takes its executors from.
  private struct SleepFactory: ExecutorFactory {
    static let original = Task<Never, Never>.defaultExecutor
    static let replacement = (original as? any TaskExecutor & SchedulingExecutor).map(
      SleepExecutor.init(before:))

    static var mainExecutor: any MainExecutor { MainActor.executor }
    static var defaultExecutor: any TaskExecutor { replacement ?? original }
  }

  extension LiveScheduler {
    private static let replacesExecutor: Bool = {
      guard SleepFactory.replacement != nil else { return false }
      _createExecutors(factory: SleepFactory.self)
      return true
    }()

    /// Makes schedulers of this process own `Task.sleep` and `Task.yield` too, from now on.
    ///
    /// The runtime reads the executor that is replaced without a lock, so this belongs before
    /// anything concurrent happens in the process: `spec-runner` and the child processes of checks
    /// call it first.
    ///
    /// - Returns: whether they do; where the platform does not let them, code under test that
    ///   sleeps or yields leaves its scheduler.
    @discardableResult
    package static func ownSleep() -> Bool { replacesExecutor }
  }
#else
  extension LiveScheduler {
    /// Whether schedulers of this process own `Task.sleep` and `Task.yield` too: not possible here.
    @discardableResult
    package static func ownSleep() -> Bool { false }
  }
#endif
