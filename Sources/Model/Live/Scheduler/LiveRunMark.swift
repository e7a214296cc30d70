/// What every task of a run carries from its beginning to its end, as do the tasks that it begins
/// in turn; detached ones do not.
///
/// The runtime lets go of it when a task is over, so that it is known exactly whether all are.
///
/// What begins as a person does something carries a mark of its own, which holds the one of the
/// run.
final class LiveRunMark: Sendable {
  @TaskLocal static var current: LiveRunMark?

  private let run: LiveRunMark?
  /// The number of the interaction; nil for the mark of a run.
  let interaction: Int?

  init(of run: LiveRunMark? = nil, interaction: Int? = nil) {
    (self.run, self.interaction) = (run, interaction)
  }
}

/// The tasks that carry a mark: those of a run that has ended, or of an interaction.
struct LiveMarkedTasks {
  private weak var mark: LiveRunMark?

  init(_ mark: LiveRunMark) { self.mark = mark }

  var areUnfinished: Bool { mark != nil }
}

extension LiveScheduler {
  /// Runs a body on the main actor, as a person does something.
  ///
  /// - Parameter interaction: its number, by which what its tasks do is known again.
  /// - Returns: the tasks that begin in it, and those that they begin in turn.
  func markTasks(
    of interaction: Int = 0, _ body: @MainActor () -> Void
  ) -> LiveMarkedTasks {
    let run = mark
    mark = LiveRunMark(of: run, interaction: interaction)
    defer { mark = run }
    runOnMainActor(body)
    return LiveMarkedTasks(mark)
  }
}
