import Model
import Spec

/// Runs live code again and again, compares it with its model, and asks the properties about every
/// history.
final class LiveCampaign<System: ProductSystem> {
  /// The judge whose expander the driver works with.
  private final class Watcher {
    var judge: Judge?
  }

  let specification: Specification<System>
  private let checks: LiveChecks
  let driver: LiveDriver<System>
  private let watcher = Watcher()
  var report: LiveReport
  private var digests: Set<UInt64> = []
  /// The seed of the run under way; nil where none was drawn.
  private var seed: UInt64?
  private var known: Set<FindingName> = []
  /// Whether a way to leave the model is known already.
  var isKnown: (LiveDivergence) -> Bool = { _ in false }
  /// Whether nothing more may be shrunk.
  private let isOver: () -> Bool
  private lazy var shrinker = PathShrinker(specification, shouldStop: isOver)

  /// - Parameters:
  ///   - filter: which properties are asked, by name.
  ///   - isOver: asked while something is shrunk; when it is true, that stays as it is then.
  /// - Throws: `LiveUnavailable` where the platform lacks the hooks.
  init(
    _ subject: any LiveSubject<System.P>, _ specification: Specification<System>,
    _ checks: LiveChecks, isOver: @escaping () -> Bool = { false }, only filter: (String) -> Bool
  ) throws(LiveUnavailable) {
    self.specification = specification
    self.isOver = isOver
    self.checks = checks
    let properties = specification.properties.filter { filter($0.name) }
    driver = try LiveDriver(subject, system: specification.system, by: specification.liveMeans) {
      [watcher] in
      let expander = specification.system.makeExpansion(judging: properties)
      watcher.judge = Judge(walking: specification.system, properties, sharing: expander)
      return expander
    }
    report = LiveReport(identity: specification.identity, checks: checks)
  }

  /// - Parameter shouldStop: told what there is so far, before each run.
  func run(shouldStop: (_ soFar: LiveReport) -> Bool) -> LiveReport {
    switch checks.search {
    case .exhaustive:
      var source = ExhaustiveSource()
      repeat {
        runSchedule(&source, seed: nil, shouldStop)
      } while !report.wasStopped && source.advance()
      report.isExhausted = report.cutCount == 0 && !report.wasStopped
    case .everyStep(let stepCountMax): takeEveryStep(atMost: stepCountMax, shouldStop)
    case .drawn(let seed, let runCount):
      for run in 0..<max(0, runCount) where !report.wasStopped {
        var source = RandomSource(seed: seed &+ UInt64(run))
        runSchedule(&source, seed: seed &+ UInt64(run), shouldStop)
      }
      lookForStrays(seed: seed, runCount: 20 - report.executionCount, shouldStop)
    }
    // Of code that leaks it is said that it does.
    let unfinished = report.leaks.words == nil ? driver.unfinishedComplaint : nil
    if let complaint = driver.strayComplaint ?? unfinished {
      report.complaint = complaint
      (report.findings, report.divergences) = ([], [])
    }
    return report
  }

  /// Takes more runs, of which nothing else is told, where there were few: what another thread
  /// answers before anybody waits for it is not seen, and does not come so in every run.
  private func lookForStrays(
    seed: UInt64, runCount: Int, _ shouldStop: (_ soFar: LiveReport) -> Bool
  ) {
    if report.wasStopped || !report.isClean || report.executionCount == 0 { return }
    for run in 0..<max(0, runCount) where !shouldStop(report) {
      var source = RandomSource(seed: seed &+ UInt64(run))
      _ = driver.run(checks.plan, source: &source)
    }
  }

  /// Runs one schedule as often as the checks want, until somebody stops it.
  private func runSchedule<Source: ChoiceSource>(
    _ source: inout Source, seed: UInt64?, _ shouldStop: (_ soFar: LiveReport) -> Bool
  ) {
    self.seed = seed
    var plan = checks.plan
    plan.favoursJobs = checks.search != .exhaustive
    let start = source
    var first: LiveHistory?
    for _ in 0..<max(1, checks.repeatCount) {
      if shouldStop(report) {
        report.wasStopped = true
        return
      }
      guard let first else {
        let history = driver.run(plan, source: &source)
        first = history
        take(in: history, seed: seed)
        continue
      }
      var again = start
      let history = driver.run(plan, source: &again)
      count(history)
      if history.schedule != first.schedule || history.divergence != first.divergence {
        report.differenceCount += 1
      }
    }
  }

  /// Takes in what a run showed.
  func take(in history: LiveHistory, seed: UInt64?) {
    count(history)
    if digests.insert(history.digest).inserted {
      report.historyCount += 1
      judge(history, seed: seed)
    }
    if let divergence = history.divergence { add(divergence, seed: seed) }
  }

