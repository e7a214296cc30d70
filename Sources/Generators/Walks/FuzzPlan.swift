import Model
import Spec

/// How a walk goes: how many runs of how many steps, from which seed.
public struct WalkPlan: Hashable, Sendable {
  /// The seed of the first run; run k has the seed plus k.
  package var seed: UInt64
  /// How many runs.
  package var runCount: Int
  /// The most steps of a run.
  package var stepCountMax: Int
  /// How many states near the path of a finding shrinking looks at, how many paths like it, and how
  /// many states the explorer then: more take longer and leave fewer paths that are not the
  /// shortest.
  package var shrinkingReach = 3_000

  /// Makes a plan; 1,000 runs of up to 100 steps by default.
  public init(seed: UInt64 = 0, runCount: Int = 1000, stepCountMax: Int = 100) {
    self.seed = seed
    self.runCount = runCount
    self.stepCountMax = stepCountMax
  }
}

/// What a campaign of random runs does: which runs, how long, by which strategy.
package struct FuzzPlan: Hashable, Sendable {
  /// The campaign's seed.
  package var seed: UInt64
  /// How many runs the campaign has, all shards together; nil when only the monitor ends it.
  package var runCount: Int?
  package var stepCountMax: Int
  package var strategy: Strategy
  /// Which of the runs are taken.
  package var shard: Shard
  /// How many runs are the shard's; nil when only the monitor ends it.
  package var ownRunCount: Int? { runCount.map(shard.runCount(ofTotal:)) }
  /// As of a walk; 0 leaves what is found as it was met.
  package var shrinkingReach = 3_000
  /// Whether distinct states and kinds of labels are counted.
  private(set) var isCounting = true
  /// Whether run k has the seed plus k instead of one that the two are mixed to.
  private var hasSeedsInOrder = false

  /// Makes a plan; a portfolio of 10,000 runs of up to 100 steps by default.
  package init(
    seed: UInt64 = 0, runCount: Int? = 10_000, stepCountMax: Int = 100,
    strategy: Strategy = .portfolio, shard: Shard = .whole
  ) {
    self.seed = seed
    self.runCount = runCount
    self.stepCountMax = stepCountMax
    self.strategy = strategy
    self.shard = shard
  }

  init(_ plan: WalkPlan) {
    self.init(
      seed: plan.seed, runCount: plan.runCount, stepCountMax: plan.stepCountMax, strategy: .uniform)
    shrinkingReach = plan.shrinkingReach
    (isCounting, hasSeedsInOrder) = (false, true)
  }

  /// The seed of a run, which only the campaign's seed and the run's number decide.
  func seed(ofRun run: Int) -> UInt64 {
    let number = UInt64(bitPattern: Int64(run))
    return hasSeedsInOrder ? seed &+ number : ContentDigest.join(seed, number)
  }

  /// The place, among the parts of the strategy, of the one that draws a run.
  ///
  /// The seed decides it, so that every shard has runs by all of them.
  func part(ofRun run: Int) -> Int { Int(seed(ofRun: run) % UInt64(strategy.parts.count)) }

  /// How many runs are drawn before what they showed is looked at: the same for any number of
  /// workers, few at first, when there is most to find.
  func batchRunCount(after runCount: Int) -> Int {
    min(max(16, runCount / 2), max(16, min(256, 25_600 / max(stepCountMax, 1))))
  }
}

/// Why a campaign is to end before its runs are over.
package enum FuzzEnding: Hashable, Sendable {
  /// The time that was given is over.
  case timeOver
  /// Somebody stopped it.
  case interrupted
  case limit(ExitReason)
}

/// What a campaign tells its caller while it goes on.
package struct FuzzMonitor {
  /// Asked after every batch of runs why to stop, if so; may save what there is so far.
  ///
  /// The first argument has the counts and findings so far, the second one makes a result of all.
  package var shouldStop: (_ counts: FuzzResult, _ result: () -> FuzzResult) -> FuzzEnding?
  /// Told of a finding twice: as the run shows it, and shrunk.
  package var find: (_ finding: FuzzResult.Finding, _ isShrunk: Bool) -> Void
  /// Told of the campaign before its first run.
  package var begin: (_ result: FuzzResult) -> Void = { _ in }
  /// Asked by any worker now and then: when it is true, findings stay as short as they are then.
  package var isInterrupted: @Sendable () -> Bool = { false }
  /// Whether somebody has a finding already: it is told as its run shows it, and not shrunk.
  package var isKnown: (Trace) -> Bool = { _ in false }
  /// Asked by any worker before every run: when it is true, no more are begun than there are
  /// already.
  package var isOver: @Sendable () -> Bool = { false }
  /// Asked by any worker after every step: when it is true, runs end where they are, and do not
  /// count; nil for as soon as it is over.
  package var mustEndRuns: (@Sendable () -> Bool)?

  /// Makes a monitor; one that never stops by default.
  package init(
    shouldStop: @escaping (_ counts: FuzzResult, _ result: () -> FuzzResult) -> FuzzEnding? = {
      _, _ in
      nil
    },
    find: @escaping (_ finding: FuzzResult.Finding, _ isShrunk: Bool) -> Void = { _, _ in }
  ) {
    self.shouldStop = shouldStop
    self.find = find
  }
}
