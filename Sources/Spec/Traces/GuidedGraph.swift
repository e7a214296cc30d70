import Model

/// All that can be done in a small scope, for somebody who walks through it.
package struct GuidedGraph: Hashable, Codable, Sendable {
  /// A state.
  package struct State: Hashable, Codable, Sendable {
    package let facts: [String: String]
    package let scene: Story.Scene
    package let steps: [Step]
  }

  /// A step out of a state.
  package struct Step: Hashable, Codable, Sendable {
    package let line: Line
    /// The number of the state that it leads to, from 0.
    package let target: Int
  }

  /// What is told of a step; many steps share it.
  package struct Line: Hashable, Codable, Sendable {
    package let sentence: String
    package let parties: [String]
    package let broken: [Broken]
  }

  /// A promise that a step breaks.
  package struct Broken: Hashable, Codable, Sendable {
    /// The name of the finding.
    package let name: String
    package let promise: String
    package let consequence: String?
  }

  /// What the first state breaks.
  package let brokenAtLaunch: [Broken]
  package let states: [State]
  /// Who takes part, from left to right as a diagram has them.
  package let parties: [String]
}

extension Checkable {
  /// The number of states that somebody could meet on a walk; nil when there are more than so many,
  /// or it was stopped.
  ///
  /// - Throws: a `TraceError` that says why the system is none.
  package func guidedStateCount(
    judging isIncluded: (String) -> Bool, countMax: Int, shouldStop: () -> Bool
  ) throws(TraceError) -> Int? {
    let steps = try GuidedSteps(specification, judging: isIncluded, lookaheadMax: countMax)
    return try steps.meetAll(countMax: countMax, shouldStop: shouldStop) ? steps.count : nil
  }

  /// All that can be done, and what it breaks.
  ///
  /// - Returns: nil when there are more than so many states, or it was stopped.
  /// - Throws: a `TraceError` that says why the system is none.
  /// - Complexity: each state is expanded twice, as looks ahead are short once states are known to
  ///   be few.
  package func guidedGraph(
    judging isIncluded: (String) -> Bool, countMax: Int, shouldStop: () -> Bool
  ) throws(TraceError) -> GuidedGraph? {
    let steps = try GuidedSteps(specification, judging: isIncluded, lookaheadMax: countMax)
    guard try steps.meetAll(countMax: countMax, shouldStop: shouldStop) else { return nil }
    let teller = specification.teller
    var states: [GuidedGraph.State] = []
    for index in 0..<steps.count {
      if shouldStop() { return nil }
      let (state, choices) = (steps.state(index), try steps.choices(in: index))
      states.append(
        GuidedGraph.State(
          facts: teller.facts(state), scene: teller.scene(state), steps: choices.map(step)))
    }
    // What tells more states apart by now is asked anew.
    if steps.isOutdated {
      return try guidedGraph(judging: isIncluded, countMax: countMax, shouldStop: shouldStop)
    }
    if let promise = steps.givenUp.first {
      throw TraceError(
        "\(specification.identity.title): too much can follow to say on a page where \(promise) is "
          + "lost; leave it out with --property, or take a smaller scope")
    }
    var all = Story(promise: "", lines: [], ending: nil)
    all.lines = states.flatMap(\.steps).map { step in
      var line = Story.Line(sentence: "", changes: [])
      line.parties = step.line.parties
      return line
    }
    return GuidedGraph(
      brokenAtLaunch: steps.brokenAtLaunch.map(told), states: states, parties: all.parties)
  }

  private func step(_ choice: GuidedChoice) -> GuidedGraph.Step {
    GuidedGraph.Step(
      line: GuidedGraph.Line(
        sentence: choice.sentence, parties: choice.parties, broken: choice.broken.map(told)),
      target: choice.target)
  }

  private func told(_ name: FindingName) -> GuidedGraph.Broken {
    let property = specification.properties.first { $0.name == name.property }
    return GuidedGraph.Broken(
      name: name.description, promise: property?.sentence ?? "", consequence: property?.consequence)
  }
}
