import Model

extension Checkable {
  /// Writes every state and step in Aldebaran's format (.aut), which CADP, LTSmin and mCRL2 read.
  ///
  /// States are numbers in the order in which a search meets them; 0 comes first. Where several states are
  /// initial, 0 leads to each of them by a step "start".
  ///
  /// - Parameters:
  ///   - shouldStop: asked now and then; when it is true, nothing more is written.
  ///   - write: takes lines, in order.
  /// - Returns: whether all was written.
  /// - Throws: a `TraceError` that says why the system is none.
  /// - Complexity: each state is expanded twice, as the first line counts the steps.
  package func writeGraph(shouldStop: () -> Bool, write: (String) -> Void) throws(TraceError) -> Bool {
    let edition = specification.system.edition
    let expander = specification.system.makeExpansion()
    var graph = StateGraph(expander.rows)
    for state in specification.system.initialStates { _ = graph.insert(expander.row(of: state)) }
    let initialCount = graph.count
    let offset = initialCount == 1 ? 0 : 1
    var stepCount = offset == 0 ? 0 : initialCount
    var index = 0
    while index < graph.count {
      if shouldStop() { return false }
      stepCount += graph.targets(of: index).count
      if let complaint = graph.steps.complaint { throw TraceError("invalid system: \(complaint)") }
      index += 1
    }
    // What tells more states apart by now is asked anew.
    if specification.system.edition != edition {
      return try writeGraph(shouldStop: shouldStop, write: write)
    }
    if case .worthless(let complaint) = expander.rows.review(shouldStop: shouldStop) {
      throw TraceError("invalid system: \(complaint)")
    }
    write("des (0, \(stepCount), \(graph.count + offset))")
    if offset == 1 { for number in 0..<initialCount { write("(0, \"start\", \(number + 1))") } }
    for index in 0..<graph.count {
      if shouldStop() { return false }
      for (transition, target) in graph.targets(of: index) {
        let words = ContentTree(expander.label(of: transition)).line
          .replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        write("(\(index + offset), \"\(words)\", \(target + offset))")
      }
    }
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
