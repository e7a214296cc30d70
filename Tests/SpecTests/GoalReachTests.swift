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
      let watch = Watch(system: graph, properties: [.possible("reach", avoiding: avoids, graph.isGoal)])
      for state in graph.reachable.sorted() {
        let row = watch.expander.row(of: state)
        var steps = StepBuffer()
        watch.expander.rows.expand(row, into: &steps, selecting: .all)
        for step in steps.steps {
          let isLost = alive.contains(state) && !alive.contains(watch.expander.state(of: step.row))
          let culprits = isLost ? [watch.expander.kind(ofCause: step.cause)] : []
          #expect(
            watch.sightings(of: step, from: row).map(\.culprit) == culprits, "graph \(number): \(graph)")
          keptCount += isLost ? 0 : 1
          lostCount += isLost ? 1 : 0
        }
      }
    }
    #expect(keptCount == 3103)
    #expect(lostCount == 74)
  }

  @Test func `a look ahead that meets too many states is given up, and nothing is lost any more`() {
    let chain = Graph((0..<5).map { (from: $0, label: "go", to: $0 + 1) })
    let expander = chain.makeExpansion()
    let row = expander.row(of: 0)
    let patient = GoalReach(rows: expander.rows, avoiding: [], stateCountMax: 6) { _ in false }
    #expect(patient.isLost(from: row) && !patient.isGivenUp)
    let hasty = GoalReach(rows: expander.rows, avoiding: [], stateCountMax: 5) { _ in false }
    #expect(!hasty.isLost(from: row) && hasty.isGivenUp)
    #expect(!hasty.isLost(from: expander.row(of: 5)))
  }
}
