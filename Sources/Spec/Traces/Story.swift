import Model

/// A counterexample in words.
public struct Story: Hashable, Sendable {
  /// One step.
  package struct Line: Hashable, Sendable {
    /// What happens.
    package let sentence: String
    /// The facts that change, each as "name: before → after".
    package let changes: [String]
    /// Whether any other step of the kind would do as well.
    package var isExchangeable = false

    package init(sentence: String, changes: [String], isExchangeable: Bool = false) {
      self.sentence = sentence
      self.changes = changes
      self.isExchangeable = isExchangeable
    }
  }

  /// What is promised.
  package let promise: String
  /// The steps.
  package var lines: [Line]
  /// How the promise is broken at the end; nil when it is not.
  package let ending: String?
  /// What a user of the app suffers; nil when nobody said, and where the promise is kept.
  package let consequence: String?
  /// What else there is to know: when the promise would be kept, and how short the story is.
  package var remarks: [String] = []

  package init(promise: String, lines: [Line], ending: String?, consequence: String? = nil) {
    self.promise = promise
    self.lines = lines
    self.ending = ending
    self.consequence = ending == nil ? nil : consequence
  }

  package mutating func add(_ explanation: PathExplanation) {
    for place in lines.indices { lines[place].isExchangeable = explanation.exchangeable.contains(place) }
    remarks = explanation.remarks
  }

  /// The story as lines of text, without a line feed at the end.
  public var text: String {
    let steps = lines.enumerated().flatMap { number, line in
      ["  \(number + 1). \(line.sentence)\(line.isExchangeable ? " (or any other)" : "")"]
        + line.changes.map { "       \($0)" }
    }
    let broken = ending.map { ["Broken: \($0)"] } ?? []
    let felt = consequence.map { ["For the user: \($0)"] } ?? []
    let all = ["Promised: \(promise)"] + steps + broken + remarks + felt
    return all.map(\.onOneLine).joined(separator: "\n")
  }
}

/// What a shrinker knows of a path beside its steps.
package struct PathExplanation: Hashable, Sendable {
  /// The places of the steps for which any other of their kind would do as well, from 0.
  package var exchangeable: Set<Int>
  package var remarks: [String]

  package init(exchangeable: Set<Int> = [], remarks: [String] = []) {
    self.exchangeable = exchangeable
    self.remarks = remarks
  }
}

extension Specification {
  /// The story of a finding.
  ///
  /// - Parameters:
  ///   - isBroken: whether the promise is broken at the end; true by default.
  ///   - explanation: what else is known of the path.
  package func story(
    of finding: Finding<System>, isBroken: Bool = true, explanation: PathExplanation = PathExplanation()
  ) -> Story {
    let property = properties.first { $0.name == finding.property }
    let replayed = finding.replayed ?? replayed(finding.path, property)
    let states = replayed?.states ?? []
    let lines = zip(finding.path.labels, zip(states, states.dropFirst())).map { label, states in
      let (old, new) = states
      return Story.Line(sentence: teller.sentence(old, label, new), changes: changes(from: old, to: new))
    }
    var story = Story(
      promise: property?.sentence ?? finding.property, lines: lines,
      ending: isBroken ? replayed?.ending ?? finding.culprit : nil, consequence: property?.consequence)
    story.add(explanation)
    return story
  }

  private func replayed(
    _ path: Path<System>, _ property: Property<System>?
  ) -> (states: [System.State], ending: String?)? {
    guard let run = try? Replayer(system: system).replay(path) else { return nil }
    return (run.states, property.flatMap(run.ending(of:)))
  }

  func changes(from old: System.State, to new: System.State) -> [String] {
    let (before, after) = (teller.facts(old), teller.facts(new))
    return Set(before.keys).union(after.keys).sorted().filter { before[$0] != after[$0] }.map {
      "\($0): \(before[$0] ?? "none") → \(after[$0] ?? "none")"
    }
  }
}

extension Replayer.Run {
  /// How a property is broken at the end, in words; nil when nothing can be told.
  func ending(of property: Property<System>) -> String? {
    let details = property.clauses.flatMap { clause -> [String] in
      if case .possible = clause.form { return ["from here on no allowed continuation gets there"] }
      return judgement(ofStateAt: stepCount, by: clause).violations.map(\.detail)
        + judgementOfLastStep(by: clause).violations.map(\.detail)
    }
    return details.isEmpty ? nil : details.joined(separator: "; ")
  }
}
