import Model

/// The states of a system by number, from the first initial one on, and what can be done in each;
/// worked out when somebody asks.
///
/// A walk by hand and the graph of a whole scope stand on it, so that a step has one number and
/// breaks the same in both.
final class GuidedSteps<System: TransitionSystem> {
  private let specification: Specification<System>
  private let edition: Int
  private let expander: any Expander<System>
  private let judge: Judge
  private var graph: StateGraph
  private var known: [Int: [GuidedChoice]] = [:]
  /// What the first state breaks.
  let brokenAtLaunch: [FindingName]

  /// - Parameter lookaheadMax: at how many states to give up on what has to stay possible.
  /// - Throws: a `TraceError` for a system without initial states.
  init(
    _ specification: Specification<System>, judging isIncluded: (String) -> Bool, lookaheadMax: Int
  ) throws(TraceError) {
    let system = specification.system
    let properties = specification.properties.filter { isIncluded($0.name) }
    self.specification = specification
    edition = system.edition
    expander = system.makeExpansion(judging: properties)
    judge = Judge(walking: system, properties, sharing: expander, lookaheadMax: lookaheadMax)
    graph = StateGraph(expander.rows)
    guard let first = judge.initial.first else {
      throw TraceError("\(specification.identity.title): there is no initial state")
    }
    _ = graph.insert(first)
    brokenAtLaunch = Self.told(judge.findings(of: .launch(judge.violations(in: first))))
    try review { true }
  }

  /// Whether the system tells states apart by now that were one when this was made.
  var isOutdated: Bool { specification.system.edition != edition }
  /// The promises that are not judged any more, as it took too long to look ahead.
  var givenUp: [String] { judge.givenUp }
  /// How many states were met.
  var count: Int { graph.count }

  func state(_ index: Int) -> System.State { expander.state(of: graph.row(index)) }

  /// Meets every state.
  ///
  /// - Returns: whether there are no more than so many.
  /// - Throws: a `TraceError` that says why the system is none.
  func meetAll(countMax: Int, shouldStop: () -> Bool) throws(TraceError) -> Bool {
    var index = 0
    while index < graph.count {
      if graph.count > countMax || shouldStop() { return false }
      _ = try expand(index)
      index += 1
    }
    try review(shouldStop: shouldStop)
    return true
  }

  /// What can be done in a state, in label order.
  ///
  /// - Throws: a `TraceError` that says why the system is none.
  func choices(in index: Int) throws(TraceError) -> [GuidedChoice] {
    if let choices = known[index] { return choices }
    let (row, source) = (graph.row(index), judge.violations(in: graph.row(index)))
    let old = state(index)
    let choices = try expand(index).map { step, target in
      let label = expander.label(of: step.transition)
      let new = state(target)
      return GuidedChoice(
        sentence: specification.teller.sentence(old, label, new),
        parties: specification.teller.parties(old, label, new),
        broken: Self.told(judge.findings(of: step, from: row, source: source)), target: target)
    }
    try review { true }
    known[index] = choices
    return choices
  }

  /// The label of a choice.
  func label(_ place: Int, in index: Int) throws(TraceError) -> System.Label {
    expander.label(of: try expand(index)[place].step.transition)
  }

  private static func told(_ names: [FindingName]) -> [FindingName] { names.uniqued().sorted() }

  private func expand(_ index: Int) throws(TraceError) -> [(step: RowStep, target: Int)] {
    graph.expand(graph.row(index))
    if let complaint = graph.steps.complaint ?? judge.complaint {
      throw TraceError("invalid system: \(complaint)")
    }
    graph.prepareTargets()
    let steps = Array(graph.steps.steps)
    return steps.indices.map { (steps[$0], graph.visited.insert(step: $0).index) }
  }

  private func review(shouldStop: () -> Bool) throws(TraceError) {
    if case .worthless(let complaint) = expander.rows.review(shouldStop: shouldStop) {
      throw TraceError("invalid system: \(complaint)")
    }
  }
}
