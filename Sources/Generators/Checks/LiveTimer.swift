import Foundation
import Synchronization

/// A thread that counts the time of a check, as long as somebody holds this.
final class LiveTimer: Sendable {
  private let flag = Atomic<Bool>(false)

  var isOver: Bool { flag.load(ordering: .relaxed) }

  /// - Parameter look: called on the thread every few milliseconds.
  init(secondsMax: Int, look: @escaping @Sendable () -> Void = {}) {
    Thread.detachNewThread { [weak self] in
      var secondsLeft = Double(secondsMax)
      while let self {
        if secondsLeft <= 0 { self.flag.store(true, ordering: .relaxed) }
        look()
        secondsLeft -= 0.02
        usleep(20_000)
      }
    }
  }
}
