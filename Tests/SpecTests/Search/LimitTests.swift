import Model
import Testing

@testable import Spec

/// What a search is worth that ends early.
@Suite struct LimitTests {
  /// One property of each kind that keeps a limit from being noticed: all hold of the whole
  /// counter.
  private static let kept: [Property<BoundedCounter>] = [
    .never("never 9") { $0 == 9 },
    .possible("reach 0") { $0 == 0 },
    Property("settled below 5", .settled { .require($0 < 5, culprit: "bad", "") }),
    Property("no step to 9", .step { .require($0.new != 9, culprit: "bad", "") }),
    Property("labels are kept", .step { _ in .holds }),
    Property("nothing above 9", .invariant { $0 > 9 ? .holds : .idle }),
  ]

  private func verdicts(cutBy reason: ExitReason) -> [Verdict] {
    [
      .holdsWithin(reason), .undecided(reason.words), .holdsWithin(reason), .holdsWithin(reason),
      .holdsWithin(reason), .undecided("premise not met, \(reason.words)"),
    ]
  }

  @Test func `what a limited search leaves open holds in the whole counter`() {
    let found = explore(BoundedCounter(), Self.kept)
    #expect(found.verdicts == [.holds, .holds, .holds, .holds, .holds, .vacuous])
  }

  @Test(arguments: [
    (1, Counts(stateCount: 3, stepCount: 2, depth: 1, frontierCount: 2)),
    (2, Counts(stateCount: 5, stepCount: 8, depth: 2, frontierCount: 2)),
    (3, Counts(stateCount: 6, stepCount: 13, depth: 3, frontierCount: 1)),
  ])
  func `a search bounded in depth never reports holds and names its limit`(
    _ depthMax: Int, counts: Counts
  ) {
    let found = explore(BoundedCounter(), Self.kept, limits: Limits(depthMax: depthMax))
    #expect(found.reason == .depthLimit(depthMax))
    #expect(found.reason.words == "limit of depth \(depthMax) hit")
    #expect(found.statistics.counts == counts)
    #expect(found.verdicts == verdicts(cutBy: .depthLimit(depthMax)))
  }

