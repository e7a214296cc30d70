import Model

extension RoutePass {
  /// Wanders from path to path by small changes drawn at random, as long as they show the finding and are
  /// hardly longer, until one is shorter.
  ///
  /// The way from one path to a shorter one can lead over several others as long (plateau moves; Selman,
  /// Levesque and Mitchell, "A new method for solving hard satisfiability problems", AAAI 1992). The draws
  /// have a fixed seed: the same path is shrunk to the same path.
  static let wander = RoutePass(name: "wander") { shrinker in
    var source = RandomSource(seed: 0)
    var current = shrinker.best
    let countMax = shrinker.best.count + 1
    for _ in 0..<shrinker.reach where !shrinker.graph.isStopped {
      guard let next = variation(of: current, shrinker, &source), next.count <= countMax else { continue }
      if next.count < shrinker.best.count {
        shrinker.attempt(next)
        return
      }
      current = next
    }
    shrinker.attempt(current)
  }

  /// The path with a step replaced, left out or added, or with some steps moved; nil when it does not show
  /// the finding.
  private static func variation(
    of route: Route, _ shrinker: RouteShrinker, _ source: inout RandomSource
  ) -> Route? {
    let edges = route.edges
    guard !edges.isEmpty else { return nil }
    let place = source.choose(below: edges.count)
    let head = edges[..<place]
    switch source.choose(below: 5) {
    case 0:
      return shrinker.replay(edges[(place + 1)...], after: head, mismatch: .isAdapted)
    case 1, 2:
      let enabled = shrinker.graph.edges(of: route.row(before: place))
      let other = enabled[source.choose(below: enabled.count)]
      let isAdded = source.choose(below: 3) == 0
      return shrinker.replay(
        [other] + edges[(isAdded ? place : place + 1)...], after: head, mismatch: .isAdapted)
    default:
      let count = min(1 + source.choose(below: 4), edges.count - place)
      var moved = edges
      moved.removeSubrange(place..<place + count)
      moved.insert(
        contentsOf: edges[place..<place + count], at: source.choose(below: moved.count + 1))
      return shrinker.replay(moved, mismatch: .isAdapted)
    }
  }
}
