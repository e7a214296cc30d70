import Foundation
import Generators
import Spec
import Testing

@testable import SpecRunner

/// What a check in a test takes from a ledger as known.
@Suite struct KnownLedgerTests {
  /// Whether each finding of the counter at the greatest integer is known from two traces, the
  /// first one changed.
  private func names(knownFrom change: (inout Trace) -> Void) async throws -> [FindingName] {
    let (ledger, traces) = (try TemporaryFolder(), try TemporaryFolder())
    _ = try ledger.write(CounterTraces.crash().with(change).data, to: "a--crash.json")
    _ = try ledger.write(CounterTraces.entry(CounterTraces.totalPath).data, to: "a--total.json")
    let plan = CheckPlan(
      known: .ledger(ledger.path), allowing: [.vacuous("reducer.throw.rollback")],
      savingTo: traces.path)
    do {
      try await check(CounterTraces.top(), plan.reading([:]))
      return []
    } catch let failure as CheckFailure {
      return failure.findings.map(\.name)
    }
  }

  private let crash = FindingName(
    property: "runtime.crash", culprit: "crash after didTapIncrementButton")

  @Test func `a finding that stands in the ledger is known`() async throws {
    #expect(try await names { _ in } == [])
  }

  @Test func `a trace that is expected to hold makes no finding known`() async throws {
    #expect(try await names { $0.expected = .holds } == [crash])
  }

  @Test func `what thunks side by side show is not known of a listener that runs one at a time`()
    async throws
  {
    let names = try await names {
      $0.scope = $0.scope.setting("discipline", to: .string("concurrent"))
    }
    #expect(names == [crash])
  }
}
