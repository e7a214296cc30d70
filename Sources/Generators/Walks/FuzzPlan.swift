import Model
import Spec

/// What a campaign of random runs does: which runs, how long, by which strategy.
///
/// Run k has a seed of its own that only the campaign's seed and k decide.
public struct FuzzPlan: Hashable, Sendable {
  /// The campaign's seed.
  public var seed: UInt64
  /// How many runs the campaign has, all shards together; nil when only the monitor ends it.
  public var runCount: Int?
  /// The most steps of a run.
  public var stepCountMax: Int
  /// How runs are drawn.
  public var strategy: Strategy
  /// Which of the runs are taken.
  public var shard: Shard
  /// Whether what is found is made short.
  public var isShrinking = true
  /// How many states near the path of a finding shrinking looks at, how many paths like it, and how many
  /// states the explorer then: more take longer and leave fewer paths that are not the shortest.
  public var shrinkingReach = 3_000

  /// Makes a plan; a portfolio of 10,000 runs of up to 100 steps by default.
  public init(
    seed: UInt64 = 0, runCount: Int? = 10_000, stepCountMax: Int = 100, strategy: Strategy = .portfolio,
    shard: Shard = .whole
  ) {
    self.seed = seed
    self.runCount = runCount
    self.stepCountMax = stepCountMax
    self.strategy = strategy
    self.shard = shard
  }

  /// The seed of a run.
  public func seed(ofRun run: Int) -> UInt64 {
    ContentDigest.join(seed, UInt64(bitPattern: Int64(run)))
  }

  /// How many runs are drawn before what they reached is looked at: the same for any number of workers, few
  /// at first, when there is most to learn.
  func batchRunCount(after runCount: Int) -> Int {
    min(max(16, runCount / 2), max(16, min(256, 25_600 / max(stepCountMax, 1))))
  }
}

/// Who does the work of a campaign: so many workers, and the way to let them work at the same time.
public struct Workers: Sendable {
  /// How many work at once.
  public let count: Int
  /// Calls the body with 0, 1 and so on up to a count, and comes back when all calls have.
  public let perform: @Sendable (_ count: Int, _ body: @Sendable (Int) -> Void) -> Void

  /// Makes workers.
  public init(
    count: Int, perform: @escaping @Sendable (_ count: Int, _ body: @Sendable (Int) -> Void) -> Void
  ) {
    self.count = max(count, 1)
    self.perform = perform
  }

  /// One worker.
  public static let one = Workers(count: 1) { count, body in for number in 0..<count { body(number) } }
}

/// How far a campaign has come.
public struct FuzzProgress: Hashable, Sendable {
  /// Runs taken.
  public var runCount = 0
  /// Steps taken.
  public var stepCount = 0
  /// Ways in which a property is broken.
  public var findingCount = 0
  /// Component values, pairs of label and store change, and depths of pending work that were reached.
  public var featureCount = 0
}

/// What a campaign has come to: what `--save` and `--corpus` keep.
public struct FuzzOutcome: Sendable {
  /// What was found, and what it took.
  public var result: FuzzResult
  /// The choice sequences that are worth keeping.
  public var corpus: [[Int32]]
}

/// Why a campaign is to end before its runs are over.
public enum FuzzEnding: Hashable, Sendable {
  /// The time that was given is over.
  case timeOver
  /// Somebody stopped it.
  case interrupted
  /// A limit was hit.
  case limit(ExitReason)
}

/// What a campaign tells its surroundings while it goes on.
public struct FuzzMonitor {
  /// Asked after every batch of runs why to stop, if so; may save what there is so far.
  public var shouldStop: (_ progress: FuzzProgress, _ outcome: () -> FuzzOutcome) -> FuzzEnding?
  /// Told of a finding twice: as the run shows it, and shrunk.
  public var find: (_ finding: FuzzResult.Finding, _ isShrunk: Bool) -> Void
  /// Asked by any worker now and then: when it is true, findings stay as short as they are then.
  public var isInterrupted: @Sendable () -> Bool = { false }
  /// Asked by any worker after every step: when it is true, runs end where they are, and no more are begun.
  public var isOver: @Sendable () -> Bool = { false }

  /// Makes a monitor; one that never stops by default.
  public init(
    shouldStop: @escaping (_ progress: FuzzProgress, _ outcome: () -> FuzzOutcome) -> FuzzEnding? = { _, _ in
      nil
    },
    find: @escaping (_ finding: FuzzResult.Finding, _ isShrunk: Bool) -> Void = { _, _ in }
  ) {
    self.shouldStop = shouldStop
    self.find = find
  }
}
