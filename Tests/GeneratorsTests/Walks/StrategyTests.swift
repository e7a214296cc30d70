import Model
import Spec
import Testing

@testable import Generators

/// Strategies: their names, and what each does on systems small enough to count by hand.
@Suite struct StrategyTests {
  /// Two people who count to a bound each, and nothing else.
  private struct Counters: ExplicitSystem {
    struct Label: Hashable, Comparable, Codable {
      var person: Int
      static func < (first: Label, second: Label) -> Bool { first.person < second.person }
    }

    let bound: Int
    let initialStates = [[0, 0]]

    func steps(from state: [Int]) -> [Step<[Int], Label>] {
      state.indices.filter { state[$0] < bound }.map { person in
        var next = state
        next[person] += 1
        return Step(Label(person: person), to: next)
      }
    }
  }

  private func order(_ strategy: Strategy, seed: UInt64, bound: Int = 4) -> [Int] {
    let system = Counters(bound: bound)
    let walker = Walker { Judge(walking: system, []) }
    var source = RandomSource(seed: seed)
    _ = walker.run(strategy.makeChooser(), source: &source, stepCountMax: 2 * bound)
    let specification = Specification(
      identity: Identity(product: "counters", scope: "small"), system: system, properties: [],
      teller: Teller())
    return specification.path(of: walker.choices).labels.map(\.person)
  }

  private func switchCount(_ order: [Int]) -> Int {
    zip(order, order.dropFirst()).count { $0 != $1 }
  }

  // MARK: Names

  @Test(arguments: Strategy.all)
  func `a strategy is found by its name`(_ strategy: Strategy) {
    #expect(Strategy(name: strategy.name) == strategy)
  }

  @Test(arguments: [("pct", Strategy.pct(depth: 3)), ("pct:7", .pct(depth: 7))])
  func `a depth may be given`(_ name: String, _ strategy: Strategy) {
    #expect(Strategy(name: name) == strategy)
  }

  @Test(arguments: [
    "", "fair", "pct:", "pct:0", "pct:101", "pct:x", "pos:2", "pct:1:2", "PCT", "coverage",
  ])
  func `a name that no strategy has finds none`(_ name: String) {
    #expect(Strategy(name: name) == nil)
  }

  // MARK: Schedules

  @Test(arguments: [Strategy.uniform, .pos, .swarm, .pct(depth: 9)])
  func `every schedule of two counters up to two is drawn`(_ strategy: Strategy) {
    let orders = Set((0..<400).map { order(strategy, seed: UInt64($0), bound: 2) })
    #expect(orders.count == 6)
  }

  @Test(arguments: 1...4)
  func `priorities change as often as the depth allows`(_ depth: Int) {
    let counts = (0..<200).map { switchCount(order(.pct(depth: depth), seed: UInt64($0))) }
    // One switch is forced, where the first counter is full.
    #expect(counts.allSatisfy { (1...depth).contains($0) })
    #expect(counts.contains(depth))
  }

  @Test func `priorities of depth one take either counter first, about as often`() {
    let first = (0..<1000).count { order(.pct(depth: 1), seed: UInt64($0))[0] == 0 }
    #expect((440...560).contains(first))
  }

  /// The bound of the paper: a schedule that needs `depth` constraints is hit at least that often.
  @Test func `priorities hit a schedule of depth two as often as their bound says`() {
    // The schedule 0 1 1 1 1 0 …: one constraint that 0 is first, one that it waits after its first
    // step.
    let hits = (0..<4000).count { seed in
      let order = order(.pct(depth: 2), seed: UInt64(seed))
      return order[0] == 0 && Array(order[1...4]) == [1, 1, 1, 1]
    }
    #expect(Double(hits) / 4000 >= 1.0 / (2 * 8))
  }

  @Test func `a run of a swarm leaves some labels alone`() {
    // With one of the counters switched off the other one fills first: half of the runs, and both
    // on or off in the rest.
    let lone = (0..<1000).count { switchCount(order(.swarm, seed: UInt64($0), bound: 12)) == 1 }
    #expect((400...600).contains(lone))
  }

  @Test
  func `operations race with operations, everything else with everything else, a kill with all`() {
    let steps: [StepTraits] = [.gesture, .delivery, .performance, .completion, .relaunch]
    let races = steps.map { first in steps.map { PartialOrderChooser.race(first, $0) } }
    #expect(
      races == [
        [true, true, false, true, true], [true, true, false, true, true],
        [false, false, true, false, true],
        [true, true, false, true, true], [true, true, true, true, true],
      ])
  }

  // MARK: Sharing runs

  @Test(arguments: [1, 3, 4, 16])
  func `a portfolio gives each strategy its part of the runs of every shard`(_ count: Int) throws {
    let plan = FuzzPlan(seed: 7)
    #expect(plan.strategy.parts == [.uniform, .pct(depth: 3), .pos, .swarm])
    for index in 0..<count {
      let shard = try #require(Shard(index: index, count: count))
      let parts = (0..<400).map { plan.part(ofRun: shard.run(at: $0)) }
      for part in 0..<4 { #expect((60...140).contains(parts.count { $0 == part })) }
    }
  }
}
