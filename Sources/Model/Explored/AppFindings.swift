/// What one question to a running app brought: the steps out of a state, and those that the app
/// took on its walks.
///
/// Nothing else knows it before its turn has come, and it goes by nothing that came after its
/// horizon.
struct AppFindings<A: App>: Sendable {
  typealias State = RuntimeState<DerivedProduct<A>>
  typealias Label = RuntimeLabel<DerivedProduct<A>>
  typealias Outcome = AppExecution<A>.Outcome
  typealias Place = AppSteps<A>.Place
  typealias Ending = AppSteps<A>.Ending
  typealias Taken = (label: Label, outcome: Outcome)

  /// A step that can be taken: its number among those out of its state.
  struct Step {
    let number: Int
    let label: Label
    /// How it ended on another way; nil where nothing is known of that.
    var ending: Ending?
  }

  /// Where on which way something was seen.
  struct Site {
    let way: Int
    let stepCount: Int
  }

  /// A step that was taken.
  struct Record {
    let place: Place
    let step: Step
    let outcome: Outcome
    let target: Place
    let site: Site
  }

  let question: WorkQuestion
  var outcomes: [Taken] = []
  /// What is noted in the state that was asked about; nil where no launch has come there.
  var notes: AppExecution<A>.Notes?
  var evidence = AppEvidence()
  private(set) var listed: [(place: Place, labels: [Label], site: Site)] = []
  private(set) var records: [Record] = []
  /// The ways on which steps were taken: that to the state, and those of walks.
  private var ways: [AppWay<A>] = []
  private var known: [Place: Known] = [:]

  /// What is known of the steps out of a state, with what this question brought.
  private struct Known {
    var labels: [Label]?
    var outcomes: [Outcome?] = []
    var isBegun: [Bool] = []
    var endings: [Ending] = []
    /// A digest of the steps, where they were handed on.
    var digest: Int?

    init(_ steps: AppSteps<A>.Known) {
      switch steps {
      case .nothing: break
      case .some(let labels, let outcomes):
        (self.labels, self.outcomes, isBegun) = (labels, outcomes, outcomes.map { $0 != nil })
      case .all(let endings, let digest): (self.endings, self.digest) = (endings, digest)
      }
    }
  }

  /// - Parameter way: the way to the state that is asked about.
  init(_ question: WorkQuestion, after way: AppWay<A>) {
    (self.question, ways) = (question, [way])
  }

  // MARK: Ways

  /// The way to the state that was asked about.
  var way: AppWay<A> { ways[0] }
  var wayCount: Int { ways.count }

  /// Takes note of a walk, once it is over.
  mutating func add(_ way: AppWay<A>) { ways.append(way) }

  /// The way to where something was seen.
  func way(to site: Site) -> AppWay<A> {
    var way = ways[site.way]
    way.labels.removeLast(way.labels.count - site.stepCount)
    return way
  }

  // MARK: Steps

  /// Looks up what was known before of the steps out of a state.
  mutating func look(at place: Place, _ steps: () -> AppSteps<A>.Known) {
    if known[place] == nil { known[place] = Known(steps()) }
  }

  func isSeen(_ place: Place) -> Bool { known[place]?.labels != nil || isAnswered(place) }
  func isAnswered(_ place: Place) -> Bool { known[place]?.digest != nil }

  /// Takes note of the steps that there are.
  ///
  /// - Returns: false where others were seen before.
  mutating func list(_ labels: [Label], at place: Place, _ site: Site) -> Bool {
    if let digest = known[place]?.digest { return digest == labels.hashValue }
    if let before = known[place]?.labels { return before == labels }
    known[place, default: Known(.nothing)] = Known(
      .some(labels, Array(repeating: nil, count: labels.count)))
    listed.append((place, labels, site))
    return true
  }

  /// The next step that is not begun.
  ///
  /// - Parameter first: the number of the one that comes first.
  mutating func begin(at place: Place, from first: Int) -> Step? {
    guard let steps = known[place], let labels = steps.labels else { return nil }
    let count = labels.count
    let next = (0..<count).lazy.map { (first + $0) % count }.first { !steps.isBegun[$0] }
    guard let number = next else { return nil }
    known[place]?.isBegun[number] = true
    return Step(number: number, label: labels[number])
  }

  /// Takes note of where a step led.
  mutating func record(
    _ step: Step, _ outcome: Outcome, to target: Place, at place: Place, _ site: Site
  ) {
    known[place]?.outcomes[step.number] = outcome
    records.append(Record(place: place, step: step, outcome: outcome, target: target, site: site))
  }

  /// The steps out of a state that were taken.
  func outcomes(at place: Place) -> [Taken] {
    guard let steps = known[place], let labels = steps.labels else { return [] }
    return zip(labels, steps.outcomes).compactMap { label, outcome in outcome.map { (label, $0) } }
  }

  /// A step whose end is known, among those that there are.
  ///
  /// - Parameter choice: chooses one.
  func known(at place: Place, of labels: [Label], choice: Int) -> Step? {
    guard let steps = known[place] else { return nil }
    if steps.digest != nil {
      guard !labels.isEmpty, steps.endings.count == labels.count else { return nil }
      let number = choice % labels.count
      return Step(number: number, label: labels[number], ending: steps.endings[number])
    }
    let taken = steps.outcomes.indices.filter { steps.outcomes[$0] != nil }
    guard !taken.isEmpty else { return nil }
    let number = taken[choice % taken.count]
    guard let outcome = steps.outcomes[number], let target = outcome.place else { return nil }
    return Step(number: number, label: labels[number], ending: Ending(outcome, at: target))
  }

  /// What is to be handed on; what it went by is not.
  func done(_ outcomes: [Taken]) -> AppFindings {
    var findings = self
    (findings.outcomes, findings.known) = (outcomes, [:])
    return findings
  }
}

/// What running an app shows of the app as a whole.
struct AppEvidence: Sendable {
  /// What looks alike and goes on differently.
  struct Hidden: Sendable {
    typealias Choice = @Sendable (AppEdition) -> Bool

    let words: String
    /// Whether an edition may tell it apart; nil where none may.
    var mayTell: Choice? = untried

    /// Each edition may, as far as is known.
    static let untried: Choice = { _ in true }
  }

  var launchCount = 0
  /// How often two ways to one state were compared.
  var comparedCount = 0
  /// That it hides something.
  var hidden: Hidden?
  /// Why nothing that is seen of it is worth anything, and what an execution left behind.
  private(set) var complaint: String?
  var leak: String?

  mutating func complain(_ words: String) { complaint = complaint ?? words }
}
