import Foundation
import Model
import Synchronization

/// Keeps a process that traps alive until somebody has written down what it was doing.
///
/// The thread that trapped stays where it is: all that it does any more is to send the number of
/// the signal to a thread that waits for it. So nothing has to be written down as long as nothing
/// traps.
package enum TrapWatch {
  /// Signals by which code ends itself; all others come from outside.
  static let signals: [Int32] = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]

  private static let pipeEnd = Atomic<Int32>(-1)
  private static let trapCount = Atomic<Int>(0)
  /// The thread that trapped, and the one that writes down what it was doing.
  private static let thread = Atomic<UInt>(0)
  private static let writer = Atomic<UInt>(0)

  /// Begins to watch; the process ends by the same signal afterwards.
  ///
  /// - Parameter write: called once, on a thread of its own, and told the thread that trapped.
  package static func begin(_ write: @escaping @Sendable (_ thread: UInt) -> Void) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    pipeEnd.store(ends[1], ordering: .sequentiallyConsistent)
    let readEnd = ends[0]
    Thread.detachNewThread {
      writer.store(ThreadNumber.current, ordering: .relaxed)
      var number: UInt8 = 0
      while read(readEnd, &number, 1) != 1 {}
      write(thread.load(ordering: .acquiring))
      signal(Int32(number), SIG_DFL)
      kill(getpid(), Int32(number))
    }
    var action = sigaction()
    handle(with: &action)
    action.sa_flags = Int32(SA_ONSTACK)
    for one in signals { sigaction(one, &action, nil) }
  }

  private static func handle(with action: inout sigaction) {
    let handler: @convention(c) (Int32) -> Void = { number in
      // A trap of writing down the first one ends the process; that of another thread waits for its
      // end.
      if ThreadNumber.current == TrapWatch.writer.load(ordering: .relaxed) {
        signal(number, SIG_DFL)
        return
      }
      if TrapWatch.trapCount.add(1, ordering: .relaxed).oldValue == 0 {
        TrapWatch.thread.store(ThreadNumber.current, ordering: .releasing)
        // Where memory or a lock was left in disorder, nothing can be written down any more.
        alarm(60)
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(TrapWatch.pipeEnd.load(ordering: .relaxed), &byte, 1)
      }
      while true { usleep(100_000) }
    }
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = handler
    #else
      action.__sigaction_handler.sa_handler = handler
    #endif
  }

  /// What the runtime said last of a trap, in what a process wrote to its standard error; nil for
  /// nothing.
  ///
  /// It begins a line, or follows the place in the code: what quotes words of another trap does not
  /// count.
  package static func words(in errors: String) -> String? {
    let words = /^(?:.*\.swift:\d+: )?((?:Fatal error|Precondition failed|Assertion failed).*)$/
    for line in errors.split(separator: "\n").reversed() {
      if let match = line.wholeMatch(of: words) { return String(match.1) }
    }
    return nil
  }
}
