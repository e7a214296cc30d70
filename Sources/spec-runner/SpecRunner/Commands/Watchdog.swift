import Foundation
import Generators
import Model
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
  /// How long nobody may ask once a command was stopped, in seconds of computing and of waiting: then some
  /// function of a product does not come back.
  private static let (silentSecondsMax, idleSecondsMax) = (2.0, 30.0)

  private enum Cause: Int { case nothing, interrupted, time, memory }

  private let secondsMax: Double?
  private let byteCountMax: Int?
  private let cause = Atomic(Cause.nothing.rawValue)
  private let isTicked = Atomic(false)
  private let isGraceOver = Atomic(false)
  private let isAsked = Atomic(false)
  private let isFinished = Atomic(false)
  private let latest = Mutex<SearchProgress?>(nil)

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - byteCountMax: the most memory of the process; nil where somebody else looks at it.
  ///   - mayGiveUp: whether the process is ended when nobody asks any more after the stop.
  init(secondsMax: Double?, byteCountMax: Int? = nil, mayGiveUp: Bool = true) {
    self.secondsMax = secondsMax
    self.byteCountMax = byteCountMax
    let start = Surroundings.seconds()
    let thread = Thread { [weak self] in
      var (stop, asked, computed) = (Double.infinity, start, 0.0)
      while let watchdog = self, !watchdog.isFinished.load(ordering: .relaxed) {
        let (now, processorSeconds) = (Surroundings.seconds(), Surroundings.processorSeconds())
        watchdog.tick(now - start)
        if watchdog.isStopped { stop = min(stop, now) }
        if now - stop >= Self.graceSeconds { watchdog.isGraceOver.store(true, ordering: .relaxed) }
        let wasAsked = watchdog.isAsked.exchange(false, ordering: .relaxed)
        if wasAsked || stop >= now || !mayGiveUp { (asked, computed) = (now, processorSeconds) }
        if processorSeconds - computed >= Self.silentSecondsMax || now - asked >= Self.idleSecondsMax {
          watchdog.giveUp()
        }
        usleep(Self.tickMicroseconds)
      }
    }
    thread.start()
  }

  /// Ends the process where nobody else can.
  private func giveUp() {
    let known = latest.withLock { $0 }.map {
      "; so far \($0.stateCount.counted("state")), depth \($0.depth)"
    }
    Surroundings.warn(
      "spec-runner: \(reason?.words ?? "stopped"), but a function of the product does not come back"
        + "\(known ?? ""); nothing more can be told")
    _exit(3)
  }

  /// Ends the watch: what is left does not take long.
  func finish() { isFinished.store(true, ordering: .relaxed) }

  private func tick(_ seconds: Double) {
    isTicked.store(true, ordering: .relaxed)
    if isStopped { return }
    if Surroundings.isInterrupted {
      cause.store(Cause.interrupted.rawValue, ordering: .relaxed)
    } else if let secondsMax, seconds >= secondsMax {
      cause.store(Cause.time.rawValue, ordering: .relaxed)
    } else if let byteCountMax, let byteCount = Surroundings.residentByteCount(), byteCount > byteCountMax {
      cause.store(Cause.memory.rawValue, ordering: .relaxed)
    }
  }

  private var isStopped: Bool {
    cause.load(ordering: .relaxed) != Cause.nothing.rawValue || Surroundings.isInterrupted
  }

  /// Takes note that somebody still asks.
  private func hear() { if !isAsked.load(ordering: .relaxed) { isAsked.store(true, ordering: .relaxed) } }

  /// Whether the command has to come to its end.
  var isOver: Bool {
    hear()
    return isStopped
  }

  /// Whether what is known has to be told at once.
  var mustEnd: Bool {
    hear()
    return isGraceOver.load(ordering: .relaxed)
  }

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
      self.hear()
      self.latest.withLock { $0 = progress }
      show(progress)
      return self.reason
    }
    monitor.isDue = { self.isTicked.load(ordering: .relaxed) }
    monitor.mustEnd = { self.mustEnd }
    monitor.residentByteCount = Surroundings.residentByteCount
    return monitor
  }
}
