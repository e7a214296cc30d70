import Model

@testable import Spec

/// Everything that a system reaches, by whole states: breadth first, each state asked of fresh
/// means.
final class BruteForceGraph<P: Product> {
  typealias System = RuntimeSystem<P>

  struct Place {
    let expander: any Expander<System>
    let row: Row
    let steps: [RowStep]
    var targets: [Int] = []
  }

  private(set) var places: [Place] = []

  /// Nil when there are more states.
  init?(_ system: System, stateCountMax: Int) {
    var known: [RuntimeState<P>: Int] = [:]
    var states = system.initialStates
    for (number, state) in states.enumerated() { known[state] = number }
    var next = 0
    while next < states.count {
      let expander = system.makeExpansion()
      let row = expander.row(of: states[next])
      var buffer = StepBuffer()
      expander.rows.expand(row, into: &buffer, selecting: .all)
      var place = Place(expander: expander, row: row, steps: Array(buffer.steps))
      for step in place.steps {
        let state = expander.state(of: step.row)
        let target = known[state] ?? states.count
        if target == states.count {
          known[state] = target
          states.append(state)
        }
        place.targets.append(target)
      }
      places.append(place)
      next += 1
      if states.count > stateCountMax { return nil }
    }
  }
}

/// One property, judged anew at every state and step, states told apart by what observers remember
/// too.
struct BruteForce<P: Product> {
  typealias System = RuntimeSystem<P>

  /// A state with what observers remember there.
  private struct Node: Hashable {
    var place: Int
    var memory: [Output]
  }

  private struct Edge {
    var kind: String
    var traits: StepTraits
    var target: Int
  }

  /// A violation that a state shows.
  private struct Shown: Hashable {
    var culprit: String
    var subject: String
    var namesStep: Bool
  }

  private let graph: BruteForceGraph<P>
  private let clauses: [Property<System>.Clause]
  private let observers: [AnyObserver<System>]
  private var nodes: [Node] = []
  private var depths: [Int] = []
  private var edges: [[Edge]] = []
  private var shown: [Set<Shown>] = []
  private var isWitnessed = false
  /// The least number of steps that show each culprit.
  private(set) var lengths: [String: Int] = [:]

  var nodeCount: Int { nodes.count }

  init(_ graph: BruteForceGraph<P>, _ property: Property<System>) {
    self.graph = graph
    clauses = property.clauses
    observers = [property].observers()
    search()
    enter(0, from: nil, kind: "launch", length: 0)
    for node in nodes.indices {
      for edge in edges[node] {
        enter(edge.target, from: node, kind: edge.kind, length: depths[node] + 1)
      }
    }
    for clause in clauses {
      if case .possible(let avoiding, let goal) = clause.form { lose(goal, avoiding: avoiding) }
    }
  }

  /// What an exploration has to say.
  var verdict: Verdict {
    if !lengths.isEmpty { return .violated(findingCount: lengths.count) }
    return isWitnessed ? .holds : .vacuous
  }

  private mutating func find(_ culprit: String, length: Int) {
    lengths[culprit] = min(length, lengths[culprit] ?? length)
  }

  // MARK: Search

  private mutating func search() {
    var known: [Node: Int] = [:]
    add(Node(place: 0, memory: observers.map(\.initial)), depth: 0, &known)
    var next = 0
    while next < nodes.count {
      let (node, place) = (nodes[next], graph.places[nodes[next].place])
      let view = StepView<System>(expander: place.expander, recorder: nil)
      var found: [Edge] = []
      for (step, target) in zip(place.steps, place.targets) {
        view.show(step, from: place.row)
        let memory = zip(observers, node.memory).map { observer, before in
          observer.observe(view) { before } ?? before
        }
        judge(view, node.memory, memory, length: depths[next] + 1)
        let arrival = Node(place: target, memory: memory)
        if known[arrival] == nil { add(arrival, depth: depths[next] + 1, &known) }
        found.append(Edge(kind: view.kind, traits: step.traits, target: known[arrival] ?? 0))
      }
      edges.append(found)
      next += 1
    }
  }

  private mutating func add(_ node: Node, depth: Int, _ known: inout [Node: Int]) {
    known[node] = nodes.count
    nodes.append(node)
    depths.append(depth)
    shown.append(judge(node))
  }

  private func memory(
    of clause: Property<System>.Clause, _ before: [Output], _ after: [Output]
  ) -> (Moment) -> Output {
    let number = observers.firstIndex { $0 === clause.observer } ?? 0
    return { ($0 == .before ? before : after)[number] }
  }

  private func isSettled(_ node: Node) -> Bool {
    let place = graph.places[node.place]
    return place.expander.state(of: place.row).isSettled
  }

  // MARK: Judgements

  private mutating func judge(
    _ view: StepView<System>, _ before: [Output], _ after: [Output], length: Int
  ) {
    for clause in clauses {
      guard case .step(let judge) = clause.form else { continue }
      let judgement = judge(view, memory(of: clause, before, after))
      if judgement != .idle { isWitnessed = true }
      for violation in judgement.violations { find(violation.culprit, length: length) }
    }
  }

  private mutating func judge(_ node: Node) -> Set<Shown> {
    let place = graph.places[node.place]
    let view = place.expander.view(of: place.row, at: .before, recording: nil)
    var shown: Set<Shown> = []
    for clause in clauses {
      guard case .state(let judge, let isSettledOnly) = clause.form else { continue }
      if isSettledOnly && !isSettled(node) { continue }
      let judgement = judge(view, memory(of: clause, node.memory, node.memory))
      if judgement != .idle { isWitnessed = true }
      for violation in judgement.violations {
        shown.insert(
          Shown(culprit: violation.culprit, subject: violation.subject, namesStep: !isSettledOnly))
      }
    }
    return shown
  }

  /// Takes note of what a state shows and the one before it did not.
  private mutating func enter(_ node: Int, from source: Int?, kind: String, length: Int) {
    for entered in shown[node] where !(source.map { shown[$0].contains(entered) } ?? false) {
      find(entered.culprit + (entered.namesStep ? " after \(kind)" : ""), length: length)
    }
  }

  // MARK: Continuations

  private mutating func lose(_ goal: (RuntimeView<P>) -> Bool, avoiding avoided: StepTraits) {
    var isReaching = nodes.map { node in
      let place = graph.places[node.place]
      return isSettled(node)
        && goal(place.expander.view(of: place.row, at: .before, recording: nil))
    }
    if isReaching.contains(true) { isWitnessed = true }
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for node in nodes.indices.reversed() where !isReaching[node] {
        let leadsOn = edges[node].contains {
          $0.traits.isDisjoint(with: avoided) && isReaching[$0.target]
        }
        if leadsOn { (isReaching[node], hasChanged) = (true, true) }
      }
    }
    if !isReaching[0] { find("launch", length: 0) }
    for node in nodes.indices where isReaching[node] {
      for edge in edges[node] where !isReaching[edge.target] {
        find(edge.kind, length: depths[node] + 1)
      }
    }
  }
}
