import Model

/// Which findings most likely have one cause.
///
/// What a counterexample breaks on its way is broken first: where that is told already, it explains
/// the rest best. Causes cannot be told for sure without a repair, so that every finding stays one.
extension Specification {
  /// Findings in the order in which they are told, each with the first before it that its own path
  /// shows.
  ///
  /// - Parameter told: those that were told already.
  /// - Complexity: O(findings · steps · steps of a state).
  func inTellingOrder(
    _ findings: [Finding<System>], _ told: [FindingName: CheckReport.Finding],
    mustEnd: () -> Bool
  ) -> [CheckReport.Finding] {
    var reports = findings.map { told[$0.name] ?? report($0) }.inTellingOrder
    if reports.count < 2 || mustEnd() { return reports }
    let paths = Dictionary(findings.map { ($0.name, $0.path) }) { first, _ in first }
    let judged = properties.filter { !$0.hasGoal }
    let expander = system.makeExpansion(judging: judged)
    let judge = Judge(walking: system, judged, sharing: expander)
    for place in reports.indices.dropFirst() {
      guard !mustEnd(), let path = paths[reports[place].name] else { continue }
      let shown = names(shownBy: path, judge, expander)
      let first = reports[..<place].first { shown.contains($0.name) }
      reports[place].cause = first.map { $0.cause ?? $0.name }
    }
    return reports
  }

  /// What a path shows anywhere on its way.
  private func names(
    shownBy path: Path<System>, _ judge: Judge, _ expander: any Expander<System>
  ) -> Set<FindingName> {
    guard judge.initial.indices.contains(path.initial) else { return [] }
    var row = judge.initial[path.initial]
    var names = Set(judge.findings(of: .launch(judge.violations(in: row))))
    var steps = StepBuffer()
    for label in path.labels {
      steps.removeAll()
      judge.rows.expand(row, into: &steps, selecting: .all)
      guard let step = steps.steps.first(where: { expander.label(of: $0.transition) == label })
      else { break }
      names.formUnion(judge.findings(of: step, from: row))
      row = step.row
    }
    return names
  }
}
