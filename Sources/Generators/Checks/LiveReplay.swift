import Model
import Spec

/// What live code made of a saved trace.
public struct LiveGrade: Sendable {
  /// What became of the trace.
  public enum Outcome: Hashable, Sendable {
    /// Live code took every step of the path, in step with the model.
    case taken
    /// No schedule that was tried takes live code along the path: how many steps one took at most.
    case lost(takenCount: Int)
    /// Live code leaves the model on the way.
    case left(LiveDivergence)
    /// The trace is nothing that can be run: it holds values, or labels that are none any more; says which.
    case inapplicable(String)
  }

  /// What became of it.
  public let outcome: Outcome
  /// How the trace is graded, with what live code did in place of the model.
  public let grade: Grade
  /// How many schedules were tried.
  public let attemptCount: Int
}

extension LiveCheckable where System.Label: Codable {
  /// Takes the steps of a trace with the product's own functions as real concurrent code.
  ///
  /// - Parameter attemptCountMax: how many orders of jobs are tried at most.
  /// - Throws: `LiveUnavailable` where the platform lacks the hooks; a `TraceError` when labels cannot be
  /// read.
  public func gradeLive(_ trace: Trace, attemptCountMax: Int = 20_000) throws -> LiveGrade {
    let system = specification.system
    let subject = ProductSubject(product: system.product, discipline: system.scope.discipline)
    return try LiveReplay(subject, specification).grade(trace, attemptCountMax: attemptCountMax)
  }
}

/// Takes the steps of traces with live code.
struct LiveReplay<Subject: LiveSubject, System: ProductSystem>
where Subject.P == System.P, System.Label: Codable {
  private let specification: Specification<System>
  private let driver: LiveDriver<Subject, System>

  init(
    _ subject: Subject, _ specification: Specification<System>,
    journal: (([System.Label]?) -> Void)? = nil
  ) throws(LiveUnavailable) {
    self.specification = specification
    driver = try LiveDriver(subject, system: specification.system) { specification.system.makeExpansion() }
    driver.journal = journal
  }

  /// Takes labels, passing over those that the model does not enable.
  func take(_ labels: [System.Label]) {
    var source = ReplayedSource(choices: [])
    _ = driver.steer(along: labels, .init(isLenient: true, restsAtEnd: true), source: &source)
  }

  func grade(_ trace: Trace, attemptCountMax: Int) throws -> LiveGrade {
    let modelGrade = try specification.grade(trace).grade
    func inapplicable(_ reason: String) -> LiveGrade {
      LiveGrade(outcome: .inapplicable(reason), grade: modelGrade, attemptCount: 0)
    }
    if trace.form == .values { return inapplicable("it holds values and no steps") }
    let (labels, isCutShort) = try specification.labels(of: trace)
    if isCutShort { return inapplicable("one of its steps is no label any more") }
    let isConformance = trace.property == LiveConformance.property
    let (outcome, attemptCount) = follow(
      labels, restsAtEnd: isConformance, attemptCountMax: attemptCountMax)
    return LiveGrade(
      outcome: outcome,
      grade: isConformance ? grade(outcome, trace, labels) : grade(outcome, modelGrade, labels.count),
      attemptCount: attemptCount)
  }

  private func grade(_ outcome: LiveGrade.Outcome, _ trace: Trace, _ labels: [System.Label]) -> Grade {
    let culprit: String
    switch outcome {
    case .left(let divergence): culprit = divergence.culprit
    case .lost(let takenCount) where takenCount < labels.count:
      culprit = LiveConformance.culprit(ofLost: labels[takenCount])
    case .lost, .taken, .inapplicable: return .passes(otherCulprits: [])
    }
    return culprit == trace.culprit ? .reproduces : .passes(otherCulprits: [culprit])
  }

  private func grade(_ outcome: LiveGrade.Outcome, _ modelGrade: Grade, _ count: Int) -> Grade {
    switch outcome {
    case .taken, .inapplicable: modelGrade
    case .lost(let takenCount): .diverges(stepNumber: takenCount + 1, enabled: [])
    case .left(let divergence):
      .diverges(stepNumber: divergence.alikeCount + 1, enabled: divergence.enabled)
    }
  }

  /// Tries one order of jobs after the other until live code takes the path, or leaves the model.
  private func follow(
    _ labels: [System.Label], restsAtEnd: Bool, attemptCountMax: Int
  ) -> (outcome: LiveGrade.Outcome, attemptCount: Int) {
    var source = ExhaustiveSource()
    var takenCountMax = 0
    var attemptCount = 0
    repeat {
      attemptCount += 1
      let (history, takenCount) = driver.steer(
        along: labels, .init(restsAtEnd: restsAtEnd), source: &source)
      if let divergence = history.divergence { return (.left(divergence), attemptCount) }
      if takenCount == labels.count && history.complaint == nil { return (.taken, attemptCount) }
      takenCountMax = max(takenCountMax, takenCount)
    } while attemptCount < attemptCountMax && source.advance()
    return (.lost(takenCount: takenCountMax), attemptCount)
  }
}
