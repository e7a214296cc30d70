import Model

/// A counterexample in words.
public struct Story: Hashable, Codable, Sendable {
  /// A fact before and after a step.
  package struct Change: Hashable, Codable, Sendable {
    package let name: String
    /// What it was; nil where nothing was before.
    package let before: String?
    /// What it is; nil where nothing is any more.
    package let after: String?

    package init(_ name: String, from before: String?, to after: String?) {
      self.name = name
      self.before = before
      self.after = after
    }

    package var text: String { "\(name): \(Self.words(before)) → \(Self.words(after))" }

    /// A text without characters is told as one.
    private static func words(_ fact: String?) -> String {
      guard let fact else { return "none" }
      return fact.isEmpty ? "''" : fact
    }
  }

  /// What is under way at a moment, and what windows show.
  package struct Scene: Hashable, Codable, Sendable {
    /// What waits to be taken, and what was asked for, each in words; oldest first.
    package var pending: [String] = []
    /// The windows; none where people are not seen through windows.
    package var screens: [Screen] = []

    package init(pending: [String] = [], screens: [Screen] = []) {
      self.pending = pending
      self.screens = screens
    }
  }

  /// One step.
  package struct Line: Hashable, Codable, Sendable {
    /// What happens.
    package let sentence: String
    /// The facts that change.
    package let changes: [Change]
    /// What there is, for a step that gives something instead of changing it, each as "name:
    /// value".
    package var facts: [String]?
    /// Who takes part, from whom it begins on.
    package var parties: [String]?
    /// What comes of it; nil where all is as before.
    package var scene: Scene?
    /// Whether any other step of the kind would do as well.
    package var isExchangeable = false

    package init(sentence: String, changes: [Change], facts: [String]? = nil) {
      self.sentence = sentence
      self.changes = changes
      self.facts = facts
    }
  }

  /// The nearest schedule that keeps the promise.
  package struct Passing: Hashable, Codable, Sendable {
    /// The first step, from 0, that is another one.
    package let step: Int
    /// All of its steps.
    package let lines: [Line]
  }

  /// What is promised.
  package let promise: String
  /// What there is before the first step, each fact under its name; nil where it was not looked at.
  package var facts: [String: String]?
  /// What is under way before the first step.
  package var scene: Scene?
  /// The steps.
  package var lines: [Line]
  /// How the promise is broken at the end; nil when it is not.
  package let ending: String?
  /// What a user of the app suffers; nil when it is not said, and where the promise is kept.
  package let consequence: String?
  /// What else there is to know: when the promise would be kept, and how short the story is.
  package var remarks: [String] = []
  /// The same steps with two exchanged, where that keeps the promise.
  package var passing: Passing?

  package init(promise: String, lines: [Line], ending: String?, consequence: String? = nil) {
    self.promise = promise
    self.lines = lines
    self.ending = ending
    self.consequence = ending == nil ? nil : consequence
  }

  fileprivate mutating func add(_ explanation: PathExplanation) {
    for place in lines.indices {
      lines[place].isExchangeable = explanation.exchangeable.contains(place)
    }
    remarks = explanation.remarks
  }

  /// Who takes part, from left to right as a diagram has them: in the order in which they come in,
  /// windows beside the person.
  package var parties: [String] {
    let met = lines.flatMap { $0.parties ?? [] }.filter { !$0.isEmpty }.uniqued()
    let windows = met.filter { $0.hasPrefix("window ") }.sorted { ($0.count, $0) < ($1.count, $1) }
    guard let person = met.firstIndex(of: "person") else { return met }
    let others = met.filter { !windows.contains($0) }
    let place = others.firstIndex(of: met[person]).map { $0 + 1 } ?? 0
    return others[..<place] + windows + others[place...]
  }

  /// The story as lines of text, without a line feed at the end.
  public var text: String {
    let steps = lines.enumerated().flatMap { Self.told($1, number: $0) }
    let broken = ending.map { ["Broken: \($0)"] } ?? []
    let felt = consequence.map { ["For the user: \($0)"] } ?? []
    let all = ["Promised: \(promise)"] + steps + broken + remarks + felt
    return all.map(\.onOneLine).joined(separator: "\n")
  }
}

extension Story {
  /// A step as lines of text.
  ///
  /// - Parameter number: how many steps come before it.
  package static func told(_ line: Line, number: Int) -> [String] {
    ["  \(number + 1). \(line.sentence)\(line.isExchangeable ? " (or any other)" : "")"]
      + ((line.facts ?? []) + line.changes.map(\.text)).map { "       \($0)" }
  }

