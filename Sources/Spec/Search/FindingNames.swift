import Model

extension Explorer {
  /// The names of what a search shows, without counterexamples; it ends as soon as one is new.
  ///
  /// - Parameter known: the findings that are no news; nil where all are wanted and none ends the
  ///   search.
  /// - Returns: all that was found, why the search ended (interrupted when there was news), and how
  ///   many states it had come to.
  package func findingNames(
    besides known: Set<FindingName>?, monitor: Monitor = Monitor()
  ) -> (names: Set<FindingName>, reason: ExitReason, stateCount: Int) {
    for isReduced in limits.isReduced ? [true, false] : [false] {
      let expander = system.makeExpansion(judging: properties, isReduced: isReduced)
      let judge = Judge(properties, expander)
      let hasNews = {
        known.map { known in judge.findings.lengths.keys.contains { !known.contains($0) } } ?? false
      }
      var inner = Monitor { hasNews() ? .interrupted : monitor.shouldStop($0) }
      inner.mustEnd = monitor.mustEnd
      var search = Search(judge)
      var reason = search.run(
        from: system.initialStates.map(expander.row), limits: limits, monitor: inner)
      if case .representedToldApart = reason { continue }
      if reason.isExhaustive && !hasNews() { reason = decideGoals(&search, inner) ?? reason }
      return (Set(judge.findings.lengths.keys), reason, search.graph.count)
    }
    return ([], .representedToldApart(nil), 0)
  }
}

extension Checkable {
  /// The names of what an exploration shows; it ends as soon as one is new.
  package func findingNames(
    besides known: Set<FindingName>?, monitor: Monitor = Monitor()
  ) -> (names: Set<FindingName>, reason: ExitReason, stateCount: Int) {
    let specification = specification
    return Explorer(system: specification.system, properties: specification.properties)
      .findingNames(besides: known, monitor: monitor)
  }
}
