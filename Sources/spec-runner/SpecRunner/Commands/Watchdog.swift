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
  static let graceSeconds = 0.5
  private static let tickMicroseconds: UInt32 = 10_000
  /// How long nobody may ask once a command was stopped, in seconds of computing and of waiting: then some
  /// function of a product does not come back.
  private static let usualPatience = (computing: 2.0, waiting: 30.0)

  private enum Cause: Int { case nothing, interrupted, time, memory }

  private let subject: String?
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
  ///   - subject: what is under way, for when it has to be given up.
  ///   - byteCountMax: the most memory of the process; nil where somebody else looks at it.
  ///   - graceSeconds: how long the command may go on after it was stopped.
  ///   - patienceSeconds: how long nobody may ask after Ctrl-C or SIGTERM; then the process is ended. A limit
  ///     on time then leaves more time to whatever has to come after. Nil for what a search may take.
  ///   - mayGiveUp: whether the process is ended when nobody asks any more after the stop.
  init(
    _ subject: String? = nil, secondsMax: Double?, byteCountMax: Int? = nil,
    graceSeconds: Double = graceSeconds, patienceSeconds: Double? = nil, mayGiveUp: Bool = true
  ) {
    @Sendable func patience() -> (computing: Double, waiting: Double) {
      guard let patienceSeconds else { return Self.usualPatience }
      let seconds = Surroundings.isInterrupted ? patienceSeconds : Self.usualPatience.waiting
      return (seconds, seconds)
    }
    self.subject = subject
    self.secondsMax = secondsMax
    self.byteCountMax = byteCountMax
    let start = Surroundings.seconds()
    let thread = Thread { [weak self] in
      var (stop, asked, computed) = (Double.infinity, start, 0.0)
      while let watchdog = self, !watchdog.isFinished.load(ordering: .relaxed) {
        let (now, processorSeconds) = (Surroundings.seconds(), Surroundings.processorSeconds())
        watchdog.tick(now - start)
        if watchdog.isStopped { stop = min(stop, now) }
        if now - stop >= graceSeconds { watchdog.isGraceOver.store(true, ordering: .relaxed) }
        let wasAsked = watchdog.isAsked.exchange(false, ordering: .relaxed)
        if wasAsked || stop >= now || !mayGiveUp { (asked, computed) = (now, processorSeconds) }
        let (computing, waiting) = patience()
        if processorSeconds - computed >= computing || now - asked >= waiting {
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
    let title = subject.map { "\($0.echo): " } ?? ""
    Surroundings.warn(
      of: "\(title)\(reason?.words ?? "stopped"), but something does not come to its end, such as a function "
        + "of the product\(known ?? ""); nothing more can be told")
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
