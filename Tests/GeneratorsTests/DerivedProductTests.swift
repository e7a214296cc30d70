import Generators
import Spec
import Testing

@testable import Model

/// A product that was asked out of a running app, beside the one that was written by hand.
struct DerivedProductTests {
  private static func check<P: Product>(_ product: P, _ scope: Scope<P.Values>) throws -> CheckReport {
    try specification(product, scope).check()
  }

  private static func specification<P: Product>(
    _ product: P, _ scope: Scope<P.Values>
  ) throws -> Specification<RuntimeSystem<P>> {
    let system = RuntimeSystem(product: product, scope: scope)
    return Specification(
      identity: Identity(product: "bookmark", scope: scope.name), scope: try JSONValue(encoding: scope),
      system: system, properties: RuntimeProperties(system: system).all, teller: .runtime(system))
  }

  /// Explores a scope of a product as it is written, and as its own functions answer as a running app.
  private static func compare<P: Product>(
    _ product: P, _ scope: Scope<P.Values>, holding: (@Sendable (P.Contents) -> P.State)? = nil
  ) throws -> [CheckReport] {
    let app = ProductApp(
      product: product, values: scope.values, discipline: scope.discipline, holding: holding)
    let derived = DerivedProduct(app)
    let derivedScope = try Scope(
      name: scope.name, discipline: scope.discipline, mailMax: scope.mailMax, faultsMax: scope.faultsMax,
      relaunchesMax: scope.relaunchesMax, additionsMax: scope.additionsMax, values: Nothing())
    let asked = try check(derived, derivedScope)
    #expect(derived.complaints == [])
    return [try check(product, scope), asked]
  }

  @Test(arguments: ["calm", "adds", "faults", "kills", "retries", "concurrent"].sampled(6))
  func `it has the states, steps and findings of the one written by hand`(_ name: String) throws {
    let written = try #require(RegisteredProduct.animals.specification(scope: name))
    let specification = try #require(written as? Specification<RuntimeSystem<Animals>>)
    let reports = try Self.compare(specification.system.product, specification.system.scope) {
      Animals.State($0)
    }
    #expect(reports[1].statistics.stateCount == reports[0].statistics.stateCount)
    #expect(reports[1].statistics.stepCount == reports[0].statistics.stepCount)
    // A running app tells nothing of the selectors of its views.
    let families = ["selector.", "filter.", "dependency.", "subscription."]
    let findings = reports.map { report in
      report.findings.map(\.property).filter { name in !families.contains { name.hasPrefix($0) } }
    }
    #expect(findings[1] == findings[0])
  }

  @Test func `the app takes every step of it`() throws {
    let app = OwnedBookmark()
    let scope = try Scope(name: "small", mailMax: 2, faultsMax: 1, relaunchesMax: 1, values: Nothing())
    let specification = try Self.specification(DerivedProduct(app), scope)
    let report = try specification.live(
      DerivedSubject(app), LiveChecks(search: .everyStep(stepCountMax: 100_000)))
    #expect(report.findings.map(\.name) == [])
    #expect(report.isExhausted)
  }
}
