import Model

/// What came of working out again what a search remembered.
package struct AuditResult: Hashable, Codable, Sendable {
  /// How many states were looked at, out of how many.
  package var stateCount = 0
  /// How many states there are.
  package var stateTotal = 0
  /// How many judgements of states and steps were compared with fresh ones.
  package var judgementCount = 0
  /// How many steps were compared with those that means without memory give.
  package var stepCount = 0
  /// What was not the same, in words; at most ten.
  package var differences: [String] = []
}

/// Works out again, for states of a finished search, what was remembered: their judgements, their
/// steps, and the judgements of those.
///
/// Judgements are asked of the clauses anew. Steps are asked of means that remember nothing, in
/// every state that has a step of a transition that was not compared yet: every remembered
/// transition is compared once.
struct Audit<System: TransitionSystem> {
  private let expander: any Expander<System>
  private let judge: Judge
  private let compared = TransitionFlags()
  private let properties: [Property<System>]
  private(set) var result = AuditResult()
  private static var differenceCountMax: Int { 10 }
  /// About how many questions an audit asks that is not to ask all.
  private static var questionCountMax: Int { 30_000 }
  /// How many states it looks at, however much is asked about each.
  private static var sampleCountMin: Int { 64 }

  /// In how many states steps are compared whose transitions serve for many.
  private static var comparedCountMax: Int { 512 }

  init(
    _ expander: any Expander<System>, _ judge: Judge, _ properties: [Property<System>]
  ) {
    self.expander = expander
    self.judge = judge
    self.properties = properties
  }

  /// The properties that look at an observer, by name.
  private func rememberers(at place: Int) -> String {
    let observer = properties.observers()[place]
    return properties.filter { $0.clauses.contains { $0.observer === observer } }.map(\.name)
      .joined(separator: ", ")
  }

  /// Looks at all states of a small search, or where all are asked for; else at some, evenly spread
  /// over all that were visited.
  mutating func run(
    _ search: inout Search, from initial: [System.State], asksAll: Bool, shouldStop: () -> Bool
  ) {
    let isRunning = expander.rows.isAnsweredByRunningCode
    if !isRunning { turnToTwins() }
    let count = search.expandedCount
    result.stateTotal = count
    let known = (0..<search.initialCount).map { search.graph.row($0) }
    if initial.map(expander.row) != known, search.initialCount > 0 {
      result.differences.append("the initial states are others, when they are asked for again")
    }
    if count == 0 { return }
    let questionCount = judge.clauseCount * (1 + search.stepCount / count)
    let affordableCount = Self.questionCountMax / max(1, questionCount)
    func sample(_ affordableCount: Int) -> StrideTo<Int> {
      let sampleCount = max(Self.sampleCountMin, affordableCount)
      let spacing = asksAll ? 1 : AuditSample.spacing(ofFirst: count, sampleCount)
      return stride(from: 0, to: count, by: spacing)
    }
    for index in sample(isRunning ? 0 : affordableCount) {
      if isOver(shouldStop) { return }
      result.stateCount += 1
      let steps = judgeAgain(index, &search)
      compare(steps, of: search.graph.row(index), comparesAll: comparesAll(asksAll))
    }
    // Code that runs keeps its own values, and what judges it has none.
    if !isRunning { return }
    turnToTwins()
    for index in sample(affordableCount) {
      if isOver(shouldStop) { return }
      _ = judgeAgain(index, &search)
    }
  }

  private func turnToTwins() {
    var reordering = Reordering()
    expander.rows.turnToTwins(&reordering)
  }

  private func isOver(_ shouldStop: () -> Bool) -> Bool {
    result.differences.count >= Self.differenceCountMax || shouldStop()
  }

  /// Whether steps are compared, too, whose transitions were compared in another state.
  private func comparesAll(_ asksAll: Bool) -> Bool {
    expander.rows.hasFewTransitions && (asksAll || result.stateCount <= Self.comparedCountMax)
  }

  /// Judges a state and its steps again, and returns these.
  private mutating func judgeAgain(_ index: Int, _ search: inout Search) -> [RowStep] {
    let row = search.graph.row(index)
    let known = search.graph.visited.note(index)
    count(judge.compare(violations: known, ofState: row), row) { "a state" }
    count(judge.compare(goalsOfState: row), row) { "a state" }
    search.graph.expand(row)
    let steps = Array(search.graph.steps.steps)
    for step in steps {
      let known = judge.violations(ofStep: step, from: row)
      let expander = expander
      count(judge.compare(violations: known, ofStep: step, from: row), row) {
        "the step \(Self.words(expander, step))"
      }
    }
    if let observed = expander as? ObservedExpansion<System> {
      for step in steps {
        for place in observed.differing(step, from: row) {
          let words = Self.words(expander, step)
          differ("what \(rememberers(at: place)) remembers after \(words) differs", row)
        }
      }
    }
    return steps
  }

  /// Compares steps with those that means without memory give.
  private mutating func compare(_ steps: [RowStep], of row: Row, comparesAll: Bool) {
    let isNew = steps.isEmpty || steps.contains { !compared.contains($0.transition) }
    guard comparesAll || isNew else { return }
    let fresh = expander.makeFresh()
    var again = StepBuffer()
    let freshRow = fresh.row(of: expander.state(of: row))
    fresh.rows.expand(freshRow, into: &again, selecting: .all)
    if fresh.rows.isSettled(freshRow) != expander.rows.isSettled(row) {
      differ("whether it is settled is answered otherwise", row)
    }
    if again.count != steps.count {
      return differ("\(steps.count) steps became \(again.count)", row)
    }
    for (step, other) in zip(steps, again.steps) {
      compared.insert(step.transition)
      result.stepCount += 1
      let label = expander.label(of: step.transition)
      lazy var words = Self.words(expander, step)
      if fresh.label(of: other.transition) != label {
        differ("the step \(words) became \(Self.words(fresh, other))", row)
      } else if step.traits != other.traits
        || expander.state(of: step.row) != fresh.state(of: other.row)
      {
        differ("the step \(words) leads elsewhere", row)
        // A state that is not even equal to itself is told as that.
        _ = expander.row(of: fresh.state(of: other.row))
      } else if fresh.kind(of: other.transition) != expander.kind(of: step.transition) {
        differ("the step \(words) is of another kind", row)
      }
    }
  }

  private mutating func count(_ compared: Judge.Comparison, _ row: Row, of what: () -> String) {
    if compared.differing.isEmpty { return result.judgementCount += compared.count }
    let names = compared.differing.joined(separator: ", ")
    differ("\(what()) is judged otherwise by \(names)", row)
  }

  /// The label of a step, as text that names no modules.
  private static func words(_ expander: any Expander<System>, _ step: RowStep) -> String {
    ContentTree(expander.label(of: step.transition)).words
  }

  private mutating func differ(_ words: String, _ row: Row) {
    if result.differences.count >= Self.differenceCountMax { return }
    let tree = ContentTree(expander.state(of: row))
    let facts = tree.facts(named: "").sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    let state = facts.isEmpty ? tree.words : facts.joined(separator: ", ")
    result.differences.append("\(words), when it is worked out again in \(state)")
  }
}
