import Foundation
import Spec
import Synchronization
import Testing
@testable import ReferenceProducts

@testable import Generators
@testable import SpecRunner

/// Campaigns: what they repeat, how shards and workers divide them, and what they find.
@Suite struct FuzzTests {
  private static let faults = CatalogueCase(product: "animals", scope: "faults")
  private static let top = CatalogueCase(product: "counter", scope: "top")

  private static let families = [
    "queue.bounded", "operation.once", "runtime", "recovery", "reducer",
  ]

  private func fuzz(
    _ example: CatalogueCase, _ plan: FuzzPlan, jobCount: Int = 1,
    monitor: FuzzMonitor = FuzzMonitor()
  ) throws -> FuzzResult {
    // Shrinking is no matter here, and a debug build takes its time for it.
    var plan = plan
    plan.shrinkingReach = plan.strategy == .uniform ? 50 : 0
    return try example.specification().fuzz(
      plan, only: { name in Self.families.contains { name.hasPrefix($0) } },
      jobCount: jobCount, monitor: monitor)
  }

  private static func plan(
    _ strategy: Strategy, runs: Int = 120, seed: UInt64 = 3, shard: Shard = .whole
  ) -> FuzzPlan {
    FuzzPlan(seed: seed, runCount: runs, stepCountMax: 40, strategy: strategy, shard: shard)
  }

  // MARK: Repeating

  @Test(arguments: Strategy.all.sampled(4))
  func `the same plan gives the same result with any number of workers`(_ strategy: Strategy) throws
  {
    let alone = try fuzz(Self.faults, Self.plan(strategy, runs: 100))
    let together = try fuzz(Self.faults, Self.plan(strategy, runs: 100), jobCount: 3)
    #expect(alone == together)
    #expect(alone.data == together.data)
    #expect(alone.findings.map(\.trace) == together.findings.map(\.trace))
    #expect(alone.runCount == 100 && alone.isFinished)
    #expect(!alone.findings.isEmpty)
  }

  @Test func `another seed gives other runs`() throws {
    let first = try fuzz(Self.faults, Self.plan(.uniform))
    let second = try fuzz(Self.faults, Self.plan(.uniform, seed: 4))
    #expect(first.states != second.states)
    #expect(first.labelCounts != second.labelCounts)
  }

  // MARK: Shards

  @Test(arguments: Strategy.all.sampled(4))
  func `shards join to what one process finds`(_ strategy: Strategy) throws {
    let whole = try fuzz(Self.faults, Self.plan(strategy, runs: 50))
    let shards = try (1...3).map { number in
      let shard = try #require(Shard(text: "\(number)/3"))
      return try fuzz(Self.faults, Self.plan(strategy, runs: 50, shard: shard))
    }
    #expect(shards.map(\.runCount) == [17, 17, 16])
    var joined = shards[0]
    for shard in shards.dropFirst() { try joined.join(shard) }
    #expect(joined.runCount == 50 && joined.stepCount == whole.stepCount)
    #expect(joined.states == whole.states)
    #expect(joined.labelCounts == whole.labelCounts)
    #expect(joined.agentCountMax == whole.agentCountMax)
    let counts = { (result: FuzzResult) in result.yields.map { [$0.runCount, $0.stepCount] } }
    #expect(counts(joined) == counts(whole))
    let names = { (result: FuzzResult) in
      Set(result.findings.map { "\($0.trace.property): \($0.trace.culprit)" })
    }
    #expect(names(joined) == names(whole))
  }

  @Test func `no run belongs to two shards and none to none`() {
    for count in 1...7 {
      let shards = (0..<count).compactMap { Shard(index: $0, count: count) }
      let runs = shards.flatMap { shard in
        (0..<shard.runCount(ofTotal: 23)).map(shard.run(at:))
      }
      #expect(runs.sorted() == Array(0..<23))
      #expect(shards.reduce(0) { $0 + $1.runCount(ofTotal: .max) } == .max)
    }
  }

  @Test func `every run has a seed of its own`() {
    let plans = [FuzzPlan(seed: 0), FuzzPlan(seed: 1), FuzzPlan(seed: .max)]
    let seeds = plans.flatMap { plan in (0..<2000).map(plan.seed(ofRun:)) }
    #expect(Set(seeds).count == 6000)
  }

