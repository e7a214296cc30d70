import Foundation
import Model
import Spec

/// Checks a running app in a test: asks it for its product, explores that exhaustively, and has the app take
/// every step of it.
///
/// ```swift
/// @Test func `the app keeps its promises`() async throws {
///   try await check(app: TodoApp())
/// }
/// ```
///
/// A finding is told only when the app took its steps. Where an answer of the app depends on more than what
/// it was asked about, nothing holds, and the failure says so: hidden state. All of it happens in a child
/// process, as for `check(live:against:)`, so that a trap of the app is a finding too.
///
/// - Parameters:
///   - app: what is checked.
///   - name: the name under which traces are kept; that of the type by default.
///   - scope: the bounds; two elements in the mail, one fault, one kill and one addition by default.
///   - limits: where the search ends early, which is a failure.
///   - known: findings that are no failure.
///   - allowances: what may be vacuous, undecided, stale or unexplored; by default a reducer may throw
///     nothing.
///   - directory: where traces of findings are saved.
///   - isolation: where the app runs; in a child process by default.
///   - caseName: what tells this call from others at its place, the same in every process.
///   - secondsMax: after so many seconds nothing new is begun, and the check is undecided.
///   - stepSecondsMax: after so many seconds in one step of the app, or one question to it, the check is
///     undecided.
///   - properties: what has to hold; what every product promises by default.
/// - Returns: what was explored and run, when nothing is broken.
/// - Throws: a `CheckFailure` when something is broken or was not put to the test; `LiveUnavailable` where
///   the platform lacks the hooks; a `TraceError` when a trace cannot be read or written.
@discardableResult
public func check<A: App>(
  app: A, named name: String? = nil, within scope: Scope<Nothing>? = nil,
  limits: Limits = .ofChecks, known: KnownFindings = [],
  allowing allowances: Set<Allowance> = [.vacuous("reducer.throw.rollback"), .vacuous("queue.bounded")],
  savingTo directory: String = ".spec-traces", isolation: LiveIsolation = .childProcess,
  case caseName: String = "", secondsMax: Int = 600, stepSecondsMax: Int = 10,
  environment: [String: String] = ProcessInfo.processInfo.environment, test: String = #function,
  fileID: String = #fileID, line: Int = #line, column: Int = #column,
  promising properties:
    @escaping @Sendable (RuntimeSystem<DerivedProduct<A>>) -> [Property<
      RuntimeSystem<DerivedProduct<A>>
    >] = { RuntimeProperties(system: $0).all }
) async throws -> LiveOutcome {
  let scope = try scope ?? .app()
  let call = LiveCall(
    test: test, fileID: fileID, line: line, column: column,
    asked: [name ?? A.defaultName, scope.name, "\(A.self)", caseName])
  let path = Replays.path(environment)
  return try await onOwnThread {
    var check = AppCheck(
      app: app, name: name ?? A.defaultName, scope: scope, limits: limits, known: known,
      allowances: allowances, directory: "\(directory)/\(call.folder)", secondsMax: secondsMax,
      environment: environment, properties: properties)
    check.isolation = isolation
    return try check.live(AppQuestions(), path, isAsked: isolation == .none).run(
      call, isolation, stepSecondsMax: stepSecondsMax, allowsUndecided: false)
  }
}

/// One check of an app.
private struct AppCheck<A: App>: Sendable {
  typealias System = RuntimeSystem<DerivedProduct<A>>

  let app: A
  let name: String
  let scope: Scope<Nothing>
  let limits: Limits
  let known: KnownFindings
  let allowances: Set<Allowance>
  let directory: String
  let secondsMax: Int
  let environment: [String: String]
  let properties: @Sendable (System) -> [Property<System>]
  var isolation = LiveIsolation.childProcess

  /// How many steps are taken one by one; of more, some are drawn.
  private var stepCountMax: Int { 500_000 }

