import Generators
import Model
import Spec

/// Explores products exhaustively and compares what is found with the ledger.
struct CheckCommand {
  private let options: CommonOptions
  /// What is explored: all that was chosen, or a shard's part of it.
  private let selection: Selection
  private let shard: Shard
  private let folder: ResultsFolder?
  /// What was asked for, as the shards of one run have it in common.
  private let asked: [String]
  private let limits: Limits
  private let showsStatistics: Bool
  private let auditsAll: Bool
  private let telling: ReportDocument.Telling
  private let reachPolicies: [Reach.Kind: ReachPolicy]
  private let reachKinds: Set<Reach.Kind>
  private let isReachAskedFor: Bool
  /// Whether it explores the default scopes of several products, which takes long.
  private let isLong: Bool
  /// How many scopes are explored at once.
  private let threadCount: Int

  init(_ words: [String], of registry: Registry) throws {
    let arguments = try Arguments(words, of: "check")
    options = try CommonOptions(arguments, of: registry)
    shard = try arguments.shardOfResults()
    selection = options.selection.part(shard)
    asked = ["check"] + arguments.words + arguments.options(besides: OptionNames.ofShards)
    if shard != .whole && arguments.has("--save") {
      throw UsageError(
        "a shard does not know what the others find; leave out --save, and 'merge --save' all")
    }
    var limits = Limits(
      depthMax: try arguments.number("--limit-depth", in: 0...Arguments.countMax),
      stateCountMax: try arguments.number("--limit-states"),
      byteCountMax: try arguments.byteCount("--limit-memory"),
      spillingTo: arguments.value("--spill"))
    limits.isReduced = !arguments.has("--unreduced")
    self.limits = limits
    if let directory = limits.spillDirectory, SpillFile(in: directory) == nil {
      throw UsageError(
        "--spill: no file can be made in '\(directory)'; name a folder that is there and writable")
    }
    // An app has a second thread anyway, and a limit on memory is one search's.
    let isAlone = limits.byteCountMax != nil || options.selection.products.contains(where: \.isApp)
    let jobCount = try arguments.jobCount()
    threadCount = isAlone ? 1 : min(jobCount, selection.specifications.count)
    isLong =
      options.selection.products.count > 1 && options.selection.missingDefaultScope == nil
      && options.selection.products.contains { $0.quickScopes != $0.defaultScopes }
      && !arguments.has("--quiet")
    showsStatistics = arguments.has("--statistics")
    auditsAll = arguments.has("--audit")
    let policies = try arguments.reachPolicies()
    reachPolicies = policies
    isReachAskedFor = arguments.value("--never-fired") != nil
    if isReachAskedFor && arguments.value("--property") != nil {
      throw UsageError("--never-fired is about whole checks; leave out --property")
    }
    let asksNothing = Reach.Kind.allCases.allSatisfy { policies[$0] == .ignore }
    if isReachAskedFor, !asksNothing, let scope = options.selection.missingDefaultScope {
      throw UsageError("--never-fired is about all default scopes; \(scope) is left out by --scope")
    }
    reachKinds =
      arguments.value("--property") != nil
      ? [] : Set(Reach.Kind.allCases.filter { policies[$0] != .ignore })
    let tellsAll = arguments.has("--stories") || arguments.value("--property") != nil
    telling = tellsAll ? .stories : arguments.words.isEmpty ? .lines : .shortest
    folder = try ResultsFolder(arguments)
  }

