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
    /// How many of them were aimed at it.
    public fileprivate(set) var aimedCount = 0
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
    /// The most runs in a scope that are not aimed at a finding.
    public var runCountMax: Int
    /// The most steps of a run.
    public var stepCountMax: Int
    /// How many states near a path, and how many paths like it, are looked at.
    public var reach: Int
    /// The most states that the explorer may visit; 0 for no explorer.
    public var exploredStateCountMax: Int
    /// The most states of a scope in which walks are aimed; 0 for none.
    public var aimedStateCountMax: Int

    /// Makes a plan.
    public init(
      sampleCount: Int = 1000, runCountMax: Int = 20_000, stepCountMax: Int = 100,
      reach: Int = 30_000, exploredStateCountMax: Int = 0, aimedStateCountMax: Int = 5_000_000
    ) {
      self.sampleCount = sampleCount
      self.runCountMax = runCountMax
      self.stepCountMax = stepCountMax
      self.reach = reach
      self.exploredStateCountMax = exploredStateCountMax
      self.aimedStateCountMax = aimedStateCountMax
    }
  }
}

extension Checkable {
  /// Walks at random until every finding given was found so often, and shrinks each path to it.
  ///
  /// The passes end where a path cannot get shorter any more, as only lengths are asked about.
  ///
  /// Every second run leaves kinds of steps out, a third of them by lot, as what is rare among all steps is
  /// less so among fewer (Groce and others, "Swarm testing", ISSTA 2012). What so many runs do not find
  /// often enough is found by walks aimed at it, where the scope can be exhausted.
  ///
  /// - Parameters:
  ///   - traces: the findings, each with its shortest path.
  ///   - plan: how often.
  ///   - isInterrupted: asked now and then while a path is shrunk.
  ///   - shouldStop: told the walks so far and how many findings are still wanted.
  public func surveyShrinking(
    of traces: [Trace], _ plan: ShrinkingSurvey.Plan, isInterrupted: @escaping () -> Bool = { false },
    shouldStop: (_ runCount: Int, _ wantedCount: Int) -> Bool = { _, _ in false }
  ) -> [ShrinkingSurvey.Row] {
    var surveyor = Surveyor(specification, traces, plan, isInterrupted)
    var run = 0
    while run < plan.runCountMax && surveyor.wantedCount > 0 && !shouldStop(run, surveyor.wantedCount) {
      surveyor.run(seed: UInt64(run))
      run += 1
    }
    if surveyor.wantedCount > 0 { surveyor.aim { shouldStop(run + $0, $1) } }
    return surveyor.rows
  }
}

/// Walks, and shrinks what it finds.
private struct Surveyor<System: TransitionSystem> where System.Label: Codable {
  /// A finding and a length that the passes came to.
  private struct Ending: Hashable {
    var place: Int
    var length: Int
  }

  private let specification: Specification<System>
  private let plan: ShrinkingSurvey.Plan
  private let explorer: PathShrinker<System>
  private let watch: Watch<System>
  private let initial: [Model.Row]
  private let sightings: [Watch<System>.Sighting]
  private let places: [Watch<System>.Sighting: Int]
  private let shrinkers: [SightingShrinker<System>]
  private var confirmed: [Ending: Int] = [:]
  private var kinds: [UInt32: String] = [:]
  private(set) var rows: [ShrinkingSurvey.Row]

  init(
    _ specification: Specification<System>, _ traces: [Trace], _ plan: ShrinkingSurvey.Plan,
    _ isInterrupted: @escaping () -> Bool
  ) {
    explorer = PathShrinker(specification, shouldStop: isInterrupted)
    self.specification = specification
    self.plan = plan
    let names = Set(traces.map(\.property))
    let watch = Watch(
      system: specification.system, properties: specification.properties.filter { names.contains($0.name) })
    self.watch = watch
    initial = specification.system.initialStates.map(watch.expander.row)
    sightings = traces.map { Watch<System>.Sighting(property: $0.property, culprit: $0.culprit) }
    places = Dictionary(zip(sightings, sightings.indices)) { first, _ in first }
    var watches: [String: Watch<System>] = [:]
    for property in specification.properties where names.contains(property.name) {
      watches[property.name] = Watch(
        expander: watch.expander, system: specification.system, properties: [property])
    }
    shrinkers = sightings.map { sighting in
      SightingShrinker(
        specification, watches[sighting.property] ?? watch, sighting, reach: plan.reach,
        shouldStop: isInterrupted)
    }
    rows = traces.map { ShrinkingSurvey.Row(name: "\($0.property): \($0.culprit)", length: $0.length) }
  }

