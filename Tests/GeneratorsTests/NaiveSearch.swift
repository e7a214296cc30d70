import Model

@testable import Spec

/// Properties judged anew at every reachable state and at every step: nothing is remembered, no step skipped.
///
/// It says again what an exploration finds, so that each checks the other. On the way it looks whether
/// judgements read only what their clauses declare: where all that is declared is equal, so is the judgement.
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

  private typealias Edge = ReachedGraph<System>.Edge

  let graph: ReachedGraph<System>
  let properties: [Property<System>]
  private let clauses: ClauseLists<System>
  /// The least number of steps that show each finding.
  private(set) var lengths: [Key: Int] = [:]
  /// Properties that read more than they declare.
  private(set) var breaches: Set<String> = []
  private var witnessed: Set<Int> = []
  private var tallies: [Int: [String: MeasureCount]] = [:]
  private var shown: [Set<Shown>]
  private let facets: [FacetValues]
  private var readings: [[[UInt32]: Judgement]]
  private var tallyReadings: [[[UInt32]: Tally?]]

  init(_ graph: ReachedGraph<System>, properties: [Property<System>]) {
    self.graph = graph
    self.properties = properties
    clauses = ClauseLists(properties)
    shown = Array(repeating: [], count: graph.rows.count)
    facets = graph.rows.map(graph.expander.rows.facets)
    readings = Array(repeating: [:], count: clauses.count)
    tallyReadings = readings.map { _ in [:] }
    for state in graph.rows.indices { judge(state) }
    for state in 0..<graph.initialCount { enter(state, from: nil, kind: "launch", length: 0) }
    let view = StepView(expander: graph.expander)
    for state in graph.rows.indices {
      for edge in graph.edges[state] { judge(edge, from: state, view) }
    }
    for goal in clauses.goals { lose(goal) }
  }

  /// What an exploration has to decide.
  var verdicts: [Verdict] {
    properties.enumerated().map { number, property in
      if let reason = property.inapplicability { return .notApplicable(reason) }
      if let counts = tallies[number] { return .measured(counts) }
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

  private mutating func judge(_ state: Int) {
    let row = graph.rows[state]
    let value = graph.expander.state(of: row)
    let isSettled = graph.expander.rows.isSettled(row)
    for clause in clauses.states where isSettled || !clause.isSettledOnly {
      let judgement = clause.judge(value)
      let reading =
        clause.reads?.map { facets[state][$0.number] } ?? (0..<graph.expander.rows.width).map { row[$0] }
      note(judgement, reading: reading, clause.place, clause.property)
      guard case .violated(let violations) = judgement else { continue }
      for violation in violations {
        shown[state].insert(
          Shown(
            property: clause.property, culprit: violation.culprit, subject: violation.subject,
            namesStep: clause.namesStep))
      }
    }
  }

  /// Takes note of what a state shows and its predecessor did not.
  private mutating func enter(_ state: Int, from source: Int?, kind: String, length: Int) {
    if shown[state].isEmpty { return }
    for entered in shown[state].subtracting(source.map { shown[$0] } ?? []) {
      find(entered.property, entered.culprit + (entered.namesStep ? " after \(kind)" : ""), length: length)
    }
  }

  // MARK: Steps

  private mutating func judge(_ edge: Edge, from state: Int, _ view: StepView<System>) {
    let length = graph.depths[state] + 1
    let kind = graph.kind(of: edge)
    enter(edge.target, from: state, kind: kind, length: length)
    view.show(edge.step, from: graph.rows[state])
    for clause in clauses.steps where concerns(edge, from: state, clause.reads, kind: kind) {
      let judgement = clause.judge(view)
      note(judgement, reading: reading(edge, from: state, clause.reads), clause.place, clause.property)
      find(judgement, clause.property, length: length)
    }
    let label = graph.expander.rows.labelHandle(ofCause: edge.step.cause)
    for clause in clauses.kinds {
      let judgement = clause.judge(view.label, edge.step.traits)
      note(judgement, reading: [label, UInt32(edge.step.traits.rawValue)], clause.place, clause.property)
      find(judgement, clause.property, length: length)
    }
    for clause in clauses.measures where concerns(edge, from: state, clause.reads, kind: kind) {
      tally(
        clause.count(view), reading: reading(edge, from: state, clause.reads), clause.place, clause.property)
    }
  }

  private mutating func find(_ judgement: Judgement, _ property: Int, length: Int) {
    guard case .violated(let violations) = judgement else { return }
    for violation in violations { find(property, violation.culprit, length: length) }
  }

  /// Whether a clause with these reads is about a step, as `StepReads` puts it in words.
  private func concerns(_ edge: Edge, from state: Int, _ reads: StepReads, kind: String) -> Bool {
    if case .everyStep = reads.key { return true }
    if !edge.step.traits.isDisjoint(with: [.relaunch, .crash]) { return false }
    if let wanted = reads.kind { return wanted == kind && graph.expander.rows.isSettled(edge.step.row) }
    if reads.traits.isEmpty && reads.changed.isEmpty { return true }
    return !reads.traits.isDisjoint(with: edge.step.traits)
      || reads.changed.contains { facets[state][$0.number] != facets[edge.target][$0.number] }
  }

  /// The handles of all that a step clause declares to read; nil when it declares nothing.
  private func reading(_ edge: Edge, from state: Int, _ reads: StepReads) -> [UInt32]? {
    let cause = edge.step.cause
    switch reads.key {
    case .everyStep: return nil
    case .cause: return [cause]
    case .label(let before, let after), .each(let before, let after):
      return [graph.expander.rows.labelHandle(ofCause: cause)] + before.map { facets[state][$0.number] }
        + after.map { facets[edge.target][$0.number] }
    case .kind(let before, let after):
      return [graph.expander.rows.labelHandle(ofCause: cause), UInt32(edge.step.traits.rawValue)]
        + before.map { facets[state][$0.number] } + after.map { facets[edge.target][$0.number] }
    case .successor(let after): return [cause] + after.map { facets[edge.target][$0.number] }
    }
  }

  // MARK: Readings

  private mutating func note(_ judgement: Judgement, reading: [UInt32]?, _ place: Int, _ property: Int) {
    if judgement != .idle { witnessed.insert(property) }
    guard let reading else { return }
    if let known = readings[place][reading], known != judgement { breach(property) }
    readings[place][reading] = judgement
  }

  private mutating func tally(_ tally: Tally?, reading: [UInt32]?, _ place: Int, _ property: Int) {
    if let reading {
      if let known = tallyReadings[place][reading] {
        if known != tally { breach(property) }
        return
      }
      tallyReadings[place][reading] = .some(tally)
    }
    guard let tally else { return }
    tallies[property, default: [:]][tally.group, default: MeasureCount()].totalCount += 1
    if tally.isHit { tallies[property, default: [:]][tally.group, default: MeasureCount()].hitCount += 1 }
  }

  private mutating func breach(_ property: Int) {
    breaches.insert("\(properties[property].name) reads more than it declares")
  }

  // MARK: Continuations

  /// Finds the steps that lead from a state that can reach a goal to one that cannot.
  private mutating func lose(_ goal: ClauseLists<System>.Goal) {
    let goals = graph.rows.indices.filter { state in
      let row = graph.rows[state]
      return graph.expander.rows.isSettled(row) && goal.isReached(graph.expander.state(of: row))
    }
    let reaching = graph.canReach(Set(goals), avoiding: goal.avoiding)
    for state in 0..<graph.initialCount where !reaching.contains(state) {
      find(goal.property, "launch", length: 0)
    }
    for state in graph.rows.indices where reaching.contains(state) {
      for edge in graph.edges[state] where !reaching.contains(edge.target) {
        find(goal.property, graph.kind(of: edge), length: graph.depths[state] + 1)
      }
    }
  }
}