  // MARK: Finding

  @Test(arguments: Strategy.all.sampled(4))
  func `a strategy finds nothing that an exploration does not find, and every trace replays`(
    _ strategy: Strategy
  ) throws {
    let explored = Set(try Explored.report("animals", "faults").findings.map(\.name))
    let result = try fuzz(Self.faults, Self.plan(strategy, runs: 80))
    for finding in result.findings {
      #expect(explored.contains(finding.trace.findingName))
      #expect(try Registry.catalogue.grade(finding.trace).grade == .reproduces)
      #expect(finding.length <= 40 && finding.trace.length <= finding.length)
      let run = try #require(finding.run)
      #expect(finding.trace.seed == Self.plan(strategy).seed(ofRun: run))
    }
    #expect(result.judged.count >= 4)
    #expect(result.judged.contains("recovery.possible") && result.givenUp.isEmpty)
  }

  @Test func `distinct states are those that an exploration finds`() throws {
    let result = try fuzz(Self.top, FuzzPlan(runCount: 60, stepCountMax: 30, strategy: .uniform))
    let explored = try Explored.report("counter", "top").statistics.stateCount
    #expect(result.distinctStates.isExact)
    #expect(result.distinctStates.count == explored)
  }

  @Test func `a finding is told as the run shows it and again when it is shrunk`() throws {
    var told: [(String, Bool, Int)] = []
    let monitor = FuzzMonitor(find: { told.append(($0.trace.culprit, $1, $0.trace.length)) })
    let result = try fuzz(
      Self.top, FuzzPlan(seed: 1, runCount: 40, stepCountMax: 30), monitor: monitor
    )
    #expect(told.count == 2 * result.findings.count && !told.isEmpty)
    for finding in result.findings {
      let lengths = told.filter { $0.0 == finding.trace.culprit }
      #expect(lengths.map(\.1).sorted { !$0 && $1 } == lengths.map(\.1))
      #expect(lengths.contains { $0.1 && $0.2 == finding.trace.length })
      #expect(lengths.allSatisfy { $0.2 >= finding.trace.length })
    }
  }

  // MARK: Stopping

  /// Whatever the moment: the runs that are told are the first ones, and whole.
  @Test(arguments: [(1, 90), (1, 700), (2, 700), (3, 1800)])
  func `a campaign that its time ends is repeated by the number of runs that it tells`(
    _ jobCount: Int, _ lookCountMax: Int
  ) throws {
    let looks = Mutex(0)
    let isOver = { @Sendable in
      looks.withLock {
        $0 += 1
        return $0 > lookCountMax
      }
    }
    var monitor = FuzzMonitor(shouldStop: { _, _ in isOver() ? .timeOver : nil })
    monitor.isOver = isOver
    let plan = FuzzPlan(seed: 3, runCount: nil, stepCountMax: 40)
    let timed = try fuzz(Self.faults, plan, jobCount: jobCount, monitor: monitor)
    let again = try fuzz(Self.faults, FuzzPlan(seed: 3, runCount: timed.runCount, stepCountMax: 40))
    #expect(timed.runCount > 0 && timed.runCount == again.runCount)
    #expect(timed.stepCount == again.stepCount)
    #expect(timed.yields == again.yields)
    #expect(timed.findings == again.findings)
  }

  @Test func `a campaign that is interrupted says so, and one whose time is over does not`() throws
  {
    for (ending, isFinished) in [(FuzzEnding.interrupted, false), (.timeOver, true)] {
      var runCounts: [Int] = []
      let monitor = FuzzMonitor(shouldStop: { progress, result in
        runCounts.append(progress.runCount)
        #expect(result().runCount == progress.runCount)
        #expect(result().isFinished == false)
        return runCounts.count == 2 ? ending : nil
      })
      let plan = FuzzPlan(runCount: nil, stepCountMax: 40, strategy: .uniform)
      let result = try fuzz(Self.top, plan, monitor: monitor)
      #expect(runCounts == [16, 32] && result.runCount == 32)
      #expect(result.isFinished == isFinished)
    }
  }
}
