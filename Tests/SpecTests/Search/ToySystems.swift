import Model

@testable import Spec

/// A graph given edge by edge: for shapes.
struct Graph: ExplicitSystem {
  typealias State = Int
  typealias Label = String

  let initialStates: [Int]
  /// The kinds of step that labels stand for; none when a label is missing.
  var labelTraits: [String: StepTraits] = [:]
  /// The states in which something is pending.
  var unsettled: Set<Int> = []
  private let successors: [Int: [Step<Int, String>]]

  init(
    _ edges: [(from: Int, label: String, to: Int)], initial: [Int] = [0],
    traits labelTraits: [String: StepTraits] = [:], unsettled: Set<Int> = []
  ) {
    initialStates = initial
    self.labelTraits = labelTraits
    self.unsettled = unsettled
    successors = Dictionary(grouping: edges, by: \.from).mapValues { edges in
      edges.map { Step($0.label, to: $0.to) }.sorted { $0.label < $1.label }
    }
  }

  func steps(from state: Int) -> [Step<Int, String>] { successors[state] ?? [] }
  func isSettled(_ state: Int) -> Bool { !unsettled.contains(state) }
  func traits(of label: String) -> StepTraits { labelTraits[label] ?? [] }
}

/// Two workers who need both of two locks; the left one takes A first, the right one B.
///
/// Both wait for ever when each holds one.
struct TwoLocks: ExplicitSystem {
  struct State: Hashable, Sendable {
    /// How many locks each worker holds.
    var left = 0
    var right = 0
  }
  enum Label: Hashable, Comparable, Sendable {
    case leftTakes, leftReleases, rightTakes, rightReleases
  }

  let initialStates = [State()]

  func steps(from state: State) -> [Step<State, Label>] {
    var steps: [Step<State, Label>] = []
    if state.left == 0 && state.right < 2 || state.left == 1 && state.right == 0 {
      steps.append(Step(.leftTakes, to: State(left: state.left + 1, right: state.right)))
    }
    if state.left == 2 { steps.append(Step(.leftReleases, to: State(right: state.right))) }
    if state.right == 0 && state.left < 2 || state.right == 1 && state.left == 0 {
      steps.append(Step(.rightTakes, to: State(left: state.left, right: state.right + 1)))
    }
    if state.right == 2 { steps.append(Step(.rightReleases, to: State(left: state.left))) }
    return steps
  }
}

/// A number from 0 to 5 that grows by one or two and can be reset.
///
/// Six states: five additions of 1, four of 2 and five resets make 14 steps; 5 is three steps away.
/// The states of depth 1 are 1 and 2, of depth 2 they are 3 and 4.
struct BoundedCounter: ExplicitSystem {
  typealias State = Int
  enum Label: Hashable, Comparable, Sendable {
    case add(Int)
    case reset
  }

  let initialStates = [0]

  func steps(from state: Int) -> [Step<Int, Label>] {
    let additions = [1, 2].filter { state + $0 <= 5 }.map { Step(Label.add($0), to: state + $0) }
    return state == 0 ? additions : additions + [Step(.reset, to: 0)]
  }

  /// Odd numbers are unsettled.
  func isSettled(_ state: Int) -> Bool { state.isMultiple(of: 2) }

  func kind(of label: Label) -> String {
    switch label {
    case .add: "add"
    case .reset: "reset"
    }
  }
}

/// A line of states: so long that a search asks its monitor and looks at its memory.
struct Chain: ExplicitSystem {
  typealias State = Int
  enum Label: Hashable, Comparable, Sendable { case next }
  let length: Int
  let initialStates = [0]

  func steps(from state: Int) -> [Step<Int, Label>] {
    state < length ? [Step(.next, to: state + 1)] : []
  }
}

/// A system that breaks the rule of label order: it lists its steps as a dictionary does.
struct DictionaryOrder: ExplicitSystem {
  typealias State = Int
  typealias Label = String

  let initialStates = [0]
  private let successors = Dictionary(uniqueKeysWithValues: (1...16).map { (String($0), $0) })

  func steps(from state: Int) -> [Step<Int, String>] {
    state == 0 ? successors.map { Step($0.key, to: $0.value) } : []
  }
}

/// A finding as plain values that compare.
struct FoundPath<System: TransitionSystem>: Hashable {
  var property: String
  var culprit: String
  var path: Path<System>

  init(_ property: String, _ culprit: String, initial: Int = 0, _ labels: [System.Label]) {
    self.property = property
    self.culprit = culprit
    path = Path(initial: initial, labels: labels)
  }
}

extension Exploration {
  /// The findings as plain values.
  var found: [FoundPath<System>] {
    findings.map { FoundPath($0.property, $0.culprit, initial: $0.path.initial, $0.path.labels) }
  }
}

extension Property {
  /// A property of one clause, for tests that look at verdicts only.
  init(_ name: String, _ clause: Clause) { self.init(name, "", witness: "", clause) }

  /// States must satisfy a condition; where they do not, the culprit is "bad".
  static func never(_ name: String, _ isBad: @escaping @Sendable (System.View) -> Bool) -> Property
  {
    Property(name, .invariant { .require(!isBad($0), culprit: "bad", "") })
  }

  /// From every state a settled goal can be reached.
  static func possible(
    _ name: String, avoiding traits: StepTraits = [],
    _ goal: @escaping @Sendable (System.View) -> Bool
  ) -> Property {
    Property(name, .possible(avoiding: traits, goal: goal))
  }
}

/// Explores without limits, unless told otherwise.
func explore<System: TransitionSystem>(
  _ system: System, _ properties: [Property<System>] = [], limits: Limits = Limits(),
  monitor: Monitor = Monitor()
) -> Exploration<System> {
  Explorer(system: system, properties: properties, limits: limits).run(monitor: monitor)
}

/// States, steps, depth, terminal states and frontier of an exploration.
struct Counts: Hashable {
  var stateCount: Int
  var stepCount: Int
  var depth: Int
  var terminalCount = 0
  var frontierCount = 0
}

extension Statistics {
  /// The counts that can be worked out by hand.
  var counts: Counts {
    Counts(
      stateCount: stateCount, stepCount: stepCount, depth: depth, terminalCount: terminalCount,
      frontierCount: frontierCount)
  }
}
