import Model

/// What the end of a path shows, judged without anything remembered.
extension Replayer {
  /// The ways in which a property is broken by the last step of a run or by the state that it
  /// enters.
  ///
  /// - Parameter isInterrupted: asked for every state ahead of a property of continuations.
  /// - Returns: nil when a look ahead was interrupted, or came to a limit.
  package func culprits(
    of property: Property<System>, at run: Run, isInterrupted: () -> Bool = { false }
  ) -> [String]? {
    var isUnknown = false
    let found = property.clauses.flatMap { clause in
      culprits(of: clause, at: run) { goal, place, avoiding in
        let answer = canReach(
          goal, from: run.places[place], avoiding: avoiding, isInterrupted: isInterrupted)
        if answer == nil { isUnknown = true }
        return answer
      }
    }
    return isUnknown ? nil : found
  }

  private func culprits(
    of clause: Property<System>.Clause, at run: Run,
    reaching canReach: (_ goal: (System.View) -> Bool, _ place: Int, _ avoiding: StepTraits) ->
      Bool?
  ) -> [String] {
    switch clause.form {
    case .state(_, isSettledOnly: false):
      return entered(clause, run).map { "\($0.culprit) after \(run.lastKind)" }
    case .state(_, isSettledOnly: true), .values: return entered(clause, run).map(\.culprit)
    case .step: return run.judgementOfLastStep(by: clause).violations.map(\.culprit)
    case .possible(let avoiding, let goal):
      func isLost(_ place: Int) -> Bool { canReach(goal, place, avoiding) == false }
      let last = run.stepCount
      return isLost(last) && (last == 0 || !isLost(last - 1)) ? [run.lastKind] : []
    case .measure, .inapplicable:
      return []
    }
  }

  /// The violations of the last state that the one before does not show.
  private func entered(
    _ clause: Property<System>.Clause, _ run: Run
  ) -> [Violation] {
    let last = run.stepCount
    let before = last > 0 ? run.judgement(ofStateAt: last - 1, by: clause).violations : []
    return run.judgement(ofStateAt: last, by: clause).violations.filter { violation in
      !before.contains { $0.culprit == violation.culprit && $0.subject == violation.subject }
    }
  }

  /// Replays the path of a finding, and keeps what the replay gave when it shows the finding again.
  ///
  /// - Parameter isInterrupted: asked for every state ahead of a property of continuations.
  /// - Returns: whether it shows again; nil when it was interrupted before that was known.
  /// - Complexity: for a property of continuations, that of visiting all that can be reached from
  ///   the end.
  func confirm(
    _ finding: inout Finding<System>, of property: Property<System>, isInterrupted: () -> Bool
  ) -> Bool? {
    guard let run = try? replay(finding.path) else { return false }
    var isUnknown = false
    let isShown = property.clauses.contains { clause in
      let found = culprits(of: clause, at: run) { goal, place, avoiding in
        let answer = canReach(
          goal, from: run.places[place], avoiding: avoiding, within: Limits(),
          isInterrupted: isInterrupted)
        if answer == nil { isUnknown = true }
        return answer
      }
      return found.contains(finding.culprit)
    }
    if isUnknown { return nil }
    if isShown { finding.replayed = (run.states, run.ending(of: property)) }
    return isShown
  }
}

/// What comes of a finding when its path is replayed, unreduced and with nothing remembered.
package enum Confirmation: Sendable {
  /// The finding, which its path shows again.
  case finding(CheckReport.Finding)
  /// What its path did not show again.
  case error(String)
  /// Nothing that may be told: it was interrupted before the path was replayed.
  case interrupted
}

extension Specification {
  /// Replays the path of a finding of a run, and tells the finding.
  ///
  /// - Parameters:
  ///   - seed: the seed of the run, if it was drawn at random.
  ///   - explanation: what else is known of the path.
  package func confirmation(
    of finding: Finding<System>, seed: UInt64?, explanation: PathExplanation = PathExplanation(),
    isInterrupted: () -> Bool
  ) -> Confirmation {
    guard let property = properties.first(where: { $0.name == finding.property }) else {
      return .error(complaint(about: finding))
    }
    var finding = finding
    return
      switch Replayer(system: system).confirm(&finding, of: property, isInterrupted: isInterrupted)
    {
    case true?: .finding(report(finding, seed: seed, explanation: explanation))
    case false?: .error(complaint(about: finding))
    case nil: .interrupted
    }
  }

  /// What is said of a counterexample that does not show again.
  func complaint(about finding: Finding<System>) -> String {
    let labels = finding.path.labels.map(text).joined(separator: " ")
    return
      "\(finding.property): \(finding.culprit): \(finding.path.labels.count) steps were taken for "
      + "a counterexample, and a replay does not show it: \(labels)"
  }
}
