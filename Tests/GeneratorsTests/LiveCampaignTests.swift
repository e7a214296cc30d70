import Generators
import Model
import Spec
import Testing

/// Runs of real concurrent code beside their models.
@Suite struct LiveCampaignTests {
  private static func specification(_ product: String, _ scope: String) throws -> any LiveCheckable {
    try #require(Catalogue.product(named: product)?.specification(scope: scope) as? any LiveCheckable)
  }

  /// How many schedules a small scope has, counted by the exhaustive source.
  @Test(arguments: [("counter", "zero", 4, 16), ("counter", "top", 4, 8), ("animals", "calm", 2, 21)])
  func `every settled schedule of a small scope is a trace of the model and the reverse`(
    product: String, scope: String, gestureCountMax: Int, historyCount: Int
  ) throws {
    let checks = LiveChecks(
      plan: LivePlan(gestureCountMax: gestureCountMax, skipsIdleGestures: true), search: .exhaustive)
    let report = try Self.specification(product, scope).live(checks)
    #expect(report.isExhausted)
    #expect(report.isClean)
    #expect(report.executionCount == report.historyCount)
    #expect(report.historyCount == historyCount)
  }

  @Test(arguments: ["standard", "retries", "concurrent", "kills"])
  func `random schedules of jobs are traces of the model`(scope: String) throws {
    let plan = LivePlan(granularity: .jobs, gestureCountMax: 6)
    let checks = LiveChecks(plan: plan, search: .drawn(seed: 1, runCount: 300), repeatCount: 2)
    let report = try Self.specification("animals", scope).live(checks)
    #expect(report.isClean, "\(report.divergences.map(\.text))")
    #expect(report.executionCount == 600)
    #expect(report.historyCount > 250)
  }

  @Test func `a schedule of jobs can be repeated`() throws {
    let plan = LivePlan(granularity: .jobs)
    let checks = LiveChecks(plan: plan, search: .drawn(seed: 7, runCount: 20), repeatCount: 50)
    let report = try Self.specification("animals", "standard").live(checks)
    #expect(report.executionCount == 1000)
    #expect(report.differenceCount == 0)
    #expect(report.leaks.isEmpty)
  }

  @Test func `one seed gives one report`() throws {
    let plan = LivePlan(granularity: .jobs)
    let checks = LiveChecks(plan: plan, search: .drawn(seed: 3, runCount: 50))
    let first = try Self.specification("animals", "standard").live(checks)
    let second = try Self.specification("animals", "standard").live(checks)
    #expect(first.historyCount == second.historyCount)
    #expect(first.stepCount == second.stepCount)
    #expect(first.jobCount == second.jobCount)
    #expect(first.findings.map(\.trace) == second.findings.map(\.trace))
  }
}
