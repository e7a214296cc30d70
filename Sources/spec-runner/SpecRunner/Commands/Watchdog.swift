import Foundation
import Generators
import Spec
import Synchronization

/// What ends a command early: Ctrl-C or SIGTERM, its limit on time, its limit on memory.
///
/// A thread of its own looks at the clock and the memory a hundred times a second; everybody else
/// reads what it found, which costs next to nothing and can be done after every step, by any
/// worker. Where the command does not come to its end in time, the thread tells what is known and
/// ends the process.
final class Watchdog: Sendable {
  /// How long a command may go on after it was stopped, to work out what it found, in seconds.
  static let graceSeconds = 0.25
  /// How long it may take until it has begun to tell it, in seconds; then the thread does.
  static let patienceSeconds = 0.45
  private static let tickMicroseconds: UInt32 = 10_000

  /// Tells what is known, given why the command was stopped.
  ///
  /// - Returns: the exit status.
  typealias Telling = @Sendable (ExitReason) throws -> Int32

  private enum Cause: Int { case nothing, time, memory }

  /// Moments are in seconds since the command began.
  private struct Bounds {
    var secondsMax = Double.infinity
    var byteCountMax: Int?
    /// How long the command has to begin to tell what it found once its limit on time is hit.
    var patience = Watchdog.patienceSeconds
    /// When the time that the command was given is over, which is no limit.
    var end = Double.infinity
    /// When the part of it is over that belongs to what is under way, and when only what it found
    /// may still be worked out.
    var shareEnd = Double.infinity
    var workEnd = Double.infinity
    var telling: Telling = { reason in
      Surroundings.warn(of: "\(reason.words) before anything was known")
      return 3
    }
  }

  private let bounds = Mutex(Bounds())
  private let cause = Atomic(Cause.nothing.rawValue)
  private let isTicked = Atomic(false)
  private let isGraceOver = Atomic(false)
  private let isShareOver = Atomic(false)
  private let isWorkOver = Atomic(false)
  private let isFinished = Atomic(false)
  /// Held by a thread that tells something; for ever by the one that tells the end.
  private let word = NSLock()

  /// Begins to watch.
  init() {
    Thread.begin { [self] in
      var stop = Double.infinity
      while true {
        let now = Surroundings.seconds()
        stop = tick(now) ? min(stop, now) : .infinity
        isGraceOver.store(now - stop >= Self.graceSeconds, ordering: .relaxed)
        if now - stop >= patience { tellWhatIsKnown() }
        usleep(Self.tickMicroseconds)
      }
    }
  }

  /// Looks at the clock.
  ///
  /// - Returns: whether the command has to come to its end.
  private func tick(_ now: Double) -> Bool {
    let bounds = bounds.withLock { bounds in
      if !isStopped, let found = Self.cause(at: now, bounds) {
        cause.store(found.rawValue, ordering: .relaxed)
      }
      isWorkOver.store(now >= bounds.workEnd, ordering: .relaxed)
      isShareOver.store(now >= bounds.shareEnd, ordering: .relaxed)
      return bounds
    }
    isTicked.store(true, ordering: .relaxed)
    return isStopped || now >= bounds.end
  }

  private static func cause(at now: Double, _ bounds: Bounds) -> Cause? {
    if now >= bounds.secondsMax { return .time }
    guard let most = bounds.byteCountMax, let byteCount = Surroundings.residentByteCount() else {
      return nil
    }
    return byteCount > most ? .memory : nil
  }

  // MARK: Bounds

  /// Sets the limits of the command, or of the part of it that begins.
  ///
  /// - Parameters:
  ///   - start: from when on the time counts, in seconds since the command began.
  ///   - byteCountMax: the most memory of the process; nil where somebody else looks at it.
  ///   - patience: how long the command has to begin to tell what it found after that, in seconds.
  func limit(
    secondsMax: Double?, since start: Double = 0, byteCountMax: Int? = nil,
    patience: Double = patienceSeconds
  ) {
    bounds.withLock {
      $0.patience = patience
      ($0.secondsMax, $0.byteCountMax) = (secondsMax.map { start + $0 } ?? .infinity, byteCountMax)
      cause.store(Cause.nothing.rawValue, ordering: .relaxed)
    }
  }

  /// Sets until when what is under way, and the command, may take time that is no limit.
  ///
  /// - Parameter reserve: how much of it belongs to working out what was found.
  func share(until shareEnd: Double, reserve: Double, of end: Double) {
    bounds.withLock {
      ($0.workEnd, $0.shareEnd, $0.end) = (shareEnd - reserve, shareEnd, end)
      isWorkOver.store(false, ordering: .relaxed)
      isShareOver.store(false, ordering: .relaxed)
    }
  }

  private var patience: Double {
    Surroundings.isInterrupted ? Self.patienceSeconds : bounds.withLock { $0.patience }
  }

  private var isStopped: Bool {
    cause.load(ordering: .relaxed) != Cause.nothing.rawValue || Surroundings.isInterrupted
  }

  /// Whether the command has to come to its end.
  var isOver: Bool { isStopped }

  /// Whether what is known has to be told at once.
  var mustEnd: Bool { isGraceOver.load(ordering: .relaxed) }

  /// Whether what is under way is to begin nothing new, and to work out what it found.
  var isShareUsed: Bool { isOver || isWorkOver.load(ordering: .relaxed) }

  /// Whether what is under way has had its share of the time.
  var mustEndShare: Bool { isOver || isShareOver.load(ordering: .relaxed) }

  /// Why the command has to come to its end, nil when it need not.
  var reason: ExitReason? {
    if Surroundings.isInterrupted { return .interrupted }
    switch Cause(rawValue: cause.load(ordering: .relaxed)) {
    case .time: return .timeLimit
    case .memory: return .memoryLimit(bounds.withLock { $0.byteCountMax } ?? 0)
    case .nothing, nil: return nil
    }
  }

  // MARK: What is told

  /// Says how to tell what is known, should the command not come to its end.
  func lastWord(_ telling: @escaping Telling) { bounds.withLock { $0.telling = telling } }

  /// Tells a part of what the command found, unless its last word is being told.
  func tell<Failure: Error>(_ part: () throws(Failure) -> Void) throws(Failure) {
    word.lock()
    defer { word.unlock() }
    try part()
  }

  /// Takes the last word for the command: what is left takes no time.
  ///
  /// Where the thread has it already, the caller waits for the end of the process.
  func finish() { if !isFinished.exchange(true, ordering: .relaxed) { word.lock() } }

  /// Tells what is known and ends the process, where the command does not.
  ///
  /// - Parameter complaint: what keeps it from its end, where that is known.
  func tellWhatIsKnown(_ complaint: String? = nil) -> Never {
    word.lock()
    ProgressLine.end()
    if let complaint { Surroundings.warn(of: complaint) }
    let telling = bounds.withLock { $0.telling }
    Surroundings.end { try telling(reason ?? (complaint == nil ? .timeLimit : .interrupted)) }
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
