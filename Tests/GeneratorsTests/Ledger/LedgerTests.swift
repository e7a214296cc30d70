import Foundation
import Generators
import Spec
import Testing
@testable import ReferenceProducts
@testable import SpecRunner

/// The repository's ledger, and what a ledger does.
@Suite struct LedgerTests {
  private static let entries =
    (try? Ledger.ofRepository.entries) ?? []

  // MARK: The repository's

  @Test func `the ledger of the repository is there`() throws {
    let ledger = try Ledger(directory: Package.path("traces"), of: .catalogue)
    #expect(ledger.entries.count == Self.entries.count)
    #expect(ledger.entries.map(\.path) == ledger.entries.map(\.path).sorted())
    #expect(ledger.entries.contains { $0.path == CounterTraces.crashPath })
  }

  @Test(arguments: entries.map(\.path))
  func `a trace of the ledger is written as it stands, and stands where it belongs`(_ path: String)
    throws
  {
    let data = try Data(contentsOf: URL(filePath: Package.path("traces/" + path)))
    let trace = try Trace(data: data)
    #expect(trace.data == data)
    #expect(trace.ledgerPath == path)
    #expect(trace.format == 1)
    #expect(trace.expected == .violated)
  }

  @Test(arguments: entries.map(\.path).sampled(3))
  func `a trace of the ledger reproduces and has a story`(_ path: String) throws {
    let trace = try CounterTraces.entry(path)
    let (grade, story) = try Registry.catalogue.grade(trace)
    #expect(grade == .reproduces)
    #expect(story?.lines.count == trace.labels?.count ?? 0)
    #expect(story?.text.hasPrefix("Promised: ") == true)
    #expect(story?.text.contains("\nBroken: ") == true)
  }

  @Test func `no small scope shows what the ledger lacks, or shows it with fewer steps`() throws {
    let ledger = try Ledger.ofRepository
    for example in CatalogueCase.light {
      let report = try Explored.report(example.product, example.scope)
      let comparison = ledger.compare(report.findings) { _ in false }
      #expect(comparison.new.map(\.name.description) == [], "\(example.testDescription)")
      #expect(comparison.outdone.map(\.path) == [], "\(example.testDescription)")
      #expect(comparison.known.count == report.findings.count)
    }
  }

  @Test(arguments: entries.filter { $0.path.hasPrefix("counter/") }.map(\.path))
  func `an entry of a small scope is found there with as many steps`(_ path: String) throws {
    let trace = try CounterTraces.entry(path)
    let scope = try #require(trace.scopeName)
    let found = try Explored.report(trace.product, scope).findings.map(\.trace)
    #expect(found.filter { $0.isSameFinding(as: trace) } == [trace])
  }

  // MARK: Comparing

  private func findings() throws -> [CheckReport.Finding] {
    try CounterTraces.top().check().findings
  }

  /// A ledger of the traces given, each at its own path.
  private func ledger(_ traces: [Trace], in folder: TemporaryFolder) throws -> Ledger {
    for trace in traces { try folder.write(trace.data, to: trace.ledgerPath) }
    return try Ledger(directory: folder.path, of: .catalogue)
  }

