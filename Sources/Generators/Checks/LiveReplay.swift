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
    /// The trace is nothing that can be run: it holds values, or labels that are none any more; says which.
    case inapplicable(String)
  }

  package let outcome: Outcome
  /// How the trace is graded, with what live code did in place of the model.
  package let grade: Grade
  /// How many schedules were tried.
  package let attemptCount: Int
}

extension LiveCheckable where System.Label: Codable {
  /// Takes the steps of a trace with the product's own functions as real concurrent code.
  ///
  /// - Parameter attemptCountMax: how many orders of jobs are tried at most.
  /// - Throws: `LiveUnavailable` where the platform lacks the hooks; a `TraceError` when labels cannot be
  /// read.
  package func gradeLive(_ trace: Trace, attemptCountMax: Int = 20_000) throws -> LiveGrade {
    let checks = LiveChecks(search: .exhaustive)
    return try LiveCampaign(productSubject, specification, checks) { _ in false }
      .grade(trace, attemptCountMax: attemptCountMax)
  }
}

extension LiveCampaign {
  /// Takes the steps of a trace.
  func grade(_ trace: Trace, attemptCountMax: Int) throws -> LiveGrade {
    let modelGrade = try specification.grade(trace).grade
    func inapplicable(_ reason: String) -> LiveGrade {
      LiveGrade(outcome: .inapplicable(reason), grade: modelGrade, attemptCount: 0)
    }
    if trace.form == .values { return inapplicable("it holds values and no steps") }
    let (labels, isCutShort) = try specification.labels(of: trace)
    if isCutShort { return inapplicable("one of its steps is no label any more") }
    let isConformance = trace.property == LiveDivergence.property
    var decided: LiveGrade.Outcome?
    let tries = driver.tryOrders(of: labels, restsAtEnd: isConformance, atMost: attemptCountMax) {
      history, takenCount in
      if let divergence = history.divergence {
        decided = .left(divergence)
      } else if takenCount == labels.count && history.complaint == nil {
        decided = .taken
      }
      return decided != nil
    }
    let outcome = decided ?? .lost(takenCount: tries.takenCountMax)
    return LiveGrade(
      outcome: outcome,
      grade: isConformance ? grade(outcome, trace, labels) : grade(outcome, modelGrade),
      attemptCount: tries.count)
  }

  /// The grade of a trace whose promise is that live code does what its model does.
  private func grade(_ outcome: LiveGrade.Outcome, _ trace: Trace, _ labels: [System.Label]) -> Grade {
    let culprit: String
    switch outcome {
    case .left(let divergence): culprit = divergence.culprit
    case .lost(let takenCount) where takenCount < labels.count:
      culprit = LiveDivergence.culprit(ofLost: labels[takenCount])
    case .lost, .taken, .inapplicable: return .passes(otherCulprits: [])
    }
    return culprit == trace.culprit ? .reproduces : .passes(otherCulprits: [culprit])
  }

  private func grade(_ outcome: LiveGrade.Outcome, _ modelGrade: Grade) -> Grade {
    switch outcome {
    case .taken, .inapplicable: modelGrade
    case .lost(let takenCount): .diverges(stepNumber: takenCount + 1, enabled: [])
    case .left(let divergence):
      .diverges(stepNumber: divergence.alikeCount + 1, enabled: divergence.enabled)
    }
  }
}
