import Foundation

/// A stack on which a thread can be told that its own one has come to its end, as it does when a
/// function of an app calls itself for ever.
package final class SignalStack {
  private static let key = "stack for signals"
  private static let byteCount = 1 << 16

  private let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16)

  private init() {
    var stack = stack_t()
    stack.ss_sp = memory
    stack.ss_size = numericCast(Self.byteCount)
    sigaltstack(&stack, nil)
  }

  // The thread is over.
  deinit {
    var stack = stack_t()
    stack.ss_flags = numericCast(SS_DISABLE)
    sigaltstack(&stack, nil)
    memory.deallocate()
  }

  /// Gives the main thread its stack, once: it ends with the process.
  private static let mainThread: Void = { _ = Unmanaged.passRetained(SignalStack()) }()

  /// Gives this thread such a stack, unless it has one.
  package static func prepareThread() {
    if Thread.isMainThread { return mainThread }
    let values = Thread.current.threadDictionary
    if values[key] == nil { values[key] = SignalStack() }
  }
}
