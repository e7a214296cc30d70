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

  @Test func `an exhaustive search takes nothing for a counterexample that a replay does not show`() throws {
    let report = try Self.specification().check()
    #expect(report.errors == [])
    #expect(report.reason == .exhausted)
  }

  @Test(arguments: [7, 3] as [UInt64])
  func `two workers take nothing for a counterexample that a replay does not show`(seed: UInt64) throws {
    let plan = FuzzPlan(seed: seed, runCount: 40)
    let result = try Self.specification().fuzz(plan, jobCount: 2).result
    #expect(result.errors == nil)
    #expect(!result.findings.contains { $0.trace.property == "listener.order" })
  }

  @Test(arguments: [LiveSearch.drawn(seed: 0, runCount: 40), .everyStep(stepCountMax: 100_000)])
  func `live runs take nothing for a counterexample that a replay does not show`(search: LiveSearch) throws {
    let report = try Self.specification().live(LiveChecks(search: search))
    #expect(report.errors == [])
    #expect(report.complaint == nil)
    #expect(!report.findings.contains { $0.property == "listener.order" })
  }
}
