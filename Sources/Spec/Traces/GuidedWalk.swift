import Model

/// A walk whose steps somebody chooses, one after the other.
package protocol GuidedWalking {
  /// What was done so far: every step, and what there is now.
  var story: Story { get }
  /// What can be done next, in label order.
  var choices: [GuidedChoice] { get }
  /// What the last step broke.
  var broken: [FindingName] { get }
  /// Takes one of the choices.
  mutating func take(_ place: Int)
  /// Goes one step back; nowhere from the start.
  mutating func undo()
  /// The walk as a trace of what its last step broke.
  func trace(of name: FindingName) -> Trace
}

/// A step that can be taken.
package struct GuidedChoice: Hashable, Sendable {
  /// What happens.
  package let sentence: String
  /// What it breaks; what has to stay possible is not looked at.
  package let broken: [FindingName]
}

extension Checkable {
  /// A walk from the first initial state.
  ///
  /// - Parameter isIncluded: whether a property is judged.
  /// - Returns: nil for a system without initial states.
  package func guidedWalk(judging isIncluded: (String) -> Bool) -> (any GuidedWalking)? {
    GuidedWalk(specification, judging: isIncluded)
  }
}

private struct GuidedWalk<System: TransitionSystem>: GuidedWalking {
  private typealias Run = Replayer<System>.Run

  private let specification: Specification<System>
  private let replayer: Replayer<System>
  private let properties: [Property<System>]
  private var labels: [System.Label] = []
  /// The run after each number of steps.
  private var runs: [Run]
  private(set) var choices: [GuidedChoice] = []
  private var next: [(label: System.Label, run: Run)] = []

  init?(_ specification: Specification<System>, judging isIncluded: (String) -> Bool) {
    self.specification = specification
    replayer = Replayer(system: specification.system)
    properties = specification.properties.filter { property in
      isIncluded(property.name)
        && !property.clauses.contains { if case .possible = $0.form { true } else { false } }
    }
    guard let run = try? replayer.replay(Path(labels: [])) else { return nil }
    runs = [run]
    look()
  }

  var story: Story {
    let states = runs[runs.count - 1].states
    var story = Story(
      promise: "", lines: specification.lines(of: labels, through: states), ending: nil)
    story.facts = specification.teller.facts(states[states.count - 1])
    story.scene = specification.teller.scene(states[states.count - 1])
    return story
  }

  var broken: [FindingName] { broken(by: runs[runs.count - 1]) }

  mutating func take(_ place: Int) {
    labels.append(next[place].label)
    runs.append(next[place].run)
    look()
  }

  mutating func undo() {
    if labels.isEmpty { return }
    labels.removeLast()
    runs.removeLast()
    look()
  }

  func trace(of name: FindingName) -> Trace {
    specification.trace(
      of: Finding(property: name.property, culprit: name.culprit, path: Path(labels: labels)))
  }

  /// Works out where every step leads.
  private mutating func look() {
    let run = runs[runs.count - 1]
    let state = run.states[run.stepCount]
    next = replayer.enabledSteps(after: run).compactMap { step in
      var longer = run
      return replayer.extend(&longer, by: step.label) == nil ? (step.label, longer) : nil
    }
    choices = next.map { label, run in
      GuidedChoice(
        sentence: specification.teller.sentence(state, label, run.states[run.stepCount]),
        broken: broken(by: run))
    }
  }

  private func broken(by run: Run) -> [FindingName] {
    properties.flatMap { property in
      (replayer.culprits(of: property, at: run) ?? []).map {
        FindingName(property: property.name, culprit: $0)
      }
    }.uniqued()
  }
}
