import Foundation
import Synchronization

/// A thread that waits for the end of a pipe and, meanwhile, for the end of a check's time.
///
/// Nobody writes into the pipe. It is closed when the process that holds its other end closes it or ends,
/// in whatever way it ends.
final class LiveWatch: Sendable {
  private let flag = Atomic<Bool>(false)

  /// Whether the time is over.
  var isOver: Bool { flag.load(ordering: .relaxed) }

  /// Watches the reading end of a pipe, which the watch closes.
  ///
  /// - Parameters:
  ///   - secondsMax: when the time is over.
  ///   - whenClosed: called on the thread when the pipe has been closed.
  init(_ end: Int32, secondsMax: Int, whenClosed: @escaping @Sendable () -> Void = {}) {
    let milliseconds = Int32(min(max(0, secondsMax), 2_000_000)) * 1000
    Thread.detachNewThread {
      var wait = milliseconds
      while true {
        var events = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
        let count = poll(&events, 1, wait)
        if count == 0 {
          self.flag.store(true, ordering: .relaxed)
          wait = -1
        } else if count > 0 || errno != EINTR {
          break
        }
      }
      close(end)
      whenClosed()
    }
  }

  /// A pipe that no other process inherits: its reading and its writing end.
  static func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      // A pair of sockets is a pipe that can be closed to other processes from the start.
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      let result = socketpair(AF_UNIX, kind, 0, &ends)
    #else
      let result = Foundation.pipe(&ends)
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #endif
    guard result == 0 else {
      throw CheckFailure(findings: [], description: "no pipe can be opened; close some files")
    }
    return (ends[0], ends[1])
  }

  /// Runs a body that may ask whether its time is over.
  static func timing<Result>(secondsMax: Int, _ body: (LiveWatch) throws -> Result) throws -> Result {
    let pipe = try pipe()
    defer { close(pipe.writing) }
    return try body(LiveWatch(pipe.reading, secondsMax: secondsMax))
  }
}
