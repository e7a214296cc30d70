import Model
import Spec

extension RouteShrinker {
  /// Looks for a better way near the path, through the states that are a few steps away from it.
  ///
  /// The states nearest to the path, up to the shrinker's reach, are gathered by a breadth-first
  /// search from all of its states at once, and the best of the shortest paths among them is taken.
  /// It sees no state that is far from the path, so what it finds is no proof.
  func reroute() {
    for stateCount in [300, 3000, reach] where stateCount <= reach {
      let states = states(around: best, stateCount: stateCount)
      if attempt(bestRoute { _, row in states.contains(row) }) { return }
    }
  }

  /// Looks for a better way among the states nearest to the start, as many as the shrinker's reach:
  /// two ways to break a promise may have nothing in common but the start.
  func searchFront() { attempt(bestRoute { count, _ in count < reach }) }

  /// At least so many states around a path, unless there are fewer.
  private func states(around route: Route, stateCount: Int) -> Set<Row> {
    var states: Set<Row> = []
    var layer: [Row] = []
    for row in route.rows where states.insert(row).inserted { layer.append(row) }
    while !layer.isEmpty && states.count < stateCount && !isSpent {
      var next: [Row] = []
      for row in layer {
        for step in known.steps(from: row) where states.insert(step.row).inserted {
          next.append(step.row)
        }
        if states.count >= stateCount { break }
      }
      layer = next
    }
    return states
  }

  /// The best path through some states; nil when there is none as short as the best one known.
  ///
  /// - Parameter admits: whether a state may be visited, told how many were.
  private func bestRoute(_ admits: (_ visitedCount: Int, _ row: Row) -> Bool) -> Route? {
    var paths = BestPaths(startCount: 1)
    var rows = [best.start]
    var numbers = [best.start: 0]
    var layer = 0..<1
    for _ in 0..<best.count {
      var ending: BestPaths.Arrival?
      for source in layer {
        if isSpent { return nil }
        for step in known.steps(from: rows[source]) {
          let arrival = paths.arrival(
            from: source, step: step.place, cost: step.cost, transition: step.transition)
          if step.isShowing, ending.map({ arrival < $0 }) ?? true { ending = arrival }
          if numbers[step.row] == nil, admits(rows.count, step.row) {
            numbers[step.row] = rows.count
            rows.append(step.row)
          }
          if let target = numbers[step.row] { paths.offer(arrival, at: target) }
        }
      }
      if let ending { return route(to: ending, paths, rows) }
      layer = layer.upperBound..<rows.count
      if layer.isEmpty { return nil }
      paths.endLayer(count: layer.count)
    }
    return nil
  }

  private func route(to ending: BestPaths.Arrival, _ paths: BestPaths, _ rows: [Row]) -> Route {
    var state = ending.source
    var steps = known.steps(from: rows[state]).filter { $0.transition == ending.transition }
    while state > 0 {
      guard let source = paths.parent(of: state) else { break }
      let ways = known.steps(from: rows[source]).filter { $0.row == rows[state] }
      steps += ways.min { $0.cost < $1.cost }.map { [$0] } ?? []
      state = source
    }
    return Route(initial: best.initial, start: best.start, steps: steps.reversed())
  }
}
