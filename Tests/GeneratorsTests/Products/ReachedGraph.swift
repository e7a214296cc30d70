import Model

@testable import Spec

/// A system that was taken for small has more states than expected.
struct TooManyStates: Error {}

/// Every reachable state of a system as its row and what observers remember there, breadth first,
/// with every step out of it.
///
/// Observers are asked at every step; no answer of theirs is kept for another one.
struct ReachedGraph<System: TransitionSystem> {
  struct Edge {
    var step: RowStep
    /// The number of the state that it leads to.
    var target: Int
  }

  private struct Node: Hashable {
    var row: Row
    /// The number of what is remembered.
    var memory: Int
  }

  let expander: any Expander<System>
  let initialCount: Int
  private let observers: [AnyObserver<System>]
  private(set) var rows: [Row] = []
  /// The least number of steps that lead to each state.
  private(set) var depths: [Int] = []
  private(set) var edges: [[Edge]] = []
  private var labels: [UInt32: System.Label] = [:]
  private var kinds: [UInt32: String] = [:]
  private var memories: [[Output]] = []
  private var memoryNumbers: [[Output]: Int] = [:]
  private var memoryOfState: [Int] = []
  private var numbers: [Node: Int] = [:]

  /// Looks at every reachable state.
  ///
  /// - Parameters:
  ///   - properties: the ones whose observers are asked.
  ///   - isReduced: whether states that only the order of equal windows tells apart count as one.
  /// - Throws: `TooManyStates`, so that a defect that makes a system endless does not make a test
  ///   endless.
  init(
    _ system: System, judging properties: [Property<System>] = [], isReduced: Bool = false,
    stateCountMax: Int = CatalogueCase.stateCountMax
  ) throws {
    let initialStates = system.initialStates
    initialCount = initialStates.count
    expander = system.makeExpansion(isReduced: isReduced)
    observers = properties.observers()
    let view = StepView(expander: expander, recorder: nil)
    let initial = number(ofMemory: observers.map(\.initial))
    for state in initialStates {
      _ = number(of: Node(row: expander.row(of: state), memory: initial), depth: 0)
    }
    var steps = StepBuffer()
    while edges.count < rows.count {
      if rows.count > stateCountMax { throw TooManyStates() }
      let source = edges.count
      steps.removeAll()
      expander.rows.expand(rows[source], into: &steps, selecting: .all)
      edges.append(
        steps.steps.map { step in
          view.show(step, from: rows[source])
          let node = Node(row: step.row, memory: memory(after: view, from: memoryOfState[source]))
          return Edge(step: step, target: number(of: node, depth: depths[source] + 1))
        })
    }
    for transition in Set(edges.flatMap { $0.map(\.step.transition) }) {
      labels[transition] = expander.label(of: transition)
      kinds[transition] = expander.kind(of: transition)
    }
  }

  private mutating func number(of node: Node, depth: Int) -> Int {
    if let known = numbers[node] { return known }
    numbers[node] = rows.count
    rows.append(node.row)
    memoryOfState.append(node.memory)
    depths.append(depth)
    return rows.count - 1
  }

  private mutating func number(ofMemory memory: [Output]) -> Int {
    if let known = memoryNumbers[memory] { return known }
    memoryNumbers[memory] = memories.count
    memories.append(memory)
    return memories.count - 1
  }

  private mutating func memory(after step: StepView<System>, from memory: Int) -> Int {
    if observers.isEmpty { return memory }
    let before = memories[memory]
    return number(
      ofMemory: zip(observers, before).map { observer, value in
        observer.observe(step) { value } ?? value
      })
  }

  var stepCount: Int { edges.reduce(0) { $0 + $1.count } }
  var depth: Int { depths.max() ?? 0 }
  var terminalCount: Int { edges.count { $0.isEmpty } }

  /// As how many states another graph of the system, maybe a reduced one, knows the states of this
  /// one.
  func stateCount(in other: ReachedGraph) -> Int {
    Set(
      rows.indices.map { state in
        let row = other.expander.row(of: expander.state(of: rows[state]))
        return [AnyHashable(row)] + memories[memoryOfState[state]].map(AnyHashable.init)
      }
    ).count
  }

  /// What a clause's observer remembers in a state.
  func memory(of clause: Property<System>.Clause, in state: Int) -> Output {
    let place = observers.firstIndex { $0 === clause.observer }
    return place.map { memories[memoryOfState[state]][$0] } ?? Output(0)
  }

  func label(of edge: Edge) -> System.Label {
    labels[edge.step.transition] ?? expander.label(of: edge.step.transition)
  }

  func kind(of edge: Edge) -> String { kinds[edge.step.transition] ?? "" }

  /// The states from which one of the goals is reached by steps without the traits given.
  func canReach(_ goals: Set<Int>, avoiding traits: StepTraits) -> Set<Int> {
    var sources: [[Int]] = Array(repeating: [], count: rows.count)
    for (source, edges) in edges.enumerated() {
      for edge in edges where edge.step.traits.isDisjoint(with: traits) {
        sources[edge.target].append(source)
      }
    }
    var reaching = goals
    var pending = Array(goals)
    while let state = pending.popLast() {
      for source in sources[state] where reaching.insert(source).inserted { pending.append(source) }
    }
    return reaching
  }
}
