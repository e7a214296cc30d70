import Foundation
import Generators
import Model
import Spec
import Testing
@testable import ReferenceProducts
@testable import SpecRunner

/// The ledger against real concurrent code.
@Suite struct LiveReplayTests {
  private static let folder = Package.path("traces")

  @Test(arguments: [("open", 54), ("windows", 56)])
  func `live code takes every path of the ledger`(environment: String, entryCount: Int) throws {
    let entries = try Ledger.ofRepository.entries.filter {
      $0.trace.form != .values && $0.trace.environment == environment
    }
    #expect(entries.count >= entryCount)
    for entry in entries.sampled(3) {
      let specification = try #require(
        try Registry.catalogue.specification(of: entry.trace) as? any LiveCheckable)
      let live = try specification.gradeLive(entry.trace)
      #expect(live.outcome == .taken, "\(entry.path)")
      #expect(live.grade == .reproduces, "\(entry.path)")
    }
  }

  @Test func `a path that the model does not take is not run`() throws {
    let path = "traces/animals/published/open/operation.answered--animal.json"
    var trace = try Trace(path: Self.folder + "/../" + path)
    trace.labels?.swapAt(3, 10)
    let specification = try #require(
      try Registry.catalogue.specification(of: trace) as? any LiveCheckable)
    let live = try specification.gradeLive(trace)
    #expect(live.outcome == .rejected)
    #expect(live.attemptCount == 0)
    guard case .diverges = live.grade else {
      Issue.record("\(live.grade)")
      return
    }
  }

  @Test func `values are nothing to run`() throws {
    let path = "traces/counter/published/open/reducer.total--didTapIncrementButton.json"
    let trace = try Trace(path: Self.folder + "/../" + path)
    let specification = try #require(
      try Registry.catalogue.specification(of: trace) as? any LiveCheckable)
    let live = try specification.gradeLive(trace)
    #expect(
      live.outcome
        == .inapplicable(
          "the trace holds values and no steps, so that live code takes nothing of it"))
    #expect(live.grade == .reproduces)
  }
}
