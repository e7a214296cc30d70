import Foundation
import Model
import Spec

/// Checks live code against its model in a test; the failure that it throws holds each story and
/// the line that replays it.
///
/// ```swift
/// @Test func `the app does what its model does`() async throws {
///   try await check(live: BookmarkSubject(), against: specification)
/// }
/// ```
///
/// Every history has to be a trace of the model; all properties of the specification are asked
/// about it; two runs of one schedule have to be alike, and nothing may outlive a run. With
/// `SPEC_REPLAY=<trace>` in the environment, only that trace is taken.
///
/// A child process finds the call by where it stands, by what it asks for and by its `case`. Calls
/// that agree in all of that, as in a parameterised test or a loop, are told apart by `case` alone;
/// without it the check fails. Each `case` has a folder of its own for its traces, and replays no
/// trace of another one. A function that calls this for a test hands on `test`, `fileID`, `line`
/// and `column`.
///
/// - Parameters:
///   - subject: the code.
///   - specification: its model, within a scope.
///   - runs: which runs; 1,000 random settled schedules of four gestures by default.
///   - plan: time, what is known, and whether a limit may end it (`Allowance.unfinished`).
///   - name: what tells this call from others at its place, the same in every process; an
///     argument's name.
///   - test: the test function, by which the child process finds it.
///   - fileID: the file of the call.
///   - line: the line of the call.
///   - column: the column of the call.
/// - Returns: what was run, when nothing is broken.
/// - Throws: a `CheckFailure` when something is broken or, unless that is allowed, undecided;
///   `LiveUnavailable` where the platform lacks the hooks; a `TraceError` when a trace cannot be
///   read or written.
@discardableResult
public func check<Subject: LiveSubject>(
  live subject: Subject, against specification: Specification<RuntimeSystem<Subject.P>>,
  runs: LiveChecks = LiveChecks(search: .drawn(seed: 0, runCount: 1000)),
  _ plan: CheckPlan = CheckPlan(),
  case name: String = "", test: String = #function, fileID: String = #fileID, line: Int = #line,
  column: Int = #column
) async throws -> LiveOutcome {
  let call = CallSite(
    test: test, fileID: fileID, line: line, column: column,
    asked: [specification.identity.title, "\(Subject.self)", "\(runs)"], case: name)
  return try await onOwnThread {
    var known: Set<KnownFinding> = []
    if plan.replayed == nil {
      known = try plan.known.findings(of: specification)
      var wrong = specification.misnamed(plan.allowances, known: known)
      if plan.walk != nil {
        wrong.append(
          Shortcoming(
            complaint: "a live check takes no walk; write runs: LiveChecks(search: .drawn(seed: 0, "
              + "runCount: 1000)) in its place", allowance: nil))
      }
      if !wrong.isEmpty {
        throw CheckFailure(Shortcoming.text(wrong, title: specification.identity.title))
      }
    }
    return try LiveCheck(subject, runs, specification: specification, known, plan.of(call)).run(
      call)
  }
}

/// What a check of live code came to, as a child process tells it.
public struct LiveOutcome: Codable, Hashable, Sendable {
  /// How many runs there were.
  public var executionCount = 0
  /// How many different sequences of steps there were.
  public var historyCount = 0
  /// How many steps the runs took.
  public var stepCount = 0
  /// Whether every sequence of choices was tried.
  public var isExhausted = false
  /// Why nothing is decided, when a limit ended the check; nil otherwise.
  public var undecidedReason: String?
  /// How many states of its product an app's check reached; nil where nothing was explored.
  public var stateCount: Int?
  /// Why the check failed; nil when nothing is broken.
  var failure: CheckFailure?
}

/// What a check of live code in a test does, in whichever process.
struct LiveCheck<P: Product> {
  typealias System = RuntimeSystem<P>
  /// Told the steps of a run before each is done; nil between runs.
  typealias Journal = ([System.Label]?) -> Void

  /// Live code that runs beside its model; nil for an app that is explored.
  private let live: (subject: any LiveSubject<P>, checks: LiveChecks)?
  let specification: Specification<System>
  let known: Set<KnownFinding>
  let plan: CheckPlan
  /// Explores an app; nil where live code runs.
  let explore: ((_ isOver: @escaping @Sendable () -> Bool) throws -> LiveOutcome)?
  /// Makes the check anew in the process that runs an app, with the steps that are known to trap.
  var asking: ((AppQuestions) throws -> LiveCheck)?

  /// The check of live code beside its model.
  init(
    _ subject: any LiveSubject<P>, _ checks: LiveChecks, specification: Specification<System>,
    _ known: Set<KnownFinding>, _ plan: CheckPlan
  ) {
    live = (subject, checks)
    explore = nil
    (self.specification, self.known, self.plan) = (specification, known, plan)
  }

  /// The check of an app that is explored.
  init(
    specification: Specification<System>, _ plan: CheckPlan,
    explore: @escaping (_ isOver: @escaping @Sendable () -> Bool) throws -> LiveOutcome
  ) {
    live = nil
    self.explore = explore
    (self.specification, known, self.plan) = (specification, [], plan)
  }

