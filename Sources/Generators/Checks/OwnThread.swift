import Foundation
import Synchronization

/// Runs a body on a thread of its own, so that the threads of tasks stay free for other tests; as
/// many bodies at once as the machine has processors, the others wait in the order in which they
/// came.
func onOwnThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws
  -> Result
{
  await OwnThreads.enter()
  defer { OwnThreads.leave() }
  return try await withCheckedThrowingContinuation { continuation in
    Thread.begin { continuation.resume(with: Swift.Result { try body() }) }
  }
}

extension Thread {
  /// Begins a thread with as much stack as a main thread has: reflection, looks ahead and encoders
  /// go deep.
  package static func begin(_ body: @escaping @Sendable () -> Void) {
    let thread = Thread { body() }
    thread.stackSize = 8 << 20
    thread.start()
  }
}

/// How many bodies may run at once.
private enum OwnThreads {
  private struct Content {
    var freeCount = max(1, ProcessInfo.processInfo.activeProcessorCount)
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private static let content = Mutex(Content())

  static func enter() async {
    await withCheckedContinuation { continuation in
      let isFree = content.withLock { content in
        if content.freeCount == 0 {
          content.waiting.append(continuation)
          return false
        }
        content.freeCount -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  static func leave() {
    let next = content.withLock { content -> CheckedContinuation<Void, Never>? in
      if content.waiting.isEmpty {
        content.freeCount += 1
        return nil
      }
      return content.waiting.removeFirst()
    }
    next?.resume()
  }
}

/// Does something for each place up to a count, on so many threads; each takes the next place when
/// it is done with one.
package func sideBySide(
  _ threadCount: Int, upTo count: Int, _ body: @escaping @Sendable (Int) -> Void
) {
  let next = Atomic(0)
  let take = { @Sendable in
    while case let place = next.add(1, ordering: .relaxed).oldValue, place < count { body(place) }
  }
  let group = DispatchGroup()
  for _ in 1..<max(threadCount, 1) {
    group.enter()
    Thread.begin {
      take()
      group.leave()
    }
  }
  take()
  group.wait()
}
