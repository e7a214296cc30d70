import Model

/// A format of graphs.
package enum GraphFormat: String, CaseIterable, Sendable {
  /// Aldebaran's format (.aut), which CADP, LTSmin and mCRL2 read.
  case aut
  /// The language of Graphviz.
  case dot

  fileprivate func head(stepCount: Int, stateCount: Int) -> String {
    // A state without steps is a node all the same.
    self == .aut ? "des (0, \(stepCount), \(stateCount))" : "digraph {\n  0"
  }

  fileprivate func step(from source: Int, _ words: String, to target: Int) -> String {
    let text = words.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return self == .aut
      ? "(\(source), \"\(text)\", \(target))" : "  \(source) -> \(target) [label=\"\(text)\"]"
  }
}

extension Checkable {
  /// Writes every state and step as a graph.
  ///
  /// States are numbers in the order in which a search meets them; 0 comes first. Where several
  /// states are initial, 0 leads to each of them by a step "start".
  ///
  /// - Parameters:
  ///   - format: how it is written.
  ///   - shouldStop: asked now and then; when it is true, nothing more is written.
  ///   - write: takes lines, in order.
  /// - Returns: whether all was written.
  /// - Throws: a `TraceError` that says why the system is none.
  /// - Complexity: each state is expanded twice, as the first line counts the steps.
  package func writeGraph(
    _ format: GraphFormat = .aut, shouldStop: () -> Bool, write: (String) -> Void
  ) throws(TraceError) -> Bool {
    let edition = specification.system.edition
    let expander = specification.system.makeExpansion()
    var graph = StateGraph(expander.rows)
    for (number, state) in specification.system.initialStates.enumerated() {
      if graph.insert(expander.row(of: state)).isNew { continue }
      throw TraceError("invalid system: initial state number \(number) is repeated")
    }
    let initialCount = graph.count
    if initialCount == 0 {
      throw TraceError("invalid system: it has no initial state; list at least one")
    }
    let offset = initialCount == 1 ? 0 : 1
    var stepCount = offset == 0 ? 0 : initialCount
    var index = 0
    while index < graph.count {
      if shouldStop() { return false }
      stepCount += graph.targets(of: index).count
      if let complaint = graph.steps.complaint { throw TraceError("invalid system: \(complaint)") }
      index += 1
    }
    // A review of running code takes more steps, and may tell more states apart.
    let review = expander.rows.review(shouldStop: shouldStop)
    if specification.system.edition != edition {
      return try writeGraph(format, shouldStop: shouldStop, write: write)
    }
    if case .worthless(let complaint) = review {
      throw TraceError("invalid system: \(complaint)")
    }
    write(format.head(stepCount: stepCount, stateCount: graph.count + offset))
    if offset == 1 {
      for number in 0..<initialCount { write(format.step(from: 0, "start", to: number + 1)) }
    }
    for index in 0..<graph.count {
      if shouldStop() { return false }
      for (transition, target) in graph.targets(of: index) {
        let words = ContentTree(expander.label(of: transition)).line
        write(format.step(from: index + offset, words, to: target + offset))
      }
    }
    if format == .dot { write("}") }
    return true
  }
}

extension StateGraph {
  /// Where the steps out of a state lead; states that are new get the next numbers.
  fileprivate mutating func targets(of index: Int) -> [(transition: UInt32, target: Int)] {
    expand(row(index))
    prepareTargets()
    return steps.steps.indices.map { (steps.steps[$0].transition, visited.insert(step: $0).index) }
  }
}
