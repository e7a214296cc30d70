import Model
import Spec

/// What a check of a product's properties over generated values found.
public struct GeneratedValuesReport: Sendable {
  /// A property with its verdict.
  public struct Result: Sendable {
    /// The property's name.
    public let name: String
    /// What it promises.
    package let sentence: String
    /// The word for its kind.
    package let kind: String
    /// What was decided.
    public let verdict: Verdict
    /// How many values met its premise.
    public let judgedCount: Int
  }

  /// Asked whether to stop, with how many values were drawn and the means to make a report of what
  /// they showed.
  package typealias Stop = (_ runCount: Int, _ soFar: () -> GeneratedValuesReport) -> Bool

  /// The product's name.
  package let product: String
  /// The design's name.
  package let design: String
  /// How many values were wanted, from which seed.
  package let plan: ValuePlan
  /// How many values were drawn.
  package let runCount: Int
  /// Every property with its verdict.
  public let results: [Result]
  /// What is broken, shrunk; each with the seed of the value that showed it first.
  public let findings: [CheckReport.Finding]
  /// Whether the check was stopped before all values were drawn.
  package let wasStopped: Bool
}

/// Asks the properties of values about generated ones.
struct GeneratedValues<P: Product> {
  let name: String
  let design: String
  /// The design with the parameters of the values.
  let product: @Sendable (P.Values) -> P?
  let clauses: @Sendable (RuntimeSystem<P>) -> [ValuesClause<P>]
  let inputs: Generator<ValuesInput<P>>

  private struct Record {
    var clause: ValuesClause<P>
    var judgedCount = 0
    var tallies: [String: MeasureCount] = [:]
    var culprits: [String] = []
  }

  /// Draws the values of a plan; value k has the plan's seed plus k.
  func run(
    _ plan: ValuePlan, only filter: (String) -> Bool, shouldStop: GeneratedValuesReport.Stop
  ) -> GeneratedValuesReport {
    var records: [Record] = []
    var places: [String: Int] = [:]
    var findings: [CheckReport.Finding] = []
    func report(_ runCount: Int) -> GeneratedValuesReport {
      GeneratedValuesReport(
        product: name, design: design, plan: plan, runCount: runCount, results: records.map(result),
        findings: findings.sorted { ($0.property, $0.culprit) < ($1.property, $1.culprit) },
        wasStopped: runCount < plan.runCount)
    }
    func isOver(_ runCount: Int) -> Bool { shouldStop(runCount) { report(runCount) } }
    let runCount = eachCase(of: plan, until: isOver) { seed, input, view, clauses in
      for clause in clauses where filter(clause.property) {
        let place = places[clause.property] ?? records.count
        if place == records.count {
          places[clause.property] = place
          records.append(Record(clause: clause))
        }
        for culprit in note(clause, view, in: &records[place]) {
          findings.append(
            shrunk(culprit, of: clause.property, seed: seed, input) {
              isOver(Int(seed &- plan.seed))
            })
        }
      }
    }
    return report(runCount)
  }

  /// The names of what the values of a plan show, without examples.
  func findingNames(
    _ plan: ValuePlan, only counts: (String) -> Bool, until isOver: () -> Bool
  ) -> Set<FindingName> {
    var names: Set<FindingName> = []
    _ = eachCase(of: plan, until: { _ in isOver() }) { _, _, view, clauses in
      for clause in clauses where counts(clause.property) {
        for violation in clause.judgement(of: view).violations {
          names.insert(FindingName(property: clause.property, culprit: violation.culprit))
        }
      }
    }
    return names
  }

  /// Hands out the cases of a plan.
  ///
  /// - Parameter shouldStop: asked before each value with how many were drawn.
  /// - Returns: how many values were drawn.
  private func eachCase(
    of plan: ValuePlan, until shouldStop: (_ runCount: Int) -> Bool,
    _ ask: (_ seed: UInt64, ValuesInput<P>, ValuesView<P>, [ValuesClause<P>]) -> Void
  ) -> Int {
    for number in 0..<plan.runCount {
      if shouldStop(number) { return number }
      let seed = plan.seed &+ UInt64(number)
      guard let input = inputs.value(seed: seed), let (view, clauses) = question(input) else {
        continue
      }
      ask(seed, input, view, clauses)
    }
    return plan.runCount
  }

  /// A case as the clauses are asked about it; nil when there is no such design.
  private func question(_ input: ValuesInput<P>) -> (
    view: ValuesView<P>, clauses: [ValuesClause<P>]
  )? {
    guard let product = product(input.values) else { return nil }
    let system = RuntimeSystem(product: product, scope: Scope(name: "values", values: input.values))
    return (ValuesView(product, state: input.state, action: input.action), clauses(system))
  }

