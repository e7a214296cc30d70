/// The states that a running app was seen in, and the steps that were taken out of them, on
/// whichever way.
///
/// It can be asked what was known after an earlier turn, so that no answer depends on what another
/// thread has found meanwhile.
struct AppSteps<A: App> {
  typealias State = RuntimeState<DerivedProduct<A>>
  typealias Label = RuntimeLabel<DerivedProduct<A>>
  typealias Outcome = AppExecution<A>.Outcome

  /// The place of a state among those that were seen, in no order.
  typealias Place = Int
  /// When something was handed on: the place of a question among all.
  typealias Turn = Int

  /// What is known of the steps out of one state.
  enum Known {
    /// It is unknown which there are.
    case nothing
    /// The steps, and where those led that were taken.
    case some([Label], [Outcome?])
    /// How each ended, and a digest of the steps.
    case all([Ending], Int)
  }

  private enum Steps {
    /// No question has told of the state yet.
    case unmet
    case unseen
    case open(Open)
    /// They were handed on; how each ended is kept to compare. What was known before is kept as
    /// long as somebody may go by that.
    case answered(Answered, before: Open?)
  }

  private struct Open {
    let turn: Turn
    let labels: [Label]
    var taken: [(outcome: Outcome, turn: Turn)?]

    func known(after turn: Turn) -> Known {
      if self.turn > turn { return .nothing }
      return .some(labels, taken.map { $0.flatMap { $0.turn > turn ? nil : $0.outcome } })
    }
  }

  private struct Answered {
    let turn: Turn
    let endings: [Ending]
    let digest: Int
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

  /// A step by its number among those out of a place.
  struct Step: Hashable {
    let place: Place
    let number: Int
  }

  private var places: [Key: Place] = [:]
  private(set) var states: [State] = []
  private var steps: [Steps] = []
  /// How many states were told of.
  private(set) var metCount = 0
  /// What was handed on and what was known before, by turns.
  private var kept: [(place: Place, turn: Turn)] = []

  func known(_ key: Key) -> Place? { places[key] }

  mutating func place(of key: Key) -> Place {
    if let known = places[key] { return known }
    places[key] = states.count
    states.append(key.state)
    steps.append(.unmet)
    return states.count - 1
  }

  /// What was known after a turn of the steps out of a state.
  func known(at place: Place, after turn: Turn) -> Known {
    switch steps[place] {
    case .unmet, .unseen: .nothing
    case .open(let open): open.known(after: turn)
    case .answered(let answered, let before) where answered.turn > turn:
      before?.known(after: turn) ?? .nothing
    case .answered(let answered, _): .all(answered.endings, answered.digest)
    }
  }

  /// Takes note of a state, as it was told of first: others may equal it and hold something else.
  mutating func meet(_ place: Place, _ state: State) {
    guard case .unmet = steps[place] else { return }
    (steps[place], states[place]) = (.unseen, state)
    metCount += 1
  }

  /// Takes note of the steps that there are.
  ///
  /// - Returns: false where others were seen before.
  mutating func list(_ labels: [Label], at place: Place, in turn: Turn) -> Bool {
    switch steps[place] {
    case .unmet, .unseen:
      steps[place] = .open(
        Open(turn: turn, labels: labels, taken: Array(repeating: nil, count: labels.count)))
      return true
    case .open(let open): return open.labels == labels
    case .answered(let answered, _): return answered.digest == labels.hashValue
    }
  }

  /// Where a step was seen to lead; nil where that is not known.
  func target(of number: Int, at place: Place) -> Place? {
    switch steps[place] {
    case .open(let open) where open.taken.indices.contains(number):
      open.taken[number]?.outcome.place
    case .answered(let answered, _) where answered.endings.indices.contains(number):
      Int(answered.endings[number].place)
    default: nil
    }
  }

  /// Takes note of where a step leads.
  ///
  /// - Parameter number: its place among the steps that there are.
  /// - Returns: whether it led there before; nil where that is not known.
  mutating func record(
    _ number: Int, _ outcome: Outcome, to target: Place, at place: Place, in turn: Turn
  ) -> Bool? {
    switch steps[place] {
    case .open(var open) where open.taken.indices.contains(number):
      if let known = open.taken[number], let place = known.outcome.place {
        return Ending(known.outcome, at: place) == Ending(outcome, at: target)
      }
      steps[place] = .unseen
      open.taken[number] = (outcome, turn)
      open.taken[number]?.outcome.state = states[target]
      steps[place] = .open(open)
      return nil
    case .answered(let answered, let before?) where before.labels.count == answered.endings.count:
      return answered.endings.indices.contains(number)
        ? answered.endings[number] == Ending(outcome, at: target) : nil
    default: return nil
    }
  }

  /// Hands steps on: from the next turns on only how they ended is known.
  ///
  /// - Returns: false where they were handed on before, and ended otherwise.
  mutating func answer(
    _ outcomes: [(label: Label, outcome: Outcome)], at place: Place, in turn: Turn
  ) -> Bool {
    let endings = outcomes.map {
      Ending($0.outcome, at: $0.outcome.place ?? self.place(of: Key($0.outcome.state)))
    }
    if case .answered(let known, _) = steps[place] { return known.endings == endings }
    let answered = Answered(
      turn: turn, endings: endings, digest: outcomes.map { $0.label }.hashValue)
    let before: Open? = if case .open(let open) = steps[place] { open } else { nil }
    steps[place] = .answered(answered, before: before)
    kept.append((place, turn))
    return true
  }

  /// How the steps out of a state ended, once they were handed on.
  func endings(at place: Place) -> [Ending]? {
    if case .answered(let answered, _) = steps[place] { answered.endings } else { nil }
  }

  func ending(of step: Step) -> Ending? {
    endings(at: step.place).flatMap { $0.indices.contains(step.number) ? $0[step.number] : nil }
  }

  /// So many states are looked through for a step.
  private static var nearCountMax: Int { 512 }

  /// The numbers of the steps to the nearest one that was not taken so far, that one included; nil
  /// where there is none near.
  func nearest(to start: Place, outOf taken: Set<Step>) -> [Int]? {
    var (places, before) = ([start], [Step?.none])
    var seen: Set<Place> = [start]
    var next = 0
    while next < places.count, next < Self.nearCountMax {
      let place = places[next]
      // An app that has trapped goes nowhere.
      for (number, ending) in (endings(at: place) ?? []).enumerated()
      where states[place].state != nil {
        if !taken.contains(Step(place: place, number: number)) {
          var (path, index) = ([number], next)
          while let step = before[index] {
            path.append(step.number)
            index = step.place
          }
          return path.reversed()
        }
        if seen.insert(Int(ending.place)).inserted {
          places.append(Int(ending.place))
          before.append(Step(place: next, number: number))
        }
      }
      next += 1
    }
    return nil
  }

  /// Drops what no question goes by any more that knows all of a turn.
  mutating func forget(through turn: Turn) {
    let count = kept.prefix { $0.turn <= turn }.count
    for (place, _) in kept[..<count] {
      if case .answered(let answered, _) = steps[place] {
        steps[place] = .answered(answered, before: nil)
      }
    }
    kept.removeFirst(count)
  }
}
