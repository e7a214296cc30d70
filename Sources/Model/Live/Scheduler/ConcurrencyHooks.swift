#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

#if os(Linux)
  /// What the runtime describes jobs by.
  @_silgen_name("swift_task_getJobTaskId") private func identityOfTask(_ job: UnownedJob) -> UInt64
#endif

/// The two variables of the Swift runtime through which jobs are handed to a scheduler that asks
/// for them.
///
/// The runtime calls a hook with the function that it stands in for. Both are looked up by name, so
/// that a system without them can say so; they are set once and let every thread through that is
/// not a scheduler's.
enum ConcurrencyHooks {
  private typealias EnqueueGlobally = @convention(thin) (UnownedJob) -> Void
  private typealias EnqueueGloballyHook = @convention(thin) (UnownedJob, EnqueueGlobally) -> Void
  private typealias MainExecutor = @convention(thin) () -> UnownedSerialExecutor
  private typealias MainExecutorHook = @convention(thin) (MainExecutor) -> UnownedSerialExecutor

  /// Why the hooks could not be set, nil when they are; the first look sets them.
  static let complaint: String? = install()

  /// Jobs for the global executor, those that serve default actors among them.
  private static let enqueueGlobally: EnqueueGloballyHook = { job, original in
    if !LiveScheduler.enqueueHere(job, on: .global) && !UnscheduledWork.take(job) { original(job) }
  }

  /// What tells a task from all others of the process; the number of the job where that is an
  /// actor's.
  static func identity(ofTask job: UnownedJob) -> UInt64 {
    #if os(Linux)
      identityOfTask(job)
    #else
      0
    #endif
  }

  /// The identity of the task that runs on this thread; 0 for none.
  static var currentTask: UInt64 {
    // Both are nothing but a reference to the task, which is a job itself.
    withUnsafeCurrentTask { task in
      task.map { identity(ofTask: unsafeBitCast($0, to: UnownedJob.self)) } ?? 0
    }
  }

  /// The executor of the main actor, as this thread sees it.
  private static let mainExecutor: MainExecutorHook = { original in
    LiveScheduler.currentSeat?.pointee.mainExecutor ?? original()
  }

  private static func install() -> String? {
    #if os(Linux)
      guard let program = dlopen(nil, RTLD_NOW) else { return "this program cannot look itself up" }
      guard let global = dlsym(program, "swift_task_enqueueGlobal_hook"),
        let main = dlsym(program, "swift_task_getMainExecutor_hook")
      else { return "this Swift runtime has no hooks for its executors" }
      global.assumingMemoryBound(to: EnqueueGloballyHook?.self).pointee = enqueueGlobally
      main.assumingMemoryBound(to: MainExecutorHook?.self).pointee = mainExecutor
      return nil
    #else
      return "the hooks of the Swift runtime were tried on Linux only"
    #endif
  }
}
