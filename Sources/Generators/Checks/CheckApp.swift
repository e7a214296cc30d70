import Foundation
import Model
import Spec

/// Checks a running app in a test: explores it exhaustively, with the app itself taking every step.
///
/// ```swift
/// @Test func `the app keeps its promises`() async throws {
///   try await check(app: TodoApp())
/// }
/// ```
///
/// Where two ways lead to what looks like one state and go on differently, the last steps tell
/// states apart; where that is not enough, nothing holds, and the failure says so: hidden state.
/// All of it happens in a child process, as for `check(live:against:)`, so that a trap of the app
/// is a finding too.
///
/// - Parameters:
///   - app: what is checked.
///   - name: the name under which traces are kept; that of the type by default.
///   - scope: the bounds; two elements in the mail, one fault, one kill and one addition by
///     default.
///   - plan: limits, time, what is known and allowed. Promises about what many apps do not do may
///     be vacuous anyway: that a reducer throws, items have statuses, requests are given up, people
///     change something meanwhile, or lists show rows.
///   - caseName: what tells this call from others at its place, the same in every process; traces
///     of each are kept apart.
///   - test: the test function, by which the child process finds it.
///   - fileID: the file of the call.
///   - line: the line of the call.
///   - column: the column of the call.
///   - properties: what has to hold; what every product promises by default.
/// - Returns: what was explored and run, when nothing is broken.
/// - Throws: a `CheckFailure` when something is broken or was not put to the test;
///   `LiveUnavailable` where the platform lacks the hooks; a `TraceError` when a trace cannot be
///   read or written.
@discardableResult
public func check<A: App>(
  app: A, named name: String? = nil, scope: Scope<NoValues>? = nil, _ plan: CheckPlan = CheckPlan(),
  case caseName: String = "", test: String = #function, fileID: String = #fileID, line: Int = #line,
  column: Int = #column,
  properties: @escaping @Sendable (AppSystem<A>) -> [Property<AppSystem<A>>] = {
    RuntimeProperties(system: $0).all
  }
) async throws -> LiveOutcome {
  let (name, scope) = (name ?? A.defaultName, try scope ?? .app())
  let call = CallSite(
    test: test, fileID: fileID, line: line, column: column,
    asked: [name, scope.name, "\(A.self)"], case: caseName)
  return try await onOwnThread {
    var plan = plan.of(call)
    plan.allowedAnyway = Allowance.ofApps
    let check = AppCheck(app: app, name: name, scope: scope, plan: plan, properties: properties)
    return try check.live(AppQuestions(), isRunning: !plan.isIsolated).run(call)
  }
}

extension Allowance {
  /// What many apps do not do.
  fileprivate static let ofApps = Set(
    [
      "reducer.throw.rollback", "queue.bounded", "reply.stale", "deed.kept", "draft.kept",
      "list.unique", "user.apart",
    ].map(Allowance.vacuous))
}

/// One check of an app.
private struct AppCheck<A: App>: Sendable {
  typealias System = AppSystem<A>

  let app: A
  let name: String
  let scope: Scope<NoValues>
  var plan: CheckPlan
  let properties: @Sendable (System) -> [Property<System>]

  /// The check of an app.
  ///
  /// - Parameter isRunning: whether the app may be run in this process.
  func live(_ questions: AppQuestions, isRunning: Bool) throws -> LiveCheck<DerivedProduct<A>> {
    let product = DerivedProduct(app, questions)
    let system = RuntimeSystem(product: product, scope: scope)
    let specification = Specification(
      identity: Identity(product: name, scope: scope.name), scope: try JSONValue(encoding: scope),
      system: system, properties: isRunning ? properties(system) : [], teller: .runtime(system))
    var check = LiveCheck(specification: specification, plan) {
      try explored(specification, product, questions, $0)
    }
    check.asking = { try live($0, isRunning: true) }
    return check
  }

  /// Explores the app, or takes a trace.
  private func explored(
    _ specification: Specification<System>, _ product: DerivedProduct<A>, _ questions: AppQuestions,
    _ isOver: @escaping @Sendable () -> Bool
  ) throws -> LiveOutcome {
    if let path = plan.replayed {
      let grade = try specification.grade(Trace(path: path)).grade
      if grade == .passes(otherCulprits: []) { return LiveOutcome() }
      throw CheckFailure("\(path): \(grade.words)")
    }
    let known = try plan.known.findings(of: specification)
    // What lies beyond a trap that was not known waits until that is mended.
    let crash = RuntimeProperties<DerivedProduct<A>>.crashName
    let stopsAtTraps = questions.mayTrap && !known.contains { $0.name.property == crash }
    var outcome = LiveOutcome()
    do {
      let report = try explore(specification, plan, known: known) {
        isOver() ? .timeLimit : stopsAtTraps && product.hasCrashed ? .interrupted : nil
      }
      outcome.stateCount = report?.statistics.stateCount
      outcome.stepCount = report?.statistics.stepCount ?? 0
      outcome.isExhausted = report?.reason.isExhaustive ?? false
      // What comes here although it was cut was allowed to be.
      let reason = report?.reason ?? (isOver() ? .timeLimit : .exhausted)
      if !reason.isExhaustive { outcome.undecidedReason = reason.words }
    } catch let failure as CheckFailure {
      outcome.failure = failure
    }
    if stopsAtTraps && product.hasCrashed {
      if plan.walk != nil { return try firstTrap(questions, isOver) }
      if outcome.failure == nil {
        outcome.failure = try untoldTrap(live(questions, isRunning: false))
      }
    }
    if stopsAtTraps && !product.hasCrashed && !outcome.isExhausted {
      let check = try live(questions, isRunning: false)
      outcome.failure = questions.unmet.map(check.failure).reduce(outcome.failure) {
        $0?.and($1) ?? $1
      }
    }
    outcome.executionCount = product.launchCount
    return outcome
  }

  /// Searches for the shortest way to a trap that a walk met: walks would meet one after the other.
  private func firstTrap(
    _ questions: AppQuestions, _ isOver: @escaping @Sendable () -> Bool
  ) throws -> LiveOutcome {
    var search = self
    search.plan.walk = nil
    let check = try search.live(questions, isRunning: true)
    var outcome = try check.explore?(isOver) ?? LiveOutcome()
    if outcome.failure == nil { outcome.failure = untoldTrap(check) }
    return outcome
  }

  /// What nothing allows: a trap, and no way to it.
  private func untoldTrap(_ check: LiveCheck<DerivedProduct<A>>) -> CheckFailure {
    check.failure("the app traps, and the search for the way there ended early; raise its limits")
  }
}
