/// What a job of a window is for.
@usableFromInline package enum LiveWindowWork: Hashable, Sendable {
  /// A subscription takes what waits in its stream.
  case take(subscription: String)
  case render

  /// The words for the task that does it.
  var words: String {
    switch self {
    case .take(let subscription): "task of the subscription \(subscription)"
    case .render: "task that renders"
    }
  }
}

/// The tasks of the windows that are open: by them a scheduler tells windows' jobs from all others.
///
/// A task that waits is one job, and stands at the address of that job.
///
/// `@unchecked Sendable`: live code hands it about, but all of it runs as jobs of one scheduler,
/// one after the other on one thread.
public final class LiveWindowTasks: @unchecked Sendable {
  private var entries: [UInt: (window: ObjectIdentifier, work: LiveWindowWork)] = [:]

  init() {}

  /// What the tasks do.
  var works: [LiveWindowWork] { entries.values.map(\.work) }

  /// What a job does, and for which window; nil when it is no window's.
  subscript(job: UnownedJob) -> (window: ObjectIdentifier, work: LiveWindowWork)? {
    entries[unsafeBitCast(job, to: UInt.self)]
  }

  func insert(_ task: Task<Void, Never>, _ work: LiveWindowWork, of window: ObjectIdentifier) {
    entries[unsafeBitCast(task, to: UInt.self)] = (window, work)
  }

  func remove(_ task: Task<Void, Never>) { entries[unsafeBitCast(task, to: UInt.self)] = nil }
}
