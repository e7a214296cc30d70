import Foundation
import Model
import Spec

/// What live code made of a saved trace.
package struct LiveGrade: Sendable {
  package enum Outcome: Hashable, Sendable {
    /// Live code took every step of the path, in step with the model.
    case taken
    /// No schedule that was tried takes live code along the path: how many steps one took at most.
    case lost(takenCount: Int)
    /// Live code leaves the model on the way.
    case left(LiveDivergence)
    /// Somebody stopped it before that was known.
    case stopped
    /// The model does not take the path, so that live code was not asked; the grade says where.
    case rejected
    /// The trace is nothing that can be run: it holds values, or labels that are none any more;
    /// says which.
    case inapplicable(String)
  }

  package let outcome: Outcome
  /// How the trace is graded, with what live code did in place of the model.
  package let grade: Grade
  /// How many schedules were tried.
  package let attemptCount: Int

  /// A trace of something that is no app: there is no live code to ask.
  package static func ofNoApp(_ trace: Trace, _ grade: Grade) -> LiveGrade {
    LiveGrade(
      outcome: .inapplicable("\(trace.product.echo) is no app"), grade: grade, attemptCount: 0)
  }
}

extension LiveCheckable {
  /// Takes the steps of a trace with the product's own functions as real concurrent code.
  ///
  /// - Parameters:
  ///   - attemptCountMax: how many orders of jobs are tried at most.
  ///   - isInterrupted: asked after each of them.
  /// - Throws: `LiveUnavailable` where the platform lacks the hooks, and when the code leaves its
  ///   scheduler or may do so: tasks of it are not over; a `TraceError` when labels cannot be read.
  package func gradeLive(
    _ trace: Trace, attemptCountMax: Int = 20_000, isInterrupted: () -> Bool = { false }
  ) throws -> LiveGrade {
    if isExplored {
      let grade = try specification.grade(trace, isInterrupted: isInterrupted).grade
      return LiveGrade(outcome: .taken, grade: grade, attemptCount: 1)
    }
    let checks = LiveChecks(search: .exhaustive)
    return try LiveCampaign(liveSubject, specification, checks) { _ in false }
      .grade(trace, attemptCountMax: attemptCountMax, isInterrupted: isInterrupted)
  }
}

extension LiveCampaign {
  /// How often code that was graded takes the steps again without being held up: whether it leaves
  /// the scheduler may show then; and how often at most.
  private static var askedAgainCount: Int { 4 }
  private static var askedAgainCountMax: Int { 100 }

  /// Takes the steps of a trace, unless its model does not take them either.
  func grade(
    _ trace: Trace, attemptCountMax: Int, isInterrupted: () -> Bool = { false }
  ) throws -> LiveGrade {
    let isConformance = trace.property == LiveDivergence.property
    var modelGrade = try specification.grade(trace, isInterrupted: isInterrupted).grade
    func notRun(_ outcome: LiveGrade.Outcome) -> LiveGrade {
      LiveGrade(outcome: outcome, grade: modelGrade, attemptCount: 0)
    }
    if trace.form == .values {
      let reason = "the trace holds values and no steps, so that live code takes nothing of it"
      return notRun(.inapplicable(reason))
    }
    let (labels, isCutShort) = try specification.labels(of: trace)
    if isCutShort { return notRun(.inapplicable("one of its steps is no label any more")) }
    // The last step of a divergence may be one that only live code takes.
    let path = Path<System>(
      initial: trace.initial ?? 0, labels: isConformance ? labels.dropLast() : labels)
    do {
      _ = try Replayer(system: specification.system).replay(path)
    } catch {
      if isConformance { modelGrade = specification.grade(error, along: path) }
      return notRun(.rejected)
    }
    var decided = (isConformance ? trace.schedule : nil).flatMap { driver.follow($0).divergence }
      .flatMap { $0.culprit == trace.culprit ? LiveGrade.Outcome.left($0) : nil }
    var tries = (count: 1, takenCountMax: 0)
    if decided == nil {
      tries = driver.tryOrders(of: labels, restsAtEnd: isConformance, atMost: attemptCountMax) {
        history, takenCount in
        if let divergence = history.divergence {
          decided = .left(divergence)
        } else if takenCount == labels.count && history.complaint == nil {
          decided = .taken
        } else if isInterrupted() {
          decided = .stopped
        }
        return decided != nil
      }
    }
    if decided != .stopped { askAgain(labels, restsAtEnd: isConformance, isInterrupted) }
    if let complaint = driver.strayComplaint ?? driver.unfinishedComplaint {
      throw LiveUnavailable(reason: complaint)
    }
    let outcome = decided ?? .lost(takenCount: tries.takenCountMax)
    return LiveGrade(
      outcome: outcome,
      grade: isConformance ? grade(outcome, trace, labels) : grade(outcome, modelGrade),
      attemptCount: tries.count)
  }

  /// Takes the steps again until it is known as well as can be whether the code leaves the
  /// scheduler.
  ///
  /// What another thread answers before anybody waits for it is not seen. On a busy machine that
  /// comes about easily: the thread that is about to wait is held up in favour of the other one. So
  /// only runs count that the system let go on.
  private func askAgain(_ labels: [System.Label], restsAtEnd: Bool, _ isInterrupted: () -> Bool) {
    var calmCount = 0
    for _ in 0..<Self.askedAgainCountMax where calmCount < Self.askedAgainCount {
      if driver.strayComplaint != nil || isInterrupted() { return }
      let before = threadHoldUpCount()
      _ = driver.tryOrders(of: labels, restsAtEnd: restsAtEnd, atMost: 1) { _, _ in true }
      if threadHoldUpCount() == before { calmCount += 1 }
    }
  }

  /// The grade of a trace whose promise is that live code does what its model does.
  private func grade(_ outcome: LiveGrade.Outcome, _ trace: Trace, _ labels: [System.Label])
    -> Grade
  {
    let culprit: String
    switch outcome {
    case .left(let divergence): culprit = divergence.culprit
    case .lost(let takenCount) where takenCount < labels.count:
      culprit = LiveDivergence.culprit(ofLost: labels[takenCount])
    case .stopped: return .undecided("the replay was stopped")
    case .lost, .taken, .rejected, .inapplicable: return .passes(otherCulprits: [])
    }
    return culprit == trace.culprit ? .reproduces : .passes(otherCulprits: [culprit])
  }

  private func grade(_ outcome: LiveGrade.Outcome, _ modelGrade: Grade) -> Grade {
    switch outcome {
    case .taken, .rejected, .inapplicable: modelGrade
    case .stopped: .undecided("the replay was stopped")
    case .lost(let takenCount): .untaken(stepNumber: takenCount + 1)
    case .left(let divergence):
      .diverges(stepNumber: divergence.alikeCount + 1, enabled: divergence.enabled)
    }
  }
}

/// How often the system held up this thread in favour of another one; 0 where it does not tell.
private func threadHoldUpCount() -> Int {
  #if canImport(Glibc)
    var usage = rusage()
    // RUSAGE_THREAD, which is a macro of its own in C.
    return getrusage(__rusage_who_t(1), &usage) == 0 ? usage.ru_nivcsw : 0
  #else
    return 0
  #endif
}
