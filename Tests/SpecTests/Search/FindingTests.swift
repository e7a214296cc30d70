import Model
import Testing

@testable import Spec

/// What counts as one finding, and which path stands for it.
@Suite struct FindingTests {
  // MARK: Initial states

  @Test func `an initial state that violates is found by a path of length 0`() {
    let found = explore(Graph([(0, "a", 1)]), [.never("never 0") { $0 == 0 }])
    #expect(found.verdicts == [.violated(findingCount: 1)])
    #expect(found.found == [FoundPath("never 0", "bad after launch", [])])
  }

  @Test func `a path names the initial state that it starts from`() {
    let graph = Graph(
      [(0, "a", 1), (10, "a", 11), (11, "a", 12), (20, "b", 12)], initial: [0, 10, 20])
    let found = explore(graph, [.never("never 11") { $0 == 11 }, .never("never 12") { $0 == 12 }])
    #expect(
      found.found == [
        FoundPath("never 11", "bad after a", initial: 1, ["a"]),
        FoundPath("never 12", "bad after a", initial: 1, ["a", "a"]),
        FoundPath("never 12", "bad after b", initial: 2, ["b"]),
      ])
  }

  @Test func `of several initial states that violate the first is shown`() {
    let found = explore(Graph([], initial: [0, 7, 8]), [.never("small") { $0 > 5 }])
    #expect(found.found == [FoundPath("small", "bad after launch", initial: 1, [])])
  }

  @Test
  func
    `an initial state given twice is refused, or paths still name the place that they start from`()
  {
    let graph = Graph([(5, "a", 6)], initial: [0, 0, 5])
    let found = explore(graph, [.never("never 6") { $0 == 6 }])
    if case .invalidSystem = found.reason { return }
    #expect(found.findings.map { Replayer(system: graph).states(along: $0.path) } == [[5, 6]])
  }

  @Test func `the cheapest path is picked over all initial states`() {
    let graph = Graph([(0, "a", 9), (1, "b", 9)], initial: [0, 1], traits: ["a": .fault])
    let ending = Property<Graph>("end", .settled { .require($0 != 9, culprit: "end", "") })
    #expect(explore(graph, [ending]).found == [FoundPath("end", "end", initial: 1, ["b"])])
  }

  // MARK: Culprits

  @Test func `two culprits are two findings, each with its own shortest path`() {
    let found = explore(
      BoundedCounter(),
      [
        Property(
          "low",
          .invariant { state in
            .judge(
              (state >= 3 ? [Violation(culprit: "at least three", detail: "\(state)")] : [])
                + (state >= 5 ? [Violation(culprit: "at least five", detail: "\(state)")] : []))
          })
      ])
    #expect(found.verdicts == [.violated(findingCount: 2)])
    #expect(
      found.found == [
        FoundPath("low", "at least five after add", [.add(1), .add(2), .add(2)]),
        FoundPath("low", "at least three after add", [.add(1), .add(2)]),
      ])
  }

  @Test func `one culprit entered by two kinds of step is two findings`() {
    let graph = Graph([(0, "a", 1), (0, "b", 2), (2, "c", 1)])
    let found = explore(graph, [.never("never 1") { $0 == 1 }])
    #expect(
      found.found == [
        FoundPath("never 1", "bad after a", ["a"]),
        FoundPath("never 1", "bad after c", ["b", "c"]),
      ])
  }

  @Test func `a step between two states with the same violation enters none`() {
    let graph = Graph([(0, "a", 1), (1, "b", 2), (2, "c", 0)])
    let found = explore(graph, [.never("only 0") { $0 > 0 }])
    #expect(found.found == [FoundPath("only 0", "bad after a", ["a"])])
  }

  /// What is found on the way from 0 to 1 and to 2, where a function judges states.
  private func found(
    judging violations: @escaping @Sendable (Int) -> [Violation]
  ) -> [FoundPath<Graph>] {
    let judged = Property<Graph>("only 0", .invariant { .judge(violations($0)) })
    return explore(Graph([(0, "a", 1), (1, "b", 2)]), [judged]).found
  }

  @Test func `a step that adds a violation to another enters only the one that it adds`() {
    let found = found { state in
      ["bad", "worse"].prefix(state).map { Violation(culprit: $0, detail: "\(state)") }
    }
    #expect(
      found == [
        FoundPath("only 0", "bad after a", ["a"]),
        FoundPath("only 0", "worse after b", ["a", "b"]),
      ])
  }

  @Test func `a violation about another subject is entered on its own`() {
    let found = found { $0 > 0 ? [Violation(culprit: "bad", subject: "\($0)", detail: "")] : [] }
    #expect(
      found == [
        FoundPath("only 0", "bad after a", ["a"]), FoundPath("only 0", "bad after b", ["a", "b"]),
      ])
  }

  @Test func `a violation that is left and entered again is found at its shortest`() {
    let graph = Graph([(0, "a", 1), (1, "b", 2), (2, "a", 0), (2, "c", 1)])
    let found = explore(graph, [.never("never 1") { $0 == 1 }])
    #expect(
      found.found == [
        FoundPath("never 1", "bad after a", ["a"]),
        FoundPath("never 1", "bad after c", ["a", "b", "c"]),
      ])
  }

  @Test func `findings of different properties do not disturb each other`() {
    let found = explore(
      BoundedCounter(),
      [
        .never("never 4") { $0 == 4 }, .never("never 9") { $0 == 9 },
        .never("even") { $0 % 2 == 1 },
      ])
    #expect(found.verdicts == [.violated(findingCount: 1), .holds, .violated(findingCount: 1)])
    #expect(
      found.found == [
        FoundPath("never 4", "bad after add", [.add(2), .add(2)]),
        FoundPath("even", "bad after add", [.add(1)]),
      ])
  }

  // MARK: Repetition

  @Test func `exploring twice gives the same answers`() {
    let properties: [Property<BoundedCounter>] = [
      .never("never 5") { $0 == 5 }, .possible("reach 0") { $0 == 0 },
      .possible("reach 5") { $0 == 5 },
      Property("far", .step { .require($0.old - $0.new < 4, culprit: "far", "") }),
      Property("adds", .measure { Tally(group: $0.kind, isHit: $0.new > 3) }),
    ]
    let (first, second) = (
      explore(BoundedCounter(), properties), explore(BoundedCounter(), properties)
    )
    #expect(first.reason == second.reason)
    #expect(first.statistics == second.statistics)
    #expect(first.verdicts == second.verdicts)
    #expect(first.found == second.found)
    #expect(first.found.map(\.path.labels.count) == [3, 0, 3])
  }
}
