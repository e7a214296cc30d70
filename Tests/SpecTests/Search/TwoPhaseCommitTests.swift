import Model
import Testing

@testable import Spec

/// Two-phase commit, counted by another model checker.
///
/// The counts are those that TLC prints for `TwoPhase` of the TLA+ examples. It counts the initial
/// state among the generated ones, where we count steps only, and calls the depth of the initial
/// state 1, which we call 0.
@Suite struct TwoPhaseCommitTests {
  private typealias ManagersProperty = Property<TwoPhaseCommit>

  /// No resource manager has aborted while another has committed; judged once one of them has come
  /// to an end.
  private let consistent = ManagersProperty(
    "consistent", "No manager aborts while another commits.",
    witness: "a manager commits or aborts",
    .invariant { state in
      let (isCommitted, isAborted) = (
        state.managers.contains(.committed), state.managers.contains(.aborted)
      )
      if !isCommitted && !isAborted { return .idle }
      return .require(!(isCommitted && isAborted), culprit: "split", "\(state.managers)")
    })

  @Test(arguments: [
    (3, stateCount: 288, generatedCount: 1146, depth: 11),
    (5, stateCount: 8832, generatedCount: 58146, depth: 17),
  ])
  func `two-phase commit has the counts of TLC`(
    _ managerCount: Int, stateCount: Int, generatedCount: Int, depth: Int
  ) {
    let found = explore(TwoPhaseCommit(managerCount: managerCount), [consistent])
    #expect(found.reason == .exhausted)
    #expect(
      found.statistics.counts
        == Counts(stateCount: stateCount, stepCount: generatedCount - 1, depth: depth - 1))
    #expect(found.verdicts == [.holds])
    #expect(found.found.isEmpty)
  }

  @Test func `every end is met`() {
    let ends: [(name: String, manager: TwoPhaseCommit.Manager)] = [
      ("commit", .committed), ("abort", .aborted),
    ]
    let properties = ends.map { end in
      Property<TwoPhaseCommit>.never(end.name) { state in
        state.managers.allSatisfy { $0 == end.manager }
      }
    }
    let found = explore(TwoPhaseCommit(managerCount: 3), properties)
    #expect(found.verdicts == [.violated(findingCount: 1), .violated(findingCount: 2)])
    #expect(
      found.found == [
        FoundPath(
          "commit", "bad after receiveCommit",
          [
            .prepare(0), .receivePrepared(0), .prepare(1), .receivePrepared(1), .prepare(2),
            .receivePrepared(2),
            .commit, .receiveCommit(0), .receiveCommit(1), .receiveCommit(2),
          ]),
        FoundPath(
          "abort", "bad after chooseToAbort",
          [.chooseToAbort(0), .chooseToAbort(1), .chooseToAbort(2)]),
        FoundPath(
          "abort", "bad after receiveAbort",
          [.abort, .chooseToAbort(0), .chooseToAbort(1), .receiveAbort(2)]),
      ])
  }

  @Test func `the transaction can commit only until someone aborts`() {
    let found = explore(
      TwoPhaseCommit(managerCount: 3),
      [.possible("commit") { $0.managers == [.committed, .committed, .committed] }])
    #expect(found.verdicts == [.violated(findingCount: 2)])
    #expect(
      found.found == [
        FoundPath("commit", "abort", [.abort]),
        FoundPath("commit", "chooseToAbort", [.chooseToAbort(0)]),
      ])
  }

  @Test func `managers that may abort when they are prepared split the outcome`() {
    let found = explore(TwoPhaseCommit(managerCount: 2, isHasty: true), [consistent])
    let decided: [TwoPhaseCommit.Label] = [
      .prepare(0), .receivePrepared(0), .prepare(1), .receivePrepared(1), .commit,
    ]
    #expect(found.verdicts == [.violated(findingCount: 2)])
    #expect(
      found.found == [
        FoundPath(
          "consistent", "split after chooseToAbort",
          decided + [.receiveCommit(0), .chooseToAbort(1)]),
        FoundPath(
          "consistent", "split after receiveCommit",
          decided + [.chooseToAbort(0), .receiveCommit(1)]),
      ])
  }
}
