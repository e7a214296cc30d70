import Generators
import Spec
import Testing

/// Defects that were there once, so that they stay mended.
@Suite struct MendedDefectTests {
  // MARK: Explorations

  @Test func `a culprit holds no number`() throws {
    let mutant = CatalogueCase(product: "animals", design: "mutant(listener-ignores-guard)", scope: "adds")
    let findings = try mutant.specification().check { $0 == "queue.consistent" }.findings
    #expect(!findings.isEmpty)
    #expect(findings.filter { $0.culprit.contains(where: \.isNumber) }.map(\.culprit) == [])
  }

  @Test func `two explorations take the same memory`() throws {
    let example = CatalogueCase(product: "animals", scope: "overtaking")
    let byteCounts = try (0..<5).map { _ in try example.specification().check().statistics.byteCount }
    #expect(Set(byteCounts).count == 1)
  }

  // MARK: Walks and checks

  @Test func `the add that leaves an entry behind shrinks to its four steps, whatever the seed`() throws {
    let adds = try CatalogueCase(product: "animals", scope: "adds").specification()
    let culprit = "animal success without an item after complete addAnimal"
    let lengths = try (UInt64(0)..<5).map { seed in
      let plan = WalkPlan(seed: seed, runCount: 30, stepCountMax: 40)
      let report = adds.walk(plan, only: { $0 == "queue.bounded" })
      return try #require(report.findings.first { $0.culprit == culprit }).trace.length
    }
    #expect(lengths == [4, 4, 4, 4, 4])
  }

  @Test func `a trace of another product is no failure of this one`() throws {
    let calm = try CatalogueCase(product: "animals", scope: "calm").specification()
    let environment = ["SPEC_REPLAY": Package.path("traces/" + CounterTraces.crashPath)]
    let report = try check(calm, savingTo: "/dev/null", environment: environment)
    #expect(report == nil)
  }

  @Test func `a trace of another scope is no failure of this one`() throws {
    let bottom = try CatalogueCase(product: "counter", scope: "bottom").specification()
    let environment = ["SPEC_REPLAY": Package.path("traces/" + CounterTraces.crashPath)]
    #expect(try check(bottom, savingTo: "/dev/null", environment: environment) == nil)
    let top = try CatalogueCase(product: "counter", scope: "top").specification()
    #expect(throws: CheckFailure.self) { try check(top, savingTo: "/dev/null", environment: environment) }
  }
}
