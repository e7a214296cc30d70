import Model
import Testing

@testable import Spec

/// Each kind of clause, judged by hand on the bounded counter; 4 is two steps away, 5 is three.
@Suite struct VerdictTests {
  private typealias CounterProperty = Property<BoundedCounter>

  private func explored(_ clauses: CounterProperty.Clause...) -> Exploration<BoundedCounter> {
    explore(BoundedCounter(), clauses.enumerated().map { Property("\($0.offset)", $0.element) })
  }

  // MARK: States

  @Test func `an invariant is judged in every state`() {
    let found = explored(
      .invariant { .require($0 <= 5, culprit: "bad", "") },
      .invariant { .require($0 < 5, culprit: "bad", "") },
      .invariant { .require($0 != 3, culprit: "bad", "") })
    #expect(found.verdicts == [.holds, .violated(findingCount: 1), .violated(findingCount: 1)])
    #expect(
      found.found == [
        FoundPath("1", "bad after add", [.add(1), .add(2), .add(2)]),
        FoundPath("2", "bad after add", [.add(1), .add(2)]),
      ])
  }

  @Test func `a settled clause is judged where nothing is pending`() {
    let found = explored(
      .settled { .require($0 < 5, culprit: "bad", "") },
      .settled { .require($0 < 4, culprit: "bad", "") })
    #expect(found.verdicts == [.holds, .violated(findingCount: 1)])
    #expect(found.found == [FoundPath("1", "bad", [.add(2), .add(2)])])
  }

  @Test func `a premise that is never met is vacuous`() {
    let found = explored(
      .invariant { $0 == 9 ? .holds : .idle }, .settled { $0 == 5 ? .holds : .idle },
      .step { $0.new == 9 ? .holds : .idle },
      .step { $0.label == .add(3) ? .holds : .idle },
      .measure { _ in nil })
    #expect(found.verdicts == [.vacuous, .vacuous, .vacuous, .vacuous, .vacuous])
    #expect(found.found.isEmpty)
  }

  @Test func `a premise that is met once is enough to hold`() {
    let found = explored(
      .invariant { $0 == 5 ? .holds : .idle },
      .step { $0.old == 5 && $0.new == 0 ? .holds : .idle })
    #expect(found.verdicts == [.holds, .holds])
  }

  @Test func `a property that has nothing to speak about is not applicable`() {
    #expect(explored(.inapplicable("nobody counts")).verdicts == [.notApplicable("nobody counts")])
  }

  // MARK: Several clauses

  @Test func `the verdict on several clauses is the worst, in any order`() {
    let broken = CounterProperty.Clause.invariant { .require($0 < 5, culprit: "bad", "") }
    let kept = CounterProperty.Clause.step { _ in .holds }
    let unmet = CounterProperty.Clause.step { _ in .idle }
    let mute = CounterProperty.Clause.inapplicable("nobody counts")
    let counting = CounterProperty.Clause.measure { Tally(group: "all", isHit: $0.new > 3) }
    func verdicts(_ clauses: CounterProperty.Clause...) -> Set<Verdict> {
      let orders = [clauses, clauses.reversed()]
      return Set(
        orders.map { clauses in
          let property = clauses.dropFirst().reduce(Property("p", clauses[0])) { $0.adding($1) }
          return explore(BoundedCounter(), [property]).verdicts[0]
        })
    }
    #expect(verdicts(mute, broken) == [.violated(findingCount: 1)])
    #expect(verdicts(counting, broken) == [.violated(findingCount: 1)])
    #expect(verdicts(mute, counting, broken) == [.violated(findingCount: 1)])
    #expect(verdicts(mute, kept) == [.holds] && verdicts(counting, kept) == [.holds])
    #expect(verdicts(counting, unmet) == [.vacuous] && verdicts(mute, unmet) == [.vacuous])
    #expect(verdicts(mute, mute) == [.notApplicable("nobody counts")])
    #expect(verdicts(mute, counting).map(\.word) == ["measured"])
  }

  // MARK: Steps

  @Test func `a step clause is judged at every step`() {
    let found = explored(
      .step { .require($0.old - $0.new <= 5, culprit: "far", "") },
      .step { .require($0.old - $0.new < 4, culprit: "far", "") })
    #expect(found.verdicts == [.holds, .violated(findingCount: 1)])
    #expect(found.found == [FoundPath("1", "far", [.add(2), .add(2), .reset])])
  }

  @Test func `a step clause tells the same label in different states apart`() {
    let found = explored(
      .step { .require($0.old - $0.new < 4, culprit: "far", "") },
      .step { .require($0.label != .reset || $0.old < 4, culprit: "far", "") })
    #expect(found.verdicts == [.violated(findingCount: 1), .violated(findingCount: 1)])
    #expect(
      found.found == [
        FoundPath("0", "far", [.add(2), .add(2), .reset]),
        FoundPath("1", "far", [.add(2), .add(2), .reset]),
      ])
  }

  @Test func `a step clause that looks at one end tells steps apart that differ there`() {
    let found = explored(
      .step { .require($0.old != 4, culprit: "from four", "") },
      .step { .require($0.new != 3, culprit: "to three", "") })
    #expect(
      found.found == [
        FoundPath("0", "from four", [.add(2), .add(2), .add(1)]),
        FoundPath("1", "to three", [.add(1), .add(2)]),
      ])
  }

  @Test func `a step clause that looks further at some steps only sees those`() {
    let found = explored(
      .step { .require($0.new < 3 || $0.old != 2 || $0.label != .add(2), culprit: "high", "") },
      .step { .require($0.old < 3 || $0.new > 0, culprit: "low", "") })
    #expect(
      found.found == [
        FoundPath("0", "high", [.add(2), .add(2)]),
        FoundPath("1", "low", [.add(1), .add(2), .reset]),
      ])
  }

  @Test func `a step clause judges what its premise lets through`() {
    func clause(_ kind: String, _ isKept: @escaping @Sendable (Int) -> Bool)
      -> CounterProperty.Clause
    {
      .step { $0.kind == kind ? .require(isKept($0.new), culprit: "high", "") : .idle }
    }
    let found = explored(
      clause("add") { $0 < 4 }, clause("add") { $0 < 6 }, clause("reset") { $0 == 0 },
      clause("leap") { _ in true })
    #expect(found.verdicts == [.violated(findingCount: 1), .holds, .holds, .vacuous])
    #expect(found.found == [FoundPath("0", "high", [.add(2), .add(2)])])
  }

  @Test func `a step clause sees the label, its traits, its kind and both states`() {
    let graph = Graph([(0, "a", 1), (1, "b", 0)], traits: ["b": .fault])
    let found = explore(
      graph,
      [
        Property(
          "seen",
          .step {
            .judge([
              Violation(
                culprit: "\($0.old)-\($0.label)-\($0.kind)-\($0.traits.rawValue)-\($0.new)",
                detail: "")
            ])
          })
      ])
    #expect(
      found.found == [
        FoundPath("seen", "0-a-a-0-1", ["a"]), FoundPath("seen", "1-b-b-2-0", ["a", "b"]),
      ])
  }

  @Test func `a step that leads back to its state is judged`() {
    let graph = Graph([(0, "a", 1), (1, "stay", 1)])
    let found = explore(
      graph,
      [
        Property("moves", .step { .require($0.old != $0.new, culprit: "stays", "") })
      ])
    #expect(found.found == [FoundPath("moves", "stays", ["a", "stay"])])
  }

  @Test func `a step clause that looks at the label alone is judged for every label`() {
    let found = explored(
      .step { .require($0.label != .add(3) && $0.traits == [], culprit: "kind", "") },
      .step { .require($0.label != .reset, culprit: "reset", "") })
    #expect(found.verdicts == [.holds, .violated(findingCount: 1)])
    #expect(found.found == [FoundPath("1", "reset", [.add(1), .reset])])
  }

  // MARK: Possible, measure, values

  @Test func `a goal is possible when every state can get there`() {
    let found = explored(
      .possible { $0 == 4 }, .possible { $0 == 5 })
    #expect(found.verdicts == [.holds, .violated(findingCount: 1)])
    #expect(found.found == [FoundPath("1", "launch", [])])
  }

  @Test func `many goals are decided each on its own or not at all`() {
    let goals = [9, 0, 2, 4, 9, 0, 9, 2, 9]
    let found = explore(
      BoundedCounter(),
      goals.enumerated().map { number, goal in .possible("\(number)") { $0 == goal } })
    for (goal, verdict) in zip(goals, found.verdicts) {
      if case .undecided = verdict { continue }
      #expect(verdict == (goal == 9 ? .violated(findingCount: 1) : .holds))
    }
    #expect(found.verdicts.prefix(4) == [.violated(findingCount: 1), .holds, .holds, .holds])
  }

  @Test func `a measure counts each transition once`() {
    let found = explored(
      .measure { step in
        switch step.label {
        case .add(let amount): Tally(group: "add", isHit: amount == 2)
        case .reset: step.old == 5 ? nil : Tally(group: "reset", isHit: step.old == 1)
        }
      })
    let counts = [
      "add": MeasureCount(hitCount: 4, totalCount: 9),
      "reset": MeasureCount(hitCount: 1, totalCount: 4),
    ]
    #expect(found.verdicts == [.measured(counts)])
  }

  @Test func `a measure counts the same beside a violation`() {
    let counts = ["step": MeasureCount(hitCount: 5, totalCount: 14)]
    let found = explored(
      .measure { Tally(group: "step", isHit: $0.new == 0) },
      .step { .require($0.new != 5, culprit: "five", "") })
    #expect(found.verdicts == [.measured(counts), .violated(findingCount: 1)])
  }

  @Test func `a values clause is judged on the values of every state and shows one case`() {
    let found = explored(
      .values(
        judge: { .require($0 * $0 < 10, culprit: "square", "") },
        example: { state, culprit in ValuesCase(state: .integer(state), parameter: culprit) }))
    #expect(found.verdicts == [.violated(findingCount: 1)])
    #expect(found.found == [FoundPath("0", "square", [.add(2), .add(2)])])
    #expect(found.findings.map(\.values) == [ValuesCase(state: .integer(4), parameter: "square")])
  }

  // MARK: Several clauses

  @Test func `a property with several clauses holds only if each is kept`() {
    let kept = CounterProperty(
      "kept", "", witness: "", .invariant { _ in .holds },
      .step { .require($0.new <= 5, culprit: "high", "") })
    let broken = CounterProperty(
      "broken", "", witness: "", .invariant { _ in .holds },
      .step { .require($0.new < 3, culprit: "high", "") })
    let found = explore(BoundedCounter(), [kept, broken])
    #expect(found.verdicts == [.holds, .violated(findingCount: 1)])
    #expect(found.found == [FoundPath("broken", "high", [.add(1), .add(2)])])
  }

  @Test func `a clause that breaks beside a goal is a violation even in a limited search`() {
    let property = CounterProperty(
      "both", "", witness: "", .possible { $0 == 0 },
      .step { .require($0.new != 2, culprit: "two", "") })
    let found = explore(BoundedCounter(), [property], limits: Limits(depthMax: 1))
    #expect(found.found == [FoundPath("both", "two", [.add(2)])])
    #expect(found.verdicts == [.violated(findingCount: 1)])
  }

  @Test func `verdicts come in the order of the properties`() {
    let found = explore(
      BoundedCounter(),
      [.never("b") { $0 == 5 }, .never("a") { $0 == 9 }, .never("c") { $0 == 4 }])
    #expect(found.verdicts == [.violated(findingCount: 1), .holds, .violated(findingCount: 1)])
    #expect(found.findings.map(\.property) == ["b", "c"])
  }

  @Test func `two clauses of a property may say the same of one state`() {
    @Sendable func same(_ state: Int) -> Judgement {
      .judge((0..<state).map { Violation(culprit: "same", subject: "\($0)", detail: "") })
    }
    for _ in 0..<4 {
      let both = explore(
        BoundedCounter(),
        [
          CounterProperty(
            "both", "", witness: "", .invariant(same), .settled(same), .invariant(same))
        ])
      #expect(both.audit.differences == [])
    }
  }

  @Test func `equal sets of violations are one, in whatever order they come`() {
    let violations = (0..<16).flatMap { number in
      [PropertyViolation.Naming.clause, .clauseAndStep, .step].map {
        PropertyViolation(property: 0, culprit: "same", subject: "\(number)", naming: $0)
      }
    }
    let sets = ViolationSets()
    let handle = sets.handle(of: violations)
    #expect(sets.handle(of: violations.reversed()) == handle)
    #expect(sets.handle(of: violations + violations + violations.shuffled()) == handle)
  }
}