  /// Does what a call asks for, in this process or in a child.
  func run(_ call: CallSite) throws -> LiveOutcome {
    if let errand = ChildTask.current {
      let (order, outcome) = try errand.claim(call)
      return try decided(order.map { try run(errand, $0) } ?? outcome)
    }
    return try call.remembering {
      if let path = plan.replayed {
        // A trace that does not concern what is checked is not taken.
        if try !plan.takes(Trace(path: path), path, on: specification) { return LiveOutcome() }
        plan.noteTaken()
      }
      guard plan.isIsolated else {
        let timer = LiveTimer(secondsMax: plan.secondsMax)
        return try decided(run { timer.isOver })
      }
      let child = LiveChild(
        call: call, secondsMax: plan.secondsMax, stepSecondsMax: plan.stepSecondsMax)
      return try decided(run(in: child))
    }
  }

  func failure(_ words: String) -> CheckFailure {
    CheckFailure("\(specification.identity.title): \(words)")
  }

  /// Requires that nothing is broken, and that an outcome speaks of just the runs that were asked
  /// for.
  private func decided(_ outcome: LiveOutcome) throws -> LiveOutcome {
    if let failure = outcome.failure { throw failure }
    if let reason = outcome.undecidedReason {
      if plan.allowances.contains(.unfinished) { return outcome }
      throw failure("undecided: \(reason)")
    }
    if plan.replayed != nil { return outcome }
    if outcome.executionCount == 0 { throw failure("nothing was run; ask for at least one run") }
    if let checks = live?.checks, case .drawn(_, let runCount) = checks.search,
      outcome.executionCount != runCount * max(1, checks.repeatCount)
    {
      throw failure(
        "\(outcome.executionCount.counted("execution")) judged in place of "
          + "\(runCount.counted("run"))"
      )
    }
    return outcome
  }

  // MARK: In this process

  /// Explores the app, runs the campaign here, or takes the trace.
  private func run(
    _ journal: Journal? = nil, isOver: @escaping @Sendable () -> Bool
  ) throws -> LiveOutcome {
    guard let (subject, checks) = live else { return try explore?(isOver) ?? LiveOutcome() }
    let path = plan.replayed
    let campaign = try LiveCampaign(subject, specification, checks) { _ in path == nil }
    campaign.driver.journal = journal
    if let path { return try replay(path, campaign) }
    campaign.isKnown = { divergence in
      known.contains { $0.name == divergence.name }
    }
    let report = campaign.run { _ in isOver() }
    let news = report.findings.filter { !known.cover($0) }
    if !news.isEmpty {
      throw CheckFailure(news, identity: specification.identity, directory: plan.directory)
    }
    if let complaint = report.complaint { throw failure(complaint) }
    if let error = report.errors.first { throw failure(Shortcoming(error: error).complaint) }
    if report.differenceCount > 0 {
      throw failure("\(report.differenceCount) runs were unlike the first of their schedules")
    }
    if let words = report.leaks.words { throw failure(words) }
    return LiveOutcome(
      executionCount: report.executionCount, historyCount: report.historyCount,
      stepCount: report.stepCount, isExhausted: report.isExhausted,
      undecidedReason: undecidedReason(report, checks.plan))
  }

  private func undecidedReason(_ report: LiveReport, _ offered: LivePlan) -> String? {
    if report.hasTooManySteps {
      return "\(report.tooManySteps); raise stepCountMax, or check a smaller scope"
    }
    if report.cutCount > 0 {
      return
        "\(report.cutCount.counted("run")) ended at \(offered.choiceCountMax.counted("choice")), "
        + "before their gestures were done; raise choiceCountMax or offer fewer gestures"
    }
    guard report.wasStopped else { return nil }
    return
      "\(report.executionCount.counted("execution")) took \(plan.secondsMax.counted("second")) "
      + "without a finding, and there are more; raise secondsMax or ask for fewer runs"
  }

  /// Takes the steps of a trace here; does nothing when it passes.
  private func replay(_ path: String, _ campaign: LiveCampaign<System>) throws -> LiveOutcome {
    let live = try campaign.grade(Trace(path: path), attemptCountMax: 20_000)
    if live.grade == .passes(otherCulprits: []) {
      return LiveOutcome(executionCount: live.attemptCount)
    }
    var words = live.grade.words
    if case .left(let divergence) = live.outcome { words += "\n\(divergence.text)" }
    throw CheckFailure("\(path): \(words)")
  }

  // MARK: As a child

