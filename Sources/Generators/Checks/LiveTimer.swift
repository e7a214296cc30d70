import Foundation
import Synchronization

/// A thread that counts the time of a check, as long as somebody holds this.
final class LiveTimer: Sendable {
  static let secondsBetweenLooks = 0.02

  private let flag: Atomic<Bool>

  var isOver: Bool { flag.load(ordering: .relaxed) }

  /// - Parameter look: called on the thread every few milliseconds.
  init(secondsMax: Int, look: @escaping @Sendable () -> Void = {}) {
    flag = Atomic(secondsMax <= 0)
    Thread.detachNewThread { [weak self] in
      var secondsLeft = Double(secondsMax)
      while let self {
        if secondsLeft <= 0 { self.flag.store(true, ordering: .relaxed) }
        look()
        secondsLeft -= Self.secondsBetweenLooks
        usleep(UInt32(Self.secondsBetweenLooks * 1_000_000))
      }
    }
  }
}
