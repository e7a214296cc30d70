import Foundation
import Spec

/// How a check in a test goes about it: limits, time, where traces are saved, what is known and
/// allowed.
///
/// Every check that explores or runs something takes one; what it does not say is as by default.
/// Checks of values, `check(values:)` and `check(generated:of:)`, take a `ValuePlan`.
///
/// ```swift
/// try await check(app: TodoApp(), CheckPlan(secondsMax: 60, known: .ledger("traces")))
/// ```
public struct CheckPlan: Hashable, Sendable {
  /// Where a search ends early, which is a failure; four gibibytes by default.
  ///
  /// Walks and runs of live code beside a model do not look at them.
  public var limits: Limits
  /// Random walks in place of a search of every state; nil for the search.
  ///
  /// `check(live:against:)` takes none: its `runs` say which runs there are.
  public var walk: WalkPlan?
  /// After so many seconds nothing new is begun, and the check is undecided, which is a failure;
  /// ten minutes by default.
  public var secondsMax: Int
  /// After so many seconds in one step of running code the check is undecided; ten by default.
  public var stepSecondsMax: Int
  /// Findings that are no failure; none by default.
  ///
  /// With a length, a shorter story is a failure. When every state was explored, one that is not
  /// found any more is a failure, too.
  public var known: KnownFindings
  /// What may be vacuous, undecided, stale, unexplored or unfinished, beside what is allowed
  /// anyway.
  ///
  /// A walk tells nothing that is vacuous or absent, so it does not look at `vacuous` and `stale`;
  /// runs of live code beside a model look at `unfinished` alone. An allowance for what there is
  /// not is a failure all the same.
  public var allowances: Set<Allowance>
  /// What a kind of check allows anyway.
  var allowedAnyway: Set<Allowance> = []
  /// Where traces of findings are saved, in a folder for each test, case and scope; `.spec-traces`
  /// in the working directory by default.
  public var directory: String
  /// The trace that is taken in place of all else; nil for the one that `SPEC_REPLAY` names, if
  /// there is one.
  public var trace: String?
  /// Whether running code is in a process of its own, which runs the same test again: there a trap
  /// is a finding with its trace, and what sleeps or yields stays with the scheduler; here a trap
  /// ends the test run, and what is told of an app that sleeps need not be true.
  public var isIsolated: Bool
  /// The call that the plan is for.
  var call: CallSite?
  /// What is read in place of the variables of the process.
  package var variables: [String: String]?

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - limits: where a search ends early.
  ///   - walk: random walks in place of a search.
  ///   - secondsMax: after so many seconds nothing new is begun.
  ///   - stepSecondsMax: after so many seconds in one step of running code the check is undecided.
  ///   - known: findings that are no failure.
  ///   - allowances: what may be vacuous, undecided, stale, unexplored or unfinished, beside what
  ///     is allowed anyway.
  ///   - directory: where traces of findings are saved.
  ///   - trace: the path of a trace that is taken in place of all else.
  ///   - isIsolated: whether running code is in a process of its own.
  public init(
    limits: Limits = .ofChecks, walk: WalkPlan? = nil, secondsMax: Int = 600,
    stepSecondsMax: Int = 10, known: KnownFindings = [], allowing allowances: Set<Allowance> = [],
    savingTo directory: String = ".spec-traces", replaying trace: String? = nil,
    isIsolated: Bool = true
  ) {
    (self.limits, self.walk) = (limits, walk)
    (self.secondsMax, self.stepSecondsMax) = (secondsMax, stepSecondsMax)
    (self.known, self.allowances) = (known, allowances)
    (self.directory, self.trace, self.isIsolated) = (directory, trace, isIsolated)
  }
}

extension Limits {
  /// What checks in tests take at most: four gibibytes.
  public static let ofChecks = Limits(byteCountMax: 4 << 30)
}

extension CheckPlan {
  /// The plan where a process has other variables.
  package func reading(_ variables: [String: String]) -> CheckPlan {
    var plan = self
    plan.variables = variables
    return plan
  }

  /// The plan of one call, whose traces have a folder of their own.
  func of(_ call: CallSite) -> CheckPlan {
    var plan = self
    plan.directory += "/\(call.folder)"
    plan.call = call
    return plan
  }

  /// Whether a shortcoming is allowed.
  func allows(_ shortcoming: Shortcoming) -> Bool {
    shortcoming.allowance.map(allowances.union(allowedAnyway).contains) ?? false
  }

  /// The variables of the process, or those in place of them.
  private var environment: [String: String] { variables ?? ProcessInfo.processInfo.environment }

  /// The walks with the seed and the number of runs that the environment asks for.
  var walkAsked: WalkPlan? { walk?.overridden(by: environment) }

  /// The path of the trace that is taken in place of what a check looks for; nil when there is
  /// none.
  var replayed: String? { trace ?? Replays.path(environment) }

  /// Whether a trace is for a check: one that the environment names may be for another.
  ///
  /// - Throws: a `TraceError` when the check itself names a trace of something else.
  func takes(_ trace: Trace, _ path: String, on specification: some Checkable) throws(TraceError)
    -> Bool
  {
    let identity = specification.identity
    if self.trace == nil, call?.leaves(path, of: identity) ?? false { return false }
    if identity.concerns(trace) { return true }
    if self.trace == nil { return false }
    throw TraceError("\(path): no trace of \(identity.title); name one that is")
  }
}

extension Identity {
  /// Whether a trace speaks of this specification: of its product, design and environment, and of a
  /// scope with its name, whatever the bounds were then.
  func concerns(_ trace: Trace) -> Bool {
    trace.product == product && trace.design == design && trace.environment == environment
      && trace.scopeName.map { $0 == scope } ?? true
  }
}
