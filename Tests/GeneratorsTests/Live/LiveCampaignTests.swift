import Generators
import Model
import Spec
import Testing
@testable import ReferenceProducts
@testable import SpecRunner

/// Runs of real concurrent code beside their models.
@Suite struct LiveCampaignTests {
  private static func specification(_ product: String, _ scope: String) throws -> any LiveCheckable
  {
    try #require(
      Registry.catalogue.product(named: product)?.specification(scope: scope) as? any LiveCheckable)
  }

  /// How many traces a model has, counted without the driver: people make so many gestures that
  /// change something.
  ///
  /// In settled traces the listener moves as soon as it can, then windows do; in others all may.
  private static func traceCount<System: ProductSystem>(
    of system: System, gestureCountMax: Int, isSettled: Bool
  ) -> Int {
    let expander = system.makeExpansion()
    func count(_ row: Row, _ gesturesLeft: Int) -> Int {
      var steps = StepBuffer()
      expander.rows.expand(row, into: &steps, selecting: .all)
      if isSettled, let delivery = steps.steps.first(where: { $0.traits.contains(.delivery) }) {
        return count(delivery.row, gesturesLeft)
      }
      if isSettled,
        let move = steps.steps.first(where: { expander.label(of: $0.transition).isOfWindowsAlone })
      {
        return count(move.row, gesturesLeft)
      }
      let successors = steps.steps.compactMap { step -> Int? in
        let isGesture = step.traits.contains(.gesture)
        if isGesture && (gesturesLeft == 0 || step.row == row) { return nil }
        return count(step.row, gesturesLeft - (isGesture ? 1 : 0))
      }
      return successors.isEmpty ? 1 : successors.reduce(0, +)
    }
    return system.initialStates.map { count(expander.row(of: $0), gestureCountMax) }.reduce(0, +)
  }

  private static func traceCount(
    of checkable: some LiveCheckable, gestureCountMax: Int, isSettled: Bool = true
  ) -> Int {
    traceCount(
      of: checkable.specification.system, gestureCountMax: gestureCountMax, isSettled: isSettled)
  }

  @Test(
    arguments: [
      ("counter", "zero", 4, 16), ("counter", "top", 4, 8), ("animals", "calm", 2, 21),
      ("animals", "faults", 1, 9),
      ("animals", "overtaking", 2, 29), ("quakes", "calm", 2, 168), ("counter", "windows", 3, 66),
      ("animals", "forms", 3, 74), ("animals", "opening", 3, 178), ("animals", "saves", 8, 224),
      ("animals", "window", 4, 128), ("animals", "late", 6, 152), ("animals", "lag", 8, 319),
      ("quakes", "forms", 2, 40), ("quakes", "opening", 2, 33), ("quakes", "window", 3, 165),
      ("quakes", "lag", 3, 40),
    ].sampled(2))
  func `live code takes every settled trace of a small scope, each once, and no other`(
    product: String, scope: String, gestureCountMax: Int, traceCount: Int
  ) throws {
    let specification = try Self.specification(product, scope)
    #expect(Self.traceCount(of: specification, gestureCountMax: gestureCountMax) == traceCount)
    let plan = LivePlan(gestureCountMax: gestureCountMax, skipsIdleGestures: true)
    let checks = LiveChecks(plan: plan, search: .exhaustive)
    let report = try specification.live(checks, only: { _ in false })
    #expect(report.isExhausted)
    #expect(report.isClean, "\(report.divergences.map(\.text))")
    #expect(report.executionCount == traceCount)
    #expect(report.historyCount == traceCount)
  }

  @Test
  func `the second of two taps comes before, between and after the jobs that the first sets going`()
    throws
  {
    let specification = try Self.specification("counter", "zero")
    func run(_ granularity: LiveGranularity, gestureCountMax: Int) throws -> LiveReport {
      let plan = LivePlan(
        granularity: granularity, gestureCountMax: gestureCountMax, skipsIdleGestures: true)
      return try specification.live(LiveChecks(plan: plan, search: .exhaustive))
    }
    // How many jobs a listener takes for an element is the compiler's to say.
    let launchJobCount = try run(.settled, gestureCountMax: 0).jobCount
    let one = try run(.settled, gestureCountMax: 1)
    #expect(one.executionCount == 2)
    let jobCount = one.jobCount / 2 - launchJobCount
    #expect(jobCount > 0)
    let two = try run(.jobs, gestureCountMax: 2)
    #expect(two.executionCount == 4 * (jobCount + 1))
    #expect(two.historyCount == 4)
    #expect(two.isExhausted)
    #expect(two.isClean)
  }

  @Test(arguments: [
    ("counter", "zero", 4, 16), ("animals", "calm", 2, 21), ("animals", "kills", 1, 15),
    ("animals", "standard", 1, 44), ("quakes", "calm", 2, 168), ("quakes", "standard", 1, 78),
  ])
  func `every order of jobs of a small scope is a trace of the model, and every trace has one`(
    product: String, scope: String, gestureCountMax: Int, traceCount: Int
  ) throws {
    let specification = try Self.specification(product, scope)
    let count = Self.traceCount(
      of: specification, gestureCountMax: gestureCountMax, isSettled: false)
    #expect(count == traceCount)
    let plan = LivePlan(
      granularity: .jobs, gestureCountMax: gestureCountMax, skipsIdleGestures: true)
    let checks = LiveChecks(plan: plan, search: .exhaustive)
    let report = try specification.live(checks, only: { _ in false })
    #expect(report.isExhausted)
    #expect(report.isClean, "\(report.divergences.map(\.text))")
    #expect(report.historyCount == traceCount)
    #expect(report.executionCount >= traceCount)
  }

  @Test(arguments: ["standard", "retries", "concurrent", "kills"])
  func `random schedules of jobs are traces of the model`(scope: String) throws {
    let plan = LivePlan(granularity: .jobs, gestureCountMax: 6)
    let checks = LiveChecks(plan: plan, search: .drawn(seed: 1, runCount: 100), repeatCount: 2)
    let report = try Self.specification("animals", scope).live(checks, only: { _ in false })
    #expect(report.isClean, "\(report.divergences.map(\.text))")
    #expect(report.executionCount == 200)
    #expect(report.historyCount > 80)
  }

  @Test func `a schedule of jobs can be repeated`() throws {
    let plan = LivePlan(granularity: .jobs)
    let checks = LiveChecks(plan: plan, search: .drawn(seed: 7, runCount: 20), repeatCount: 20)
    let report = try Self.specification("animals", "standard").live(checks, only: { _ in false })
    #expect(report.executionCount == 400)
    #expect(report.differenceCount == 0)
    #expect(report.leaks.words == nil)
  }

  @Test func `one seed gives one report`() throws {
    let plan = LivePlan(granularity: .jobs)
    let checks = LiveChecks(plan: plan, search: .drawn(seed: 3, runCount: 50))
    let first = try Self.specification("animals", "standard").live(checks)
    let second = try Self.specification("animals", "standard").live(checks)
    #expect(first.historyCount == second.historyCount)
    #expect(first.stepCount == second.stepCount)
    #expect(first.jobCount == second.jobCount)
    #expect(first.findings.map(\.trace) == second.findings.map(\.trace))
  }
}

extension RuntimeLabel {
  /// Whether windows do it by themselves.
  fileprivate var isOfWindowsAlone: Bool {
    switch self {
    case .drain, .render: true
    default: false
    }
  }
}
