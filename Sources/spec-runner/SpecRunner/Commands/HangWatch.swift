import Foundation
import Model

/// What ends a command whose app does not come to its end: a step of an app, or a job of other live
/// code, that goes on and on.
enum HangWatch {
  private static let looksPerSecond: UInt32 = 2
  /// How long a step or a job may take, in seconds; as in a check in a test.
  private static let secondsMax = 10

  /// Begins to watch, on a thread of its own.
  ///
  /// - Parameter watchdog: tells what is known when the app hangs.
  static func begin(_ watchdog: Watchdog) {
    let thread = Thread {
      var (lookCount, last) = (0, underWay)
      while true {
        usleep(1_000_000 / looksPerSecond)
        let now = underWay
        let isStill =
          now.question.map { $0 == last.question }
          ?? now.jobs.contains { last.jobs[$0.key] == $0.value }
        // Looks are counted, not seconds: a process may be stopped for an hour and go on.
        lookCount = isStill ? lookCount + 1 : 0
        last = now
        if lookCount >= secondsMax * Int(looksPerSecond) { giveUp(watchdog) }
      }
    }
    thread.start()
  }

  /// What an app is asked, by its number, and the job that runs under each scheduler.
  private static var underWay: (question: Int?, jobs: [ObjectIdentifier: Int]) {
    (AppQuestions.ofProcess.numberUnderWay, UnscheduledWork.runningJobs)
  }

  private static func giveUp(_ watchdog: Watchdog) -> Never {
    let tasks = UnscheduledWork.wordsForRunningTasks.joined(separator: "; ")
    let what = AppQuestions.ofProcess.underWay.map { "when \($0.words)" } ?? "in a job of \(tasks)"
    watchdog.tellWhatIsKnown("the app did not come to its end for \(secondsMax) seconds, \(what)")
  }
}
