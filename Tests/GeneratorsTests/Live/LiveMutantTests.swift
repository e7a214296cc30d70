import Generators
import Model
import Spec
import Testing
@testable import ReferenceProducts
@testable import SpecRunner

/// Mutants that run live beside the published model.
@Suite struct LiveMutantTests {
  /// The ways in which the live code of one design leaves the model of another.
  private static func culprits<Mutant: LiveCheckable>(
    of mutant: Mutant, in published: any LiveCheckable
  ) throws -> [String] {
    let published = try #require(published as? Mutant).specification
    let subject = ProductSubject(
      product: mutant.specification.system.product, discipline: published.system.scope.discipline)
    let checks = LiveChecks(
      plan: LivePlan(gestureCountMax: 5, skipsIdleGestures: true),
      search: .drawn(seed: 1, runCount: 60))
    return try published.live(subject, checks, only: { _ in false }).divergences.map(\.culprit)
  }

  private static func survivors(of name: String, scope: String) throws -> [String] {
    let product = try #require(Registry.catalogue.product(named: name))
    let published = try #require(product.specification(scope: scope) as? any LiveCheckable)
    let windows = Set(
      (AnimalsWindowMutants.all.map(\.name) + QuakesWindowMutants.all.map(\.name)).map {
        "mutant(\($0))"
      })
    // What tells these are definitions of functions; runs need not come to where they differ.
    let answers = Set(MutantTests.byValues.map { "mutant(\($0.1))" })
    let written =
      Counter.mutants.map(\.name) + AnimalsMutants.written.map(\.name)
      + QuakesMutants.written.map(\.name)
    let mutants = product.mutants.filter(written.contains).map { "mutant(\($0))" }
      .filter { !windows.contains($0) && !answers.contains($0) }
    return try mutants.filter { design in
      let mutant = try #require(
        product.specification(design: design, scope: scope) as? any LiveCheckable)
      return try culprits(of: mutant, in: published).isEmpty
    }
  }

  /// Windows and filters are no part of what runs live in an open environment; the others need
  /// gestures that change nothing, longer runs or values at the ends of `Int`.
  @Test(
    arguments: [
      (
        "counter", "zero",
        [
          "wrap-around", "decrement-is-gone-from-zero-down", "three-below-zero-is-shown-as-three",
          "closing-closes-what-is-alike",
        ]
      ),
      (
        "animals", "standard",
        [
          "appear-fetches-again", "filter-forgets-old-category", "filter-drops-reload",
          "list-without-id", "dependency-misses-name",
          "listener-ignores-guard", "closing-closes-what-is-alike", "request-arrives-twice",
          "editor-follows-the-diet",
        ]
      ),
      (
        "quakes", "standard",
        [
          "withdrawn-stays", "refresh-twice", "filter-drops-delete-all", "filter-drops-local-fetch",
          "listener-ignores-guard", "sync-forgets-updates", "sync-keeps-deleted",
          "closing-closes-what-is-alike",
          "selection-goes-when-its-quake-moves",
        ]
      ),
    ].sampled(2))
  func `sixty runs of a mutant's live code leave the published model, but for those named`(
    name: String, scope: String, survivors: [String]
  ) throws {
    let found = try Self.survivors(of: name, scope: scope)
    #expect(found == survivors.map { "mutant(\($0))" }, "\(found)")
  }
}
