import Model

/// What the end of a path shows, judged without anything remembered.
extension Replayer {
  /// The ways in which a property is broken by the last step of a run or by the state that it enters.
  public func culprits(of property: Property<System>, at run: Run) -> [String] {
    property.clauses.flatMap { culprits(of: $0, at: run) }
  }

  private func culprits(of clause: Property<System>.Clause, at run: Run) -> [String] {
    switch clause.form {
    case .state(_, isSettledOnly: false):
      return entered(clause, run).map { "\($0.culprit) after \(run.lastKind)" }
    case .state(_, isSettledOnly: true), .values: return entered(clause, run).map(\.culprit)
    case .step: return run.judgementOfLastStep(by: clause).violations.map(\.culprit)
    case .possible(let avoiding, let goal):
      let isLost = { (place: Int) in
        canReach(goal, from: run.places[place], avoiding: avoiding) == false
      }
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

  /// Whether the end of a finding's path shows the finding.
  ///
  /// - Complexity: for a property of continuations, that of visiting all that can be reached from the end.
  func confirms(_ finding: Finding<System>, of property: Property<System>) -> Bool {
    guard let run = try? replay(finding.path) else { return false }
    return culprits(of: property, at: run).contains(finding.culprit)
  }
}
