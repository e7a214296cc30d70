import Model
import Testing

@testable import Spec

/// Paths taken again.
@Suite struct ReplayerTests {
  private let replayer = Replayer(system: BoundedCounter())

  @Test func `a path gives the states along it`() throws {
    let path = Path<BoundedCounter>(labels: [.add(2), .add(1), .reset, .add(1)])
    #expect(try replayer.replay(path).states == [0, 2, 3, 0, 1])
    #expect(replayer.states(along: path) == [0, 2, 3, 0, 1])
    #expect(try replayer.replay(Path(labels: [])).states == [0])
  }

  @Test(arguments: 1...5)
  func `a finding replays to the state that violates`(_ bad: Int) throws {
    let found = explore(BoundedCounter(), [.never("never") { $0 == bad }])
    #expect(found.findings.count == 1)
    for finding in found.findings {
      let states = try replayer.replay(finding.path).states
      #expect(states.last == bad)
      #expect(states.firstIndex(of: bad) == states.count - 1)
      #expect(states.count == finding.path.labels.count + 1)
    }
  }

  @Test func `a finding of a deadlock replays to the deadlock`() throws {
    let waiting = TwoLocks.State(left: 1, right: 1)
    for finding in explore(TwoLocks(), [.never("no deadlock") { $0 == waiting }]).findings {
      #expect(try Replayer(system: TwoLocks()).replay(finding.path).states.last == waiting)
    }
  }

  @Test func `a replay starts from the initial state that the path names`() throws {
    let replayer = Replayer(system: Graph([(0, "a", 1), (5, "a", 6)], initial: [0, 5]))
    #expect(try replayer.replay(Path(initial: 1, labels: ["a"])).states == [5, 6])
  }

  @Test
  func
    `a label that is not enabled diverges with the number of the step and what was enabled there`()
  {
    let path = Path<BoundedCounter>(labels: [.add(2), .add(2), .add(2), .reset])
    let divergence = Replayer<BoundedCounter>.Divergence(stepNumber: 3, enabled: [.add(1), .reset])
    #expect(throws: divergence) { try replayer.replay(path) }
    #expect(replayer.states(along: path) == nil)
  }

  @Test func `the first label can diverge`() {
    let divergence = Replayer<BoundedCounter>.Divergence(
      stepNumber: 1, enabled: [.add(1), .add(2)])
    #expect(throws: divergence) { try replayer.replay(Path(labels: [.reset])) }
  }

  @Test func `nothing is enabled in a deadlock`() {
    let divergence = Replayer<TwoLocks>.Divergence(stepNumber: 3, enabled: [])
    #expect(throws: divergence) {
      try Replayer(system: TwoLocks()).replay(Path(labels: [.leftTakes, .rightTakes, .leftTakes]))
    }
  }

  @Test(arguments: [-1, 1])
  func `an initial state that there is not diverges at step 0`(_ initial: Int) {
    let divergence = Replayer<BoundedCounter>.Divergence(stepNumber: 0, enabled: [])
    #expect(throws: divergence) { try replayer.replay(Path(initial: initial, labels: [])) }
  }

  // MARK: Goals

  private func canReach<System: TransitionSystem>(
    _ replayer: Replayer<System>, _ goal: (System.View) -> Bool, from state: System.State,
    avoiding traits: StepTraits = [], within limits: Limits = .lookahead
  ) -> Bool? {
    let expander = replayer.system.makeExpansion()
    let place = Replayer<System>.Run.Place(expander: expander, row: expander.row(of: state))
    return replayer.canReach(goal, from: place, avoiding: traits, within: limits) { false }
  }

  @Test func `a replayer says whether a goal can be reached from a state`() {
    #expect(canReach(replayer, { $0 == 4 }, from: 0) == true)
    #expect(canReach(replayer, { $0 == 9 }, from: 0) == false)
    #expect(canReach(replayer, { $0 == 9 }, from: 0, within: Limits(stateCountMax: 3)) == nil)
  }

  @Test func `a replayer takes a goal for reached only where nothing is pending`() {
    #expect(canReach(replayer, { $0 == 5 }, from: 0) == false)
  }

  @Test func `a replayer does not take the steps that are avoided`() {
    let replayer = Replayer(system: Graph([(0, "a", 1), (1, "help", 2)], traits: ["help": .fault]))
    #expect(canReach(replayer, { $0 == 2 }, from: 0) == true)
    #expect(canReach(replayer, { $0 == 2 }, from: 0, avoiding: .fault) == false)
    #expect(canReach(replayer, { $0 == 1 }, from: 0, avoiding: .fault) == true)
  }

  @Test(arguments: [0, 1, 2])
  func `the explorer and the replayer agree on lost goals`(_ goal: Int) throws {
    let graph = Graph([(0, "a", 1), (1, "b", 0), (1, "c", 2), (2, "d", 3), (3, "e", 2)])
    let isGoal: @Sendable (Int) -> Bool = { $0 == goal }
    let replayer = Replayer(system: graph)
    let found = explore(graph, [.possible("reach", isGoal)])
    #expect(found.findings.count == (goal == 2 ? 0 : 1))
    for finding in found.findings {
      let states = try replayer.replay(finding.path).states
      #expect(states.map { canReach(replayer, isGoal, from: $0) } == [true, true, false])
    }
  }
}
