/// The states that a running app was seen in, and the steps that were taken out of them, on
/// whichever way.
struct AppSteps<A: App> {
  typealias State = RuntimeState<DerivedProduct<A>>
  typealias Label = RuntimeLabel<DerivedProduct<A>>
  typealias Outcome = AppExecution<A>.Outcome

  /// The place of a state in the order in which states were seen.
  typealias Place = Int

  /// What is known of the steps out of one state.
  private enum Steps {
    /// It is unknown which there are.
    case unseen
    /// The steps, how many of them were begun, and where those led that were taken.
    case open([Label], begunCount: Int, [Outcome?])
    /// They were handed on; how each ended is kept to compare, and a digest of the steps.
    case answered([Ending], Int)
  }

  /// Where a step led, and a digest of what happened.
  struct Ending: Equatable {
    let place: Int32
    private let digest: Int32

    init(_ outcome: Outcome, at place: Place) {
      var hasher = Hasher()
      hasher.combine(outcome.dispatches)
      hasher.combine(outcome.traits.rawValue)
      (self.place, digest) = (Int32(place), Int32(truncatingIfNeeded: hasher.finalize()))
    }
  }

  /// A state with its hash, which is worked out before anybody has to wait.
  struct Key: Hashable {
    let state: State
    private let digest: Int

    init(_ state: State) { (self.state, digest) = (state, state.hashValue) }

    static func == (first: Key, second: Key) -> Bool {
      first.digest == second.digest && first.state == second.state
    }

    func hash(into hasher: inout Hasher) { hasher.combine(digest) }
  }

  private var places: [Key: Place] = [:]
  private(set) var states: [State] = []
  private var steps: [Steps] = []

  func known(_ key: Key) -> Place? { places[key] }

  mutating func place(of key: Key) -> Place {
    if let known = places[key] { return known }
    places[key] = states.count
    states.append(key.state)
    steps.append(.unseen)
    return states.count - 1
  }

  func isSeen(at place: Place) -> Bool { if case .unseen = steps[place] { false } else { true } }
  func isAnswered(at place: Place) -> Bool {
    if case .answered = steps[place] { true } else { false }
  }

  /// Takes note of the steps that there are.
  ///
  /// - Returns: false where others were seen before.
  mutating func list(_ labels: [Label], at place: Place) -> Bool {
    switch steps[place] {
    case .unseen:
      steps[place] = .open(labels, begunCount: 0, Array(repeating: nil, count: labels.count))
      return true
    case .open(let known, _, _): return known == labels
    case .answered(_, let digest): return digest == labels.hashValue
    }
  }

  /// The next step that is not begun.
  mutating func begin(at place: Place) -> Label? {
    guard case .open(let labels, let count, let outcomes) = steps[place], count < labels.count
    else {
      return nil
    }
    steps[place] = .open(labels, begunCount: count + 1, outcomes)
    return labels[count]
  }

  /// Takes note of where a step leads.
  ///
  /// - Parameter key: the state that it leads to.
  mutating func record(_ label: Label, _ outcome: Outcome, _ key: Key, at place: Place) -> Ending {
    let target = self.place(of: key)
    let ending = Ending(outcome, at: target)
    guard case .open(let labels, let count, var outcomes) = steps[place],
      let number = labels.firstIndex(of: label)
    else { return ending }
    steps[place] = .unseen
    var outcome = outcome
    (outcome.state, outcome.place) = (states[target], target)
    outcomes[number] = outcomes[number] ?? outcome
    steps[place] = .open(labels, begunCount: count, outcomes)
    return ending
  }

  /// The steps out of a state with what is known of them; nil once they were handed on.
  func outcomes(at place: Place) -> [(label: Label, outcome: Outcome?)]? {
    guard case .open(let labels, _, let outcomes) = steps[place] else { return nil }
    return Array(zip(labels, outcomes)).map { ($0, $1) }
  }

  /// Hands steps on: only how they ended is kept.
  ///
  /// - Returns: false where they were handed on before, and ended otherwise.
  mutating func answer(_ outcomes: [(label: Label, outcome: Outcome)], at place: Place) -> Bool {
    let endings = outcomes.map {
      Ending($0.outcome, at: $0.outcome.place ?? self.place(of: Key($0.outcome.state)))
    }
    if case .answered(let known, _) = steps[place] { return known == endings }
    steps[place] = .answered(endings, outcomes.map { $0.label }.hashValue)
    return true
  }

  /// A step whose end is known, among those that there are, and how it ends.
  ///
  /// - Parameter number: chooses one.
  func known(_ number: Int, at place: Place, of labels: [Label]) -> (label: Label, ending: Ending)?
  {
    switch steps[place] {
    case .unseen: return nil
    case .open(let labels, _, let outcomes):
      let taken = outcomes.indices.filter { outcomes[$0] != nil }
      guard !taken.isEmpty, let outcome = outcomes[taken[number % taken.count]] else { return nil }
      return outcome.place.map { (labels[taken[number % taken.count]], Ending(outcome, at: $0)) }
    case .answered(let endings, _):
      guard !endings.isEmpty, endings.count == labels.count else { return nil }
      return (labels[number % endings.count], endings[number % endings.count])
    }
  }
}
