import Model

/// A walk whose steps somebody chooses, one after the other.
package protocol GuidedWalking {
  /// What was done so far: every step, and what there is now.
  var story: Story { get }
  /// What can be done next, in label order.
  var choices: [GuidedChoice] { get }
  /// What the last step broke.
  var broken: [FindingName] { get }
  /// The promises that are not judged any more, as it took too long to look ahead.
  var givenUp: [String] { get }
  /// Takes one of the choices.
  mutating func take(_ place: Int) throws(TraceError)
  /// Goes one step back; nowhere from the start.
  mutating func undo() throws(TraceError)
  /// The walk as a trace of what its last step broke.
  func trace(of name: FindingName) -> Trace
}

/// A step that can be taken.
package struct GuidedChoice: Hashable, Sendable {
  /// What happens.
  package let sentence: String
  /// Who takes part, from whom it begins on.
  package let parties: [String]
  /// What it breaks.
  package let broken: [FindingName]
  /// The number of the state that it leads to.
  let target: Int
}

extension Checkable {
  /// A walk from the first initial state.
  ///
  /// - Parameter isIncluded: whether a property is judged.
  /// - Throws: a `TraceError` that says why the system is none.
  package func guidedWalk(
    judging isIncluded: @escaping (String) -> Bool
  ) throws(TraceError) -> any GuidedWalking {
    try GuidedWalk(specification, judging: isIncluded)
  }
}

private struct GuidedWalk<System: TransitionSystem>: GuidedWalking {
  private let specification: Specification<System>
  private let isIncluded: (String) -> Bool
  private var steps: GuidedSteps<System>
  /// The choices that were taken.
  private var places: [Int] = []
  /// The numbers of the states, and the labels between them.
  private var states: [Int] = []
  private var labels: [System.Label] = []
  private(set) var choices: [GuidedChoice] = []
  private(set) var broken: [FindingName] = []

  /// At how many states a look ahead is given up: somebody waits for it.
  private static var lookaheadMax: Int { 100_000 }

  init(
    _ specification: Specification<System>, judging isIncluded: @escaping (String) -> Bool
  ) throws(TraceError) {
    (self.specification, self.isIncluded) = (specification, isIncluded)
    steps = try GuidedSteps(specification, judging: isIncluded, lookaheadMax: Self.lookaheadMax)
    try take([])
  }

  var givenUp: [String] { steps.givenUp }

  var story: Story {
    let reached = states.map(steps.state)
    var story = Story(
      promise: "", lines: specification.lines(of: labels, through: reached), ending: nil)
    story.facts = reached.last.map(specification.teller.facts)
    story.scene = reached.last.map(specification.teller.scene)
    return story
  }

  mutating func take(_ place: Int) throws(TraceError) { try take(places + [place]) }

  mutating func undo() throws(TraceError) { try take(places.dropLast()) }

  func trace(of name: FindingName) -> Trace {
    specification.trace(of: Finding(name, path: Path(labels: labels)))
  }

  /// Takes these choices from the start on, anew if the system tells more states apart by now.
  private mutating func take(_ places: [Int]) throws(TraceError) {
    repeat {
      if steps.isOutdated {
        steps = try GuidedSteps(specification, judging: isIncluded, lookaheadMax: Self.lookaheadMax)
      }
      (states, labels) = ([0], [])
      (choices, broken) = (try steps.choices(in: 0), steps.brokenAtLaunch)
      for place in places {
        guard choices.indices.contains(place) else {
          throw TraceError("the system does not offer step \(labels.count + 1) again; start anew")
        }
        let choice = choices[place]
        labels.append(try steps.label(place, in: states[states.count - 1]))
        states.append(choice.target)
        (choices, broken) = (try steps.choices(in: choice.target), choice.broken)
      }
    } while steps.isOutdated
    self.places = places
  }
}