  /// A story of which nothing is known but its text, as earlier versions kept it.
  package init(text: String) {
    func rest(_ line: String, after word: String) -> String? {
      line.hasPrefix(word) ? String(line.dropFirst(word.count)) : nil
    }
    var (promise, ending, consequence) = ("", String?.none, String?.none)
    var (lines, others) = ([Line](), [String]())
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if let words = rest(line, after: "Promised: ") {
        promise = words
      } else if let words = rest(line, after: "Broken: ") {
        ending = words
      } else if let words = rest(line, after: "For the user: ") {
        consequence = words
      } else if let step = line.prefixMatch(of: #/  [0-9]+\. /#) {
        lines.append(Line(sentence: String(line[step.range.upperBound...]), changes: [], facts: []))
      } else if let fact = rest(line, after: "       "), !lines.isEmpty {
        lines[lines.count - 1].facts?.append(fact)
      } else {
        others.append(line)
      }
    }
    self.init(promise: promise, lines: lines, ending: ending, consequence: consequence)
    remarks = others
  }
}

/// What a shrinker knows of a path beside its steps.
package struct PathExplanation: Hashable, Sendable {
  /// The places of the steps for which any other of their kind would do as well, from 0.
  package var exchangeable: Set<Int>
  package var remarks: [String]
  /// The place of a step before which the next one has to come for the promise to be kept; nil
  /// where none is known.
  package var passingExchange: Int?

  package init(exchangeable: Set<Int> = [], remarks: [String] = [], passingExchange: Int? = nil) {
    self.exchangeable = exchangeable
    self.remarks = remarks
    self.passingExchange = passingExchange
  }
}

extension Specification {
  /// The story of a finding.
  ///
  /// - Parameters:
  ///   - isBroken: whether the promise is broken at the end; true by default.
  ///   - explanation: what else is known of the path.
  package func story(
    of finding: Finding<System>, isBroken: Bool = true,
    explanation: PathExplanation = PathExplanation()
  ) -> Story {
    let property = properties.first { $0.name == finding.property }
    let replayed = finding.replayed ?? replayed(finding.path, property)
    let states = replayed?.states ?? []
    var story = Story(
      promise: property?.sentence ?? finding.property,
      lines: lines(of: finding.path.labels, through: states),
      ending: isBroken ? replayed?.ending ?? finding.culprit : nil,
      consequence: property?.consequence)
    add(explanation, of: finding.path, to: &story)
    story.facts = states.first.map(teller.facts)
    story.scene = states.first.map(teller.scene)
    return story
  }

  /// Adds what else is known of a path to its story.
  package func add(_ explanation: PathExplanation, of path: Path<System>, to story: inout Story) {
    story.add(explanation)
    if let start = start(of: path) { story.remarks.insert(start, at: 0) }
    guard let place = explanation.passingExchange, path.labels.indices.contains(place + 1) else {
      return
    }
    var other = path
    other.labels.swapAt(place, place + 1)
    guard let states = replayed(other, nil)?.states else { return }
    story.passing = Story.Passing(step: place, lines: lines(of: other.labels, through: states))
  }

  /// Where a path begins: the facts that tell its first state from others in which a system may
  /// begin, of which a few are enough; nil where there is one.
  private func start(of path: Path<System>) -> String? {
    let initial = system.initialStates
    guard initial.count > 1, initial.indices.contains(path.initial) else { return nil }
    let facts = teller.facts(initial[path.initial])
    let others = initial.prefix(100).map(teller.facts)
    let telling = facts.keys.filter { name in others.contains { $0[name] != facts[name] } }
    let words = telling.sorted().map { "\($0): \(facts[$0] ?? "none")" }
    return words.isEmpty ? nil : "It begins with \(words.joined(separator: ", "))."
  }

  /// Steps in words.
  ///
  /// - Parameter states: the states that they lead through, the first one included.
  func lines(of labels: [System.Label], through states: [System.State]) -> [Story.Line] {
    let (facts, scenes) = (states.map(teller.facts), states.map(teller.scene))
    return zip(labels, states.indices.dropLast()).map { label, place in
      let (old, new) = (states[place], states[place + 1])
      var line = Story.Line(
        sentence: teller.sentence(old, label, new),
        changes: Story.changes(from: facts[place], to: facts[place + 1]))
      line.parties = teller.parties(old, label, new)
      line.scene = scenes[place + 1] == scenes[place] ? nil : scenes[place + 1]
      return line
    }
  }

  private func replayed(
    _ path: Path<System>, _ property: Property<System>?
  ) -> (states: [System.State], ending: String?)? {
    guard let run = try? Replayer(system: system).replay(path) else { return nil }
    return (run.states, property.flatMap(run.ending(of:)))
  }

}

extension Story {
  fileprivate static func changes(
    from before: [String: String], to after: [String: String]
  ) -> [Change] {
    Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted().map {
      Change($0, from: before[$0], to: after[$0])
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
    return details.isEmpty ? nil : details.uniqued().joined(separator: "; ")
  }
}
