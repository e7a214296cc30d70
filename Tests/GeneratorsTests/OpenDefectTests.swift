import Generators
import Spec
import Testing

/// Defects that were known when these tests were written.
///
/// Each fact is what should be; a defect that is still there does not fail. Once it is mended, take `defect`
/// away so that it stays mended.
@Suite struct OpenDefectTests {
  private func defect(_ comment: Comment, _ body: () throws -> Void) {
    withKnownIssue(comment, isIntermittent: true) { try body() }
  }

  // MARK: Explorations

  @Test func `a culprit holds no number`() throws {
    let mutant = CatalogueCase(product: "animals", design: "mutant(listener-ignores-guard)", scope: "adds")
    let findings = try mutant.specification().check { $0 == "queue.consistent" }.findings
    #expect(!findings.isEmpty)
    defect("'animal waits, 2 requests pending', 'animal waits, 3 requests pending' and so on") {
      #expect(findings.filter { $0.culprit.contains(where: \.isNumber) }.map(\.culprit) == [])
    }
  }

  @Test func `two explorations take the same memory`() throws {
    let example = CatalogueCase(product: "animals", scope: "overtaking")
    let byteCounts = try (0..<5).map { _ in try example.specification().check().statistics.byteCount }
    defect("the capacity of an array is what malloc had at hand") {
      #expect(Set(byteCounts).count == 1)
    }
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
    defect("8, 12, 8, 8 and 4: the four steps of a fetch stand apart, and one alone cannot be left out") {
      #expect(lengths == [4, 4, 4, 4, 4])
    }
  }

  @Test func `a trace of another product is no failure of this one`() throws {
    let calm = try CatalogueCase(product: "animals", scope: "calm").specification()
    let environment = ["SPEC_REPLAY": Package.path("traces/" + CounterTraces.crashPath)]
    defect("with SPEC_REPLAY set, the tests of every other product fail") {
      let report = try check(calm, savingTo: "/dev/null", environment: environment)
      #expect(report == nil)
    }
  }
}
