import Generators
import Model
import Spec

/// Explores products exhaustively and compares what is found with the ledger.
struct CheckCommand {
  private let options: CommonOptions
  private let limits: Limits
  private let showsStatistics: Bool
  private let auditsAll: Bool
  private let telling: ReportText.Telling
  private let reachPolicies: [Reach.Kind: ReachPolicy]
  private let tellsReach: Bool

  init(_ words: [String], of registry: Registry) throws {
    let arguments = try Arguments(
      words,
      options: CommonOptions.names.union([
        "--scope", "--limit-depth", "--limit-states", "--limit-memory", "--never-fired",
      ]).union(Outputs.names),
      flags: CommonOptions.flags.union(Outputs.flags).union(["--statistics", "--audit", "--stories"]),
      command: "check")
    options = try CommonOptions(arguments, of: registry)
    limits = Limits(
      depthMax: try arguments.number("--limit-depth", in: 0...Arguments.countMax),
      stateCountMax: try arguments.number("--limit-states"),
      byteCountMax: try arguments.byteCount("--limit-memory"))
    showsStatistics = arguments.has("--statistics")
    auditsAll = arguments.has("--audit")
    let policies = try arguments.reachPolicies()
    reachPolicies = policies
    tellsReach =
      arguments.value("--property") == nil && !Reach.Kind.allCases.allSatisfy { policies[$0] == .ignore }
    let tellsAll = arguments.has("--stories") || arguments.value("--property") != nil
    telling = tellsAll ? .stories : arguments.words.isEmpty ? .lines : .shortest
  }

  /// Runs the command.
  ///
  /// - Returns: the exit status.
  func run() throws -> Int32 {
    let ledger = try options.ledger()
    Surroundings.catchInterruption()
    let watchdog = Watchdog(secondsMax: options.secondsMax)
    var reports: [CheckReport] = []
    var report = Report(ledger)
    for specification in options.selection.specifications {
      if Surroundings.isInterrupted {
        report.unexplored.append("\(specification.identity.title): not looked at, interrupted")
        continue
      }
      let begun = Surroundings.seconds()
      reports.append(explore(specification, watchdog))
      var scope = CheckedScope(reports[reports.count - 1])
      if showsStatistics {
        scope.add(reports[reports.count - 1], seconds: Surroundings.seconds() - begun)
      }
      report.scopes = (report.scopes ?? []) + [scope]
    }
    watchdog.finish()
    report.reach = options.selection.products.compactMap { CheckedReach($0, reports, reachPolicies) }
    return try options.conclude(
      report, reports.flatMap(\.findings), ledger, searches: reports,
      concerning: options.selection.concerns
    ) { report, ledger in
      exitStatus(report, reports, ledger)
    } text: { report, ledger in
      text(report, reports, ledger)
    }
  }

  private func explore(_ specification: any Checkable, _ watchdog: Watchdog) -> CheckReport {
    let identity = specification.identity
    let line = ProgressLine(title: "\(identity.product) \(identity.scope)")
    Surroundings.releaseMemory()
    var report = specification.check(
      only: options.selection.includes, limits: limits, monitor: watchdog.monitor(showing: line.show),
      auditsAll: auditsAll, tellsReach: tellsReach)
    report.findings = specification.explained(report.findings) { watchdog.mustEnd }
    line.finish()
    return report
  }

  private func text(_ report: Report, _ reports: [CheckReport], _ ledger: Ledger) -> String {
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
      case .lines: check.overview + (reach.isEmpty ? [] : [reach.map(\.line).joined(separator: "\n")])
      case .shortest:
        check.tables(isWhole: false)
          + reach.map { ([$0.line] + [$0.filterLine].compactMap(\.self)).joined(separator: "\n") }
      case .stories, .counts:
        check.tables(isWhole: true) + reach.map(\.paragraph) + reach.compactMap(\.filterParagraph)
      }
    var text = ReportText(report: report, telling: telling, body: body)
    text.repairWords = { finding in
      finding.repair.flatMap { ledger.words(of: $0, in: finding.trace.product) }
    }
    return text.text
  }

  private func exitStatus(_ report: Report, _ reports: [CheckReport], _ ledger: Ledger) -> Int32 {
    if !report.errors.isEmpty { return SuiteErrors.status }
    if !report.isAgreement || report.reach?.contains(where: \.isError) == true { return 1 }
    if !report.unexplored.isEmpty { return 3 }
    let isStopped = reports.contains { report in
      report.results.contains { result in
        guard result.verdict.isCutShort(by: report.reason) else { return false }
        return !ledger.entries.contains {
          $0.trace.property == result.property.name && $0.trace.product == report.identity.product
            && $0.trace.design == report.identity.design
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
