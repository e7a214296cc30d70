import Model
import Testing
@testable import Spec

/// All that can be done in a scope, for somebody who walks through it.
@Suite struct GuidedGraphTests {
  private static let cases = [
    CatalogueCase(product: "counter", scope: "top"),
    CatalogueCase(product: "counter", scope: "windows"),
    CatalogueCase(product: "animals", scope: "fields"),
  ]

  @Test(arguments: cases)
  func `in every state of a scope, each step breaks what a replay says, and leads where it leads`(
    _ example: CatalogueCase
  ) throws {
    try compare(example.specification())
  }

  @Test func `the same is so of a system that is written by hand`() throws { try compare(queue) }

  @Test func `the same is so of a step that takes away what has to stay possible`() throws {
    let malformed = try CatalogueCase(product: "quakes", scope: "malformed").specification()
    let lost = try compare(malformed, judging: { $0 == "recovery.possible" }, stateCount: 40)
    #expect(lost == ["recovery.possible: perform fetchRemoteQuakes"])
  }

  /// Compares the first states, and gives the names of what their steps break.
  @discardableResult
  private func compare(
    _ checkable: some Checkable, judging isIncluded: (String) -> Bool = { _ in true },
    stateCount: Int = .max
  ) throws -> Set<String> {
    let specification = checkable.specification
    let graph = try #require(
      try specification.guidedGraph(judging: isIncluded, countMax: 2000) { false })
    let replayer = Replayer(system: specification.system)
    var runs = [0: try replayer.replay(Path(labels: []))]
    for (index, state) in graph.states.prefix(stateCount).enumerated() {
      let run = try #require(runs[index])
      let enabled = replayer.enabledSteps(after: run)
      #expect(enabled.count == state.steps.count)
      for (step, next) in zip(state.steps, enabled) {
        var longer = run
        #expect(replayer.extend(&longer, by: next.label) == nil)
        let broken = specification.properties.filter { isIncluded($0.name) }.flatMap { property in
          (replayer.culprits(of: property, at: longer) ?? []).map { "\(property.name): \($0)" }
        }
        #expect(step.line.broken.map(\.name) == broken.uniqued().sorted())
        #expect(
          step.line.sentence
            == specification.teller.sentence(run.states[run.stepCount], next.label, next.state))
        #expect(graph.states[step.target].facts == specification.teller.facts(next.state))
        if runs[step.target] == nil { runs[step.target] = longer }
      }
    }
    return Set(graph.states.prefix(stateCount).flatMap(\.steps).flatMap(\.line.broken).map(\.name))
  }

  @Test func `a scope with one state more than there may be has no graph, and no count`() throws {
    let top = try CatalogueCase(product: "counter", scope: "top").specification()
    let all = { (_: String) in true }
    #expect(try top.guidedStateCount(judging: all, countMax: 7) { false } == 7)
    #expect(try top.guidedStateCount(judging: all, countMax: 6) { false } == nil)
    #expect(try top.guidedGraph(judging: all, countMax: 7) { false }?.states.count == 7)
    #expect(try top.guidedGraph(judging: all, countMax: 6) { false } == nil)
    #expect(try top.guidedGraph(judging: all, countMax: 7) { true } == nil)
  }

  @Test func `a walk that comes back is where it was`() throws {
    let fields = try CatalogueCase(product: "animals", scope: "fields").specification()
    var walk = try fields.guidedWalk { _ in true }
    let (story, choices) = (walk.story, walk.choices)
    try walk.take(0)
    #expect(walk.story != story)
    try walk.undo()
    try walk.undo()
    #expect(walk.story == story && walk.choices == choices && walk.broken.isEmpty)
    #expect(throws: TraceError.self) { try walk.take(choices.count) }
    #expect(walk.story == story)
  }

  @Test func `a goal whose look ahead takes too long is given up, and said to be`() throws {
    let spec = try CatalogueCase.animals("standard")
    let steps = try GuidedSteps(spec, judging: { _ in true }, lookaheadMax: 1)
    _ = try steps.choices(in: 0)
    #expect(steps.givenUp == ["recovery.possible"])
  }
}
