import Model

/// How finely a run of live code is scheduled.
public enum LiveGranularity: String, Hashable, Codable, Sendable, CaseIterable {
  /// After each thing that is done to the code, every job runs: choices that mean the same in every build.
  case settled
  /// Each job is a choice of its own, and people do things while jobs wait.
  case jobs
}

/// What a run of live code is offered.
public struct LivePlan: Hashable, Sendable {
  /// How finely it is scheduled.
  public var granularity: LiveGranularity
  /// The most gestures of a run.
  public var gestureCountMax: Int
  /// Whether gestures that change nothing and tell the listener nothing are left out.
  public var skipsIdleGestures: Bool
  /// The most choices of a run.
  public var choiceCountMax: Int
  /// Whether a job is likelier than all else, where jobs are choices; an exhaustive search needs no odds.
  package var favoursJobs = true

  /// Makes a plan; four gestures, settled, by default, and a hundred choices a gesture or 100,000.
  public init(
    granularity: LiveGranularity = .settled, gestureCountMax: Int = 4, skipsIdleGestures: Bool = false,
    choiceCountMax: Int? = nil
  ) {
    self.granularity = granularity
    self.gestureCountMax = gestureCountMax
    self.skipsIdleGestures = skipsIdleGestures
    let (product, isTooLarge) = gestureCountMax.multipliedReportingOverflow(by: 100)
    self.choiceCountMax = choiceCountMax ?? (isTooLarge ? Int.max : max(100_000, product))
  }
}

/// What one run of live code did, as the model tells it.
package struct LiveHistory<System: ProductSystem> {
  /// The steps, in the order in which they happened.
  package var moves: [ModelMove] = []
  /// Where it left the model, if it did.
  package var divergence: LiveDivergence?
  /// Why it is worth nothing, if it is: the code does not rest, or leaves the scheduler.
  package var complaint: String?
  /// Whether it ended at the most choices of a run, before all that it was offered was done.
  package var isCut = false
  /// A digest of the choices offered, the choices made and the steps.
  package var schedule: UInt64 = 0
  /// How many jobs ran.
  package var jobCount = 0
  /// Whether objects or jobs outlived the run.
  package var leaks = LiveLeaks()

  /// A digest of the steps alone.
  package var digest: UInt64 {
    moves.reduce(0) { ContentDigest.join($0, $1.digest) }
  }
}