  /// Runs the command.
  ///
  /// - Returns: the exit status.
  func run(_ watchdog: Watchdog) throws -> Int32 {
    let ledger = try options.ledger()
    let known = SoFar(ScopesSoFar())
    if isLong && Surroundings.hasTerminal {
      Surroundings.warn("this takes a minute or two; 'check --quick' takes some seconds")
    }
    let (specifications, includes) = (selection.specifications, selection.includes)
    if specifications.isEmpty {
      let all = options.selection.specifications.count.counted("scope")
      Surroundings.warn("shard \(shard.words) has nothing to do, of \(all)")
    }
    try folder?.begin(asked, shard)
    watchdog.limit(secondsMax: options.secondsMax)
    watchdog.lastWord { reason in
      var known = known.now
      known.endAll(of: specifications, only: includes, by: reason)
      return try conclude(
        known, unexplored(beside: known, by: reason), ledger, Conclusion(endedBy: reason))
    }
    sideBySide(threadCount, upTo: specifications.count) { place in
      if Surroundings.isInterrupted { return }
      known.note { $0.begin(place) }
      let begun = Surroundings.seconds()
      let report = explore(place, watchdog, known)
      var scope = CheckedScope(report)
      if showsStatistics { scope.add(report, seconds: Surroundings.seconds() - begun) }
      known.note { [scope] in $0.end(place, report, scope) }
    }
    let (found, reason) = (known.now, watchdog.reason)
    return try conclude(found, unexplored(beside: found, by: reason), ledger, Conclusion(watchdog))
  }

  /// What was not looked at any more.
  private func unexplored(beside known: ScopesSoFar, by reason: ExitReason?) -> [String] {
    let places = Set(known.ended.map(\.place))
    let reason = (reason ?? .interrupted).words
    return selection.specifications.enumerated().filter { !places.contains($0.offset) }
      .map { "\($0.element.identity.title): not looked at, \(reason)" }
  }

  /// Tells what the shards of a run came to, as the whole run would.
  ///
  /// - Returns: the exit status.
  func merge(_ run: ShardedRun, _ watchdog: Watchdog) throws -> Int32 {
    let ledger = try options.ledger()
    var (known, ended): (ScopesSoFar, Set<Int>) = (ScopesSoFar(), [])
    for (path, result) in run.all {
      for scope in result.scopes ?? [] {
        let identity = scope.report.identity
        guard let place = selection.specifications.firstIndex(where: { $0.identity == identity }),
          result.shardOfRun.takes(place)
        else {
          throw TraceError(
            "\(path): \(identity.title) is no scope of this shard; use the version that wrote it")
        }
        known.begin(place)
        known.end(place, scope.report, scope.checked)
        if result.limit == nil || scope.report.reason.isExhaustive { ended.insert(place) }
      }
    }
    let unexplored = run.absences(of: selection.specifications.count, isKnown: ended.contains).map {
      absence in
      let scopes = absence.places.map { selection.specifications[$0].identity }
      return "\(absence.why); left to do: "
        + scopes.map { "\($0.product) \($0.scope)" }.joined(separator: ", ")
    }
    watchdog.lastWord { [known] reason in
      try conclude(known, unexplored, ledger, Conclusion(endedBy: reason))
    }
    return try conclude(known, unexplored, ledger, Conclusion(watchdog))
  }

  private func conclude(
    _ known: ScopesSoFar, _ unexplored: [String], _ ledger: Ledger, _ conclusion: Conclusion
  ) throws -> Int32 {
    let ended = known.ended
    let reports = ended.map(\.report)
    var report = Report(ledger)
    if !ended.isEmpty { report.scopes = ended.map(\.checked) }
    report.unexplored = unexplored
    add(reports, to: &report)
    report.addUntold(of: reports, among: selection.specifications, ledger)
    let result = ShardResult(
      command: asked, shard: shard.words, limit: conclusion.reason()?.words,
      scopes: ended.map { ShardResult.Scope(report: $0.report, checked: $0.checked) })
    return try options.conclude(
      report, reports.flatMap(\.findings), ledger, conclusion, searches: reports,
      concerning: selection.concerns, keep: { () throws(TraceError) in try folder?.save(result) }
    ) { report, ledger in
      exitStatus(report, reports, ledger)
    } document: { report, ledger in
      document(report, reports, ledger)
    }
  }

