import Foundation

extension LiveScheduler {
  /// The scheduler that a thread keeps for an app and a purpose; a new one where jobs of a run are
  /// left.
  ///
  /// What other threads bring is then told of the app that they bring it for, and of no other one.
  ///
  /// - Throws: `LiveUnavailable` where the platform lacks the hooks.
  static func ofThread(
    _ purpose: String, for app: AnyObject
  ) throws(LiveUnavailable) -> LiveScheduler {
    if let known = known(purpose, app), known.waitingCount == 0, known.strays.count == 0 {
      return known
    }
    SignalStack.prepareThread()
    let scheduler = try LiveScheduler()
    (scheduler.app, scheduler.numbersTasks) = (app, true)
    Thread.current.threadDictionary[key(purpose)] = scheduler
    return scheduler
  }

  /// What is said of the app that ran under a scheduler of this thread, once other threads have had
  /// time to bring what they do for it.
  static func strayComplaint(_ purpose: String, of app: AnyObject, milliseconds: Int) -> String? {
    guard let known = known(purpose, app) else { return nil }
    known.awaitStrays(milliseconds: milliseconds)
    return known.strays.complaint
  }

  private static func key(_ purpose: String) -> String { "scheduler of \(purpose)" }
  private static func known(_ purpose: String, _ app: AnyObject) -> LiveScheduler? {
    let known = Thread.current.threadDictionary[key(purpose)] as? LiveScheduler
    return known?.app === app ? known : nil
  }
}
