import Model
import Spec

/// Runs live code again and again, compares it with its model, and asks the properties about every history.
final class LiveCampaign<Subject: LiveSubject, System: ProductSystem>
where Subject.P == System.P, System.Label: Codable {
  /// The watch whose expander the driver works with.
  private final class Watcher {
    var watch: Watch<System>?
  }

  let specification: Specification<System>
  private let checks: LiveChecks
  private let plan: LivePlan
  let driver: LiveDriver<Subject, System>
  private let watcher: Watcher
  var report: LiveReport
  private var digests: Set<UInt64> = []
  private var known: Set<String> = []
  private lazy var shrinker = PathShrinker(specification)

  /// Makes a campaign.
  ///
  /// - Parameter filter: which properties are asked, by name.
  /// - Throws: `LiveUnavailable` where the platform lacks the hooks.
  init(
    _ subject: Subject, _ specification: Specification<System>, _ checks: LiveChecks,
    only filter: (String) -> Bool
  ) throws(LiveUnavailable) {
    self.specification = specification
    self.checks = checks
    var plan = checks.plan
    plan.favoursJobs = checks.search != .exhaustive
    self.plan = plan
    let properties = specification.properties.filter { filter($0.name) }
    let watcher = Watcher()
    self.watcher = watcher
    driver = try LiveDriver(subject, system: specification.system) {
      let watch = Watch(system: specification.system, properties: properties)
      watcher.watch = watch
      return watch.expander
    }
    report = LiveReport(identity: specification.identity, checks: checks)
  }

  /// Told the steps of a run so far and the one that is done next, before it is done; nil after a run.
  var journal: (([System.Label]?) -> Void)? {
    get { driver.journal }
    set { driver.journal = newValue }
  }

  /// Runs.
  ///
  /// - Parameter shouldStop: told how many runs there were, before each.
  func run(shouldStop: (_ executionCount: Int) -> Bool) -> LiveReport {
    switch checks.search {
    case .exhaustive:
      var source = ExhaustiveSource()
      repeat { runSchedule(&source, seed: nil, shouldStop) } while !report.wasStopped && source.advance()
      report.isExhausted = report.cutCount == 0 && !report.wasStopped
    case .everyStep(let stepCountMax): takeEveryStep(atMost: stepCountMax, shouldStop)
    case .drawn(let seed, let runCount):
      for run in 0..<max(0, runCount) where !report.wasStopped {
        var source = RandomSource(seed: seed &+ UInt64(run))
        runSchedule(&source, seed: seed &+ UInt64(run), shouldStop)
      }
    }
    return report
  }

  /// Runs one schedule as often as the checks want, until somebody stops it.
  private func runSchedule<Source: ChoiceSource>(
    _ source: inout Source, seed: UInt64?, _ shouldStop: (_ executionCount: Int) -> Bool
  ) {
    func isStopped() -> Bool {
      if shouldStop(report.executionCount) { report.wasStopped = true }
      return report.wasStopped
    }
    if isStopped() { return }
    let start = source
    let history = driver.run(plan, source: &source)
    take(in: history, seed: seed)
    for _ in 1..<max(1, checks.repeatCount) where !isStopped() {
      var again = start
      let second = driver.run(plan, source: &again)
      count(second)
      if second.schedule != history.schedule || second.divergence != history.divergence {
        report.differenceCount += 1
      }
    }
  }

  /// Takes in what a run showed.
  func take(in history: LiveHistory<System>, seed: UInt64?) {
    count(history)
    if digests.insert(history.digest).inserted {
      report.historyCount += 1
      judge(history, seed: seed)
    }
    if let divergence = history.divergence { note(divergence, seed: seed) }
  }

  private func count(_ history: LiveHistory<System>) {
    report.executionCount += 1
    report.jobCount += history.jobCount
    report.stepCount += history.moves.count
    report.leaks.objectCount += history.leaks.objectCount
    report.leaks.jobCount += history.leaks.jobCount
    if history.isCut { report.cutCount += 1 }
    if let complaint = history.complaint { report.complaint = complaint }
  }

  // MARK: Properties

  private func judge(_ history: LiveHistory<System>, seed: UInt64?) {
    guard let watch = watcher.watch, let start = driver.graph.start else { return }
    note(watch.sightings(atLaunch: start.row), after: [], seed: seed)
    for (number, move) in history.moves.enumerated() where !move.isJudged {
      move.isJudged = true
      let sightings = watch.sightings(of: move.step, from: move.source.row)
      if !sightings.isEmpty {
        note(sightings, after: history.moves.prefix(number + 1).map(driver.graph.label), seed: seed)
      }
    }
  }

  private func note(_ sightings: [Watch<System>.Sighting], after labels: [System.Label], seed: UInt64?) {
    for sighting in sightings where known.insert("\(sighting.property): \(sighting.culprit)").inserted {
      switch shrinker.report(Path(labels: labels), showing: sighting, seed: seed) {
      case .finding(let finding): report.findings.append(finding)
      case .error(let error): report.errors.append(error)
      case .interrupted: break
      }
    }
  }

  // MARK: Divergences

  func note(_ divergence: LiveDivergence, seed: UInt64?) {
    guard known.insert("\(LiveConformance.property): \(divergence.culprit)").inserted else { return }
    let shrunk = DivergenceShrinker(divergence, driver: driver).best
    report.divergences.append(shrunk)
    report.findings.append(specification.report(shrunk, seed: seed))
  }
}

extension LiveCheckable where System.Label: Codable {
  /// Runs the product's own functions as real concurrent code beside the model.
  ///
  /// - Parameters:
  ///   - filter: which properties are asked about the histories, by name.
  ///   - shouldStop: told how many runs there were, before each.
  /// - Throws: `LiveUnavailable` where the platform lacks the hooks.
  public func live(
    _ checks: LiveChecks, only filter: (String) -> Bool = { _ in true },
    shouldStop: (_ executionCount: Int) -> Bool = { _ in false }
  ) throws(LiveUnavailable) -> LiveReport {
    let system = specification.system
    let subject = ProductSubject(product: system.product, discipline: system.scope.discipline)
    return try live(subject, checks, only: filter, shouldStop: shouldStop)
  }

  /// Runs live code beside the model.
  ///
  /// - Parameters:
  ///   - subject: the code.
  ///   - filter: which properties are asked about the histories, by name.
  ///   - shouldStop: told how many runs there were, before each.
  /// - Throws: `LiveUnavailable` where the platform lacks the hooks.
  public func live<Subject: LiveSubject>(
    _ subject: Subject, _ checks: LiveChecks, only filter: (String) -> Bool = { _ in true },
    shouldStop: (_ executionCount: Int) -> Bool = { _ in false }
  ) throws(LiveUnavailable) -> LiveReport where Subject.P == System.P {
    try LiveCampaign(subject, specification, checks, only: filter).run(shouldStop: shouldStop)
  }
}
