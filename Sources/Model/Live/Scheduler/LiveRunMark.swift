/// What every task of a run carries from its beginning to its end, as do the tasks that it begins
/// in turn; detached ones do not.
///
/// The runtime lets go of it when a task is over, so that it is known exactly whether all are.
final class LiveRunMark: Sendable {
  @TaskLocal static var current: LiveRunMark?
}

/// A run that has ended, some of whose tasks may not be over.
struct LiveEndedRun {
  weak var mark: LiveRunMark?

  var isUnfinished: Bool { mark != nil }
}
