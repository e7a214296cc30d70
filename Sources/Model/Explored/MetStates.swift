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
  /// The states that another way led to, of those that are all compared.
  var repeated: Set<Int> = []
  /// The steps by which an app came back by itself, once it is known whether they lead there each
  /// time.
  private var rounds: Set<Arrival> = []
  private var roundCount = 0
  /// Other ways to states that are to be compared once the steps out of those are known.
  var otherWays: [Int: AppWay<A>] = [:]
  var walkCount = 0
  /// The number that was asked about last, and whether it came after the one before.
  var lastAsked = -1
  var isAskedInOrder = false

  /// Whether walks may go where no search has come: it asks about one state after the other, and
  /// much of what walks saw has been asked about.
  var mayGoAhead: Bool { isAskedInOrder && steps.states.count <= 4 * places.count }

  func state(_ number: Int) -> State { steps.states[places[number]] }
  func number(of key: AppSteps<A>.Key) -> Int? { steps.known(key).flatMap { numbers[$0] } }

  /// The number of a state that is asked about; nil for one that no way led to.
  mutating func ask(_ key: AppSteps<A>.Key) -> Int? {
    guard let number = number(of: key) else { return nil }
    (isAskedInOrder, lastAsked) = (number == lastAsked + 1, number)
    return number
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

  mutating func add(_ place: Place, _ notes: AppExecution<A>.Notes?, _ arrival: Arrival?) {
    numbers[place] = places.count
    places.append(place)
    self.notes.append(notes)
    arrivals.append(arrival)
  }
}
