import Foundation
import Testing

/// Two threads of their own for tests that wait for processes.
///
/// Swift's pool has a thread a core. A test that waits there keeps one from tests that compute.
final class WaitingThreads: TaskExecutor {
  static let shared = WaitingThreads()

  private let queue = {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 2
    return queue
  }()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Takes the tests of a suite on the threads for tests that wait.
///
/// A trait that a suite hands down to its tests has to be a test's trait, too.
struct WaitingTrait: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
  }
}

extension Trait where Self == WaitingTrait {
  /// The tests wait for processes.
  static var waiting: Self { Self() }
}
