import Model

extension RoutePass {
  /// Looks for a better way near the path: breadth first through the states that are a few steps away from
  /// it.
  ///
  /// The states nearest to the path, up to the shrinker's reach, are gathered by a breadth-first search
  /// from all of its states at once. Among them the best path is worked out layer by layer: what is cheapest
  /// up to a state is part of what is cheapest through it (dynamic programming, as the explorer's choice
  /// among shortest counterexamples). It sees no state that is far from the path, so what it finds is no
  /// proof.
  static let reroute = RoutePass(name: "re-route") { shrinker in
    for stateCount in [300, 3000, shrinker.reach] where stateCount <= shrinker.reach {
      let corridor = Corridor(around: shrinker.best, graph: shrinker.graph, stateCount: stateCount)
      if shrinker.attempt(corridor.best(noLongerThan: shrinker.best)) { return }
    }
  }
}

extension RoutePass {
  /// Looks for a better way among the states nearest to the start, as many as the shrinker's reach: two ways
  /// to break a promise may have nothing in common but the start.
  static let searchFront = RoutePass(name: "search the front") { shrinker in
    let front = Corridor(front: shrinker.graph, stateCount: shrinker.reach)
    shrinker.attempt(front.best(noLongerThan: shrinker.best))
  }
}

/// Some of the states around a path, in which a better one is sought.
private struct Corridor {
  private let graph: RouteGraph
  /// The states; nil for all.
  private let states: Set<Row>?
  /// How many of them are visited at most, the nearest to the start first.
  private let visitedCountMax: Int

  /// The states nearest to the start.
  init(front graph: RouteGraph, stateCount: Int) {
    self.graph = graph
    states = nil
    visitedCountMax = stateCount
  }

  /// Gathers at least so many states, unless there are fewer.
  init(around route: Route, graph: RouteGraph, stateCount: Int) {
    self.graph = graph
    visitedCountMax = .max
    var states: Set<Row> = []
    var layer: [Row] = []
    for row in route.rows where states.insert(row).inserted { layer.append(row) }
    while !layer.isEmpty && states.count < stateCount && !graph.isStopped {
      var next: [Row] = []
      for row in layer {
        for edge in graph.edges(of: row) where states.insert(edge.row).inserted { next.append(edge.row) }
        if states.count >= stateCount { break }
      }
      layer = next
    }
    self.states = states
  }

  /// A way to arrive at a state, compared by cost and then by label order.
  private struct Arrival {
    var cost: UInt64
    var sourceRank: Int
    var edge: RouteGraph.Edge
    /// The place of the state before in its layer.
    var source: Int

    func isBetter(than other: Arrival) -> Bool {
      (cost, sourceRank, edge.place) < (other.cost, other.sourceRank, other.edge.place)
    }
  }

  private struct Layer {
    var rows: [Row]
    var costs: [UInt64]
    var ranks: [Int]
    var arrivals: [Arrival]
  }

  /// The best path through these states; nil when there is none as short as the one given.
  func best(noLongerThan route: Route) -> Route? {
    var layers = [Layer(rows: [route.start], costs: [0], ranks: [0], arrivals: [])]
    var visited: Set<Row> = [route.start]
    for _ in 0..<route.count {
      let layer = layers[layers.count - 1]
      var places: [Row: Int] = [:]
      var rows: [Row] = []
      var arrivals: [Arrival] = []
      var ending: Arrival?
      for (source, row) in layer.rows.enumerated() {
        if graph.isStopped { return nil }
        for edge in graph.edges(of: row) {
          let arrival = Arrival(
            cost: layer.costs[source] + edge.cost, sourceRank: layer.ranks[source], edge: edge, source: source
          )
          if edge.isShowing, ending.map({ arrival.isBetter(than: $0) }) ?? true { ending = arrival }
          if let place = places[edge.row] {
            if arrival.isBetter(than: arrivals[place]) { arrivals[place] = arrival }
          } else if visited.count < visitedCountMax, states?.contains(edge.row) ?? true,
            visited.insert(edge.row).inserted
          {
            places[edge.row] = rows.count
            rows.append(edge.row)
            arrivals.append(arrival)
          }
        }
      }
      if let ending { return path(to: ending, through: layers, like: route) }
      if rows.isEmpty { return nil }
      layers.append(
        Layer(rows: rows, costs: arrivals.map(\.cost), ranks: Self.ranks(of: arrivals), arrivals: arrivals))
    }
    return nil
  }

  /// The places of arrivals in label order.
  private static func ranks(of arrivals: [Arrival]) -> [Int] {
    let order = arrivals.indices.sorted {
      (arrivals[$0].sourceRank, arrivals[$0].edge.place) < (arrivals[$1].sourceRank, arrivals[$1].edge.place)
    }
    var ranks = Array(repeating: 0, count: order.count)
    for (rank, place) in order.enumerated() { ranks[place] = rank }
    return ranks
  }

  private func path(to ending: Arrival, through layers: [Layer], like route: Route) -> Route {
    var edges = [ending.edge]
    var source = ending.source
    for layer in layers.dropFirst().reversed() {
      let arrival = layer.arrivals[source]
      edges.append(arrival.edge)
      source = arrival.source
    }
    return Route(initial: route.initial, start: route.start, edges: edges.reversed())
  }
}
