import Generators
import Model
import Spec
import Testing
@testable import ReferenceProducts

/// Runs of live code that together take every step of a model.
@Suite struct LiveTourTests {
  private static func live(_ example: CatalogueCase) throws -> any LiveCheckable {
    try #require(try example.specification() as? any LiveCheckable)
  }

  private static let checks = LiveChecks(search: .everyStep(stepCountMax: 10_000))

  @Test(arguments: [
    (CatalogueCase(product: "counter", scope: "zero"), 20),
    (CatalogueCase(product: "counter", scope: "windows"), 115),
    (CatalogueCase(product: "animals", scope: "calm"), 5299),
  ])
  func `live code takes every step of a small scope`(_ example: CatalogueCase, stepCount: Int)
    throws
  {
    let report = try Self.live(example).live(Self.checks, only: { _ in false })
    #expect(report.isClean, "\(report.divergences.map(\.text))")
    #expect(report.isExhausted)
    #expect(report.modelStepCount == stepCount)
    #expect(report.coveredStepCount == stepCount)
    #expect(report.executionCount < stepCount)
  }

  /// The loop of a form: appear, select, edit, save, and what comes back, while everything in it
  /// lags.
  @Test func `live windows that lag take every step`() throws {
    let known = try CatalogueCase.animals("lag")
    var bounds = try #require(known.system.scope.windows)
    bounds.leavesOut += ["swipeDelete", "fillIn"]
    let scope = try known.system.scope.with(windows: bounds)
    let system = RuntimeSystem(product: known.system.product, scope: scope)
    let specification = Specification(
      identity: known.identity, scope: try JSONValue(encoding: scope), system: system,
      properties: AnimalsProperties.all(system), teller: .runtime(system))
    let report = try specification.live(Self.checks, only: { _ in false })
    #expect(report.isClean, "\(report.divergences.map(\.text))")
    #expect(report.isExhausted)
    #expect(report.coveredStepCount == report.modelStepCount)
    #expect(report.modelStepCount == 785)
  }

  @Test func `a step that live code cannot take is a divergence`() throws {
    let published = try CatalogueCase.animals("calm")
    let mutant = try CatalogueCase.animals("calm", design: "mutant(listener-forgets-reload)")
    let subject = ProductSubject(product: mutant.system.product)
    let report = try published.live(subject, Self.checks, only: { _ in false })
    let lost = try #require(report.divergences.first)
    #expect(lost.culprit == "operations at rest")
    #expect(lost.alikeCount == 2)
    #expect(
      lost.observed == "expected the reload of sample data asked for; the app has nothing asked for"
    )
    #expect(report.coveredStepCount < report.modelStepCount)
    #expect(report.coveredStepCount > 0)
    let finding = try #require(report.findings.first { $0.culprit == lost.culprit })
    #expect(
      finding.story.lines.last?.sentence
        == "the listener takes the next element and asks for the reload of sample data")
    let again = try published.gradeLive(finding.trace)
    #expect(again.grade == .passes(otherCulprits: []))
  }

  @Test func `a model with too many steps is not toured`() throws {
    let checks = LiveChecks(search: .everyStep(stepCountMax: 1000))
    let report = try Self.live(CatalogueCase(product: "animals", scope: "calm")).live(checks)
    #expect(report.hasTooManySteps)
    #expect(report.wasStopped)
    #expect(report.executionCount == 0)
  }
}
