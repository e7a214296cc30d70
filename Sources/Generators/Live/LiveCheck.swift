import Foundation
import Model
import Spec

/// Where live code runs that is checked in a test.
public enum LiveIsolation: Hashable, Sendable {
  /// In a process of its own, which runs the same test again: a trap is a finding with its trace.
  case childProcess
  /// In the test's own process: a trap ends the test run.
  case none
}

/// Checks live code against its model in a test; the failure that it throws holds each story and the line
/// that replays it.
///
/// ```swift
/// @Test func `the app does what its model does`() throws {
///   try check(live: BookmarkSubject(), against: specification)
/// }
/// ```
///
/// Every history has to be a trace of the model; all properties of the specification are asked about it; two
/// runs of one schedule have to be alike, and nothing may outlive a run. With `SPEC_REPLAY=<trace>` in the
/// environment, only that trace is taken.
///
/// - Parameters:
///   - subject: the code.
///   - specification: its model, within a scope.
///   - checks: which runs; 1,000 random settled schedules of four gestures by default.
///   - known: findings, each as "property: culprit", that are no failure.
///   - directory: where traces of findings are saved; `.spec-traces` in the working directory by default.
///   - isolation: where the code runs; in a child process by default.
///   - test: the name of the test, by which the child process finds it.
/// - Returns: what was run, when nothing is broken.
/// - Throws: a `CheckFailure` when something is broken; `LiveUnavailable` where the platform lacks the
/// hooks; a `TraceError` when a trace cannot be read or written.
@discardableResult
public func check<Subject: LiveSubject>(
  live subject: Subject, against specification: Specification<RuntimeSystem<Subject.P>>,
  _ checks: LiveChecks = LiveChecks(search: .drawn(seed: 0, runCount: 1000)), known: Set<KnownFinding> = [],
  savingTo directory: String = ".spec-traces", isolation: LiveIsolation = .childProcess,
  environment: [String: String] = ProcessInfo.processInfo.environment, test: String = #function
) throws -> LiveOutcome {
  let door = LiveDoor(
    subject: subject, specification: specification, checks: checks, known: known, directory: directory)
  let path = environment["SPEC_REPLAY"]
  if let folder = LiveChild.folder(of: test, in: environment) {
    return try door.runAsChild(in: folder, replaying: path)
  }
  if isolation == .none || environment[LiveChild.variable] != nil {
    if let path { return try door.replay(Trace(path: path), path) }
    return try door.run()
  }
  let child = LiveChild(test: test, environment: environment)
  switch try child.run() {
  case .outcome(let outcome):
    if let failure = outcome.failure { throw CheckFailure(findings: [], description: failure) }
    return outcome
  case .death(let cause, let labels): throw try door.failure(of: child, cause, after: labels)
  }
}

/// What a check of live code in a test does, in whichever process.
private struct LiveDoor<Subject: LiveSubject> {
  typealias System = RuntimeSystem<Subject.P>

  let subject: Subject
  let specification: Specification<System>
  let checks: LiveChecks
  let known: Set<KnownFinding>
  let directory: String

  /// Runs the campaign here.
  func run(_ journal: (([System.Label]) -> Void)? = nil) throws -> LiveOutcome {
    let campaign = try LiveCampaign(subject, specification, checks, only: { _ in true })
    campaign.journal = journal
    let report = campaign.run { _ in false }
    let news = report.findings.filter { finding in !known.contains { $0.covers(finding) } }
    if !news.isEmpty { throw try CheckFailure(news, identity: specification.identity, directory: directory) }
    let title = specification.identity.title
    func fail(_ words: String) -> CheckFailure {
      CheckFailure(findings: [], description: "\(title): \(words)")
    }
    if let complaint = report.complaint { throw fail(complaint) }
    if report.differenceCount > 0 {
      throw fail("\(report.differenceCount) runs were unlike the first of their schedules")
    }
    if !report.leaks.isEmpty {
      throw fail(
        "\(report.leaks.objectCount) objects and \(report.leaks.jobCount) jobs outlived their executions")
    }
    return LiveOutcome(
      executionCount: report.executionCount, historyCount: report.historyCount,
      stepCount: report.stepCount, isExhausted: report.isExhausted)
  }

  /// Takes the steps of a trace here; does nothing when it passes, or does not concern what is checked.
  func replay(
    _ trace: Trace, _ path: String, _ journal: (([System.Label]) -> Void)? = nil
  ) throws -> LiveOutcome {
    guard specification.concerns(trace) else { return LiveOutcome() }
    let live = try LiveReplay(subject, specification, journal: journal).grade(
      trace, attemptCountMax: 20_000)
    if live.grade == .passes(otherCulprits: []) { return LiveOutcome(executionCount: live.attemptCount) }
    var words = live.grade.words
    if case .left(let divergence) = live.outcome { words += "\n\(divergence.text)" }
    throw CheckFailure(findings: [], description: "\(path): \(words)")
  }

  /// Does what the parent wants, and leaves the outcome.
  func runAsChild(in folder: URL, replaying path: String?) throws -> LiveOutcome {
    LiveScheduler.ownSleep()
    let file = LiveChild.file(.journal, in: folder)
    let journal = { (labels: [System.Label]) in
      try? JSONEncoder().encode(labels).write(to: file)
      return ()
    }
    var outcome = LiveOutcome()
    do {
      if let data = try? Data(contentsOf: LiveChild.file(.steps, in: folder)) {
        let labels = try JSONDecoder().decode([System.Label].self, from: data)
        try LiveReplay(subject, specification, journal: journal).take(labels)
      } else if let path {
        outcome = try replay(Trace(path: path), path, journal)
      } else {
        outcome = try run(journal)
      }
    } catch {
      outcome.failure = (error as? CheckFailure)?.description ?? "\(error)"
    }
    try JSONEncoder().encode(outcome).write(to: LiveChild.file(.outcome, in: folder))
    if let failure = outcome.failure { throw CheckFailure(findings: [], description: failure) }
    return outcome
  }

  /// The death of a child as a finding: its steps, without those that it does not need.
  func failure(of child: LiveChild, _ cause: String, after labels: [JSONValue]) throws -> CheckFailure {
    var (best, cause) = (labels, cause)
    var place = best.count - 2
    while place >= 0 {
      var shorter = best
      shorter.remove(at: place)
      if case .death(let why, let steps) = try child.run(along: shorter), steps.count < best.count {
        (best, cause) = (steps, why)
      }
      place = min(place, best.count - 1) - 1
    }
    let kind = best.last.flatMap { try? $0.decode(as: System.Label.self) }?.kind ?? "launch"
    let divergence = LiveDivergence(
      labels: best, alikeCount: max(0, best.count - 1), culprit: "trap after \(kind)",
      observed: "the process ends: \(cause)", enabled: [], difference: [])
    return try CheckFailure(
      [specification.report(divergence, seed: nil)], identity: specification.identity,
      directory: directory)
  }
}
