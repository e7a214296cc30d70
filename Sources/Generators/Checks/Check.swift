import Foundation
// So that who checks something needs one import.
@_exported import Model
@_exported import Spec

/// Checks a specification in a test; the failure that it throws holds each story and the line that
/// replays it.
///
/// ```swift
/// @Test func `the to-do list keeps its promises`() async throws {
///   let list = try #require(registered.specification(scope: "small"))
///   try await check(list, CheckPlan(allowing: [.vacuous("reducer.throw.rollback")]))
/// }
/// ```
///
/// With `SPEC_REPLAY=<trace>` in the environment, only that trace is replayed, by the checks of its
/// product, design, environment and scope that have its property; the others do nothing, and those
/// that lack just the property say so. A test run in which no check takes it fails. `SPEC_SEED` and
/// `SPEC_RUNS` take the place of the numbers of a walk.
///
/// A check runs on a thread of its own; other tests go on beside it.
///
/// A green exhaustive check means something: properties that were never put to the test, known
/// findings that are gone, and a scope that holds nothing but its start are failures too, until the
/// call allows them by name. A walk proves nothing: it says what it found.
///
/// - Parameters:
///   - specification: what is checked.
///   - plan: limits, time, what is known and allowed; a search of every state by default.
///   - test: the test function, after which the folder of its traces is named.
///   - fileID: the file of the call.
/// - Returns: what was checked, when nothing is broken; nil for walks and replays.
/// - Throws: a `CheckFailure` when something is broken or was not put to the test, or when a limit
///   was hit; a `TraceError` when a trace cannot be read or written.
@discardableResult
public func check<Subject: Checkable>(
  _ specification: Subject, _ plan: CheckPlan = CheckPlan(), test: String = #function,
  fileID: String = #fileID
) async throws -> CheckReport? {
  let plan = plan.of(CallSite(test: test, fileID: fileID, line: 0, column: 0, asked: []))
  return try await onOwnThread {
    if let path = plan.replayed {
      try replay(at: path, on: specification, plan)
      return nil
    }
    let timer = LiveTimer(secondsMax: plan.secondsMax)
    let known = try plan.known.findings(of: specification)
    return try explore(specification, plan, known: known) { timer.isOver ? .timeLimit : nil }
  }
}

/// Takes a trace, if it concerns a specification.
private func replay(at path: String, on specification: some Checkable, _ plan: CheckPlan) throws {
  let trace = try Trace(path: path)
  if try !plan.takes(trace, path, on: specification) { return }
  // A trace that the environment names and that only live code breaks is for a check of live code.
  if plan.trace == nil && trace.property == LiveDivergence.property { return }
  if specification.propertySummaries.contains(where: { $0.name == trace.property }) {
    plan.noteTaken()
    return try replay(trace, on: specification, path: path)
  }
  let title = specification.identity.title
  let complaint = "\(path): not replayed by \(title), which has no property '\(trace.property)'"
  if plan.trace != nil { throw TraceError("\(whole: complaint)") }
  FileHandle.standardError.write(Data("\(complaint)\n".utf8))
}

/// Checks a specification on this thread.
///
/// - Parameters:
///   - plan: with the folder of the call.
///   - known: what the plan knows of the specification.
///   - reasonToStop: asked now and then; an answer ends the search.
func explore<Subject: Checkable>(
  _ specification: Subject, _ plan: CheckPlan, known: Set<KnownFinding>,
  reasonToStop: @escaping @Sendable () -> ExitReason?
) throws -> CheckReport? {
  let (found, report, shortcomings) = look(at: specification, plan, known, reasonToStop)
  let news = found.filter { !known.cover($0) }
  let lacking =
    shortcomings.filter { !plan.allows($0) }
    + specification.misnamed(plan.allowances, known: known)
  if news.isEmpty && lacking.isEmpty { return report }
  let explained = report == nil ? news : specification.explained(news)
  throw CheckFailure(
    explained, identity: specification.identity, directory: plan.directory,
    remark: lacking.isEmpty ? nil : Shortcoming.text(lacking, title: specification.identity.title))
}

/// What a check found, and what it did not look at.
private func look<Subject: Checkable>(
  at specification: Subject, _ plan: CheckPlan, _ known: Set<KnownFinding>,
  _ reasonToStop: @escaping @Sendable () -> ExitReason?
) -> (found: [CheckReport.Finding], report: CheckReport?, shortcomings: [Shortcoming]) {
  if specification.propertySummaries.isEmpty {
    let complaint = "nothing is promised; give the specification properties"
    return ([], nil, [Shortcoming(complaint: complaint, allowance: nil)])
  }
  if let walk = plan.walkAsked {
    var monitor = FuzzMonitor { _, _ in reasonToStop() == nil ? nil : .timeOver }
    monitor.isOver = { reasonToStop() != nil }
    let result = specification.walk(walk, monitor: monitor)
    let shortcomings = result.shortcomings(
      known: known, runCountAsked: walk.runCount, isTimeOver: reasonToStop() != nil)
    return (result.findings.map(\.report), nil, shortcomings)
  }
  var monitor = Monitor { _ in reasonToStop() }
  monitor.isDue = { reasonToStop() != nil }
  let report = specification.check(limits: plan.limits, monitor: monitor)
  let errors = report.errors.map(Shortcoming.init(error:))
  if report.reason.isExhaustive {
    return (report.findings, report, errors + report.shortcomings(known: known))
  }
  return (report.findings, report, errors + report.cuts)
}

private func replay<Subject: Checkable>(_ trace: Trace, on specification: Subject, path: String)
  throws
{
  let (grade, story) = try specification.grade(trace)
  guard grade != .passes(otherCulprits: []) else { return }
  let text = story.map { "\n\($0.text)" } ?? ""
  throw CheckFailure("\(path): \(grade.words)\(text)")
}

extension Grade {
  package var words: String {
    switch self {
    case .reproduces: "reproduces"
    case .passes(let culprits) where culprits.isEmpty:
      "passes: the property is kept at the end of the path"
    case .passes(let culprits):
      "passes, but the property is broken otherwise: \(culprits.joined(separator: ", "))"
    case .diverges(let step, let enabled):
      "diverges at step \(step), which cannot be taken; what can be: "
        + (enabled.isEmpty ? "nothing" : enabled.joined(separator: "; "))
    case .untaken(let step): "no order of jobs that was tried takes step \(step)"
    case .obsolete(let reason): "obsolete: \(reason)"
    case .undecided(let reason): "undecided: \(reason)"
    }
  }
}
