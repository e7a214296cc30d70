import Model

@testable import Spec

/// A graph of at most twelve states, drawn at random.
///
/// Every other graph is layered, so that many paths of one length lead to its last states.
struct DrawnGraph: ExplicitSystem {
  let initialStates: [Int]
  private let successors: [[Step<Int, Int>]]
  private let traitsOfLabels: [StepTraits]
  private let unsettled: Set<Int>
  private let bad: Set<Int>
  private let goals: Set<Int>

  init(number: Int, _ random: inout Xorshift) {
    let traits: [StepTraits] = [
      [], [], .gesture, .gesture, .overtaking, .fault, .relaunch, [.gesture, .fault], [.overtaking, .fault],
    ]
    traitsOfLabels = (0..<6).map { _ in traits[random.next(below: traits.count)] }
    let isLayered = number.isMultiple(of: 2)
    let stateCount = isLayered ? 12 : 3 + random.next(below: 10)
    initialStates = random.chance(25) ? [0, 1] : [0]
    unsettled = Set((0..<stateCount).filter { _ in random.chance(40) })
    bad = Set((0..<stateCount).filter { random.chance(isLayered ? ($0 < 9 ? 4 : 70) : 15) })
    goals = Set((0..<stateCount).filter { random.chance($0 < 2 ? 60 : 15) })
    successors = (0..<stateCount).map { state in
      let stepCount = random.next(below: 4)
      var labels = Set<Int>()
      for _ in 0..<stepCount { labels.insert(random.next(below: 6)) }
      return labels.sorted().map { label in
        let nextLayer = (state / 3 + 1) % 4 * 3
        return Step(label, to: isLayered ? nextLayer + random.next(below: 3) : random.next(below: stateCount))
      }
    }
  }

  func steps(from state: Int) -> [Step<Int, Int>] { successors[state] }
  func isSettled(_ state: Int) -> Bool { !unsettled.contains(state) }
  func traits(of label: Int) -> StepTraits { traitsOfLabels[label] }

  /// Two kinds, so that a property can be broken in two ways.
  func kind(of label: Int) -> String { label.isMultiple(of: 2) ? "even" : "odd" }

  var isBad: @Sendable (Int) -> Bool { { [bad] in bad.contains($0) } }
  var isGoal: @Sendable (Int) -> Bool { { [goals] in goals.contains($0) } }

  // MARK: What is plain to see

  /// How many steps each reachable state is away from an initial one: passes over all states until nothing changes.
  var depths: [Int: Int] {
    var depths = Dictionary(uniqueKeysWithValues: initialStates.map { ($0, 0) })
    while true {
      let known = depths
      for (state, depth) in known {
        for step in successors[state] { depths[step.state] = min(depth + 1, depths[step.state] ?? .max) }
      }
      if depths == known { return depths }
    }
  }

  /// The states that can be reached.
  var reachable: Set<Int> { Set(depths.keys) }

  /// The states from which steps without the traits given lead to a settled goal.
  func alive(avoiding avoided: StepTraits) -> Set<Int> {
    var alive = goals.subtracting(unsettled)
    while true {
      let known = alive
      for state in successors.indices
      where successors[state].contains(where: { known.contains($0.state) && free($0.label, of: avoided) }) {
        alive.insert(state)
      }
      if alive == known { return alive }
    }
  }

  private func free(_ label: Int, of avoided: StepTraits) -> Bool {
    traitsOfLabels[label].isDisjoint(with: avoided)
  }
}

/// Counterexamples by trying all paths.
struct BruteForce {
  let graph: DrawnGraph

  /// The best of the shortest paths of one culprit.
  struct Best {
    var found: FoundPath<DrawnGraph>
    var cost: StepCost
    /// How many other paths are as short.
    var rivalCount: Int
  }

  private struct Walk {
    var path: Path<DrawnGraph>
    var state: Int
    var cost = StepCost()
  }

  /// For every culprit the best path whose last step, or start, is a break.
  ///
  /// - Parameter isBreak: asked about the states before and after a step; the first is nil for an initial state.
  func best(property: String, culprit: String, _ isBreak: (Int?, Int) -> Bool) -> [Best] {
    var best: [String: Best] = [:]
    var walks: [Walk] = []
    func offer(_ walk: Walk, kind: String) {
      let offered = Best(
        found: FoundPath(property, culprit + kind, initial: walk.path.initial, walk.path.labels), cost: walk.cost,
        rivalCount: 0)
      guard let known = best[kind] else {
        best[kind] = offered
        return
      }
      if known.found.path.labels.count < walk.path.labels.count { return }
      best[kind] = isBetter(offered, than: known) ? offered : known
      best[kind]?.rivalCount = known.rivalCount + 1
    }
    for (number, state) in graph.initialStates.enumerated() {
      walks.append(Walk(path: Path(initial: number, labels: []), state: state))
      if isBreak(nil, state) { offer(walks[number], kind: "launch") }
    }
    // No shortest path is longer than there are states.
    for _ in 0..<graph.reachable.count where !["even", "odd"].allSatisfy({ best[$0] != nil }) {
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
    return Walk(
      path: Path(initial: walk.path.initial, labels: walk.path.labels + [step.label]), state: step.state,
      cost: walk.cost + StepCost(departureCount: isDeparture ? 1 : 0, faultCount: isFault ? 1 : 0))
  }

  private func isBetter(_ one: Best, than other: Best) -> Bool {
    if one.cost != other.cost { return one.cost < other.cost }
    let (first, second) = (one.found.path, other.found.path)
    if first.initial != second.initial { return first.initial < second.initial }
    return first.labels.lexicographicallyPrecedes(second.labels)
  }
}
