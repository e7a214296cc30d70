import Model
import Spec
import Synchronization
import Testing

@testable import Generators

/// Random runs of a system whose states grow without end: they are cut, and told.
@Suite struct GrowthTests {
  /// A basket that somebody doubles and shakes.
  private struct Basket: ExplicitSystem {
    enum Label: Int, Hashable, Comparable, Codable, Sendable {
      case double, shake
      static func < (first: Label, second: Label) -> Bool { first.rawValue < second.rawValue }
    }
    struct State: Hashable, Sendable {
      var eggs = [0]
      var isShaken = false
    }
    let initialStates = [State()]

    func steps(from state: State) -> [Step<State, Label>] {
      // Elements that are copied one by one take long in a debug build.
      let more = State(eggs: state.eggs + state.eggs)
      return [Step(.double, to: more), Step(.shake, to: State(eggs: state.eggs, isShaken: true))]
    }
  }

  private static let basket = Basket().promising("basket.small", "The basket stays small.") {
    .require($0.eggs.count < 1000, culprit: "large", "too large")
  }

  private static let finding = FindingName(property: "basket.small", culprit: "large after double")

  @Test func `a walk cuts runs whose values grow, and keeps what they show`() {
    let report = Self.basket.walk(WalkPlan(seed: 1, runCount: 3, stepCountMax: 200))
    #expect(
      report.runCount == 3 && report.cutRunCount == 3 && report.isFinished)
    #expect(report.growth?.words == "state.eggs: 8,192 elements in one value")
    #expect(report.findings.map(\.report.name) == [Self.finding])
    #expect(report.findings.first?.trace.length == 10)
  }

  @Test func `a campaign cuts the same runs with any number of workers`() {
    let plan = FuzzPlan(seed: 1, runCount: 3, stepCountMax: 200)
    let alone = Self.basket.fuzz(plan)
    let together = Self.basket.fuzz(plan, jobCount: 3)
    #expect(alone.data == together.data)
    #expect(alone.runCount == 3 && alone.isFinished)
    #expect(alone.cutRunCount ?? 0 > 1)
    #expect(alone.growth?.count == 8192)
    #expect(alone.findings.map(\.trace.culprit) == ["large after double"])
  }

  @Test func `runs with few steps are not cut`() {
    let plan = FuzzPlan(seed: 1, runCount: 8, stepCountMax: 11)
    let result = Self.basket.fuzz(plan)
    #expect(result.cutRunCount == nil && result.growth == nil)
  }

  @Test func `a run ends where values come to more memory than allowed`() {
    let report = Self.basket.walk(
      WalkPlan(seed: 1, runCount: 6, stepCountMax: 200), byteCountMax: 30_000)
    #expect(report.cutRunCount == 6)
    #expect(report.growth == nil)
  }

  @Test func `a campaign that is over in the middle of a batch counts the runs that were taken`() {
    let steps = Counted()
    var monitor = FuzzMonitor(shouldStop: { _, _ in steps.count > 500 ? .limit(.timeLimit) : nil })
    monitor.isOver = { steps.add() > 500 }
    let result = Self.basket.fuzz(
      FuzzPlan(seed: 1, runCount: nil, stepCountMax: 10), monitor: monitor
    )
    #expect(result.runCount > 16 && result.runCount < 100)
    #expect(result.yields.reduce(0) { $0 + $1.runCount } == result.runCount)
    #expect(!result.isFinished && result.limit == "limit of time hit")
  }

  /// Counts how often somebody asked.
  private final class Counted: Sendable {
    private let number = Atomic(0)
    var count: Int { number.load(ordering: .relaxed) }
    func add() -> Int { number.add(1, ordering: .relaxed).newValue }
  }
}
