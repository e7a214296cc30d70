import Generators
import Model
import Spec
import Testing

@Suite struct BookmarkTests {
  static func specification(of product: Bookmark = Bookmark(), relaunchesMax: Int = 1) throws
    -> Specification<RuntimeSystem<Bookmark>>
  {
    let scope = try Scope(
      name: "small", mailMax: 2, faultsMax: 1, relaunchesMax: relaunchesMax,
      values: Bookmark.Values()
    )
    let system = RuntimeSystem(product: product, scope: scope)
    return Specification(
      identity: Identity(product: "bookmark", scope: scope.name),
      scope: try JSONValue(encoding: scope),
      system: system, properties: RuntimeProperties(system: system).all, teller: .runtime(system))
  }

  @Test func `the model keeps its promises`() async throws {
    try await check(
      Self.specification(),
      CheckPlan(allowing: [.vacuous("reducer.throw.rollback"), .vacuous("queue.bounded")]))
  }

  @Test func `a listener that looks at states alone takes one request for another`() throws {
    let report = try Self.specification(of: Bookmark(looksAtStatesAlone: true)).check()
    let finding = try #require(report.findings.first { $0.culprit == "asked too often" })
    #expect(finding.property == "operation.once")
    #expect(finding.trace.length == 8)
  }

  @Test func `the app does what the model does`() async throws {
    let checks = LiveChecks(search: .drawn(seed: 0, runCount: 200))
    try await check(live: BookmarkSubject(), against: Self.specification(), runs: checks)
  }

  @Test func `every settled schedule of two gestures is the model's`() async throws {
    let plan = LivePlan(gestureCountMax: 2, skipsIdleGestures: true)
    let outcome = try await check(
      live: BookmarkSubject(), against: Self.specification(relaunchesMax: 0),
      runs: LiveChecks(plan: plan, search: .exhaustive))
    #expect(outcome.isExhausted)
    #expect(outcome.executionCount == 72)
  }

  @Test func `every order of jobs that is drawn is the model's`() async throws {
    let plan = LivePlan(granularity: .jobs)
    let checks = LiveChecks(plan: plan, search: .drawn(seed: 1, runCount: 100), repeatCount: 2)
    try await check(live: BookmarkSubject(), against: Self.specification(), runs: checks)
  }
}
