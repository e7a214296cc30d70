import Foundation
import Synchronization

/// The trace that `SPEC_REPLAY` names, and whether some check of this process took it.
enum Replays {
  static let variable = "SPEC_REPLAY"
  private static let isTaken = Atomic<Bool>(false)

  /// When the process ends and no check took the trace, it ends as one that failed: a misspelt path
  /// or a renamed product is no success.
  private static let watching: Void = {
    guard ProcessInfo.processInfo.environment[variable] != nil, ChildTask.current == nil else {
      return
    }
    atexit {
      if Replays.isTaken.load(ordering: .relaxed) { return }
      let path = ProcessInfo.processInfo.environment[Replays.variable] ?? ""
      let words = "no check that ran has its product, design, environment, scope, property and case"
      FileHandle.standardError.write(Data("\(path): \(words)\n".utf8))
      _exit(1)
    }
  }()

  /// The trace that is to be taken in place of what a check looks for; nil when there is none.
  static func path(_ environment: [String: String]) -> String? {
    _ = watching
    return environment[variable]
  }

  fileprivate static func noteTaken() { isTaken.store(true, ordering: .relaxed) }
}

extension CheckPlan {
  /// Takes note that the trace that is taken is the one of the environment, if it is.
  func noteTaken() {
    if trace == nil { Replays.noteTaken() }
  }
}
