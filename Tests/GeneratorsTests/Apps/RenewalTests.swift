import Generators
import Model
import Spec
import Testing

/// An app whose listener reads the store in a task of its own, explored, walked and run.
struct RenewalTests {
  private static func specification() throws -> any LiveCheckable {
    let product = RegisteredProduct(
      app: RenewalApp(), named: "renewal", scopes: try [.app(relaunchesMax: 0)])
    return try #require(product.specification(scope: "app") as? any LiveCheckable)
  }

  @Test func `an exhaustive search takes nothing for a counterexample that a replay does not show`()
    throws
  {
    let report = try Self.specification().check()
    #expect(report.errors == [])
    #expect(report.reason == .exhausted)
  }

  @Test(arguments: ([7, 3] as [UInt64]).sampled(2))
  func `two workers take nothing for a counterexample that a replay does not show`(seed: UInt64)
    throws
  {
    let plan = FuzzPlan(seed: seed, runCount: 40)
    let result = try Self.specification().fuzz(plan, jobCount: 2)
    #expect(result.errors == nil)
    #expect(!result.findings.contains { $0.trace.property == "listener.order" })
  }

  @Test(
    arguments: [LiveSearch.drawn(seed: 0, runCount: 40), .everyStep(stepCountMax: 100_000)].sampled(
      2))
  func `live runs take nothing for a counterexample that a replay does not show`(search: LiveSearch)
    throws
  {
    let report = try Self.specification().live(LiveChecks(search: search))
    #expect(report.errors == [])
    #expect(report.complaint == nil)
    #expect(!report.findings.contains { $0.property == "listener.order" })
  }

  /// What its server remembers tells states apart in the midst of the runs; whether it does once
  /// more, until that is not enough, is a matter of which ways the workers take.
  @Test(arguments: [2, 1].sampled(2))
  func `runs of an app that hides something show what follows, or what it hides`(jobCount: Int)
    throws
  {
    let product = RegisteredProduct(app: OwnedBookmark(misdeed: .skipsSaves), named: "bookmark")
    let specification = try #require(product.specification(scope: "app"))
    let result = specification.fuzz(FuzzPlan(seed: 3, runCount: 40), jobCount: jobCount)
    #expect(result.errors ?? [] == [])
    if let limit = result.limit {
      #expect(limit.hasPrefix("invalid system: hidden state: "))
      #expect(result.findings.isEmpty)
    } else {
      #expect(
        result.findings.map(\.trace.property).sorted() == ["memory.durable", "recovery.possible"])
    }
  }
}
