import Model
import Testing

@testable import Spec

/// Goals that walks ask about state by state, compared with brute force.
@Suite struct GoalReachTests {
  @Test func `a walk loses a goal at the steps at which brute force loses it`() {
    var random = Xorshift(seed: 19_840_104)
    var (keptCount, lostCount) = (0, 0)
    for number in 0..<200 {
      let graph = DrawnGraph(number: number, &random)
      let avoids: StepTraits = number.isMultiple(of: 2) ? [] : .fault
      let alive = graph.alive(avoiding: avoids)
      let expander = graph.makeExpansion()
      let properties = [Property<DrawnGraph>.possible("reach", avoiding: avoids, graph.isGoal)]
      let judge = Judge(walking: graph, properties, sharing: expander)
      for state in graph.reachable.sorted() {
        let row = expander.row(of: state)
        var steps = StepBuffer()
        judge.rows.expand(row, into: &steps, selecting: .all)
        for step in steps.steps {
          let isLost = alive.contains(state) && !alive.contains(expander.state(of: step.row))
          let culprits = isLost ? [expander.kind(of: step.transition)] : []
          #expect(
            judge.findings(of: step, from: row).map(\.culprit) == culprits,
            "graph \(number): \(graph)")
          keptCount += isLost ? 0 : 1
          lostCount += isLost ? 1 : 0
        }
      }
    }
    #expect(keptCount == 3103)
    #expect(lostCount == 74)
  }

  /// Two goals that are lost one after the other, in one property and in two.
  @Test(arguments: [false, true])
  func `each goal is lost at a step of its own`(_ isOneProperty: Bool) {
    let chain = Graph(
      [
        (0, "stay", 0), (0, "first", 1), (1, "second", 2), (2, "third", 3), (3, "stay", 3),
      ].map { (from: $0.0, label: $0.1, to: $0.2) })
    let goals: [@Sendable (Int) -> Bool] = [{ $0 == 0 }, { $0 == 1 }]
    let clauses = goals.map { Property<Graph>.Clause.possible(goal: $0) }
    let properties =
      isOneProperty
      ? [Property<Graph>("both", "", witness: "", clauses[0]).adding(clauses[1])]
      : clauses.enumerated().map { Property<Graph>("goal \($0)", "", witness: "", $1) }
    let expander = chain.makeExpansion()
    let judge = Judge(walking: chain, properties, sharing: expander)
    let culprits = (0..<3).map { state in
      var steps = StepBuffer()
      let row = expander.row(of: state)
      judge.rows.expand(row, into: &steps, selecting: .all)
      return steps.steps.flatMap { judge.findings(of: $0, from: row).map(\.culprit) }
    }
    #expect(culprits == [["first"], ["second"], []])
  }

  @Test func `forty goals are decided each by itself, in a search and in a walk`() {
    let edges = (0..<40).map { (from: $0, label: "go", to: $0 + 1) }
    let chain = Graph(edges)
    let properties = (0..<40).map { goal in
      Property<Graph>("goal \(goal)", "", witness: "", .possible(goal: { $0 == goal }))
    }
    let found = explore(chain, properties)
    #expect(found.verdicts == Array(repeating: .violated(findingCount: 1), count: 40))
    #expect(found.found.map(\.path.labels.count) == (1...40).map { $0 })
    let expander = chain.makeExpansion()
    let judge = Judge(walking: chain, properties, sharing: expander)
    for state in 0..<40 {
      var steps = StepBuffer()
      let row = expander.row(of: state)
      judge.rows.expand(row, into: &steps, selecting: .all)
      let lost = steps.steps.flatMap { judge.findings(of: $0, from: row).map(\.property) }
      #expect(lost == ["goal \(state)"])
    }
  }

  @Test
  func `what was found before a look ahead was given up stays, and nothing is found afterwards`() {
    // From 0 one can get lost at once, or walk on along a chain that never ends at the goal either.
    let edges =
      [
        (from: 0, label: "lose", to: 100), (from: 0, label: "win", to: 50),
        (from: 50, label: "back", to: 0),
      ]
      + [(from: 0, label: "chain", to: 1)] + (1..<20).map { (from: $0, label: "go", to: $0 + 1) }
    let graph = Graph(edges)
    let expander = graph.makeExpansion()
    let reach = GoalLookahead(rows: expander.rows, avoiding: [], stateCountMax: 10) {
      $0 == expander.row(of: 50)
    }
    let lost = expander.row(of: 100)
    #expect(reach.isLost(from: lost) && !reach.isLost(from: expander.row(of: 0)))
    #expect(reach.violations(in: lost) { reach.isLost(from: lost) ? 7 : 0 } == 7)
    #expect(!reach.isLost(from: expander.row(of: 1)) && reach.isGivenUp)
    // A state that was judged lost is judged anew, so that no step back to it looks like a loss.
    #expect(reach.violations(in: lost) { reach.isLost(from: lost) ? 7 : 0 } == 0)
  }

  @Test func `a look ahead that meets too many states is given up, and nothing is lost any more`() {
    let chain = Graph((0..<5).map { (from: $0, label: "go", to: $0 + 1) })
    let expander = chain.makeExpansion()
    let row = expander.row(of: 0)
    let patient = GoalLookahead(rows: expander.rows, avoiding: [], stateCountMax: 6) { _ in false }
    #expect(patient.isLost(from: row) && !patient.isGivenUp)
    let hasty = GoalLookahead(rows: expander.rows, avoiding: [], stateCountMax: 5) { _ in false }
    #expect(!hasty.isLost(from: row) && hasty.isGivenUp)
    #expect(!hasty.isLost(from: expander.row(of: 5)))
  }
}
