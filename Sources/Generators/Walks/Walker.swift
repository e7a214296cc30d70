import Model
import Spec

/// How a walk goes: how many runs of how many steps, from which seed.
public struct WalkPlan: Hashable, Sendable {
  /// The seed of the first run; run k has the seed plus k.
  public var seed: UInt64
  /// How many runs.
  public var runCount: Int
  /// The most steps of a run.
  public var stepCountMax: Int
  /// How many states near the path of a finding shrinking looks at, how many paths like it, and how many
  /// states the explorer then: more take longer and leave fewer paths that are not the shortest.
  public var shrinkingReach = 3_000

  /// Makes a plan; 1,000 runs of up to 100 steps by default.
  public init(seed: UInt64 = 0, runCount: Int = 1000, stepCountMax: Int = 100) {
    self.seed = seed
    self.runCount = runCount
    self.stepCountMax = stepCountMax
  }
}

/// What a walk found.
public struct WalkReport: Sendable {
  /// What was walked.
  public let identity: Identity
  /// The plan.
  public let plan: WalkPlan
  /// How many runs were begun.
  public let runCount: Int
  /// How many steps were taken.
  public let stepCount: Int
  /// What is broken, shrunk; each with the seed of the run that found it.
  public let findings: [CheckReport.FindingReport]
  /// What must not happen: what runs showed and their replayed paths do not show again, and systems whose
  /// steps cannot be told apart.
  public let errors: [String]
  /// The properties that some runs were not judged by, as too many states had to be looked at.
  public let givenUp: [String]
  /// Whether the monitor stopped the walk.
  public let wasStopped: Bool
  /// How many runs were cut because values had become too large.
  public let cutRunCount: Int
  /// The largest collection of the runs that were cut.
  public let growth: LargestCollection?
}

extension Checkable {
  /// Walks the system at random: each step is drawn uniformly among those enabled.
  ///
  /// Every step and every state entered is judged by all properties. The first run that shows a finding is
  /// shrunk and explained; later runs that show it again are passed over.
  ///
  /// - Parameters:
  ///   - plan: which runs.
  ///   - filter: whether the property of a name is judged; all by default.
  ///   - isInterrupted: asked after every step, and while a path is shrunk: when it is true, runs end, and
  ///     paths stay as short as they are then.
  ///   - byteCountMax: the most memory for remembered answers, in bytes.
  ///   - shouldStop: asked before each run, told the runs and steps so far.
  /// - Complexity: O(steps); shrinking adds some thousand states and at most O(length³) steps a finding.
  public func walk(
    _ plan: WalkPlan, only filter: (String) -> Bool = { _ in true },
    isInterrupted: @escaping () -> Bool = { false }, byteCountMax: Int = 1 << 29,
    shouldStop: (_ runCount: Int, _ stepCount: Int) -> Bool = { _, _ in false }
  ) -> WalkReport {
    let specification = specification
    var walker = Walker(
      specification, properties: specification.properties.filter { filter($0.name) },
      plan: plan, bounds: RunBounds(byteCountMax: byteCountMax), isInterrupted: isInterrupted)
    var runCount = 0
    var wasStopped = false
    for run in 0..<plan.runCount {
      if shouldStop(runCount, walker.stepCount) {
        wasStopped = true
        break
      }
      runCount += 1
      var source = RandomSource(seed: plan.seed &+ UInt64(run))
      walker.run(source: &source, seed: plan.seed &+ UInt64(run), stepCountMax: plan.stepCountMax)
    }
    return WalkReport(
      identity: specification.identity, plan: plan, runCount: runCount, stepCount: walker.stepCount,
      findings: walker.findings, errors: walker.errors, givenUp: walker.givenUp.sorted(),
      wasStopped: wasStopped || isInterrupted(),
      cutRunCount: walker.cutRunCount, growth: walker.growth)
  }
}

/// Takes random steps and keeps what they show, each finding shrunk.
struct Walker<System: TransitionSystem> where System.Label: Codable {
  private let specification: Specification<System>
  private let makeWalker: () -> RowWalker
  private var walker: RowWalker
  private let chooser = UniformChooser()
  private let shrinker: PathShrinker<System>
  private(set) var stepCount = 0
  private(set) var findings: [CheckReport.FindingReport] = []
  private(set) var errors: [String] = []
  private(set) var givenUp: Set<String> = []
  private(set) var cutRunCount = 0
  private(set) var growth: LargestCollection?
  private var known: Set<RowWatch.Sighting> = []

  init(
    _ specification: Specification<System>, properties: [Property<System>], plan: WalkPlan,
    bounds: RunBounds, isInterrupted: @escaping () -> Bool
  ) {
    self.specification = specification
    shrinker = PathShrinker(
      specification, reach: plan.shrinkingReach, bounds: bounds, shouldStop: isInterrupted)
    makeWalker = {
      let watch = RowWatch(
        system: specification.system, properties: properties, isInterrupted: isInterrupted)
      return RowWalker(watch, bounds: bounds)
    }
    walker = makeWalker()
  }

  mutating func run(source: inout RandomSource, seed: UInt64, stepCountMax: Int) {
    let (count, news) = walker.run(chooser, source: &source, stepCountMax: stepCountMax)
    stepCount += count
    for piece in news {
      for sighting in piece.sightings where known.insert(sighting).inserted {
        let path = specification.path(of: walker.choices.prefix(piece.length + 1))
        switch shrinker.report(path, showing: sighting, seed: seed) {
        case .finding(let finding): findings.append(finding)
        case .error(let error): errors.append(error)
        case .interrupted: break
        }
      }
    }
    if let complaint = walker.complaint, errors.isEmpty { errors.append(complaint) }
    givenUp.formUnion(walker.watch.givenUp)
    if walker.isCutShort {
      cutRunCount += 1
      growth = LargestCollection.larger(growth, walker.growth)
    }
    if walker.isFull { walker = makeWalker() }
  }
}
