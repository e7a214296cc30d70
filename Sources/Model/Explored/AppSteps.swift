/// The states that a running app was seen in, and the steps that were taken out of them, on whichever way.
struct AppSteps<A: App> {
  typealias State = RuntimeState<DerivedProduct<A>>
  typealias Label = RuntimeLabel<DerivedProduct<A>>
  typealias Outcome = RunningApp<A>.Outcome

  /// The place of a state in the order in which states were seen.
  typealias Place = Int

  /// What is known of the steps out of one state.
  private enum Steps {
    /// Nobody has looked which there are.
    case unseen
    /// The steps, how many of them were begun, and where those led that were taken.
    case open([Label], begunCount: Int, [Outcome?])
    /// They were handed on; where each led is kept to compare.
    case answered([Int32])
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
  func isAnswered(at place: Place) -> Bool { if case .answered = steps[place] { true } else { false } }

  /// Takes note of the steps that there are.
  ///
  /// - Returns: false where others were seen before.
  mutating func list(_ labels: [Label], at place: Place) -> Bool {
    switch steps[place] {
    case .unseen:
      steps[place] = .open(labels, begunCount: 0, Array(repeating: nil, count: labels.count))
      return true
    case .open(let known, _, _): return known == labels
    case .answered(let targets): return targets.count == labels.count
    }
  }

  /// The next step that nobody has begun.
  mutating func begin(at place: Place) -> Label? {
    guard case .open(let labels, let count, let outcomes) = steps[place], count < labels.count else {
      return nil
    }
    steps[place] = .open(labels, begunCount: count + 1, outcomes)
    return labels[count]
  }

  /// Takes note of where a step leads.
  ///
  /// - Parameter key: the state that it leads to.
  /// - Returns: the place of that.
  mutating func record(_ label: Label, _ outcome: Outcome, _ key: Key, at place: Place) -> Place {
    let target = self.place(of: key)
    guard case .open(let labels, let count, var outcomes) = steps[place],
      let number = labels.firstIndex(of: label)
    else { return target }
    steps[place] = .unseen
    var outcome = outcome
    (outcome.state, outcome.place) = (states[target], target)
    outcomes[number] = outcomes[number] ?? outcome
    steps[place] = .open(labels, begunCount: count, outcomes)
    return target
  }

  /// The steps out of a state with what is known of them; nil once they were handed on.
  func outcomes(at place: Place) -> [(label: Label, outcome: Outcome?)]? {
    guard case .open(let labels, _, let outcomes) = steps[place] else { return nil }
    return Array(zip(labels, outcomes)).map { ($0, $1) }
  }

  /// Hands steps on: only where they led is kept.
  mutating func answer(_ outcomes: [(label: Label, outcome: Outcome)], at place: Place) {
    steps[place] = .answered(
      outcomes.map { Int32($0.outcome.place ?? self.place(of: Key($0.outcome.state))) })
  }

  /// A step whose end is known, among those that there are, and the place where it ends.
  ///
  /// - Parameter number: chooses one.
  func known(_ number: Int, at place: Place, of labels: [Label]) -> (label: Label, target: Place)? {
    switch steps[place] {
    case .unseen: return nil
    case .open(let labels, _, let outcomes):
      let taken = outcomes.indices.filter { outcomes[$0] != nil }
      guard !taken.isEmpty, let outcome = outcomes[taken[number % taken.count]] else { return nil }
      return outcome.place.map { (labels[taken[number % taken.count]], $0) }
    case .answered(let targets):
      guard !targets.isEmpty, targets.count == labels.count else { return nil }
      return (labels[number % targets.count], Int(targets[number % targets.count]))
    }
  }
}