  @Test func `at depth 0 only the initial states are judged`() {
    let found = explore(BoundedCounter(), Self.kept, limits: Limits(depthMax: 0))
    #expect(
      found.statistics.counts == Counts(stateCount: 1, stepCount: 0, depth: 0, frontierCount: 1))
    let (reason, missed) = (
      ExitReason.depthLimit(0), Verdict.undecided("premise not met, limit of depth 0 hit")
    )
    #expect(
      found.verdicts == [
        .holdsWithin(reason), .undecided("limit of depth 0 hit"), .holdsWithin(reason), missed,
        missed, missed,
      ])
  }

  @Test func `a depth limit that is not reached changes nothing`() {
    let found = explore(BoundedCounter(), Self.kept, limits: Limits(depthMax: 4))
    #expect(found.reason == .exhausted)
    #expect(found.statistics.counts == Counts(stateCount: 6, stepCount: 14, depth: 3))
    #expect(found.verdicts == [.holds, .holds, .holds, .holds, .holds, .vacuous])
  }

  @Test(arguments: [
    (3, Counts(stateCount: 3, stepCount: 2, depth: 1, frontierCount: 2)),
    (4, Counts(stateCount: 4, stepCount: 5, depth: 2, frontierCount: 2)),
    (5, Counts(stateCount: 5, stepCount: 8, depth: 2, frontierCount: 2)),
  ])
  func `a search bounded in states never reports holds and names its limit`(
    _ stateCountMax: Int, counts: Counts
  ) {
    let found = explore(BoundedCounter(), Self.kept, limits: Limits(stateCountMax: stateCountMax))
    #expect(found.reason == .stateLimit(stateCountMax))
    #expect(found.reason.words == "limit of \(stateCountMax) states hit")
    #expect(found.statistics.counts == counts)
    #expect(found.verdicts == verdicts(cutBy: .stateLimit(stateCountMax)))
  }

  @Test func `a limit of more states than there are changes nothing`() {
    let found = explore(BoundedCounter(), Self.kept, limits: Limits(stateCountMax: 7))
    #expect(found.reason == .exhausted)
    #expect(found.verdicts == [.holds, .holds, .holds, .holds, .holds, .vacuous])
  }

  @Test func `the depth of a search cut short is that of a state it found`() {
    let found = explore(
      Graph([(0, "stay", 0), (1, "a", 2)], initial: [0, 1]), limits: Limits(stateCountMax: 2))
    #expect(found.reason == .stateLimit(2))
    #expect(
      found.statistics.counts == Counts(stateCount: 2, stepCount: 1, depth: 0, frontierCount: 1))
  }

  @Test func `a search bounded in memory never reports holds and names its limit`() {
    let limit = 1 << 20
    let found = explore(
      Chain(length: 200_000),
      [.never("never -1") { $0 < 0 }, .possible("reach the end") { $0 == 200_000 }],
      limits: Limits(byteCountMax: limit))
    let reason = ExitReason.memoryLimit(limit)
    #expect(found.reason == reason)
    #expect(found.reason.words == "limit of 1 MiB of memory hit")
    #expect(found.statistics.stateCount < 100_000)
    #expect(found.statistics.frontierCount == 1)
    #expect(found.verdicts == [.holdsWithin(reason), .undecided(reason.words)])
  }

  @Test func `a violation found before a limit is a violation`() {
    let found = explore(
      BoundedCounter(), [.never("never 4") { $0 == 4 }, .never("never 5") { $0 == 5 }],
      limits: Limits(depthMax: 2))
    #expect(found.reason == .depthLimit(2))
    #expect(found.verdicts == [.violated(findingCount: 1), .holdsWithin(.depthLimit(2))])
    #expect(found.found == [FoundPath("never 4", "bad after add", [.add(2), .add(2)])])
  }

  // MARK: Monitors

  @Test func `a monitor that interrupts keeps the violations found so far`() {
    let found = explore(
      Chain(length: 10_000), [.never("never 3") { $0 == 3 }, .never("never 9000") { $0 == 9000 }],
      monitor: Monitor { _ in .interrupted })
    #expect(found.reason == .interrupted)
    #expect(
      found.statistics.counts == Counts(stateCount: 65, stepCount: 64, depth: 64, frontierCount: 1))
    #expect(found.verdicts == [.violated(findingCount: 1), .holdsWithin(.interrupted)])
    #expect(found.found == [FoundPath("never 3", "bad after next", [.next, .next, .next])])
  }

  @Test func `a monitor is told how far the search has come`() {
    var told: [SearchProgress] = []
    let found = explore(
      Chain(length: 10_000), [.never("never -1") { $0 < 0 }],
      monitor: Monitor { progress in
        told.append(progress)
        return told.count == 2 ? .timeLimit : nil
      })
    #expect(
      told
        == [64, 128].map {
          SearchProgress(
            stateCount: $0 + 1, stepCount: $0, frontierCount: 1, depth: $0, witnessed: [true])
        })
    #expect(found.reason == .timeLimit)
    #expect(found.verdicts == [.holdsWithin(.timeLimit)])
  }

  @Test func `a monitor that never stops changes nothing`() {
    let found = explore(Chain(length: 5000), [.never("never -1") { $0 < 0 }])
    #expect(found.reason == .exhausted)
    #expect(
      found.statistics.counts
        == Counts(stateCount: 5001, stepCount: 5000, depth: 5000, terminalCount: 1))
    #expect(found.verdicts == [.holds])
  }

  @Test func `a monitor cannot stop a search that has nothing left to do`() {
    let found = explore(
      Chain(length: 63), [.never("never -1") { $0 < 0 }], monitor: Monitor { _ in .interrupted })
    #expect(found.reason == .exhausted)
    #expect(
      found.statistics.counts == Counts(stateCount: 64, stepCount: 63, depth: 63, terminalCount: 1))
  }

  @Test func `a monitor that interrupts while goals are decided leaves them undecided`() {
    let found = explore(
      BoundedCounter(), [.possible("reach 9") { $0 == 9 }, .possible("reach 0") { $0 == 0 }],
      monitor: Monitor { $0.frontierCount == 0 ? .interrupted : nil })
    #expect(found.reason == .interrupted)
    #expect(found.verdicts == [.undecided("interrupted"), .undecided("interrupted")])
    #expect(found.found.isEmpty)
  }

  // MARK: Invalid systems

  @Test func `steps in the order of a dictionary are taken in the order of their labels`() {
    let found = explore(DictionaryOrder(), [.never("never above 9") { $0 > 9 }])
    #expect(found.reason == .exhausted)
    #expect(
      found.found.map(\.path.labels) == ["10", "11", "12", "13", "14", "15", "16"].map { [$0] })
  }

  @Test func `one label for two steps out of a state makes a system invalid`() {
    let found = explore(Graph([(0, "a", 1), (0, "a", 2)]), [.never("never 9") { $0 == 9 }])
    #expect(found.reason == .invalidSystem("a label decides its step, and a is listed twice in 0"))
    #expect(found.verdicts == [.undecided("invalid system")])
  }

  @Test
  func `a counterexample that only the second step of one label has is no error of the suite`() {
    let found = explore(
      Graph([(0, "a", 1), (0, "a", 2), (0, "b", 3)]),
      [
        .never("never 2") { $0 == 2 }, .never("never 3") { $0 == 3 },
      ])
    #expect(found.reason == .invalidSystem("a label decides its step, and a is listed twice in 0"))
    #expect(found.verdicts == [.undecided("invalid system"), .violated(findingCount: 1)])
    #expect(found.unconfirmed.isEmpty && found.findings.map(\.property) == ["never 3"])
  }
}