  /// Adds what fired in the default scopes of each product.
  private func add(_ reports: [CheckReport], to report: inout Report) {
    if reachKinds.isEmpty { return }
    for product in selection.products {
      if let reach = CheckedReach(product, reports, reachPolicies) {
        report.reach = (report.reach ?? []) + [reach]
      } else if isReachAskedFor && product.hasReach && shard == .whole {
        report.unexplored.append(
          "\(product.name): what never fired is not known, as not every default scope was exhausted"
        )
      }
    }
  }

  private func explore(
    _ place: Int, _ watchdog: Watchdog, _ known: SoFar<ScopesSoFar>
  ) -> CheckReport {
    let specification = selection.specifications[place]
    let identity = specification.identity
    let (total, begun) = (selection.specifications.count, Surroundings.seconds())
    Surroundings.releaseMemory()
    var monitor = watchdog.monitor { progress in
      known.note { $0.come(progress, in: place) }
      // There is one line for all scopes.
      let now = known.now
      guard now.firstUnderWay == place else { return }
      let done = total == 1 ? "" : "\(now.endedCount) of \(total) scopes done, "
      ProgressLine(title: "\(done)\(identity.product) \(identity.scope)", since: begun).show(
        progress.stateCount, "state")
    }
    if limits.spillDirectory != nil {
      monitor.residentByteCount = Surroundings.residentByteCountBesideFiles
    }
    monitor.find = { names in known.note { $0.find(names, in: place) } }
    monitor.tell = { finding in known.note { $0.tell(finding, of: place) } }
    var report = CodeTrap.noting(identity) {
      specification.check(
        only: selection.includes, limits: limits, monitor: monitor, auditsAll: auditsAll,
        reachKinds: reachKinds)
    }
    known.note { [report] in $0.end(place, report) }
    report.findings = specification.explained(report.findings) { watchdog.mustEnd }
    return report
  }

  private func document(
    _ report: Report, _ reports: [CheckReport], _ ledger: Ledger
  ) -> ReportDocument {
    let check = CheckText(scopes: report.scopes ?? []) { scope in
      guard scope.environment == Environment.windows.rawValue else { return nil }
      return ledger.unreached(
        throughWindowsOf: reports.filter {
          $0.identity.product == scope.product && $0.identity.design == scope.design
        })
    }
    let reach = report.reach ?? []
    let body =
      switch telling {
      case .lines:
        check.overview + (reach.isEmpty ? [] : [ReportSection("", reach.flatMap(\.summary))])
      case .shortest:
        check.tables(isWhole: false) + reach.map { ReportSection("", $0.summary + [$0.savings]) }
      case .stories, .counts:
        check.tables(isWhole: true) + reach.map { ReportSection("", $0.details) }
      }
    var document = ReportDocument(report: report, telling: telling, body: body)
    if shard != .whole { document.saving = "merge with --save" }
    return document
  }

  private func exitStatus(_ report: Report, _ reports: [CheckReport], _ ledger: Ledger) -> Int32 {
    if !report.errors.isEmpty { return SuiteErrors.status }
    if !report.isAgreement || !report.reachErrors.isEmpty { return 1 }
    if !report.unexplored.isEmpty { return 3 }
    let isStopped = reports.contains { report in
      report.results.contains { result in
        guard result.verdict.isCutShort(by: report.reason) else { return false }
        return !ledger.entries.contains {
          $0.trace.property == result.property.name && $0.trace.product == report.identity.product
            && $0.trace.design == report.identity.design && $0.trace.isFinding
        }
      }
    }
    return isStopped ? 3 : 0
  }
}

extension Verdict {
  /// Whether a limit kept the property from being decided.
  func isCutShort(by reason: ExitReason) -> Bool {
    switch self {
    case .undecided: return true
    case .holdsWithin: return !reason.isExhaustive
    case .holds, .holdsForSample, .violated, .vacuous, .notApplicable, .measured: return false
    }
  }
}
