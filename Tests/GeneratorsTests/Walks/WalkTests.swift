import Foundation
import Spec
import Testing
@testable import ReferenceProducts
@testable import SpecRunner

@testable import Generators

/// Random walks: what they repeat, what they find, and how small they make it.
@Suite struct WalkTests {
  private func walk(
    _ example: CatalogueCase, _ plan: WalkPlan, only filter: (String) -> Bool = { _ in true },
    monitor: FuzzMonitor = FuzzMonitor()
  ) throws -> FuzzResult {
    // How short a path becomes is no matter here, and a debug build takes its time for it.
    var plan = plan
    plan.shrinkingReach = 300
    return try example.specification().walk(plan, only: filter, monitor: monitor)
  }

  private static let top = CatalogueCase(product: "counter", scope: "top")
  private static let zero = CatalogueCase(product: "counter", scope: "zero")
  private static let calm = CatalogueCase(product: "animals", scope: "calm")
  private static let adds = CatalogueCase(product: "animals", scope: "adds")

  // MARK: Repeating

  @Test(arguments: [top, calm, CatalogueCase(product: "animals", scope: "standard")])
  func `the same plan gives the same report`(_ example: CatalogueCase) throws {
    let plan = WalkPlan(seed: 5, runCount: 12, stepCountMax: 60)
    let (first, second) = (try walk(example, plan), try walk(example, plan))
    #expect(first.runCount == 12)
    #expect(first == second)
    #expect(first.findings.map(\.trace) == second.findings.map(\.trace))
    #expect(first.findings.map(\.report.story) == second.findings.map(\.report.story))
    #expect(!first.findings.isEmpty)
  }

  @Test func `the seed of a finding leads to it at once`() throws {
    let plan = WalkPlan(seed: 40, runCount: 60, stepCountMax: 40)
    for finding in try walk(Self.calm, plan).findings {
      let seed = try #require(finding.trace.seed)
      #expect((40..<100).contains(seed))
      let alone = try walk(Self.calm, WalkPlan(seed: seed, runCount: 1, stepCountMax: 40))
      #expect(alone.findings.map(\.trace).contains(finding.trace))
    }
  }

  @Test func `seeds go on after the greatest`() throws {
    let plan = WalkPlan(seed: UInt64.max, runCount: 2, stepCountMax: 10)
    let report = try walk(Self.top, plan)
    #expect(report.runCount == 2)
    #expect(report.findings.allSatisfy { [UInt64.max, 0].contains($0.trace.seed) })
  }

  // MARK: Counting

  @Test func `a run takes as many steps as it may where every state has one`() throws {
    let report = try walk(Self.zero, WalkPlan(seed: 1, runCount: 7, stepCountMax: 30))
    #expect(report.runCount == 7)
    #expect(report.stepCount == 210)
    #expect(report.findings.isEmpty)
    #expect(report.isFinished)
  }

  @Test func `a run ends where nothing can happen any more`() throws {
    let report = try walk(Self.top, WalkPlan(seed: 1, runCount: 20, stepCountMax: 1000))
    #expect(report.runCount == 20)
    #expect(report.stepCount < 20 * 200)
  }

  @Test func `a walk without runs or steps finds nothing`() throws {
    let none = try walk(Self.top, WalkPlan(runCount: 0))
    #expect(none.runCount == 0 && none.stepCount == 0 && none.findings.isEmpty)
    let still = try walk(Self.top, WalkPlan(runCount: 3, stepCountMax: 0))
    #expect(still.runCount == 3 && still.stepCount == 0)
    #expect(
      still.findings.map(\.report.name.description) == ["reducer.total: didTapIncrementButton"])
  }

  @Test func `a walk that is stopped says so`() throws {
    let monitor = FuzzMonitor(shouldStop: { progress, _ in
      progress.runCount >= 10 ? .limit(.timeLimit) : nil
    })
    let report = try walk(Self.zero, WalkPlan(runCount: 90, stepCountMax: 5), monitor: monitor)
    #expect(!report.isFinished && report.limit == "limit of time hit")
    #expect(report.runCount == 16)
    #expect(report.stepCount == 80)
  }

  // MARK: Finding

  @Test(arguments: CatalogueCase.light.sampled(5))
  func `a walk finds nothing that an exploration does not find, and nothing shorter`(
    _ example: CatalogueCase
  ) throws {
    let explored = try Explored.report(example.product, example.scope).findings
    let lengths = Dictionary(explored.map { ($0.name, $0.trace.length) }) { first, _ in first }
    let report = try walk(example, WalkPlan(seed: 2, runCount: 6, stepCountMax: 40))
    for finding in report.findings {
      let length = try #require(lengths[finding.report.name], "\(finding.report.name)")
      #expect(finding.trace.length >= length)
      #expect(try Registry.catalogue.grade(finding.trace).grade == .reproduces)
    }
    #expect(Set(report.findings.map(\.report.name)).count == report.findings.count)
  }

  @Test func `a walk judges the properties that are asked for, those of continuations among them`()
    throws
  {
    let faults = CatalogueCase(product: "animals", scope: "faults")
    let plan = WalkPlan(seed: 0, runCount: 10, stepCountMax: 60)
    let losses = try walk(faults, plan) { $0 == "recovery.possible" }.findings
    #expect(!losses.isEmpty && losses.allSatisfy { $0.report.property == "recovery.possible" })
    let findings = try walk(Self.top, plan) { $0 == "runtime.crash" }.findings
    #expect(findings.map(\.report.property) == ["runtime.crash"])
  }

  // MARK: Shrinking

  @Test(arguments: UInt64(0)..<10)
  func `the crash of the counter shrinks to one tap`(_ seed: UInt64) throws {
    let report = try walk(Self.top, WalkPlan(seed: seed, runCount: 10, stepCountMax: 60))
    let crash = try #require(report.findings.first { $0.report.property == "runtime.crash" })
    #expect(crash.trace.labels == CounterTraces.taps("+"))
  }

  /// The paths of a trace without one of its steps.
  private func shortened(_ trace: Trace) -> [Trace] {
    (0..<trace.length).map { place in trace.with { $0.labels?.remove(at: place) } }
  }

  @Test(arguments: [calm, adds])
  func `no step of a shrunk path can be left out`(_ example: CatalogueCase) throws {
    let plan = WalkPlan(seed: 5, runCount: 30, stepCountMax: 60)
    let findings = try walk(example, plan) { $0 == "queue.bounded" }.findings
    #expect(!findings.isEmpty)
    for finding in findings {
      #expect(try Registry.catalogue.grade(finding.trace).grade == .reproduces)
      for shorter in shortened(finding.trace) {
        #expect(try Registry.catalogue.grade(shorter).grade != .reproduces)
      }
    }
  }

  @Test func `the add that leaves an entry behind shrinks to its four steps, whatever the seed`()
    throws
  {
    let adds = try CatalogueCase(product: "animals", scope: "adds").specification()
    let culprit = "animal success without an item after complete addAnimal"
    let lengths = try (UInt64(0)..<5).map { seed in
      let plan = WalkPlan(seed: seed, runCount: 30, stepCountMax: 40)
      let report = adds.walk(plan, only: { $0 == "queue.bounded" })
      return try #require(report.findings.first { $0.report.culprit == culprit }).trace.length
    }
    #expect(lengths == [4, 4, 4, 4, 4])
  }
}
