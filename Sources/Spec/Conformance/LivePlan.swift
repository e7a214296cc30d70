/// How finely a run of live code is scheduled.
public enum LiveGranularity: String, Hashable, Codable, Sendable, CaseIterable {
  /// After each thing that is done to the code, every job runs: choices that mean the same in every
  /// build.
  case settled
  /// Each job is a choice of its own, and people do things while jobs wait.
  case jobs
}

/// What a run of live code is offered.
public struct LivePlan: Hashable, Sendable {
  /// How finely it is scheduled; settled by default.
  package var granularity: LiveGranularity
  /// The most gestures of a run; 4 by default.
  package var gestureCountMax: Int
  /// Whether gestures that change nothing and tell the listener nothing are left out.
  package var skipsIdleGestures: Bool
  /// The most choices of a run; a hundred for each gesture by default, and at least 100,000.
  package var choiceCountMax: Int
  /// Whether a job is likelier than all else, where jobs are choices; an exhaustive search needs no
  /// odds.
  package var favoursJobs = true

  /// A plan in which everything but the granularity bounds the length of runs.
  public init(
    granularity: LiveGranularity = .settled, gestureCountMax: Int = 4,
    skipsIdleGestures: Bool = false, choiceCountMax: Int? = nil
  ) {
    self.granularity = granularity
    self.gestureCountMax = gestureCountMax
    self.skipsIdleGestures = skipsIdleGestures
    self.choiceCountMax = choiceCountMax ?? max(100_000, min(gestureCountMax, Int.max / 100) * 100)
  }
}
