import Model

/// When a search looks up from its work, and whether it goes on then.
///
/// A state may take microseconds or seconds. So a look is due when the monitor says so, who may
/// have a clock; when values have come to much more memory than at the last look; and after every
/// 64 states.
final class SearchPoll {
  /// After how many states somebody is asked, where the monitor has no clock.
  private static let stateInterval = 64
  /// After how many states the memory of all tables is added up.
  private static let memoryInterval = 1024

  private let limits: Limits
  private let monitor: Monitor
  private let contents: ContentMeter
  private let isDueNow: () -> Bool
  /// How much values may hold until a look is due.
  private var contentByteCountMax: Int
  private let contentInterval: Int
  private var nextLook = SearchPoll.stateInterval
  private var nextSum = SearchPoll.memoryInterval
  /// How many states are expanded at once; fewer when they take long.
  private(set) var batchCount: Int
  private var wasDue = false

  init(limits: Limits, monitor: Monitor, contents: ContentMeter) {
    self.limits = limits
    self.monitor = monitor
    self.contents = contents
    isDueNow = monitor.isDue ?? { false }
    contentInterval = max((limits.byteCountMax ?? 1 << 29) >> 6, 1 << 16)
    contentByteCountMax = contents.byteCount + contentInterval
    // A limit on states is kept to the state.
    batchCount = limits.stateCountMax == nil ? StateGraph.batchCount : 1
  }

  /// Whether work should rest for a look: asked after every state.
  var isDue: Bool { isDueNow() || contents.byteCount > contentByteCountMax }

  /// Whether it is time to ask for a reason to stop, after a batch of states.
  func mayAsk(after index: Int) -> Bool {
    let isDue = isDue
    defer { wasDue = isDue }
    // A look that is due after each of two batches means that a batch takes long.
    if limits.stateCountMax == nil {
      batchCount =
        isDue && wasDue
        ? max(batchCount / 4, 1) : isDue ? batchCount : min(batchCount * 2, StateGraph.batchCount)
    }
    return isDue || index >= (monitor.isDue == nil ? nextLook : nextSum)
  }

  /// Asks whether to stop.
  ///
  /// - Parameter memory: what the search takes, as far as it knows.
  func reasonToStop(_ progress: SearchProgress, memory: () -> MemoryUse) -> ExitReason? {
    let index = progress.stateCount - progress.frontierCount
    nextLook = index + Self.stateInterval
    let isSumDue = index >= nextSum || isDue
    if isSumDue { nextSum = index + Self.memoryInterval }
    if let reason = monitor.shouldStop(progress) { return reason }
    if let limit = limits.byteCountMax, isSumDue {
      let memory = memory()
      let byteCount = monitor.residentByteCount() ?? memory.byteCount
      if byteCount + memory.growthByteCount > limit { return .memoryLimit(limit) }
    }
    contentByteCountMax = contents.byteCount + contentInterval
    return nil
  }
}
