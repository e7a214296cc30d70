import Model
import Spec

/// How well paths that random walks find are shrunk, one finding at a time.
public struct ShrinkingSurvey: Sendable {
  /// What became of the paths to one finding.
  public struct Row: Sendable {
    /// The finding, as "property: culprit".
    public let name: String
    /// The length of the shortest path.
    public let length: Int
    /// How many walks found it.
    public fileprivate(set) var sampleCount = 0
    /// How many of their paths the passes alone brought to the shortest length.
    public fileprivate(set) var shortestCount = 0
    /// How many the passes and then the explorer did.
    public fileprivate(set) var confirmedCount = 0
    /// How long the paths were, each up to its first step that shows the finding.
    public fileprivate(set) var foundLengths: [Int] = []
    /// The story of the first path that the passes left longer than the shortest; nil when there is none.
    public fileprivate(set) var longerStory: Story?
    /// How often paths were replayed and judged for each sample.
    public fileprivate(set) var evaluationCounts: [Int] = []
  }

  /// How the survey goes.
  public struct Plan: Hashable, Sendable {
    /// How many paths to each finding are wanted.
    public var sampleCount: Int
    /// The most runs in a scope.
    public var runCountMax: Int
    /// The most steps of a run.
    public var stepCountMax: Int
    /// How many states near a path, and how many paths like it, are looked at.
    public var reach: Int
    /// The most states that the explorer may visit; 0 for no explorer.
    public var exploredStateCountMax: Int

    /// Makes a plan.
    public init(
      sampleCount: Int = 1000, runCountMax: Int = 1_000_000, stepCountMax: Int = 100,
      reach: Int = 30_000, exploredStateCountMax: Int = 0
    ) {
      self.sampleCount = sampleCount
      self.runCountMax = runCountMax
      self.stepCountMax = stepCountMax
      self.reach = reach
      self.exploredStateCountMax = exploredStateCountMax
    }
  }
}

extension Checkable {
  /// Walks at random until every finding given was found so often, and shrinks each path to it.
  ///
  /// The passes end where a path cannot get shorter any more, as only lengths are asked about.
  ///
  /// Every second run leaves kinds of steps out, a third of them by lot, as what is rare among all steps is
  /// less so among fewer (Groce and others, "Swarm testing", ISSTA 2012).
  ///
  /// - Parameters:
  ///   - traces: the findings, each with its shortest path.
  ///   - plan: how often.
  ///   - shouldStop: told the runs so far and how many findings are still wanted.
  public func surveyShrinking(
    of traces: [Trace], _ plan: ShrinkingSurvey.Plan,
    shouldStop: (_ runCount: Int, _ wantedCount: Int) -> Bool = { _, _ in false }
  ) -> [ShrinkingSurvey.Row] {
    var surveyor = Surveyor(specification, traces, plan)
    var run: UInt64 = 0
    while run < plan.runCountMax && surveyor.wantedCount > 0 && !shouldStop(Int(run), surveyor.wantedCount) {
      surveyor.run(seed: run)
      run += 1
    }
    return surveyor.rows
  }
}

/// Walks, and shrinks what it finds.
private struct Surveyor<System: TransitionSystem> where System.Label: Codable {
  private let specification: Specification<System>
  private let plan: ShrinkingSurvey.Plan
  private let watch: Watch<System>
  private let initial: [Model.Row]
  private let places: [Watch<System>.Sighting: Int]
  private let shrinkers: [SightingShrinker<System>]
  private var confirmed: [Path<System>: Int] = [:]
  private var kinds: [UInt32: String] = [:]
  private(set) var rows: [ShrinkingSurvey.Row]

  init(_ specification: Specification<System>, _ traces: [Trace], _ plan: ShrinkingSurvey.Plan) {
    self.specification = specification
    self.plan = plan
    let names = Set(traces.map(\.property))
    watch = Watch(
      system: specification.system, properties: specification.properties.filter { names.contains($0.name) })
    initial = specification.system.initialStates.map(watch.expander.row)
    let sightings = traces.map { Watch<System>.Sighting(property: $0.property, culprit: $0.culprit) }
    places = Dictionary(zip(sightings, sightings.indices)) { first, _ in first }
    shrinkers = sightings.map { SightingShrinker(specification, $0, reach: plan.reach) }
    rows = traces.map { ShrinkingSurvey.Row(name: "\($0.property): \($0.culprit)", length: $0.length) }
  }

  /// How many findings have not been found often enough.
  var wantedCount: Int { rows.count { $0.sampleCount < plan.sampleCount } }

  mutating func run(seed: UInt64) {
    var source = RandomSource(seed: seed)
    let start = source.choose(below: initial.count)
    var row = initial[start]
    var causes: [UInt32] = []
    var found: Set<Int> = []
    var steps = StepBuffer()
    var isOff: [String: Bool] = [:]
    while causes.count < plan.stepCountMax {
      steps.removeAll()
      watch.expander.rows.expand(row, into: &steps, selecting: .all)
      if steps.count == 0 { return }
      let swarm = seed % 2 == 0 ? [] : steps.steps.filter { !isLeftOut($0, &isOff, &source) }
      let choices = swarm.isEmpty ? steps.steps : ContiguousArray(swarm)
      let step = choices[source.choose(below: choices.count)]
      causes.append(step.cause)
      for sighting in watch.sightings(of: step, from: row) {
        if let place = places[sighting], rows[place].sampleCount < plan.sampleCount,
          found.insert(place).inserted
        {
          let labels = causes.map(watch.expander.label(ofCause:))
          note(Path(initial: start, labels: labels), sighting, at: place)
        }
      }
      row = step.row
    }
  }

  /// Whether a run does without steps of this kind; drawn when the run first meets the kind.
  private mutating func isLeftOut(
    _ step: RowStep, _ isOff: inout [String: Bool], _ source: inout RandomSource
  ) -> Bool {
    let kind = kinds[step.cause] ?? watch.expander.kind(ofCause: step.cause)
    kinds[step.cause] = kind
    if let known = isOff[kind] { return known }
    let isLeftOut = source.choose(below: 3) == 0
    isOff[kind] = isLeftOut
    return isLeftOut
  }

  private mutating func note(_ path: Path<System>, _ sighting: Watch<System>.Sighting, at place: Int) {
    let shrunk = shrinkers[place].shrink(path, downTo: rows[place].length)
    let isShortest = shrunk.path.labels.count <= rows[place].length
    if !isShortest && rows[place].longerStory == nil {
      let finding = Finding(
        property: sighting.property, culprit: sighting.culprit, path: shrunk.path)
      rows[place].longerStory = specification.story(of: finding)
    }
    rows[place].sampleCount += 1
    rows[place].shortestCount += isShortest ? 1 : 0
    rows[place].foundLengths.append(path.labels.count)
    rows[place].evaluationCounts.append(shrunk.evaluationCount)
    guard plan.exploredStateCountMax > 0 else { return }
    let length =
      confirmed[shrunk.path]
      ?? PathShrinker(specification).confirm(
        shrunk, showing: sighting, stateCountMax: plan.exploredStateCountMax
      ).path.labels.count
    confirmed[shrunk.path] = length
    rows[place].confirmedCount += length <= rows[place].length ? 1 : 0
  }
}
