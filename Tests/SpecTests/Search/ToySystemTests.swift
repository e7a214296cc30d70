import Model
import Testing

@testable import Spec

/// Shapes small enough to count by hand.
@Suite struct ToySystemTests {
  // MARK: Counts

  @Test func `two locks taken in opposite orders have one deadlock`() {
    let waiting = TwoLocks.State(left: 1, right: 1)
    let found = explore(TwoLocks(), [.never("no deadlock") { $0 == waiting }])
    #expect(found.reason == .exhausted)
    #expect(
      found.statistics.counts == Counts(stateCount: 6, stepCount: 8, depth: 2, terminalCount: 1))
    #expect(found.verdicts == [.violated(findingCount: 2)])
    #expect(
      found.found == [
        FoundPath("no deadlock", "bad after leftTakes", [.rightTakes, .leftTakes]),
        FoundPath("no deadlock", "bad after rightTakes", [.leftTakes, .rightTakes]),
      ])
  }

  @Test func `a bounded counter has the counts worked out by hand`() {
    let found = explore(BoundedCounter())
    #expect(found.reason == .exhausted)
    #expect(found.statistics.counts == Counts(stateCount: 6, stepCount: 14, depth: 3))
  }

  @Test func `a lone state without steps is counted at depth 0`() {
    let found = explore(Graph([]))
    #expect(found.reason == .exhausted)
    #expect(
      found.statistics.counts == Counts(stateCount: 1, stepCount: 0, depth: 0, terminalCount: 1))
  }

  @Test func `a step that leads back to its state counts as a step and not as a state`() {
    let found = explore(Graph([(0, "stay", 0)]))
    #expect(found.statistics.counts == Counts(stateCount: 1, stepCount: 1, depth: 0))
  }

  @Test func `states that several initial states share are counted once`() {
    let found = explore(Graph([(0, "a", 2), (1, "a", 2), (2, "a", 3)], initial: [0, 1]))
    #expect(
      found.statistics.counts == Counts(stateCount: 4, stepCount: 3, depth: 2, terminalCount: 1))
  }

  @Test func `a system without initial states is invalid`() {
    let found = explore(Graph([], initial: []), [.never("never 0") { $0 == 0 }])
    let complaint = "it has no initial state; list at least one"
    #expect(found.reason == .invalidSystem(complaint))
    #expect(found.statistics.counts == Counts(stateCount: 0, stepCount: 0, depth: 0))
    #expect(found.verdicts == [.undecided("premise not met, invalid system")])
  }

  // MARK: Diamonds

  /// Two ways of two steps to state 3: through 1 by a label that comes first, and through 2.
  private func diamond(_ traits: [String: StepTraits], unsettled: Set<Int> = []) -> [String] {
    let graph = Graph(
      [(0, "a", 1), (0, "b", 2), (1, "c", 3), (2, "d", 3)], traits: traits, unsettled: unsettled)
    let found = explore(
      graph,
      [
        Property("end", .settled { .require($0 != 3, culprit: "end", "") })
      ])
    #expect(
      found.statistics.counts == Counts(stateCount: 4, stepCount: 4, depth: 2, terminalCount: 1))
    #expect(found.verdicts == [.violated(findingCount: 1)])
    return found.findings.first?.path.labels ?? []
  }

  @Test func `of two free paths the one whose labels come first is picked`() {
    #expect(diamond([:]) == ["a", "c"])
  }

  @Test func `a gesture out of an unsettled state is a departure, out of a settled one it is not`()
  {
    #expect(diamond(["c": .gesture], unsettled: [1]) == ["b", "d"])
    #expect(diamond(["c": .gesture], unsettled: [2]) == ["a", "c"])
  }

  @Test func `overtaking is a departure wherever it happens`() {
    #expect(diamond(["a": .overtaking]) == ["b", "d"])
    #expect(diamond(["c": .overtaking]) == ["b", "d"])
  }

  @Test(arguments: [StepTraits.fault, .relaunch])
  func `a fault costs more than label order`(_ fault: StepTraits) {
    #expect(diamond(["c": fault]) == ["b", "d"])
    #expect(diamond(["a": fault, "b": fault]) == ["a", "c"])
  }

  @Test func `one departure costs more than two faults`() {
    #expect(diamond(["a": .fault, "c": .fault, "d": .overtaking]) == ["a", "c"])
    #expect(diamond(["a": .overtaking, "b": .fault, "d": .fault]) == ["b", "d"])
  }

  @Test func `of equal departures the path with fewer faults is picked`() {
    #expect(diamond(["a": .overtaking, "c": .fault, "d": .overtaking]) == ["b", "d"])
  }

  @Test func `of two labels between the same states the free one is picked`() {
    let graph = Graph([(0, "a", 1), (0, "b", 1), (1, "c", 2)], traits: ["a": .overtaking])
    let found = explore(graph, [.never("end") { $0 == 2 }])
    #expect(found.found == [FoundPath("end", "bad after c", ["b", "c"])])
  }

  @Test func `a shorter path is picked whatever it costs`() {
    let graph = Graph(
      [(0, "a", 1), (0, "b", 2), (1, "a", 3), (3, "a", 2), (2, "end", 4)],
      traits: ["b": [.overtaking, .fault]])
    let found = explore(graph, [.never("end") { $0 == 4 }])
    #expect(found.found == [FoundPath("end", "bad after end", ["b", "end"])])
  }

  // MARK: Lassos

  @Test func `on a lasso every state of the cycle can be reached again`() {
    let lasso = Graph([(0, "in", 1), (1, "on", 2), (2, "on", 3), (3, "on", 1)])
    let found = explore(
      lasso, [.possible("reach 1") { $0 == 1 }, .possible("reach 3") { $0 == 3 }])
    #expect(found.statistics.counts == Counts(stateCount: 4, stepCount: 4, depth: 3))
    #expect(found.verdicts == [.holds, .holds])
    #expect(found.found.isEmpty)
  }

  @Test func `what lies before the cycle cannot be reached from it`() {
    let lasso = Graph([(0, "in", 1), (1, "on", 2), (2, "on", 3), (3, "on", 1)])
    let found = explore(lasso, [.possible("reach 0") { $0 == 0 }])
    #expect(found.verdicts == [.violated(findingCount: 1)])
    #expect(found.found == [FoundPath("reach 0", "in", ["in"])])
  }

  @Test
  func `the counterexamples of a goal are the shortest paths into the region that cannot reach it`()
  {
    let trap = Graph([
      (0, "in", 1), (1, "on", 2), (2, "on", 3), (3, "on", 1), (3, "slip", 4), (2, "skip", 5),
      (5, "slip", 6), (4, "turn", 4), (4, "walk", 6), (6, "walk", 4),
    ])
    let found = explore(trap, [.possible("reach 1") { $0 == 1 }])
    #expect(found.statistics.counts == Counts(stateCount: 7, stepCount: 10, depth: 4))
    #expect(found.verdicts == [.violated(findingCount: 2)])
    #expect(
      found.found == [
        FoundPath("reach 1", "skip", ["in", "on", "skip"]),
        FoundPath("reach 1", "slip", ["in", "on", "on", "slip"]),
      ])
  }

  @Test func `a goal that no state is fails at launch`() {
    let found = explore(Graph([(0, "a", 1), (1, "a", 0)]), [.possible("reach 9") { $0 == 9 }])
    #expect(found.verdicts == [.violated(findingCount: 1)])
    #expect(found.found == [FoundPath("reach 9", "launch", [])])
  }

  @Test func `a goal counts only where nothing is pending`() {
    let edges = [(0, "a", 1), (1, "b", 0)]
    let goal = Property<Graph>.possible("reach 1") { $0 == 1 }
    #expect(explore(Graph(edges), [goal]).verdicts == [.holds])
    #expect(explore(Graph(edges, unsettled: [1]), [goal]).verdicts == [.violated(findingCount: 1)])
  }

  @Test func `a continuation does not take the steps that it avoids`() {
    let graph = Graph([(0, "a", 1), (1, "help", 0)], traits: ["help": .fault])
    let found = explore(
      graph,
      [
        .possible("reach 0") { $0 == 0 },
        .possible("reach 0 unaided", avoiding: .fault) { $0 == 0 },
      ])
    #expect(found.verdicts == [.holds, .violated(findingCount: 1)])
    #expect(found.found == [FoundPath("reach 0 unaided", "a", ["a"])])
  }
}
