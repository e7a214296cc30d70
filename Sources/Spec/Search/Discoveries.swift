import Model

/// From which states a breadth-first search met others first: enough to go back from any state,
/// along a shortest path, without going over whole layers.
///
/// - Complexity: 16 bytes for 64 states.
struct Discoveries {
  /// How many states were expanded at some moments, and how many were visited then.
  private var moments: [(expandedCount: Int, stateCount: Int)] = [(0, 0)]
  /// The sources that were looked for: paths to several findings begin alike.
  fileprivate var known: [Int: Int] = [:]

  /// Takes note of how far a search has come; moments that lie close together count as one.
  @inline(__always)
  mutating func note(expandedCount: Int, stateCount: Int) {
    let count = moments.count
    if count > 1 && expandedCount - moments[count - 2].expandedCount <= StateGraph.batchCount {
      moments[count - 1] = (expandedCount, stateCount)
    } else {
      moments.append((expandedCount, stateCount))
    }
  }

  /// The few states among which the one is that led to a state first.
  func sources(of index: Int) -> Range<Int> {
    var (low, high) = (0, moments.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if moments[middle].stateCount > index { high = middle } else { low = middle + 1 }
    }
    return low == 0 ? 0..<0 : moments[low - 1].expandedCount..<moments[low].expandedCount
  }
}

extension Search {
  /// The state from which a state was met first; nil for an initial state, and where no step leads
  /// there any more.
  mutating func discoverer(of index: Int) -> Int? {
    if index < initialCount { return nil }
    if let known = discoveries.known[index] { return known }
    let target = graph.row(index)
    for source in discoveries.sources(of: index) {
      graph.expand(graph.row(source), selecting: knownLoopsSkipped)
      if graph.steps.steps.contains(where: { graph.leads($0, to: target) }) {
        discoveries.known[index] = source
        return source
      }
    }
    return nil
  }

  /// The step that showed a finding first.
  mutating func firstEnding(of key: FindingName) -> (source: Int, transition: UInt32)? {
    guard let first = judge.findings.firsts[key] else { return nil }
    if let row = first.source { return (graph.insert(row).index, first.transition) }
    let launch = (0..<initialCount).first { index in
      judge.findings(of: .launch(graph.visited.note(index))).contains(key)
        || judge.goalNumbers.contains { number in
          !goalStates[number].contains(index) && judge.loss(ofGoal: number, by: absentHandle) == key
        }
    }
    return launch.map { ($0, absentHandle) }
  }
}
