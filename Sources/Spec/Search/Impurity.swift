import Model

extension Explorer {
  /// The findings of reducers that answer a question otherwise when it is asked again at the end of
  /// a search, one for each kind of step, each at a state nearest to the start.
  ///
  /// A replay cannot show them again: what such a reducer answers depends on more than the path.
  ///
  /// - Parameters:
  ///   - asksAll: whether every question is asked again, instead of a sample.
  ///   - shouldStop: asked before each; when it is true, no more are asked.
  /// - Complexity: one call of the reducer for each question; when one differs, the search's states
  ///   are gone over once more.
  func impurities(
    _ search: inout Search, _ expander: any Expander<System>, asksAll: Bool, shouldStop: () -> Bool
  ) -> [Finding<System>] {
    let names = properties.filter { $0.asksDispatchesAgain }.map(\.name)
    if names.isEmpty { return [] }
    var differing = Set(
      expander.rows
        .dispatchesThatDiffer(askedMax: asksAll ? .max : Self.askedAgainMax, shouldStop: shouldStop)
        .map { [$0.action, $0.state] })
    var found: [String: Path<System>] = [:]
    for index in 0..<search.expandedCount where !differing.isEmpty {
      let row = search.graph.row(index)
      guard differing.contains(where: { $0[1] == row[0] }) else { continue }
      search.graph.expand(row)
      for step in Array(search.graph.steps.steps) {
        let action = expander.rows.actionHandle(of: step.transition)
        guard differing.remove([action, row[0]]) != nil else { continue }
        let kind = expander.kind(of: step.transition)
        guard found[kind] == nil else { continue }
        found[kind] = path(to: index, then: [step.transition], nil, &search, expander)
      }
    }
    return names.flatMap { name in
      found.sorted { $0.key < $1.key }.map { kind, path in
        Finding(FindingName(property: name, culprit: "\(kind), asked later"), path: path)
      }
    }
  }
}