  /// Asks a clause about a case.
  ///
  /// - Returns: the culprits that are new.
  private func note(
    _ clause: ValuesClause<P>, _ view: ValuesView<P>, in record: inout Record
  ) -> [String] {
    switch clause.form {
    case .measure(let measure):
      guard let tally = measure(view) else { return [] }
      record.judgedCount += 1
      record.tallies[tally.group, default: MeasureCount()].add(isHit: tally.isHit)
      return []
    case .judge:
      let judgement = clause.judgement(of: view)
      if judgement == .idle { return [] }
      record.judgedCount += 1
      guard case .violated(let violations) = judgement else { return [] }
      let fresh = violations.map(\.culprit).uniqued().filter { !record.culprits.contains($0) }
      record.culprits += fresh
      return fresh
    }
  }

  private func result(_ record: Record) -> GeneratedValuesReport.Result {
    let verdict: Verdict =
      if case .measure = record.clause.form {
        record.tallies.isEmpty ? .vacuous : .measured(record.tallies)
      } else if !record.culprits.isEmpty {
        .violated(findingCount: record.culprits.count)
      } else {
        record.judgedCount == 0 ? .vacuous : .holdsForSample(stateCount: record.judgedCount)
      }
    return GeneratedValuesReport.Result(
      name: record.clause.property, sentence: record.clause.sentence, kind: record.clause.kind,
      verdict: verdict, judgedCount: record.judgedCount)
  }

  // MARK: Findings

  /// Whether a case can be read back from what is written of it.
  private static func areRead(withAction: Bool) -> Bool {
    P.State.self is any Codable.Type && P.Values.self is any Codable.Type
      && (!withAction || P.Action.self is any Codable.Type)
  }

  /// Draws the case of a trace again, so that its texts are known here.
  func learn(_ choices: [Int]) {
    guard let input = inputs.value(choices: choices) else { return }
    for written in [input.values, input.state, input.action] as [any Hashable & Sendable] {
      _ = try? JSONValue(writing: written)
    }
  }

  /// A case as a clause of a property sees it, and what the clause says of the culprit.
  private func showing(
    _ culprit: String, of property: String, _ input: ValuesInput<P>
  ) -> (view: ValuesView<P>, clause: ValuesClause<P>, violation: Violation?)? {
    guard let (view, clauses) = question(input),
      let clause = clauses.first(where: { $0.property == property })
    else { return nil }
    return (view, clause, clause.judgement(of: view).violations.first { $0.culprit == culprit })
  }

  private func shrunk(
    _ culprit: String, of property: String, seed: UInt64, _ original: ValuesInput<P>,
    until isOver: () -> Bool
  ) -> CheckReport.Finding {
    let found = withoutActuallyEscaping(isOver) { isOver in
      let search = ValueSearch(
        generator: inputs,
        property: { input, _ in showing(culprit, of: property, input)?.violation == nil },
        isOver: isOver)
      return search.run(ValuePlan(seed: seed, runCount: 1)).counterexample
    }
    let input = found?.value ?? original
    let shown = showing(culprit, of: property, input)
    let detail = shown?.violation?.detail ?? culprit
    let isFlaky = found?.isFlaky != false || shown?.violation == nil
    let scope = Scope(name: "values", values: input.values)
    var written =
      shown.flatMap { $0.clause.written($0.view, culprit: culprit) } ?? ValuesCase(state: .null)
    if !Self.areRead(withAction: written.action != nil) { written.choices = found?.choices }
    let trace = Trace(
      identity: Identity(
        product: name, design: design, environment: scope.environment.rawValue, scope: scope.name),
      scope: (try? JSONValue(encoding: scope)) ?? .null, property: property, culprit: culprit,
      form: .values, seed: seed, values: written)
    let story = Story(
      promise: shown?.clause.sentence ?? property,
      lines: shown.map { lines($0.view, $0.clause) } ?? [],
      ending: isFlaky ? "\(detail), and not when asked again about the same values" : detail,
      consequence: shown?.clause.consequence)
    return CheckReport.Finding(story: story, trace: trace)
  }

  /// The case in words: what the state holds, and the action if the property is about one.
  private func lines(_ view: ValuesView<P>, _ clause: ValuesClause<P>) -> [Story.Line] {
    let facts = view.facts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    let state = Story.Line(
      sentence: facts.isEmpty ? "a state that holds nothing" : "a state that holds", changes: [],
      facts: facts)
    guard clause.readsAction, let action = view.action,
      let written = try? JSONValue(writing: action)
    else {
      return [state]
    }
    return [state, Story.Line(sentence: "the action \(written.text)", changes: [])]
  }
}
