import Model

/// One way to make a path better, small enough to be understood alone.
struct RoutePass: Sendable {
  /// A word for reports.
  let name: String
  /// Tries what it knows on the best path of a shrinker.
  let run: @Sendable (RouteShrinker) -> Void

  /// All passes, the cheapest first.
  static let all = [
    cutLoops, deleteSteps, dropFaults, reroute, deletePairs, swapNeighbors, replaceSteps, replaceAndDelete,
    wander, searchFront,
  ]

  /// Leaves out what leads from a state back to it.
  static let cutLoops = RoutePass(name: "cut loops") { shrinker in
    var latest: [Row: Int] = [:]
    for (place, row) in shrinker.best.rows.enumerated() { latest[row] = place }
    var edges: [RouteGraph.Edge] = []
    var place = 0
    let rows = shrinker.best.rows
    while place < shrinker.best.count {
      // The last visit to this state; a step that stays where it is may be what shows the finding.
      let last = latest[rows[place]] ?? place
      place = last < shrinker.best.count ? last : shrinker.best.count - 1
      edges.append(shrinker.best.edges[place])
      place += 1
    }
    if edges.count < shrinker.best.count { shrinker.attempt(shrinker.replay(edges)) }
  }

  /// Leaves out runs of steps, from half the path down to single ones; what then is not enabled goes with
  /// them (after delta debugging, Zeller and Hildebrandt 2002).
  static let deleteSteps = RoutePass(name: "delete steps") { shrinker in
    var size = max(1, shrinker.best.count / 2)
    while true {
      var place = 0
      while place < shrinker.best.count {
        let edges = shrinker.best.edges
        let end = min(place + size, edges.count)
        if !shrinker.attempt(shrinker.replay(edges[end...], after: edges[..<place])) { place += 1 }
      }
      if size == 1 { return }
      size = max(1, size / 2)
    }
  }

  /// Leaves out two steps that need each other, wherever they stand.
  static let deletePairs = RoutePass(name: "delete pairs") { shrinker in shrinker.leaveOutPairs() }

  /// Lets an operation succeed that a fault made fail, and leaves kills out; what follows adapts.
  static let dropFaults = RoutePass(name: "drop faults") { shrinker in
    for place in shrinker.best.edges.indices.reversed() where place < shrinker.best.count {
      let edges = shrinker.best.edges
      guard !edges[place].traits.isDisjoint(with: [.fault, .relaunch]) else { continue }
      let others = shrinker.graph.edges(of: shrinker.best.row(before: place)).filter {
        $0.kind == edges[place].kind && $0.traits.isDisjoint(with: [.fault, .relaunch])
      }
      for other in others {
        let rest = [other] + edges[(place + 1)...]
        if shrinker.attempt(shrinker.replay(rest, after: edges[..<place], mismatch: .isAdapted)) { break }
      }
    }
  }

  /// Exchanges two neighbours: what may wait waits, and departures go away.
  static let swapNeighbors = RoutePass(name: "swap neighbours") { shrinker in
    for place in 0..<max(0, shrinker.best.count - 1) where place + 1 < shrinker.best.count {
      let edges = shrinker.best.edges
      let rest = [edges[place + 1], edges[place]] + edges[(place + 2)...]
      shrinker.attempt(shrinker.replay(rest, after: edges[..<place], mismatch: .isAdapted))
    }
  }

  /// Takes another enabled step instead of one, simpler values among them; what follows adapts.
  static let replaceSteps = RoutePass(name: "replace steps") { shrinker in
    for place in shrinker.best.edges.indices where place < shrinker.best.count {
      for other in shrinker.graph.edges(of: shrinker.best.row(before: place)) {
        guard place < shrinker.best.count else { break }
        let edges = shrinker.best.edges
        if other.place == edges[place].place { continue }
        let rest = [other] + edges[(place + 1)...]
        shrinker.attempt(shrinker.replay(rest, after: edges[..<place], mismatch: .isAdapted))
      }
    }
  }

  /// Takes another enabled step instead of one and leaves a later gesture out with what follows from it, or
  /// an earlier one: a fault that moves to another operation makes its own superfluous.
  static let replaceAndDelete = RoutePass(name: "replace and delete") { shrinker in
    let edges = shrinker.best.edges
    let gestures = edges.indices.filter {
      !edges[$0].traits.isDisjoint(with: [.gesture, .relaunch]) && $0 < edges.count - 1
    }
    for place in edges.indices {
      for other in shrinker.graph.edges(of: shrinker.best.row(before: place))
      where other.place != edges[place].place {
        for gesture in gestures where gesture > place {
          let rest = [other] + edges[(place + 1)..<gesture] + edges[(gesture + 1)...]
          if shrinker.attempt(shrinker.replay(rest, after: edges[..<place], mismatch: .isAdapted)) { return }
        }
      }
    }
    for gesture in gestures {
      for place in edges.indices where place > gesture && edges[place].traits.contains(.performance) {
        let head = edges[..<gesture]
        let middle = Array(edges[(gesture + 1)..<place])
        for other in shrinker.graph.edges(of: shrinker.best.row(before: place))
        where other.traits.contains(.performance) && other.place != edges[place].place {
          let rest = middle + [other] + edges[(place + 1)...]
          if shrinker.attempt(shrinker.replay(rest, after: head, mismatch: .isAdapted)) { return }
        }
      }
    }
  }
}