  /// The check of an app.
  ///
  /// - Parameter isAsked: whether the app is asked in this process, and now.
  func live(
    _ questions: AppQuestions, _ path: String?, isAsked: Bool
  ) throws -> LiveCheck<DerivedProduct<A>> {
    let product = DerivedProduct(app, questions, wonders: true, showsShape: isAsked)
    let system = RuntimeSystem(product: product, scope: scope)
    let specification = Specification(
      identity: Identity(product: name, scope: scope.name), scope: try JSONValue(encoding: scope),
      system: system, properties: properties(system), teller: .runtime(system),
      subject: DerivedSubject(app))
    let known = try known.findings(of: specification)
    var check = LiveCheck(
      subject: DerivedSubject(app), specification: specification,
      checks: LiveChecks(search: .everyStep(stepCountMax: stepCountMax)), known: known,
      directory: directory, secondsMax: secondsMax, path: path)
    check.asking = { try live($0, path, isAsked: true) }
    check.explore = { journal, isOver in
      try explored(specification, product, known, isTrapping: questions.mayTrap, journal, isOver)
    }
    return check
  }

  /// Explores the product, and has the app take the steps of what is broken.
  private func explored(
    _ specification: Specification<System>, _ product: DerivedProduct<A>, _ known: Set<KnownFinding>,
    isTrapping: Bool, _ journal: (([System.Label]?) -> Void)?, _ isOver: @escaping @Sendable () -> Bool
  ) throws -> LiveOutcome {
    // What lies beyond a trap that nobody knew of waits until that is mended.
    let stopsAtTraps = isTrapping && !known.contains { $0.name.hasPrefix("\(crash): ") }
    let explored = Result {
      try explore(
        specification, .exhaustive(limits), known: known, allowing: allowances, savingTo: directory,
        environment: environment
      ) { isOver() ? .timeLimit : stopsAtTraps && product.hasCrashed ? .interrupted : nil }
    }
    if let complaint = product.complaint {
      throw CheckFailure(
        "\(specification.identity.title): undecided, hidden state or an app that cannot be asked: "
          + complaint
      )
    }
    var outcome = LiveOutcome()
    if let oddity = product.oddity {
      // The product knows less than the app does: what the app does beside it is told first.
      outcome.oddity = oddity
      return outcome
    }
    let findings: [CheckReport.Finding]
    switch explored {
    case .success(let report):
      outcome.stateCount = report?.statistics.stateCount
      findings = report?.findings.filter { $0.property == crash } ?? []
    case .failure(let failure as CheckFailure):
      outcome.failure = failure.description
      findings = failure.findings
    case .failure(let error): throw error
    }
    for finding in findings where finding.property != crash {
      if isOver() { break }
      try requireTaken(finding, of: specification, journal, isOver)
    }
    if isolation == .childProcess {
      outcome.traps = findings.filter { $0.property == crash }.compactMap(\.trace.labels)
    }
    return outcome
  }

  private var crash: String { RuntimeProperties<DerivedProduct<A>>.crashName }

  /// Requires that the app takes the steps of a finding.
  private func requireTaken(
    _ finding: CheckReport.Finding, of specification: Specification<System>,
    _ journal: (([System.Label]?) -> Void)?, _ isOver: () -> Bool
  ) throws {
    let campaign = try LiveCampaign(
      DerivedSubject(app), specification, LiveChecks(search: .exhaustive)
    ) { _ in false }
    campaign.driver.journal = journal
    let live = try campaign.grade(finding.trace, attemptCountMax: 1000, isInterrupted: isOver)
    let words: String
    switch live.outcome {
    case .taken, .inapplicable, .stopped: return
    case .left(let divergence) where divergence.ownPromise != nil: return
    case .rejected: words = "what the app answers now does not take the steps of '\(finding.name)' again"
    case .lost(let takenCount):
      words =
        "the app takes \(takenCount.counted("step")) of the \(finding.trace.length) of "
        + "'\(finding.name)', which its own answers foretold"
    case .left(let divergence):
      words =
        "the app does not do what its own answers foretold on the way to "
        + "'\(finding.name)'\n\(divergence.text)"
    }
    throw CheckFailure(
      "\(specification.identity.title): undecided, hidden state: \(words)\n\(finding.story.text)")
  }
}
