import Foundation
import Spec
import Synchronization

/// What ends a command early: Ctrl-C, its limit on time, its limit on memory.
///
/// A thread of its own looks at the clock and the memory a hundred times a second; everybody else reads what
/// it found, which costs next to nothing and can be done after every step, by any worker.
final class Watchdog: Sendable {
  /// How long a command may go on after it was stopped, to tell what is known, in seconds.
  private static let graceSeconds = 0.5
  private static let tickMicroseconds: UInt32 = 10_000

  private enum Cause: Int { case nothing, interrupted, time, memory }

  private let secondsMax: Double?
  private let byteCountMax: Int?
  private let cause = Atomic(Cause.nothing.rawValue)
  private let isTicked = Atomic(false)
  private let isGraceOver = Atomic(false)

  /// Begins to watch.
  ///
  /// - Parameter byteCountMax: the most memory of the process; nil where somebody else looks at it.
  init(secondsMax: Double?, byteCountMax: Int? = nil) {
    self.secondsMax = secondsMax
    self.byteCountMax = byteCountMax
    let start = Surroundings.seconds()
    let thread = Thread { [weak self] in
      var stop: Double?
      while let watchdog = self {
        let now = Surroundings.seconds()
        watchdog.tick(now - start)
        if stop == nil && watchdog.isOver { stop = now }
        if let stop, now - stop >= Self.graceSeconds {
          watchdog.isGraceOver.store(true, ordering: .relaxed)
        }
        usleep(Self.tickMicroseconds)
      }
    }
    thread.start()
  }

  private func tick(_ seconds: Double) {
    isTicked.store(true, ordering: .relaxed)
    if isOver { return }
    if Surroundings.isInterrupted {
      cause.store(Cause.interrupted.rawValue, ordering: .relaxed)
    } else if let secondsMax, seconds >= secondsMax {
      cause.store(Cause.time.rawValue, ordering: .relaxed)
    } else if let byteCountMax, let byteCount = Surroundings.residentByteCount(), byteCount > byteCountMax {
      cause.store(Cause.memory.rawValue, ordering: .relaxed)
    }
  }

  /// Whether the command has to come to its end.
  var isOver: Bool { cause.load(ordering: .relaxed) != Cause.nothing.rawValue || Surroundings.isInterrupted }

  /// Whether what is known has to be told at once.
  var mustEnd: Bool { isGraceOver.load(ordering: .relaxed) }

  /// Why the command has to come to its end, nil when it need not.
  var reason: ExitReason? {
    if Surroundings.isInterrupted { return .interrupted }
    switch Cause(rawValue: cause.load(ordering: .relaxed)) {
    case .time: return .timeLimit
    case .memory: return .memoryLimit(byteCountMax ?? 0)
    case .interrupted, .nothing, nil: return nil
    }
  }

  /// A monitor for a search.
  ///
  /// - Parameter show: told how far the search has come, when there was a tick since.
  func monitor(showing show: @escaping (SearchProgress) -> Void) -> Monitor {
    var monitor = Monitor { progress in
      self.isTicked.store(false, ordering: .relaxed)
      show(progress)
      return self.reason
    }
    monitor.isDue = { self.isTicked.load(ordering: .relaxed) }
    monitor.mustEnd = { self.mustEnd }
    monitor.residentByteCount = Surroundings.residentByteCount
    return monitor
  }
}
