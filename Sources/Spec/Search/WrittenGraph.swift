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
  /// - Complexity: each state is expanded twice, as the first line counts the steps.
  package func writeGraph(shouldStop: () -> Bool, write: (String) -> Void) -> Bool {
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
      index += 1
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
