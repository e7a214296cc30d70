import Model

@testable import Spec

/// Properties judged anew at every reachable state and at every step: nothing is remembered, no
/// step skipped, no state stands for another.
///
/// It says again what an exploration finds, so that each checks the other.
struct NaiveSearch<System: TransitionSystem> {
  /// A finding, without its path.
  struct Key: Hashable {
    var property: String
    var culprit: String
  }

  /// A violation that a state shows.
  private struct Shown: Hashable {
    var property: Int
    var culprit: String
    var subject: String
    /// Whether the step that enters it is a part of the culprit.
    var namesStep: Bool
  }

  private typealias Clause = Property<System>.Clause
  private typealias Edge = ReachedGraph<System>.Edge

  let graph: ReachedGraph<System>
  let properties: [Property<System>]
  private let clauses: [(property: Int, clause: Clause)]
  /// The least number of steps that show each finding.
  private(set) var lengths: [Key: Int] = [:]
  private var witnessed: Set<Int> = []
  private var shown: [Set<Shown>]

  init(_ graph: ReachedGraph<System>, properties: [Property<System>]) {
    self.graph = graph
    self.properties = properties
    clauses = properties.enumerated().flatMap { number, property in
      property.clauses.map { (number, $0) }
    }
    shown = Array(repeating: [], count: graph.rows.count)
    for state in graph.rows.indices { judge(state) }
    for state in 0..<graph.initialCount { enter(state, from: nil, kind: "launch", length: 0) }
    let view = StepView(expander: graph.expander, recorder: nil)
    for state in graph.rows.indices {
      for edge in graph.edges[state] { judge(edge, from: state, view) }
    }
    for (property, clause) in clauses {
      if case .possible(let avoiding, let goal) = clause.form {
        lose(goal, avoiding: avoiding, property)
      }
    }
  }

  /// What an exploration has to decide, given what measures count.
  func verdicts(_ measures: Measures<System>) -> [Verdict] {
    properties.enumerated().map { number, property in
      if let reason = property.inapplicability { return .notApplicable(reason) }
      if let counts = measures.counts[number] { return .measured(counts) }
      let findingCount = lengths.keys.count { $0.property == property.name }
      if findingCount > 0 { return .violated(findingCount: findingCount) }
      return witnessed.contains(number) ? .holds : .vacuous
    }
  }

  private mutating func find(_ property: Int, _ culprit: String, length: Int) {
    let key = Key(property: properties[property].name, culprit: culprit)
    lengths[key] = min(length, lengths[key] ?? length)
  }

  // MARK: States

  private func view(_ state: Int) -> System.View {
    graph.expander.view(of: graph.rows[state], at: .before, recording: nil)
  }

  /// What a clause says of a state; idle for one about something else.
  private func judgement(_ state: Int, _ clause: Clause) -> Judgement {
    let isSettled = graph.expander.rows.isSettled(graph.rows[state])
    switch clause.form {
    case .state(let judge, let isSettledOnly):
      if isSettledOnly && !isSettled { return .idle }
      let memory = graph.memory(of: clause, in: state)
      return judge(view(state)) { _ in memory }
    case .values(let judge, _): return judge(view(state))
    // To reach a goal is what its property has to judge.
    case .possible(_, let goal): return isSettled && goal(view(state)) ? .holds : .idle
    case .step, .measure, .inapplicable: return .idle
    }
  }

  private mutating func judge(_ state: Int) {
    for (property, clause) in clauses {
      let judgement = judgement(state, clause)
      if judgement != .idle { witnessed.insert(property) }
      let namesStep = if case .state(_, isSettledOnly: false) = clause.form { true } else { false }
      for violation in judgement.violations {
        shown[state].insert(
          Shown(
            property: property, culprit: violation.culprit, subject: violation.subject,
            namesStep: namesStep))
      }
    }
  }

  /// Takes note of what a state shows and its predecessor did not.
  private mutating func enter(_ state: Int, from source: Int?, kind: String, length: Int) {
    if shown[state].isEmpty { return }
    for entered in shown[state].subtracting(source.map { shown[$0] } ?? []) {
      find(
        entered.property, entered.culprit + (entered.namesStep ? " after \(kind)" : ""),
        length: length)
    }
  }

  // MARK: Steps

  private mutating func judge(_ edge: Edge, from state: Int, _ view: StepView<System>) {
    let graph = graph
    let length = graph.depths[state] + 1
    enter(edge.target, from: state, kind: graph.kind(of: edge), length: length)
    view.show(edge.step, from: graph.rows[state])
    for (property, clause) in clauses {
      guard case .step(let judge) = clause.form else { continue }
      let judgement = judge(view) { moment in
        graph.memory(of: clause, in: moment == .before ? state : edge.target)
      }
      if judgement != .idle { witnessed.insert(property) }
      for violation in judgement.violations { find(property, violation.culprit, length: length) }
    }
  }

  // MARK: Continuations

  /// Finds the steps that lead from a state that can reach a goal to one that cannot.
  private mutating func lose(
    _ goal: (System.View) -> Bool, avoiding traits: StepTraits, _ property: Int
  ) {
    let goals = graph.rows.indices.filter { state in
      graph.expander.rows.isSettled(graph.rows[state]) && goal(view(state))
    }
    let reaching = graph.canReach(Set(goals), avoiding: traits)
    for state in 0..<graph.initialCount where !reaching.contains(state) {
      find(property, "launch", length: 0)
    }
    for state in graph.rows.indices where reaching.contains(state) {
      for edge in graph.edges[state] where !reaching.contains(edge.target) {
        find(property, graph.kind(of: edge), length: graph.depths[state] + 1)
      }
    }
  }
}

/// What measures count: every transition once, though each of its steps is looked at.
struct Measures<System: TransitionSystem> {
  /// The counts of each property, by group.
  private(set) var counts: [Int: [String: MeasureCount]] = [:]
  /// The measures that count two steps of one transition differently.
  private(set) var breaches: Set<String> = []

  init(_ graph: ReachedGraph<System>, properties: [Property<System>]) {
    let view = StepView(expander: graph.expander, recorder: nil)
    for (number, property) in properties.enumerated() {
      for clause in property.clauses {
        guard case .measure(let tally) = clause.form else { continue }
        var known: [UInt32: Tally?] = [:]
        for state in graph.rows.indices {
          for edge in graph.edges[state] {
            view.show(edge.step, from: graph.rows[state])
            let found = tally(view)
            if let known = known[edge.step.transition], known != found {
              breaches.insert(property.name)
            }
            known[edge.step.transition] = .some(found)
          }
        }
        for case let tally? in known.values {
          counts[number, default: [:]][tally.group, default: MeasureCount()].add(isHit: tally.isHit)
        }
      }
    }
  }
}
