/// The states of a running app that were met, by numbers, and the way to each.
struct MetStates<A: App> {
  typealias State = RuntimeState<DerivedProduct<A>>
  typealias Label = RuntimeLabel<DerivedProduct<A>>
  typealias Place = AppSteps<A>.Place

  /// A step from a state, by its number.
  struct Arrival: Hashable {
    var source: Int
    var label: Label
  }

  var steps = AppSteps<A>()
  /// The states that were asked about or led to in the order of the search: by their numbers, and
  /// back.
  var places: [Place] = []
  var numbers: [Place: Int] = [:]
  /// What is noted at the end of the way to each; nil where no launch has gone that way to its end.
  var notes: [AppExecution<A>.Notes?] = []
  /// How each state was met first; nil for the first one.
  var arrivals: [Arrival?] = []
  /// The steps by which other ways led to states, of those that are all compared.
  var repeated: [Int: Set<Label>] = [:]
  /// The last steps of those ways, and the numbers of the states.
  var others: [(number: Int, arrival: Arrival)] = []
  /// The steps by which an app came back by itself, once it is known whether they lead there each
  /// time.
  private var rounds: Set<Arrival> = []
  private var roundCount = 0
  /// Other ways to states that are to be compared once the steps out of those are known.
  var otherWays: [Int: [AppWay<A>]] = [:]
  /// What was known at the end of each turn, from before the first one on.
  private var marks: [Mark] = []

  private struct Mark {
    var numberCount: Int
    var metCount: Int
  }

  private func mark(after turn: Int) -> Mark {
    marks.indices.contains(turn)
      ? marks[turn] : Mark(numberCount: places.count, metCount: steps.metCount)
  }

  /// Whether walks may take steps out of a state that are not taken yet, for a question that knows
  /// no more than was known after a turn.
  ///
  /// They may go where no search has come as long as much of what they saw has been asked about.
  ///
  /// - Parameter comparedCount: so many states are left to the search.
  func isOpen(_ place: Place, after turn: Int, comparedCount: Int) -> Bool {
    let (mark, number) = (mark(after: turn), numbers[place] ?? .max)
    if number < mark.numberCount || number < comparedCount { return number >= comparedCount }
    return mark.metCount <= 4 * mark.numberCount
  }

  func state(_ number: Int) -> State { steps.states[places[number]] }
  /// Whether the steps out of a state were handed on.
  func isAnswered(_ number: Int) -> Bool { steps.endings(at: places[number]) != nil }
  func number(of key: AppSteps<A>.Key) -> Int? { steps.known(key).flatMap { numbers[$0] } }

  /// Takes in what a question brought, in its turn.
  ///
  /// - Parameter mayTell: which edition may tell apart what leads elsewhere after this way than it
  ///   did before.
  /// - Returns: what it shows of the app, with what shows as it meets what was known before.
  mutating func take(
    _ findings: AppFindings<A>, mayTell: (Label, Place, AppWay<A>) -> AppEvidence.Hidden.Choice
  ) -> AppEvidence {
    let (question, turn) = (findings.question, findings.question.turn)
    while marks.count < turn {
      marks.append(Mark(numberCount: places.count, metCount: steps.metCount))
    }
    var evidence = findings.evidence
    func tellApart(
      _ words: String, _ choice: @escaping AppEvidence.Hidden.Choice = AppEvidence.Hidden.untried
    ) {
      evidence.hidden = evidence.hidden ?? .init(words: "hidden state: \(words)", mayTell: choice)
    }
    if let known = findings.notes { notes[question.number] = known }
    for record in findings.records { steps.meet(record.target, record.outcome.state) }
    for (place, labels, site) in findings.listed where !steps.list(labels, at: place, in: turn) {
      tellApart(findings.way(to: site).wordsForOtherSteps)
    }
    for record in findings.records {
      let isAlike = steps.record(
        record.step.number, record.outcome, to: record.target, at: record.place, in: turn)
      guard let isAlike else { continue }
      evidence.comparedCount += 1
      if !isAlike {
        let known = steps.target(of: record.step.number, at: record.place)
        let (label, way) = (record.step.label, findings.way(to: record.site))
        tellApart(
          way.words(
            apart: label, from: "another way",
            ends: (known.map { steps.states[$0] }, steps.states[record.target])),
          mayTell(label, record.place, way))
      }
    }
    if !steps.answer(findings.outcomes, at: places[question.number], in: turn) {
      let words = findings.way.words
      tellApart("what looks alike goes on differently after \(words) than after another way")
    }
    steps.forget(through: turn - WorkQuestion.aheadCountMax)
    return evidence
  }

  /// So many rounds of several steps are gone again.
  private static var roundCountMax: Int { 32 }

  /// The steps of a round that a step closes, each with the state after it, and how many steps to
  /// take on it: fewer where a person has a part, as there are more of those rounds.
  ///
  /// - Returns: nil for no round, for one with a kill or that was told before, and once there were
  ///   many.
  mutating func round(
    closedBy closing: Arrival, to first: Int
  ) -> (steps: [(label: Label, state: State)], count: Int)? {
    let isStep = closing.source == first
    if !isStep && roundCount >= Self.roundCountMax { return nil }
    var (steps, current) = ([(label: closing.label, state: state(first))], closing.source)
    while current > first, let arrival = arrivals[current] {
      steps.append((arrival.label, state(current)))
      current = arrival.source
    }
    if current != first || steps.contains(where: { $0.label == .relaunch }) { return nil }
    if !rounds.insert(closing).inserted { return nil }
    if !isStep { roundCount += 1 }
    let isOfAppAlone = !steps.contains { if case .gesture = $0.label { true } else { false } }
    return (steps.reversed(), isOfAppAlone ? max(isStep ? 64 : 24, steps.count) : 3 * steps.count)
  }

  mutating func add(
    _ place: Place, _ state: State, _ notes: AppExecution<A>.Notes?, _ arrival: Arrival?
  ) {
    steps.meet(place, state)
    numbers[place] = places.count
    places.append(place)
    self.notes.append(notes)
    arrivals.append(arrival)
  }
}