  /// How many findings have not been found often enough.
  var wantedCount: Int { rows.count { $0.sampleCount < plan.sampleCount } }

  mutating func run(seed: UInt64) {
    var source = RandomSource(seed: seed)
    let start = source.choose(below: initial.count)
    var row = initial[start]
    var transitions: [UInt32] = []
    var found: Set<Int> = []
    var steps = StepBuffer()
    var isOff: [String: Bool] = [:]
    while transitions.count < plan.stepCountMax {
      steps.removeAll()
      watch.expander.rows.expand(row, into: &steps, selecting: .all)
      if steps.count == 0 { return }
      let swarm = seed % 2 == 0 ? [] : steps.steps.filter { !isLeftOut($0, &isOff, &source) }
      let choices = swarm.isEmpty ? steps.steps : ContiguousArray(swarm)
      let step = choices[source.choose(below: choices.count)]
      transitions.append(step.transition)
      for sighting in watch.sightings(of: step, from: row) {
        if let place = places[sighting], rows[place].sampleCount < plan.sampleCount,
          found.insert(place).inserted
        {
          note(path(from: start, transitions), at: place)
        }
      }
      row = step.row
    }
  }

  /// Walks aimed at each finding that is still wanted.
  ///
  /// - Parameter shouldStop: told how many of these walks there were, and how many findings are wanted.
  mutating func aim(shouldStop: (Int, Int) -> Bool) {
    let chart = FindingChart(
      watch.rows, seeking: sightings, stateCountMax: plan.aimedStateCountMax,
      shouldStop: { shouldStop(0, wantedCount) })
    guard let chart else { return }
    var walkCount = 0
    for place in rows.indices where rows[place].sampleCount < plan.sampleCount {
      guard let aim = chart.aim(at: place) else { continue }
      while rows[place].sampleCount < plan.sampleCount && !shouldStop(walkCount, wantedCount) {
        var source = RandomSource(seed: UInt64(rows[place].sampleCount))
        let walk = aim.walk(&source, wanderingBelow: plan.stepCountMax)
        let sampleCount = rows[place].sampleCount
        note(path(from: walk.initial, walk.transitions), at: place)
        if rows[place].sampleCount == sampleCount { return }
        rows[place].aimedCount += 1
        walkCount += 1
      }
    }
  }

  private func path(from initial: Int, _ transitions: [UInt32]) -> Path<System> {
    Path(initial: initial, labels: transitions.map(watch.expander.label(of:)))
  }

  /// Whether a run does without steps of this kind; drawn when the run first meets the kind.
  private mutating func isLeftOut(
    _ step: RowStep, _ isOff: inout [String: Bool], _ source: inout RandomSource
  ) -> Bool {
    let kind = kinds[step.transition] ?? watch.expander.kind(of: step.transition)
    kinds[step.transition] = kind
    if let known = isOff[kind] { return known }
    let isLeftOut = source.choose(below: 3) == 0
    isOff[kind] = isLeftOut
    return isLeftOut
  }

  private mutating func note(_ path: Path<System>, at place: Int) {
    let sighting = sightings[place]
    let shrunk = shrinkers[place].shrink(path, downTo: rows[place].length)
    let length = shrunk.path.labels.count
    let isShortest = length <= rows[place].length
    // Cut short before that, it says nothing.
    guard isShortest || shrunk.minimality != .stopped else { return }
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
    // What the explorer finds depends on how far it looks, not on the path.
    let ending = Ending(place: place, length: length)
    let confirmedLength =
      confirmed[ending]
      ?? explorer.confirm(
        shrunk, showing: sighting, stateCountMax: plan.exploredStateCountMax
      ).path.labels.count
    confirmed[ending] = confirmedLength
    rows[place].confirmedCount += confirmedLength <= rows[place].length ? 1 : 0
  }
}
