import Model

extension RouteShrinker {
  /// Wanders from path to path by small changes drawn at random, as long as they show the finding
  /// and are hardly longer, until one is shorter.
  ///
  /// The way from one path to a shorter one can lead over several others as long (plateau moves;
  /// Selman, Levesque and Mitchell, "A new method for solving hard satisfiability problems", AAAI
  /// 1992). The draws have a fixed seed: the same path is shrunk to the same path.
  func wander() {
    var source = RandomSource(seed: 0)
    var current = best
    let countMax = best.count + 1
    for _ in 0..<reach where !isSpent {
      guard let next = variation(of: current, &source), next.count <= countMax else { continue }
      if next.count < best.count {
        attempt(next)
        return
      }
      current = next
    }
    attempt(current)
  }

  /// The path with a step replaced, left out or added, or with some steps moved; nil when it does
  /// not show the finding.
  private func variation(of route: Route, _ source: inout RandomSource) -> Route? {
    let steps = route.steps
    guard !steps.isEmpty else { return nil }
    let place = source.choose(below: steps.count)
    let head = steps[..<place]
    switch source.choose(below: 5) {
    case 0:
      return replay(steps[(place + 1)...], after: head, isAdapting: true)
    case 1, 2:
      let enabled = known.steps(from: route.row(before: place))
      let other = enabled[source.choose(below: enabled.count)]
      let isAdded = source.choose(below: 3) == 0
      return replay(
        [other] + steps[(isAdded ? place : place + 1)...], after: head, isAdapting: true)
    default:
      let count = min(1 + source.choose(below: 4), steps.count - place)
      var moved = steps
      moved.removeSubrange(place..<place + count)
      moved.insert(
        contentsOf: steps[place..<place + count], at: source.choose(below: moved.count + 1))
      return replay(moved, isAdapting: true)
    }
  }
}
