import Foundation
import Generators
import Spec
import Testing
@testable import ReferenceProducts
@testable import SpecRunner

/// The standard scope of Quakes: two quakes in two versions, two refreshes, deletes, a fault, a
/// kill.
@Suite struct QuakesStandardTests {
  private static let report = Registry.catalogue.product(named: "quakes")?.specification(
    scope: "standard")?
    .check()

  @Test func `it has its states, steps and depth`() throws {
    let report = try #require(Self.report)
    #expect(report.reason == .exhausted)
    #expect(report.statistics.stateCount == 58_152)
    #expect(report.statistics.stepCount == 250_856)
    #expect(report.statistics.depth == 28)
  }

  @Test func `every property that it can decide has a verdict, and none is vacuous`() throws {
    let results = try #require(Self.report).results
    for result in results {
      switch result.verdict {
      case .holds, .violated, .measured: continue
      case .notApplicable(let reason):
        #expect(
          [
            "no windows in the open environment", "asked of generated values: spec-runner values",
            "nothing happens around the app in this scope", "no single item has a status",
            "the scope bounds the requests that recovery may need",
            "what was asked for ends with the app",
          ].contains(reason), "\(result.property.name): \(reason)")
      case .vacuous, .undecided, .holdsWithin, .holdsForSample:
        Issue.record("\(result.property.name) is \(result.verdict.word)")
      }
    }
    let waiting = results.filter {
      $0.verdict == .notApplicable("no windows in the open environment")
    }
    #expect(
      waiting.map(\.property.name).filter { $0.hasPrefix("quakes.") } == [
        "quakes.list.is.map", "quakes.selection.exists", "quakes.selection.agree",
      ])
  }

  @Test func `what it finds is in the ledger with as few steps`() throws {
    let findings = try #require(Self.report).findings
    let comparison = try Ledger.ofRepository.compare(findings) { _ in
      false
    }
    #expect(findings.count == 17)
    #expect(comparison.new.map(\.name) == [] && comparison.outdone.map(\.path) == [])
  }
}
