import Foundation
import Model

/// What ends a command whose app does not come to its end: a job of live code that goes on and on.
enum HangWatch {
  private static let looksPerSecond: UInt32 = 2
  /// How long a job may take, in seconds; as in a check in a test.
  private static let secondsMax = 10

  /// Begins to watch, on a thread of its own.
  ///
  /// - Parameter watchdog: tells what is known when the app hangs.
  static func begin(_ watchdog: Watchdog) {
    let thread = Thread {
      var (lookCount, last) = (0, UnscheduledWork.runningJobs)
      while true {
        usleep(1_000_000 / looksPerSecond)
        let now = UnscheduledWork.runningJobs
        // Looks are counted, not seconds: a process may be stopped for an hour and go on.
        lookCount = now.contains { last[$0.key] == $0.value } ? lookCount + 1 : 0
        last = now
        if lookCount >= secondsMax * Int(looksPerSecond) { giveUp(watchdog) }
      }
    }
    thread.start()
  }

  private static func giveUp(_ watchdog: Watchdog) -> Never {
    let tasks = UnscheduledWork.wordsForRunningTasks.joined(separator: "; ")
    watchdog.tellWhatIsKnown(
      "the app did not come to its end for \(secondsMax) seconds, in a job of \(tasks)")
  }
}
