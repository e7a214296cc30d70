/// What every task of a run carries from its beginning to its end, as do the tasks that it begins
/// in turn; detached ones do not.
///
/// The runtime lets go of it when a task is over, so that it is known exactly whether all are.
///
/// What begins as a person does something carries a mark of its own, which holds the one of the
/// run.
final class LiveRunMark: Sendable {
  @TaskLocal static var current: LiveRunMark?

  /// The number of the interaction in which the task began, or the one that began it did.
  let interaction: Int?
  private let run: LiveRunMark?

  init(interaction: Int? = nil, of run: LiveRunMark? = nil) {
    (self.interaction, self.run) = (interaction, run)
  }
}

/// The tasks that carry a mark: those of a run that has ended, or of an interaction.
struct LiveMarkedTasks {
  fileprivate(set) weak var mark: LiveRunMark?

  init(_ mark: LiveRunMark) { self.mark = mark }

  var areUnfinished: Bool { mark != nil }
}

extension LiveScheduler {
  /// Runs a body on the main actor for something that a person does.
  ///
  /// - Parameter number: tells it from the others of the run.
  /// - Returns: the tasks that begin in it, and those that they begin in turn.
  func runOnMainActor(
    interaction number: Int, _ body: @MainActor () -> Void
  ) -> LiveMarkedTasks {
    let run = mark
    mark = LiveRunMark(interaction: number, of: run)
    defer { mark = run }
    runOnMainActor(body)
    return LiveMarkedTasks(mark)
  }
}
