/// What a job of a window is for.
public enum LiveWindowWork: Hashable, Sendable {
  /// A subscription takes what waits in its stream.
  case take(subscription: String)
  /// The window renders.
  case render
}

/// The tasks of the windows that are open: by them whoever schedules tells windows' jobs from all others.
///
/// A task that waits is one job, and stands at the address of that job.
///
/// `@unchecked Sendable`: live code hands it about, but all of it runs as jobs of one scheduler, one after
/// the other on one thread.
public final class LiveWindowTasks: @unchecked Sendable {
  /// A task, as the job that it is while it waits.
  struct Address: Hashable {
    private let bits: UInt

    init(_ task: Task<Void, Never>) { bits = unsafeBitCast(task, to: UInt.self) }
    init(_ job: UnownedJob) { bits = unsafeBitCast(job, to: UInt.self) }
  }

  /// What a task does, and for which window.
  struct Entry {
    let window: ObjectIdentifier
    let work: LiveWindowWork
  }

  private var entries: [Address: Entry] = [:]

  init() {}

  /// How many there are.
  var count: Int { entries.count }

  /// What a job does; nil when it is no window's.
  subscript(job: UnownedJob) -> Entry? { entries[Address(job)] }

  func insert(_ task: Task<Void, Never>, _ work: LiveWindowWork, of window: ObjectIdentifier) {
    entries[Address(task)] = Entry(window: window, work: work)
  }

  func remove(_ task: Task<Void, Never>) { entries[Address(task)] = nil }
}