  private func count(_ history: LiveHistory) {
    report.executionCount += 1
    report.jobCount += history.jobCount
    report.stepCount += history.moves.count
    report.leaks.add(history.leaks)
    if history.isCut { report.cutCount += 1 }
    if let complaint = history.complaint { report.complaint = complaint }
  }

  // MARK: Findings

  /// What a trap of the run under way is; nil between runs.
  fileprivate func trap(_ cause: String) -> LiveTrap? {
    guard let steps = driver.steps else { return nil }
    let divergence = specification.trap(
      cause, after: steps.compactMap { try? JSONValue(writing: $0) })
    return LiveTrap(
      seed: seed, divergence: divergence, finding: divergence.report(in: specification, seed: seed))
  }

  private func judge(_ history: LiveHistory, seed: UInt64?) {
    guard let judge = watcher.judge, let start = driver.graph.start else { return }
    add(judge.findings(of: .launch(judge.violations(in: start.row))), after: [], seed: seed)
    var broken: [(names: [FindingName], labels: [System.Label])] = []
    for (number, move) in history.moves.enumerated() where !move.isJudged {
      move.isJudged = true
      let names = judge.findings(of: move.step, from: move.source.row)
      if !names.isEmpty {
        broken.append((names, history.moves.prefix(number + 1).map(driver.graph.label)))
      }
    }
    // Taking a path again may make the driver forget its graph, and with it these moves.
    for (names, labels) in broken { add(names, after: labels, seed: seed) }
  }

  private func add(_ names: [FindingName], after labels: [System.Label], seed: UInt64?) {
    for name in names where known.insert(name).inserted {
      switch shrinker.report(
        Path(labels: labels), showing: name, seed: seed, unless: isUntaken)
      {
      case .finding(let finding): report.findings.append(finding)
      case .error(let error): report.errors.append(error)
      case .interrupted: break
      }
    }
  }

  /// Whether no order of jobs that is tried takes live code along a path.
  private func isUntaken(_ path: Path<System>) -> Bool {
    var isTaken = false
    _ = driver.tryOrders(of: path.labels, atMost: 100) { history, takenCount in
      isTaken =
        takenCount == path.labels.count && history.divergence == nil && history.complaint == nil
      return isTaken || isOver()
    }
    return !isTaken
  }

  func add(_ divergence: LiveDivergence, seed: UInt64?) {
    guard known.insert(divergence.name).inserted else { return }
    let shrunk = DivergenceShrinker(divergence, of: specification, driver: driver, isOver: isOver)
      .best
    report.divergences.append(shrunk)
    report.findings.append(shrunk.report(in: specification, seed: seed))
  }
}

/// A trap of live code, taken for a finding.
package struct LiveTrap: Sendable {
  /// The seed of its run; nil where none was drawn.
  package let seed: UInt64?
  package let divergence: LiveDivergence
  package let finding: CheckReport.Finding
}

/// A specification whose product can be run as real concurrent code.
package protocol LiveCheckable: Checkable where System: ProductSystem {}

extension Specification: LiveCheckable where System: ProductSystem {}

extension LiveCheckable {
  /// Runs the app, or the product's own functions as real concurrent code, beside the model.
  ///
  /// - Parameters:
  ///   - filter: which properties are asked about the histories, by name.
  ///   - isOver: asked while something is shrunk; when it is true, that stays as it is then.
  ///   - watch: given what tells of a trap, by its cause; another thread may ask while the trap
  ///     holds up this one.
  ///   - shouldStop: told what there is so far, before each run.
  /// - Throws: `LiveUnavailable` where the platform lacks the hooks.
  package func live(
    _ checks: LiveChecks, only filter: (String) -> Bool = { _ in true },
    isOver: @escaping @Sendable () -> Bool = { false },
    watch: (@escaping @Sendable (_ cause: String) -> LiveTrap?) -> Void = { _ in },
    shouldStop: (_ soFar: LiveReport) -> Bool = { _ in false }
  ) throws(LiveUnavailable) -> LiveReport {
    if isExplored { return explored(checks, only: filter, isOver: isOver, shouldStop: shouldStop) }
    let campaign = try LiveCampaign(
      liveSubject, specification, checks, isOver: isOver, only: filter)
    let held = HeldUpValue(campaign)
    watch { held.value.trap($0) }
    return campaign.run(shouldStop: shouldStop)
  }

  /// The app itself where there is one, else the product's own functions on the runtime of this
  /// package.
  var liveSubject: any LiveSubject<System.P> {
    let system = specification.system
    if let subject = specification.liveMeans.subject { return subject }
    return ProductSubject(product: system.product, discipline: system.scope.discipline)
  }
}
