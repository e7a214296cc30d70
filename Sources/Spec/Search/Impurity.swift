import Model

extension Explorer {
  /// The findings of reducers that answer a question otherwise when it is asked again at the end of a search,
  /// one for each kind of step, each at a state nearest to the start.
  ///
  /// A replay cannot show them again: what such a reducer answers depends on more than the path.
  ///
  /// - Parameters:
  ///   - asksAll: whether every question is asked again, instead of a sample.
  ///   - shouldStop: asked before each; when it is true, no more are asked.
  /// - Complexity: one call of the reducer for each question; when one differs, the search's layers are gone
  ///   over once more.
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
        found[kind] = path(to: index, then: step.transition, &search, expander)
      }
    }
    return names.flatMap { name in
      found.keys.sorted().compactMap { kind in
        found[kind].map { Finding(property: name, culprit: "\(kind), asked later", path: $0) }
      }
    }
  }

  /// A shortest path to a state, and one more step: looked for layer by layer from its end.
  private func path(
    to index: Int, then transition: UInt32, _ search: inout Search, _ expander: any Expander<System>
  ) -> Path<System> {
    var transitions = [transition]
    var index = index
    while index >= search.initialCount {
      guard let (parent, transition) = predecessor(of: index, &search) else { break }
      transitions.append(transition)
      index = parent
    }
    let labels = transitions.reversed().map(expander.label(of:))
    let start = expander.state(of: search.graph.row(index))
    return Path(initial: index, labels: system.unreduced(labels, from: start))
  }

  private func predecessor(of index: Int, _ search: inout Search) -> (parent: Int, transition: UInt32)? {
    let row = search.graph.row(index)
    for depth in 0...search.depth where search.layer(depth + 1).contains(index) {
      for parent in search.layer(depth) {
        search.graph.expand(search.graph.row(parent))
        if let step = search.graph.steps.steps.first(where: { $0.row == row }) {
          return (parent, step.transition)
        }
      }
    }
    return nil
  }
}
