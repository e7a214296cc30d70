import Model

@testable import Spec

/// Counterexamples by trying all paths.
struct BruteForce {
  let graph: DrawnGraph

  /// The best of the shortest paths of one culprit.
  struct Best {
    var found: FoundPath<DrawnGraph>
    var cost: StepCost
    /// How many paths as short cost more, and how many cost the same.
    var dearerCount = 0
    var equalCount = 0
  }

  private struct Walk {
    var path: Path<DrawnGraph>
    var state: Int
    var cost = StepCost()
  }

  /// For every culprit the best path whose last step, or start, is a break.
  ///
  /// - Parameter isBreak: asked about the states before and after a step; the first is nil at a
  ///   start.
  func best(property: String, culprit: String, _ isBreak: (Int?, Int) -> Bool) -> [Best] {
    var best: [String: Best] = [:]
    var walks: [Walk] = []
    func offer(_ walk: Walk, kind: String) {
      let offered = Best(
        found: FoundPath(property, culprit + kind, initial: walk.path.initial, walk.path.labels),
        cost: walk.cost)
      guard let known = best[kind] else {
        best[kind] = offered
        return
      }
      if known.found.path.labels.count == walk.path.labels.count {
        best[kind] = better(known, offered)
      }
    }
    for (number, state) in graph.initialStates.enumerated() {
      walks.append(Walk(path: Path(initial: number, labels: []), state: state))
      if isBreak(nil, state) { offer(walks[number], kind: "launch") }
    }
    let depthMax = graph.depths.values.max() ?? 0
    for _ in 0...depthMax where !["even", "odd"].allSatisfy({ best[$0] != nil }) {
      var longer: [Walk] = []
      for walk in walks {
        for step in graph.steps(from: walk.state) {
          let next = self.walk(walk, taking: step)
          longer.append(next)
          if isBreak(walk.state, step.state) { offer(next, kind: graph.kind(of: step.label)) }
        }
      }
      walks = longer
    }
    return best.sorted { $0.key < $1.key }.map(\.value)
  }

  private func walk(_ walk: Walk, taking step: Step<Int, Int>) -> Walk {
    let traits = graph.traits(of: step.label)
    let isDeparture =
      traits.contains(.overtaking) || traits.contains(.gesture) && !graph.isSettled(walk.state)
    let isFault = traits.contains(.fault) || traits.contains(.relaunch)
    var cost = walk.cost
    cost.departureCount += isDeparture ? 1 : 0
    cost.faultCount += isFault ? 1 : 0
    return Walk(
      path: Path(initial: walk.path.initial, labels: walk.path.labels + [step.label]),
      state: step.state, cost: cost)
  }

  private func better(_ one: Best, _ other: Best) -> Best {
    var best = isBetter(other, than: one) ? other : one
    best.dearerCount = one.dearerCount + other.dearerCount
    best.equalCount = one.equalCount + other.equalCount
    if one.cost == other.cost {
      best.equalCount += 1
    } else {
      best.dearerCount += 1 + (best.cost == one.cost ? other.equalCount : one.equalCount)
      best.equalCount = best.cost == one.cost ? one.equalCount : other.equalCount
    }
    return best
  }

  private func isBetter(_ one: Best, than other: Best) -> Bool {
    if one.cost != other.cost { return one.cost < other.cost }
    let (first, second) = (one.found.path, other.found.path)
    if first.initial != second.initial { return first.initial < second.initial }
    return first.labels.lexicographicallyPrecedes(second.labels)
  }
}