  /// Does what the parent wants, and leaves the outcome.
  private func run(_ errand: ChildTask, _ order: ChildRequest) throws -> LiveOutcome {
    LiveScheduler.ownSleep()
    SignalStack.prepareThread()
    let questions = AppQuestions(traps: order.traps)
    // From now on a trap is one of a question.
    if asking != nil { errand.note(questions) }
    var outcome = LiveOutcome()
    do {
      let check = try asking?(questions) ?? self
      if order.kind == .steps, let (subject, checks) = check.live {
        let labels = try check.specification.labels(written: order.steps).labels
        let driver = try LiveCampaign(subject, check.specification, checks) { _ in false }.driver
        driver.journal = { errand.note($0) }
        _ = driver.tryOrders(of: labels, isLenient: true, restsAtEnd: true, atMost: 1) { _, _ in
          true
        }
      } else {
        outcome = try check.run({ errand.note($0) }, isOver: { errand.isOver })
      }
    } catch {
      outcome = LiveOutcome(failure: CheckFailure(error))
    }
    try errand.leave(outcome)
    return outcome
  }

  // MARK: With a child

  /// What a child comes to.
  private func run(in child: LiveChild) throws -> LiveOutcome {
    var traps: [String: String] = [:]
    var first = ""
    while true {
      switch try child.run(traps: traps) {
      case .outcome(let outcome): return outcome
      case .question(let question, let trap):
        if traps.isEmpty { first = "\(question.words): \(trap)" }
        if traps.updateValue(trap, forKey: question.text) != nil {
          throw failure("undecided: the app traps again and again when \(question.words): \(trap)")
        }
        if traps.count > AppQuestions.trapCountMax {
          throw failure(
            "the app traps at \(traps.count.counted("question")), the first of them when \(first)")
        }
      case .trap(let cause, let labels):
        if let path = plan.replayed {
          throw CheckFailure("\(path): the app traps at step \(labels.count): \(cause)")
        }
        if let words = try child.ambiguity() { throw failure(words) }
        throw try failure(of: child, cause, after: labels, traps)
      case .timeout(let activity):
        let reason = reason(activity, child)
        // What the child of a search found so far is lost with it, and the app may hang: nothing
        // allows that.
        if asking != nil { throw failure("undecided: \(reason)") }
        return LiveOutcome(undecidedReason: reason)
      case .failure(let words): throw failure(words)
      }
    }
  }

  /// Has a child take steps, whatever questions about them trap.
  ///
  /// - Parameter traps: the questions that are known to trap.
  /// - Returns: the trap of a step, and the steps up to it; nil when none trapped.
  private func trap(
    of child: LiveChild, along labels: [JSONValue], _ traps: [String: String]
  ) throws -> (cause: String, labels: [JSONValue])? {
    var traps = traps
    while true {
      switch try child.run(along: labels, traps: traps) {
      case .trap(let cause, let labels): return (cause, labels)
      case .question(let question, let trap) where traps.count <= AppQuestions.trapCountMax:
        if traps.updateValue(trap, forKey: question.text) != nil { return nil }
      case .question, .outcome, .timeout, .failure: return nil
      }
    }
  }

  /// Why nothing is decided when a child did not come to its end.
  private func reason(_ activity: LiveActivity, _ child: LiveChild) -> String {
    var what = "the search, or the judging of a run,"
    if let question = activity.question {
      what = "the app, when \(question.words),"
    } else if let labels = activity.labels {
      let last =
        specification.lines(of: labels).last.map { ", whose last step is: \($0.sentence)," } ?? ""
      what = "a run\(last)"
    }
    let seconds =
      activity.isStalled ? min(child.stepSecondsMax, plan.secondsMax + 1) : plan.secondsMax
    let tasks = (activity.tasks ?? []).map { ", in a job of \($0)" }.joined()
    let limit = seconds < plan.secondsMax ? "stepSecondsMax" : "secondsMax"
    return "\(what) was still under way after \(seconds.counted("second"))\(tasks); "
      + "raise \(limit), or look for a job that never ends"
  }

  /// The trap of a child as a finding: its steps, without those that it does not need.
  private func failure(
    of child: LiveChild, _ cause: String, after labels: [JSONValue], _ traps: [String: String]
  ) throws -> CheckFailure {
    func again(_ labels: [JSONValue]) throws -> LiveDivergence? {
      try trap(of: child, along: labels, traps).map {
        specification.trap($0.cause, after: $0.labels)
      }
    }
    // Led along its steps it traps where they end, and not when a launch is over and all goes on.
    var (shortest, count) = (try again(labels) ?? specification.trap(cause, after: labels), Int.max)
    while shortest.labels.count < count {
      count = shortest.labels.count
      shortest = try shortest.shortened(again: again)
    }
    return CheckFailure(
      [shortest.report(in: specification, seed: nil)], identity: specification.identity,
      directory: plan.directory)
  }
}

extension Specification where System: ProductSystem {
  /// A trap of live code, as what leaves the model.
  ///
  /// - Parameter labels: the steps of the run, with the one under way.
  func trap(_ cause: String, after labels: [JSONValue]) -> LiveDivergence {
    let kind = (try? self.labels(written: labels))?.labels.last?.kind ?? "launch"
    return LiveDivergence(
      labels: labels, alikeCount: max(0, labels.count - 1),
      culprit: LiveDivergence.trapWords + kind, observed: "the process ends: \(cause)")
  }
}
