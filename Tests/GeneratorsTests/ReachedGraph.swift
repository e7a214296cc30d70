import Model

/// A system that was taken for small has more states than expected.
struct TooManyStates: Error {}

/// Every reachable state of a system as its row, breadth first, with every step out of it.
struct ReachedGraph<System: TransitionSystem> {
  struct Edge {
    var step: RowStep
    /// The number of the state that it leads to.
    var target: Int
  }

  let expander: any Expander<System>
  let initialCount: Int
  private(set) var rows: [Row] = []
  /// The least number of steps that lead to each state.
  private(set) var depths: [Int] = []
  private(set) var edges: [[Edge]] = []
  private var labels: [UInt32: System.Label] = [:]
  private var kinds: [UInt32: String] = [:]

  /// Looks at every reachable state.
  ///
  /// - Throws: `TooManyStates`, so that a defect that makes a system endless does not make a test endless.
  init(_ system: System) throws {
    expander = system.makeReducedExpansion()
    var numbers: [Row: Int] = [:]
    for row in system.initialStates.map(expander.row) where numbers[row] == nil {
      numbers[row] = rows.count
      rows.append(row)
      depths.append(0)
    }
    initialCount = rows.count
    var steps = StepBuffer()
    while edges.count < rows.count {
      if rows.count > CatalogueCase.stateCountMax { throw TooManyStates() }
      let source = edges.count
      steps.removeAll()
      expander.rows.expand(rows[source], into: &steps, selecting: .all)
      edges.append(
        steps.steps.map { step in
          if let known = numbers[step.row] { return Edge(step: step, target: known) }
          numbers[step.row] = rows.count
          rows.append(step.row)
          depths.append(depths[source] + 1)
          return Edge(step: step, target: rows.count - 1)
        })
    }
    for cause in Set(edges.flatMap { $0.map(\.step.cause) }) {
      labels[cause] = expander.label(ofCause: cause)
      kinds[cause] = expander.kind(ofCause: cause)
    }
  }

  var stepCount: Int { edges.reduce(0) { $0 + $1.count } }
  var depth: Int { depths.max() ?? 0 }

  func label(of edge: Edge) -> System.Label {
    labels[edge.step.cause] ?? expander.label(ofCause: edge.step.cause)
  }

  func kind(of edge: Edge) -> String { kinds[edge.step.cause] ?? "" }

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