  @Test func `a folder that does not exist is an empty ledger, to which all is new`() throws {
    let folder = try TemporaryFolder()
    let ledger = try Ledger(directory: folder.path + "/none", of: .catalogue)
    let comparison = try ledger.compare(findings()) { _ in true }
    #expect(ledger.entries.isEmpty)
    #expect(
      comparison.new.map(\.name.description) == [
        "runtime.crash: crash after didTapIncrementButton", "reducer.total: didTapIncrementButton",
      ])
    #expect(comparison.known.isEmpty && comparison.stale.isEmpty && comparison.outdone.isEmpty)
    #expect(try !comparison.isAgreement)
  }

  @Test func `findings with an entry are known`() throws {
    let folder = try TemporaryFolder()
    let findings = try findings()
    let comparison = try ledger(findings.map(\.trace), in: folder).compare(findings) { _ in true }
    #expect(comparison.known.map(\.path) == [CounterTraces.crashPath, CounterTraces.totalPath])
    #expect(comparison.new.isEmpty && comparison.stale.isEmpty && comparison.outdone.isEmpty)
    #expect(try comparison.isAgreement)
  }

  @Test func `an entry that is longer than the finding is outdone`() throws {
    let folder = try TemporaryFolder()
    let findings = try findings()
    let comparison = try ledger(
      [CounterTraces.detour("-++")] + findings.dropFirst().map(\.trace), in: folder
    )
    .compare(findings) { _ in true }
    #expect(comparison.outdone.map(\.path) == [CounterTraces.crashPath])
    #expect(comparison.outdone.map(\.length) == [1])
    #expect(comparison.known.count == 2 && comparison.stale.isEmpty)
    #expect(try !comparison.isAgreement)
  }

  @Test func `an entry that no longer reproduces is stale with what its replay says`() throws {
    let folder = try TemporaryFolder()
    let crash = try CounterTraces.crash()
    let mended = crash.with { $0.design = "mutant(wrap-around)" }
    let gone = crash.with { $0.design = "mutant(gone)" }
    let comparison = try ledger([crash, mended, gone], in: folder).compare([]) { _ in true }
    #expect(comparison.stale.map(\.path) == [gone.ledgerPath, mended.ledgerPath])
    #expect(
      comparison.stale.map(\.grade) == [
        .obsolete("counter has no design 'mutant(gone)' any more"), .passes(otherCulprits: []),
      ])
    #expect(comparison.new.isEmpty && comparison.known.isEmpty)
    #expect(try !comparison.isAgreement)
  }

  @Test func `a finding that was not replayed does not confirm its entry`() throws {
    let folder = try TemporaryFolder()
    let mended = try CounterTraces.crash().with { $0.design = "mutant(wrap-around)" }
    let told = CheckReport.Finding(
      story: Story(promise: "", lines: [], ending: nil), trace: mended)
    let comparison = try ledger([mended], in: folder).compare([told]) { _ in true }
    #expect(comparison.stale.map(\.path) == [mended.ledgerPath])
  }

  @Test func `an entry that the check does not concern is not stale`() throws {
    let folder = try TemporaryFolder()
    let mended = try CounterTraces.crash().with { $0.design = "mutant(wrap-around)" }
    let comparison = try ledger([mended], in: folder).compare([]) { $0.design == "published" }
    #expect(try comparison.isAgreement)
  }

  @Test func `an entry that is expected to hold is confirmed by passing`() throws {
    let folder = try TemporaryFolder()
    let mended = try CounterTraces.crash().with {
      $0.design = "mutant(wrap-around)"
      $0.expected = .holds
    }
    let broken = try CounterTraces.crash().with { $0.expected = .holds }
    let comparison = try ledger([mended, broken], in: folder).compare([]) { _ in true }
    #expect(comparison.stale.map(\.path) == [CounterTraces.crashPath])
    #expect(comparison.stale.map(\.grade) == [.reproduces])
  }

  @Test func `an entry that is expected to hold makes no finding known, and stays beside it`()
    throws
  {
    let folder = try TemporaryFolder()
    let mended = try CounterTraces.detour("-").with { $0.expected = .holds }
    var ledger = try ledger([mended], in: folder)
    let comparison = try ledger.compare(findings()) { _ in true }
    #expect(comparison.known.isEmpty && comparison.stale.isEmpty)
    #expect(comparison.new.map(\.culprit).contains(mended.culprit))
    for finding in comparison.new { try ledger.write(finding.trace) }
    let again = try Ledger(directory: folder.path, of: .catalogue)
    #expect(again.entries.count == 3)
    #expect(try again.compare(findings()) { _ in true }.isAgreement)
  }

  @Test(
    arguments: [
      { $0.product = "abacus" }, { $0.design = "mutant(wrap-around)" },
      { $0.environment = "windows" },
      { $0.property = "reducer.total" }, { $0.culprit = "crash after didTapDecrementButton" },
      { $0.expected = .holds },
    ] as [@Sendable (inout Trace) -> Void])
  func `product, design, environment, property, culprit and expectation tell findings apart`(
    _ change: @Sendable (inout Trace) -> Void
  ) throws {
    let crash = try CounterTraces.crash()
    #expect(!crash.with(change).isSameFinding(as: crash))
  }

  @Test func `scope, seed and path do not tell findings apart`() throws {
    let crash = try CounterTraces.crash()
    let other = try CounterTraces.detour("-++").with {
      $0.seed = 9
      $0.scope = .null
    }
    #expect(other.isSameFinding(as: crash))
  }
}

extension Trace {
  /// The name of the scope.
  var scopeName: String? {
    guard case .object(let fields) = scope, case .string(let name)? = fields["name"] else {
      return nil
    }
    return name
  }
}
