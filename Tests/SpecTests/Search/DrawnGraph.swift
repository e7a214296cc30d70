import Model

@testable import Spec

/// A graph of at most twelve states, drawn at random.
///
/// Every other graph is layered, so that many paths of one length lead to its last states.
struct DrawnGraph: ExplicitSystem {
  typealias State = Int
  typealias Label = Int

  let initialStates: [Int]
  private let successors: [[Step<Int, Int>]]
  private let traitsOfLabels: [StepTraits]
  private let unsettled: Set<Int>
  private let bad: Set<Int>
  private let goals: Set<Int>

  init(number: Int, _ random: inout Xorshift) {
    let traits: [StepTraits] = [
      [], [], .gesture, .gesture, .overtaking, .fault, .relaunch, [.gesture, .fault],
      [.overtaking, .fault],
    ]
    traitsOfLabels = (0..<6).map { _ in traits[random.next(below: traits.count)] }
    let isLayered = number.isMultiple(of: 2)
    let stateCount = isLayered ? 12 : 3 + random.next(below: 10)
    initialStates = random.chance(25) ? [0, 1] : [0]
    unsettled = Set((0..<stateCount).filter { _ in random.chance(40) })
    bad = Set((0..<stateCount).filter { random.chance(isLayered ? ($0 < 9 ? 4 : 70) : 15) })
    goals = Set((0..<stateCount).filter { random.chance($0 < 2 ? 60 : 15) })
    successors = (0..<stateCount).map { state in
      let stepCount = 1 + random.next(below: isLayered ? 5 : 2)
      var labels = Set<Int>()
      for _ in 0..<stepCount { labels.insert(random.next(below: 6)) }
      return labels.sorted().map { label in
        let nextLayer = (state / 3 + 1) % 4 * 3
        return Step(
          label, to: isLayered ? nextLayer + random.next(below: 3) : random.next(below: stateCount))
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

  /// How many steps each reachable state is away from an initial one; passes over all until nothing
  /// changes.
  var depths: [Int: Int] {
    var depths = Dictionary(uniqueKeysWithValues: initialStates.map { ($0, 0) })
    while true {
      let known = depths
      for (state, depth) in known {
        for step in successors[state] {
          depths[step.state] = min(depth + 1, depths[step.state] ?? .max)
        }
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
      where successors[state].contains(where: {
        known.contains($0.state) && free($0.label, of: avoided)
      }) {
        alive.insert(state)
      }
      if alive == known { return alive }
    }
  }

  private func free(_ label: Int, of avoided: StepTraits) -> Bool {
    traitsOfLabels[label].isDisjoint(with: avoided)
  }
}
